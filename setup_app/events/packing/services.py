"""How is the kit planned onto the tables of a round, and what was carried ticked off?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

import shapely
from django.db import transaction

from setup_app.events import kits
from setup_app.events.grounds.models import Ground
from setup_app.events.grounds.played import caller_for
from setup_app.events.kit_plan import MOST_WAITING, MOST_WANTED, refuse_too_many, solved
from setup_app.events.models import Event, Kind
from setup_app.events.packing.models import PackingLine
from setup_app.events.services.acting import acting
from setup_app.events.standing import RUNS_ROUNDS, Standing
from setup_app.jobs.models import Job
from setup_app.jobs.patience import NoWorker, is_swamped
from setup_app.jobs.services import enqueue
from setup_app.layouts.requests import read
from setup_app.people.ownership import NotThere
from setup_app.script.errors import DomainError
from terrain.core.rules import TypeRules

PLAN: Final = "events.round_plan"
LEAST_MM, MOST_MM = 10, 5000

Progress = Any


def ask_for_plan(*, standing: Standing, round_: int, tolerance_mm: int, seconds: int) -> Job:
    """A job that plans which pieces of the event's kit build the tables of a round.

    Raises `no_such_round`, `nothing_to_plan` where no ground lies, `too_much`, `too_many_fits`,
    and `NoWorker` while too many plans wait.
    """
    standing.needs(Kind.ORGANISER)
    event = standing.event
    if not 1 <= round_ <= event.rounds:
        raise DomainError("no_such_round", {"rounds": event.rounds})
    pieces = [{name: piece[name] for name in PLANNED} for piece in kits.kit_view(standing)]
    rows = Ground.objects.filter(event=event, round=round_, layout__isnull=False)
    wanted = [each for row in rows for each in wanted_of(row)]
    if not wanted:
        raise DomainError("nothing_to_plan", {"round": round_})
    if len(wanted) > MOST_WANTED:
        raise DomainError("too_much")
    asked = {
        "pieces": pieces,
        "wanted": wanted,
        "tolerance_mm": tolerance_mm,
        "seconds": seconds,
    }
    refuse_too_many(asked)
    if is_swamped(PLAN, most=MOST_WAITING):
        raise NoWorker
    arguments = {"event": event.public_id, "round": round_, "asked": asked}
    return enqueue(PLAN, arguments, caller=caller_for(event))


PLANNED: Final = ("id", "types", "long_mm", "short_mm", "count", "box", "section", "outline")


def wanted_of(row: Ground) -> Iterator[dict[str, Any]]:
    """What a ground's pieces ask of a kit: the sides of their smallest rectangle in whole mm."""
    layout, rules = read(row.layout)
    for piece in layout.pieces:
        if piece.shape is None:
            continue
        short, long = sorted(_sides(piece.shape, layout.base_width_mm))
        yield {
            "id": f"{row.table}/{piece.id}",
            "table": row.table,
            "type": piece.type,
            "long_mm": long,
            "short_mm": short,
            "band": _is_band(rules.kind(piece.type)),
        }


def _is_band(kind: TypeRules) -> bool:
    """Whether it runs across the table or along its edge, so that sections of it are laid."""
    return bool(kind.band or kind.strip)


def _sides(shape: Any, mm: float) -> tuple[int, int]:
    corners = shapely.get_coordinates(shapely.minimum_rotated_rectangle(shape))
    first, second = (
        float(shapely.distance(shapely.Point(corners[at]), shapely.Point(corners[at + 1])))
        for at in (0, 1)
    )
    low, high = (min(max(round(side * mm), LEAST_MM), MOST_MM) for side in (first, second))
    return low, high


def plan(arguments: Mapping[str, Any], progress: Progress) -> dict[str, Any]:
    """Solve it, for its worker, and let what is carried be what it says."""
    found = solved(arguments["asked"])
    _keep(arguments["event"], arguments["round"], found, arguments["asked"]["pieces"])
    return found


def _keep(
    public_id: str, round_: int, found: Mapping[str, Any], pieces: Iterable[Mapping[str, Any]]
) -> None:
    """The lines of a plan in place of those before; one that stays keeps its ticks."""
    boxes = {piece["id"]: piece["box"] for piece in pieces}
    carried: Counter[tuple[str, int, str]] = Counter()
    for each in found["assigned"]:
        table = int(each["wanted"].partition("/")[0])
        carried.update((boxes[piece], table, piece) for piece in each["pieces"])
    due = {(*line, copy) for line, count in carried.items() for copy in range(1, count + 1)}
    with transaction.atomic():
        event = Event.objects.select_for_update().filter(public_id=public_id).first()
        if event is None:
            return
        lines = {
            (line.box, line.table, line.piece, line.copy): line
            for line in PackingLine.objects.filter(event=event, round=round_)
        }
        for key, line in lines.items():
            if line.gone == (key in due):
                PackingLine.objects.filter(pk=line.pk).update(gone=key not in due)
        number = max((line.number for line in lines.values()), default=0)
        PackingLine.objects.bulk_create(
            PackingLine(
                event=event,
                round=round_,
                number=number + at,
                box=key[0],
                table=key[1],
                piece=key[2],
                copy=key[3],
            )
            for at, key in enumerate(sorted(due - set(lines)), start=1)
        )


def packing_view(standing: Standing, round_: int) -> list[dict[str, Any]]:
    """What is carried, by box and table. Raises `not_found` before there is a plan. One query."""
    standing.needs(*RUNS_ROUNDS)
    lines = list(PackingLine.objects.filter(event=standing.event, round=round_))
    if not lines:
        raise NotThere
    return [_line(line) for line in lines if not line.gone]


def tick(*, standing: Standing, round_: int, line: int, ticks: Mapping[str, bool]) -> None:
    """Tick what was carried out or back; who ticks last is right. Raises `not_found`."""
    standing.needs(*RUNS_ROUNDS)
    with acting(standing) as held:
        found = PackingLine.objects.filter(event=held.event, round=round_, number=line, gone=False)
        if not found.exists():
            raise NotThere
        found.update(**ticks)


def line_view(standing: Standing, round_: int, line: int) -> dict[str, Any]:
    """One line as it is now. Raises `not_found`."""
    for each in packing_view(standing, round_):
        if each["line"] == line:
            return each
    raise NotThere


def _line(line: PackingLine) -> dict[str, Any]:
    return {
        "line": line.number,
        "box": line.box,
        "table": line.table,
        "piece": line.piece,
        "out": line.out,
        "back": line.back,
    }
