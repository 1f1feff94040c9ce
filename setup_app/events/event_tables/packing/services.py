"""Services that plan the kit for a round's tables and tick off what was carried."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, Final

from django.db import transaction

from setup_app.engine.errors import DomainError
from setup_app.events.event.access import RUNS_ROUNDS, EventAccess
from setup_app.events.event.services.acting import acting
from setup_app.events.event_tables import kits
from setup_app.events.event_tables.kit_plan import (
    MAX_WAITING,
    MAX_WANTED,
    look_of,
    refuse_too_many,
    solved,
)
from setup_app.events.event_tables.kit_wanted import wanted_of
from setup_app.events.event_tables.table_battles import caller_for
from setup_app.events.models import Event, EventTable, Kind, PackingLine, RoundPlan
from setup_app.identity.ownership import NotThere
from setup_app.jobs.models import Job
from setup_app.jobs.services import cancel, enqueue
from setup_app.jobs.timeouts import NoWorker, is_swamped

ROUND_PLAN: Final = "events.round_plan"

Progress = Callable[[int, int], None]


def ask_for_plan(*, standing: EventAccess, round_: int, tolerance_mm: int, seconds: int) -> Job:
    """Return a job that plans which pieces of the event's kit build the tables of a round.

    Raises `no_such_round`, `nothing_to_plan` if no table has terrain, `too_much`, `too_many_fits`,
    and `NoWorker` while too many plans wait.
    """
    standing.needs(Kind.ORGANISER)
    event = standing.event
    if not 1 <= round_ <= event.rounds:
        raise DomainError("no_such_round", {"rounds": event.rounds})
    terms = {"tolerance_mm": tolerance_mm, "seconds": seconds}
    asked = _asked(event, round_, terms)
    if is_swamped(ROUND_PLAN, most=MAX_WAITING):
        raise NoWorker
    with transaction.atomic():
        row, _new = RoundPlan.objects.update_or_create(
            event=event, round=round_, defaults={"terms": terms, "refused": None}
        )
        _call_off(row)
        return _enqueue(row, asked)


def plan_again(event: str, rounds: Iterable[int] | None = None) -> None:
    """Re-plan the rounds whose tables have changed, with the same terms; all rounds if the kit has
    changed. If a plan cannot be made any more, the last one stays and says why.
    """
    rows = RoundPlan.objects.filter(event__public_id=event)
    for row in rows if rounds is None else rows.filter(round__in=rounds):
        # The plan of the previous tables is void, even if no new one is possible.
        _call_off(row)
        try:
            if is_swamped(ROUND_PLAN, most=MAX_WAITING):
                raise DomainError("plans_wait")
            asked = _asked(row.event, row.round, row.terms)
        except DomainError as refused:
            row.refused = {"code": refused.code, "params": dict(refused.params)}
        else:
            row.refused = None
            _enqueue(row, asked)
        row.save(update_fields=["refused", "job"])


PLANNED: Final = ("id", "types", "long_mm", "short_mm", "count", "box", "section", "outline")


def _asked(event: Event, round_: int, terms: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments of a plan: the present kit and tables. Raises what `ask_for_plan` raises
    about them.
    """
    pieces = _planned(event)
    wanted = _wanted(event, round_, pieces)
    if not wanted:
        raise DomainError("nothing_to_plan", {"round": round_})
    if len(wanted) > MAX_WANTED:
        raise DomainError("too_much", {"wanted": MAX_WANTED})
    asked = {"pieces": pieces, "wanted": wanted, **terms}
    refuse_too_many(asked)
    return asked


def _planned(event: Event) -> list[dict[str, Any]]:
    """Return the event's kit in the form of a plan."""
    return [{name: piece[name] for name in PLANNED} for piece in kits.pieces_of(event)]


def _wanted(event: Event, round_: int, pieces: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return what the tables of a round need; a piece with a traced outline needs exactly that
    one.
    """
    looks = {piece["id"]: look_of(piece) for piece in pieces}
    found = []
    for row in EventTable.objects.filter(event=event, round=round_, layout__isnull=False):
        named = {each["piece"]: each["kit"] for each in (row.kit or {}).get("pieces", ())}
        for each in wanted_of(row):
            look = looks.get(named.get(each["id"].partition("/")[2], ""))
            found.append({**each, "form": look} if look and not each["band"] else each)
    return found


def _enqueue(row: RoundPlan, asked: Mapping[str, Any]) -> Job:
    """Enqueue a job for the plan of a round that has none running."""
    row.job = uuid.uuid4()
    row.save(update_fields=["job"])
    of = {"event": row.event.public_id, "round": row.round, "job": str(row.job)}
    caller = caller_for(row.event)
    return enqueue(ROUND_PLAN, {**of, "asked": dict(asked)}, caller=caller, key=row.job)


def _call_off(row: RoundPlan) -> None:
    if row.job is not None:
        cancel(row.job)
        row.job = None


def plan(arguments: Mapping[str, Any], progress: Progress) -> dict[str, Any]:
    """Solve a plan and store its lines; runs in a worker.

    Raises `cancelled` if another plan was requested since, or the event is gone.
    """
    _refuse_former(arguments)
    found = solved(arguments["asked"])
    # Raises if it was cancelled.
    progress(1, 1)
    with transaction.atomic():
        event = Event.objects.select_for_update().filter(public_id=arguments["event"]).first()
        _refuse_former(arguments)
        assert event is not None
        if _is_of_now(event, arguments):
            _keep(event, arguments["round"], found, arguments["asked"])
            return found
    # A table or the kit has changed in the meantime.
    plan_again(arguments["event"], [arguments["round"]])
    return found


def _refuse_former(arguments: Mapping[str, Any]) -> None:
    """Raise `cancelled` for a plan that is not the latest request, and for requests older than that
    record.
    """
    rows = RoundPlan.objects.filter(event__public_id=arguments["event"], round=arguments["round"])
    if not rows.filter(job=arguments.get("job")).exists():
        raise DomainError("cancelled")


def _is_of_now(event: Event, arguments: Mapping[str, Any]) -> bool:
    asked, round_ = arguments["asked"], arguments["round"]
    pieces = _planned(event)
    same = pieces == asked["pieces"]
    return bool(same and _wanted(event, round_, pieces) == asked["wanted"])


def _keep(event: Event, round_: int, found: Mapping[str, Any], asked: Mapping[str, Any]) -> None:
    """Replace the lines with those of a plan; a line that stays keeps its ticks."""
    short = {each["wanted"] for each in found["short"]}
    wanted = [each for each in asked["wanted"] if each["id"] in short]
    sides = {piece["id"]: [piece["long_mm"], piece["short_mm"]] for piece in asked["pieces"]}
    nearest = {
        each["nearest"]: sides[each["nearest"]] for each in found["short"] if each["nearest"]
    }
    terms = {name: asked[name] for name in ("tolerance_mm", "seconds")}
    RoundPlan.objects.update_or_create(
        event=event,
        round=round_,
        defaults={
            "terms": terms,
            "found": {
                **{name: found[name] for name in ("built", "short", "tables_built", "optimal")},
                "of": len(asked["wanted"]),
                "nearest": nearest,
            },
            "wanted": wanted,
            "refused": None,
        },
    )
    boxes = {piece["id"]: piece["box"] for piece in asked["pieces"]}
    _name_pieces(event, round_, found["assigned"], boxes)
    carried: Counter[tuple[str, int, str]] = Counter()
    for each in found["assigned"]:
        table = int(each["wanted"].partition("/")[0])
        carried.update((boxes[piece], table, piece) for piece in each["pieces"])
    due = {(*line, copy) for line, count in carried.items() for copy in range(1, count + 1)}
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


def _name_pieces(
    event: Event, round_: int, assigned: Iterable[Mapping[str, Any]], boxes: Mapping[str, str]
) -> None:
    """Record on the tables generated from the kit the pieces that the plan takes for them."""
    named: dict[int, list[dict[str, str]]] = {}
    for each in assigned:
        table, _, piece = each["wanted"].partition("/")
        named.setdefault(int(table), []).extend(
            {"piece": piece, "kit": name, "box": boxes[name]} for name in each["pieces"]
        )
    of_kit = EventTable.objects.filter(event=event, round=round_, kit__isnull=False)
    for row in of_kit.only("table", "kit"):
        row.kit = {**row.kit, "pieces": named.get(row.table, [])}
        row.save(update_fields=["kit"])


def tick(
    *, standing: EventAccess, round_: int, lines: Collection[int], ticks: Mapping[str, bool]
) -> None:
    """Tick what was carried out or back; the last tick wins.

    Raises `not_found` if none of these lines exists any more.
    """
    standing.needs(*RUNS_ROUNDS)
    with acting(standing) as held:
        there = PackingLine.objects.filter(event=held.event, round=round_, gone=False)
        found = there.filter(number__in=lines)
        if not found.exists():
            raise NotThere
        found.update(**ticks)
