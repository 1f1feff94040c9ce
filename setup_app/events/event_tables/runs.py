"""Job handlers that generate a table and settle a run of several."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from typing import Any, Final

from django.db import transaction
from django.db.models import Q

from setup_app.engine.errors import DomainError
from setup_app.events.event_tables import from_kit
from setup_app.events.event_tables.kit_wanted import still_left_out, still_named
from setup_app.events.event_tables.table_battles import set_aside
from setup_app.events.models import BATTLE, EventTable
from setup_app.jobs.models import Job, State
from setup_app.layouts import queries as layouts

CHOOSING_SECONDS: Final = 30
"""The time in which a run looks for the best choice of candidates, for all its rounds together."""
MAX_SECONDS: Final = 15
HEAVY: Final = ("log", "audit", "candidates", "asked")

Progress = Callable[[int, int], None]

_chosen_later = Q(candidates__isnull=False)


def lay(arguments: Any, progress: Progress) -> Any:
    """Generate and judge the terrain of one table; runs in a worker. The first to finish settles
    the table.
    """
    event, round_, table = arguments["ground"]
    row = EventTable.objects.filter(event=event, round=round_, table=table).first()
    # Its event was deleted, it was cancelled, or another run of this job finished it.
    if row is None or row.part is None:
        return {}
    asked = row.asked
    try:
        if asked["wishes"]:
            found = from_kit.candidates(
                asked["wishes"],
                _kit_of_run(row),
                progress,
                least_pieces=asked["terms"].get("least_pieces") or 0,
                most_unlike=asked.get("most_unlike"),
            )
            EventTable.objects.filter(pk=row.pk, part=row.part).update(candidates=found)
            return {}
        made = _made(row, progress)
        outcome = _outcome(asked, made)
    except DomainError as refused:
        violations = [layouts.as_kept(each) for each in refused.violations]
        _settle(row, refused={"code": refused.code, "violations": violations})
        return {}
    if asked["edited"] and row.kit and row.layout:
        named = still_named(row.kit["pieces"], row.layout, made["layout"])
        absent = still_left_out(row.kit["left_out"], row.layout, made["layout"])
        outcome["kit"] = {**row.kit, "pieces": named, "left_out": absent}
    _settle(row, **outcome)
    return {}


def _kit_of_run(row: EventTable) -> list[dict[str, Any]]:
    """Return the kit as it was when the run was requested, less the pieces on other tables; empty
    if the run is gone.
    """
    run = Job.objects.filter(pk=row.run).first() if row.run else None
    if run is None:
        return []
    return from_kit.less(run.arguments["kit"], run.arguments["kept"].get(row.asked["seed"], ()))


def _outcome(asked: Mapping[str, Any], made: Mapping[str, Any]) -> dict[str, Any]:
    """Return the stored result of terrain that was generated and judged."""
    audit = made.get("audit") or layouts.audited(made["layout"], to_keep=True)
    card = audit["fairness"]
    left_to_players = asked["terms"]["kind"] == BATTLE
    return {
        "layout": made["layout"],
        "log": made["log"],
        "audit": audit,
        "imbalance": card["balance"]["share"] if card else None,
        "refused": None,
        "terms": asked["terms"],
        "seed": made["wish"]["seed"] if "wish" in made else made.get("seed", asked["seed"]),
        "base_seed": asked["base"],
        "edited": asked["edited"],
        "note": asked["note"],
        "kit": None,
        **({} if left_to_players else {"battle": None, "players": None}),
    }


def _made(row: EventTable, progress: Progress) -> dict[str, Any]:
    asked = row.asked
    if asked["layout"] is not None:
        return {"layout": asked["layout"], "log": []}
    if "among" in asked:
        return layouts.laid_inside(asked["among"], progress)
    # Terrain shared by a whole event is generated once per run. The next run may have other tables
    # or rulings, which give other terrain for the same seed and terms.
    alike = EventTable.objects.filter(
        event=row.event_id,
        table=row.table,
        run=row.run,
        part=None,
        seed=asked["seed"],
        edited=False,
        layout__isnull=False,
    )
    if row.run is not None and "locked" not in asked["wish"]:
        for other in alike:
            if other.terms == asked["terms"]:
                return {"layout": other.layout, "log": other.log}
    return layouts.generate_layout(asked["wish"], progress)


def _settle(row: EventTable, **outcome: Any) -> None:
    found = EventTable.objects.filter(pk=row.pk, part=row.part)
    settled = found.update(**outcome, part=None, asked=None, candidates=None)
    if settled and row.battle_id is not None and "battle" in outcome:
        set_aside([row.battle_id])


def settle_part(part: uuid.UUID | None) -> None:
    """Settle the table of a finished part: a failure is recorded on the table; after a cancellation
    the table is as before. A part whose candidates wait is finished when its run is, which takes
    one of them.
    """
    job = Job.objects.filter(pk=part).first() if part else None
    if job is None or not job.over:
        return
    error = job.error
    if job.state == State.DONE and EventTable.objects.filter(_chosen_later, part=part).exists():
        run = job.whole
        if run is not None and not run.over:
            return
        error = run and run.error
    code = (error or {"code": "fault"})["code"]
    outcome = {} if code == "cancelled" else {"refused": {"code": code, "violations": []}}
    EventTable.objects.filter(part=part).update(**outcome, part=None, asked=None, candidates=None)


def settle_run(run: uuid.UUID) -> None:
    """Settle the tables of which a run took no candidate because it was cancelled or killed."""
    left = EventTable.objects.filter(run=run, part__isnull=False)
    for part in list(left.values_list("part", flat=True)):
        settle_part(part)


def gather(arguments: Any, progress: Progress) -> Any:
    """Return the result of a run, table by table; those of parts that died are settled first.

    Tables that are generated from the kit get a candidate now, round by round, each round at once:
    a run that is killed in between continues with the next round, and has the same result.
    """
    rows = EventTable.objects.filter(event__public_id=arguments["event"])
    waiting = rows.filter(part__isnull=False)
    for part in list(waiting.exclude(_chosen_later).values_list("part", flat=True)):
        settle_part(part)
    proofs = _take_candidates(arguments, list(waiting.filter(_chosen_later)))
    listed = {(row.round, row.table): row for row in rows.defer(*HEAVY)}
    told = {
        "tables": [
            _told_of(listed[number, table])
            for number, table in arguments["tables"]
            if (number, table) in listed
        ]
    }
    return told | ({"kit": proofs} if "kit" in arguments else {})


def _told_of(row: EventTable) -> dict[str, Any]:
    return {
        "round": row.round,
        "table": row.table,
        "state": "refused" if row.refused else "laid",
        "code": code_of(row),
    }


def code_of(row: EventTable) -> str | None:
    """Return why terrain was refused, or what it lacks if it was generated from the kit."""
    if row.refused:
        return str(row.refused["code"])
    if row.kit is None or row.layout is None:
        return None
    named = {each["piece"] for each in row.kit["pieces"]}
    if any(piece["id"] not in named for piece in row.layout["pieces"]):
        return "kit_short"
    return "kit_left_out" if row.kit["left_out"] else None


def _take_candidates(arguments: Any, rows: list[EventTable]) -> list[dict[str, Any]]:
    """Give each of these tables one of its candidates; return how far each round is proven."""
    rounds = sorted({row.round for row in rows})
    proofs = []
    for number in rounds:
        due = [row for row in rows if row.round == number]
        event = due[0].event_id
        lying = EventTable.objects.filter(event=event, round=number, layout__isnull=False)
        lying = lying.exclude(pk__in=[row.pk for row in due]).defer(*HEAVY)
        settled = EventTable.objects.filter(run=due[0].run, part=None, seed__isnull=False)
        before = {
            table: seed
            for row in due
            for table, seed in settled.filter(table=row.table).values_list("table", "seed")
            if seed and seed.startswith(f"{row.asked['seed']}/")
        }
        seconds = min(MAX_SECONDS, CHOOSING_SECONDS / len(rounds))
        taken, proof = from_kit.choose(
            due, lying=list(lying), taken_before=before, kit=arguments["kit"], seconds=seconds
        )
        outcomes = [
            (row, {**_outcome(row.asked, taken[row.table][0]), "kit": taken[row.table][1]})
            for row in due
        ]
        with transaction.atomic():
            for row, outcome in outcomes:
                _settle(row, **outcome)
        proofs.append({"round": number, **proof})
    return proofs
