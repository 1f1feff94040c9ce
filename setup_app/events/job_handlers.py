"""Job handlers for events: workers pair many players, generate tables, plan kits, and print."""

from __future__ import annotations

import uuid
from typing import Any, Final

from setup_app.events.event import queries, round_queries, services
from setup_app.events.event.access import EventAccess
from setup_app.events.event_prints import services as prints
from setup_app.events.event_tables import kit_plan, runs, table_battles
from setup_app.events.event_tables import services as grounds
from setup_app.events.event_tables.packing import services as packing
from setup_app.events.models import EventTable
from setup_app.jobs import kinds
from setup_app.jobs.models import Job, State
from setup_app.jobs.services import enqueue

PAIR: Final = "events.pair"
MANY: Final = 128
"""The largest number of players paired within a request, which takes 0.05 s; 500 take a second and
more.
"""


def is_long(standing: EventAccess, how: str) -> bool:
    """Return whether a worker has to pair a round. One query."""
    if how == services.BY_HAND:
        return False
    return standing.event.entry_rows.filter(dropped=False).count() > MANY


def ask_to_pair(*, standing: EventAccess, how: str, seed: str, anyway: bool, caller: str) -> Job:
    """Return a job that pairs the next round; its result is the round's view, or it fails with what
    `pair_round` raises.
    """
    role = standing.role
    arguments = {
        "event": standing.event.public_id,
        "role": role and [role.number, role.generation],
        "how": how,
        "seed": seed,
        "anyway": anyway,
        "number": services.next_number(standing.event),
    }
    return enqueue(PAIR, arguments, caller=caller)


def pair(arguments: Any, progress: kinds.Progress) -> Any:
    standing = queries.standing_again(arguments["event"], arguments["role"])
    made = services.pair_round(
        standing=standing,
        how=arguments["how"],
        seed=arguments["seed"],
        anyway=arguments["anyway"],
        # Old jobs have no number and pair the next round.
        number=arguments.get("number"),
    )
    return round_queries.round_view(standing, made)


def plan(arguments: Any, progress: kinds.Progress) -> Any:
    return kit_plan.solved(arguments)


def gather(arguments: Any, progress: kinds.Progress) -> Any:
    """Return the result of a run; if tables changed after the plan of their round, re-plan it."""
    told = runs.gather(arguments, progress)
    packing.plan_again(arguments["event"], {each["round"] for each in told["tables"]})
    return told


def settle_run(run: uuid.UUID) -> None:
    """Settle a cancelled or killed run, and re-plan for the tables it has generated."""
    laid = EventTable.objects.filter(run=run).values_list("event__public_id", "round").distinct()
    rounds: dict[str, set[int]] = {}
    for event, number in laid:
        rounds.setdefault(event, set()).add(number)
    runs.settle_run(run)
    if Job.objects.filter(pk=run, state=State.FAILED).exists():
        for event, numbers in rounds.items():
            packing.plan_again(event, numbers)


def take_over(arguments: Any, progress: kinds.Progress) -> Any:
    """Take over the result of a table's battle, and re-plan its round."""
    told = table_battles.take_over(arguments, progress)
    for event, round_ in table_battles.tables_of(arguments["battle"]):
        packing.plan_again(event, [round_])
    return told


def plan_where_moved(arguments: Any, progress: kinds.Progress) -> Any:
    """Re-plan after pairs took the terrain that they had set up to other tables."""
    packing.plan_again(arguments["event"], [arguments["round"]])
    return {}


def register() -> None:
    # A second run, after a worker was killed, re-pairs the draft from the same seed, and returns
    # the round as it is if that is published by then.
    kinds.register(PAIR, pair, seconds=30, yields=True)
    kinds.register(grounds.PREPARE, gather, seconds=70, patient=True)
    kinds.register(grounds.LAY, runs.lay, seconds=20, patient=True)
    kinds.register(packing.ROUND_PLAN, packing.plan, seconds=40, patient=True)
    kinds.register(prints.PRINT, prints.join, seconds=30, patient=True)
    kinds.keep_files(prints.PRINT)
    kinds.register(prints.PIECE, prints.print_piece, seconds=30, patient=True)
    kinds.register(table_battles.MOVED, plan_where_moved, seconds=20, patient=True)
    # A player is looking at the table that they have just finished: do not wait behind runs.
    kinds.register(table_battles.TAKE_OVER, take_over, seconds=20, yields=True)
    kinds.when_over(grounds.LAY, runs.settle_part)
    kinds.when_over(grounds.PREPARE, settle_run)
    kinds.register(kit_plan.PLAN, plan, seconds=40, patient=True)
