"""Reads of a round's plan and packing list, for a given viewer."""

from __future__ import annotations

from typing import Any, Final

from setup_app.events.event.access import RUNS_ROUNDS, EventAccess
from setup_app.events.event.round_queries import next_round
from setup_app.events.event_tables.packing.services import ROUND_PLAN
from setup_app.events.event_tables.services import PREPARE
from setup_app.events.event_tables.table_battles import MOVED, caller_for
from setup_app.events.models import Event, Kind, PackingLine, RoundPlan
from setup_app.identity.ownership import NotThere
from setup_app.jobs.models import Job

WAITED_FOR: Final = (PREPARE, MOVED, ROUND_PLAN)


def plan_of(standing: EventAccess, round_: int) -> RoundPlan | None:
    """Return the last plan of a round, for the people who set it up. One query."""
    standing.needs(*RUNS_ROUNDS)
    return RoundPlan.objects.filter(event=standing.event, round=round_).first()


def at_work(standing: EventAccess) -> Job | None:
    """Return a job of the event on which its plans wait: generated tables or another plan. One
    query.
    """
    standing.needs(Kind.ORGANISER)
    mine = Job.objects.filter(caller=caller_for(standing.event), kind__in=WAITED_FOR)
    return mine.filter(finished=None).order_by("created").first()


def carried_round(event: Event) -> int:
    """Return the round that is carried now: the last of which a piece is out and not back, or the
    next one. At most two queries.
    """
    away = event.packing_lines.filter(gone=False, out=True, back=False, round__lte=event.rounds)
    last = away.order_by("-round").values_list("round", flat=True).first()
    return last or next_round(event)


def packing_view(standing: EventAccess, round_: int) -> list[dict[str, Any]]:
    """Return the lines to carry, by box and table. Raises `not_found` before there is a plan."""
    standing.needs(*RUNS_ROUNDS)
    lines = list(PackingLine.objects.filter(event=standing.event, round=round_))
    if (
        not lines
        and not RoundPlan.objects.filter(
            event=standing.event, round=round_, found__isnull=False
        ).exists()
    ):
        raise NotThere
    return [_line(line) for line in lines if not line.gone]


def line_view(standing: EventAccess, round_: int, line: int) -> dict[str, Any]:
    """Return one line as it is now. Raises `not_found`."""
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
