"""Reads of an event's tables and their fairness, for a given viewer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from django.db.models import F, Q
from django.urls import reverse

from setup_app.events.event import round_queries
from setup_app.events.event.access import RUNS_ROUNDS, EventAccess
from setup_app.events.event_tables.runs import code_of
from setup_app.events.event_tables.services import FIXED, GENERATED, rounds_out
from setup_app.events.models import BATTLE, Event, EventTable, Kind
from setup_app.identity.ownership import NotThere
from setup_app.jobs.models import Job, State
from setup_app.layouts.outliers import far_off, figures_of, spreads
from setup_app.layouts.saved_tables import describe_log

MARKS: Final = ("balance", "symmetry", "open", "pieces")
HEAVY: Final = ("log", "audit", "candidates")


def tables_view(standing: EventAccess, number: int) -> list[dict[str, Any]]:
    """Return every table of a round that is paired or prepared, as far as this viewer may see it.

    Raises `not_found` for a round that they may not see. At most eight queries.
    """
    event = standing.event
    out = rounds_out(event)
    paired = _paired(standing, number)
    seen = _sees(standing, number, out)
    if not 1 <= number <= event.rounds or (paired is None and not seen):
        raise NotThere
    found = EventTable.objects.filter(event=event, round=number).defer(*HEAVY)
    rows = {row.table: row for row in found.annotate(battle_named=F("battle__public_id"))}
    prepared = set(rows) if seen else set()
    hidden = hidden_seeds(event, out)
    waiting = parts_at_work(rows.values())
    return [
        {
            "table": table,
            "entries": (paired or {}).get(table),
            "battle": _battle(standing, rows.get(table), (paired or {}).get(table), seen=seen),
            **_shown(standing, rows.get(table), seen=seen, hidden=hidden, waiting=waiting),
        }
        for table in sorted(prepared | set(paired or {}))
    ]


def table_view(standing: EventAccess, number: int, table: int) -> dict[str, Any]:
    """Return one table, with `log` and `fairness`; null if the viewer may not see it yet."""
    for view in tables_view(standing, number):
        if view["table"] == table:
            log, card = None, None
            if view["layout"] is not None:
                row = EventTable.objects.get(event=standing.event, round=number, table=table)
                log = lines_of(row, standing.event.rulebook)
                card = row.audit["fairness"]
            return {**view, "log": log, "fairness": card}
    raise NotThere


def urls_of(standing: EventAccess, number: int) -> dict[int, tuple[str, str]]:
    """Return the pages of a round's tables, and why they changed since publication, by table, as
    far as this viewer may see them.
    """
    event = standing.event
    if not _sees(standing, number, rounds_out(event)):
        return {}
    laid = EventTable.objects.filter(event=event, round=number, layout__isnull=False)
    return {
        table: (reverse("event-table", args=(event.public_id, number, table)), note)
        for table, note in laid.values_list("table", "note")
    }


def own_work(event: Event, rounds: Iterable[int]) -> list[tuple[int, int]]:
    """Return the tables of these rounds, each a round and a number, that an organiser has edited,
    given a layout, or left to their players: a run over many tables does not overwrite that work.
    One query.
    """
    rows = EventTable.objects.filter(event=event, round__in=rounds)
    done = rows.filter(Q(edited=True) | Q(terms__kind__in=(FIXED, BATTLE)))
    return list(done.order_by("round", "table").values_list("round", "table"))


def illegal_tables(event: Event, number: int) -> set[int]:
    """Return the tables of a round whose hand-made terrain is not legal. One query."""
    rows = EventTable.objects.filter(event=event, round=number, audit__legal=False)
    return set(rows.values_list("table", flat=True))


def left_out(event: Event, number: int) -> dict[int, list[str]]:
    """Return, by table of a round, the types of the pieces that its map square needs and that were
    left out because the kit has none. One query.
    """
    rows = EventTable.objects.filter(event=event, round=number, kit__isnull=False)
    found = rows.filter(layout__isnull=False).order_by("table").values_list("table", "kit")
    return {table: kit["left_out"] for table, kit in found if kit and kit["left_out"]}


def bare_tables(event: Event, number: int, tables: Iterable[int]) -> list[int]:
    """Return which of these tables of a round have no terrain yet and no players to place it; none
    if the event prepares no terrain. Two queries.
    """
    if not EventTable.objects.filter(event=event).exists():
        return []
    there = EventTable.objects.filter(event=event, round=number)
    laid = there.filter(Q(layout__isnull=False) | Q(terms__kind=BATTLE, refused__isnull=True))
    return sorted(set(tables) - set(laid.values_list("table", flat=True)))


def refused_to_players(event: Event, number: int) -> list[int]:
    """Return the tables of a round whose players were to place the terrain and cannot. One
    query.
    """
    rows = EventTable.objects.filter(
        event=event, round=number, terms__kind=BATTLE, layout__isnull=True
    )
    return list(rows.filter(refused__isnull=False).values_list("table", flat=True))


def generated_tables(event: Event, number: int) -> set[int]:
    """Return the tables of a round that can be regenerated by a seed. One query."""
    rows = EventTable.objects.filter(event=event, round=number).values_list("table", "terms")
    return {table for table, terms in rows if terms.get("kind") == GENERATED}


def ground_seen(standing: EventAccess, number: int, table: int) -> EventTable:
    """Return the terrain of a table for a viewer who may see it. Raises `not_found`. Two
    queries.
    """
    if not _sees(standing, number, rounds_out(standing.event)):
        raise NotThere
    row = EventTable.objects.filter(event=standing.event, round=number, table=table).first()
    if row is None:
        raise NotThere
    row.event = standing.event
    return row


def lines_of(row: EventTable, rulebook: str) -> list[dict[str, Any]]:
    """Return the steps that led to a table's terrain, each with its sentence in the reader's
    language.
    """
    said = describe_log(row.log, rulebook)
    return [{**line, "text": text} for line, text in zip(row.log, said, strict=True)]


def fairness_view(standing: EventAccess) -> dict[str, Any]:
    """Return the four figures of every table that this viewer may see, the outliers, and the tables
    beyond the event's limit of imbalance.
    """
    weighed = weighed_grounds(standing)
    spread = spreads(list(weighed.values()), MARKS)
    outliers = [
        {"round": round_, "table": table, "of": of}
        for (round_, table), figures in weighed.items()
        if (of := far_off(figures, spread))
    ]
    return {
        "tables": [
            {"round": round_, "table": table, **{name: figures[name] for name in MARKS}}
            for (round_, table), figures in weighed.items()
        ],
        "median": {
            name: round(spread[name].median, 4) if name in spread else None for name in MARKS
        },
        "outliers": outliers,
        "beyond": [
            {"round": round_, "table": table}
            for (round_, table), figures in weighed.items()
            if is_beyond(figures, standing.event)
        ],
    }


def is_beyond(figures: Mapping[str, float], event: Event) -> bool:
    """Return whether the halves of a table differ by more than the event's limit; at the limit is
    within it.
    """
    return abs(figures["balance"]) > event.imbalance_most


def weighed_grounds(standing: EventAccess) -> dict[tuple[int, int], Mapping[str, float]]:
    """Return the figures of each table with a fairness card that this viewer may see, by round and
    table. Two queries.
    """
    out = rounds_out(standing.event)
    rows = EventTable.objects.filter(event=standing.event, audit__isnull=False).only(
        "round", "table", "audit", "layout"
    )
    return {
        (row.round, row.table): figures_of(row.audit["fairness"], row.layout)
        for row in rows
        if row.audit["fairness"] and _sees(standing, row.round, out)
    }


def hidden_seeds(event: Event, out: Iterable[int]) -> set[str]:
    """Return the seeds by which unpublished tables were or will be generated. One query."""
    rows = EventTable.objects.filter(event=event).exclude(round__in=list(out))
    found = set()
    for seed, base, asked in rows.values_list("seed", "base_seed", "asked"):
        asked = asked or {}
        found |= {seed, base, asked.get("seed"), asked.get("base")}
    return {each for each in found if each}


def seed_shown(standing: EventAccess, row: EventTable, hidden: Iterable[str]) -> str | None:
    """Return a table's seed; only organisers get it while it reveals a later table."""
    if row.seed is None or standing.kind == Kind.ORGANISER:
        return row.seed
    own = (row.seed, row.base_seed)
    tells = any(
        each in own or row.seed.startswith(f"{each}/") or each.startswith(f"{row.seed}/")
        for each in hidden
    )
    return None if tells else row.seed


def parts_at_work(rows: Iterable[EventTable]) -> set[Any]:
    """Return the unfinished parts of a run among the parts of these rows. One query. A part whose
    candidates wait is finished when its run is.
    """
    parts = {row.part: row.run for row in rows if row.part is not None}
    jobs = {job for job in (*parts, *parts.values()) if job is not None}
    at_work = Job.objects.filter(pk__in=jobs, state__in=(State.QUEUED, State.RUNNING))
    found = set(at_work.values_list("pk", flat=True)) if parts else set()
    return {part for part, run in parts.items() if part in found or run in found}


def state_of(row: EventTable | None, waiting: Iterable[Any]) -> str:
    if row is None:
        return "none"
    if row.part in set(waiting):
        return "waiting"
    if row.layout is not None:
        return "laid"
    if row.refused:
        return "refused"
    # Terrain that the players place is waiting from the day on which it is prepared.
    return "waiting" if row.terms.get("kind") == BATTLE else "none"


def _sees(standing: EventAccess, number: int, out: Iterable[int]) -> bool:
    return standing.kind == Kind.ORGANISER or number in set(out)


def _paired(standing: EventAccess, number: int) -> Mapping[int, list[int]] | None:
    """Return who plays at which table; None if there is no such round for this viewer."""
    round_ = standing.event.round_rows.filter(number=number).first()
    if round_ is None or (round_.published is None and standing.kind not in RUNS_ROUNDS):
        return None
    round_.event = standing.event
    return {
        each["table"]: each["entries"]
        for each in round_queries.round_view(standing, round_)["pairings"]
        if each["table"] is not None
    }


def _battle(
    standing: EventAccess, row: EventTable | None, entries: list[int] | None, *, seen: bool
) -> str | None:
    """Return the battle in which the two players at a table set it up: for them, and for viewers
    who may see its terrain.
    """
    if row is None or row.battle_id is None or set(entries or ()) != set(row.players):
        return None
    own = standing.entry is not None and standing.entry.number in row.players
    named: str | None = getattr(row, "battle_named", None)
    return named if seen or own else None


def _shown(
    standing: EventAccess,
    row: EventTable | None,
    *,
    seen: bool,
    hidden: Iterable[str],
    waiting: Iterable[Any],
) -> dict[str, Any]:
    """Return what a viewer may know of a table's terrain. Those who may not see it learn only that
    there is something to wait for, not its kind.
    """
    if row is None or not seen:
        ground = {"kind": None, "state": "none", "seed": None, "edited": False, "code": None}
        return {
            "ground": {**ground, "note": ""},
            "layout": None,
            "imbalance": None,
            "url": None,
            "kit": [],
        }
    asked = row.asked or {}
    lies = row.layout is not None
    address = reverse("event-table", args=(standing.event.public_id, row.round, row.table))
    return {
        "ground": {
            "kind": (row.terms or asked.get("terms") or {}).get("kind"),
            "state": state_of(row, waiting),
            "seed": seed_shown(standing, row, hidden),
            "edited": row.edited,
            "code": code_of(row),
            "note": row.note,
        },
        "layout": row.layout,
        "imbalance": row.imbalance,
        "url": address if lies else None,
        "kit": row.kit["pieces"] if row.kit and standing.kind in RUNS_ROUNDS else [],
    }
