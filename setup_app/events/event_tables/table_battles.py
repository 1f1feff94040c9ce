"""Battles in which the players of a round set up their tables themselves.

A battle is created when its round is published, from the public lists. It belongs to its two
players: others who may see the event's tables watch it, and no one sees a hand.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from typing import Any, Final

from setup_app.battles.final_layout import get_final_layout
from setup_app.battles.models import Battle
from setup_app.battles.models import Visibility as Watched
from setup_app.battles.services import NewBattle, create_battle, show_battles
from setup_app.engine.errors import DomainError
from setup_app.events.event.access import EventAccess
from setup_app.events.event.list_queries import current
from setup_app.events.event.services.acting import note
from setup_app.events.models import BATTLE, Event, EventTable, Match, Round, Version, Visibility
from setup_app.jobs.services import enqueue
from setup_app.layouts import queries as layouts

TAKE_OVER: Final = "events.played"
MOVED: Final = "events.grounds_moved"
"""Tables of a round have moved without being generated: what depends on them has to be redone."""
LAID: Final[Mapping[str, Any]] = {"layout": None, "log": [], "audit": None, "imbalance": None}
FRESH: Final[Mapping[str, Any]] = {
    **LAID,
    "battle_id": None,
    "players": None,
    "edited": False,
    "refused": None,
    "kit": None,
    "candidates": None,
}
"""The initial values of the fields that belong to a table's battle."""


def make_battles(held: EventAccess, round_: Round) -> None:
    """Create the battle of each table of a published round that its players set up.

    Two players who have a battle keep it, at another table too. If one has no public list, or a
    list with which no battle can begin, the table is refused and the others continue. The event is
    locked. Two queries if there is no such table.
    """
    event = held.event
    # Locks out a worker that takes over a battle's result.
    rows = list(_played(event).select_for_update().filter(round=round_.number))
    if not rows:
        return
    pairs = {match.table: _numbers(match) for match in _paired(round_)}
    theirs = {
        frozenset(row.players): {name: getattr(row, name) for name in FRESH}
        for row in rows
        if row.battle_id is not None
    }
    armies = _armies(event)
    made, moved, refused = 0, False, []
    for row in rows:
        pair = pairs.get(row.table)
        kept = theirs.pop(frozenset(pair), None) if pair else None
        found = {**FRESH, **(kept or _begun(event, pair, armies))}
        made += kept is None and found["battle_id"] is not None
        moved |= row.layout != found["layout"]
        if found["refused"]:
            refused.append(row.table)
        for name, value in found.items():
            setattr(row, name, value)
    EventTable.objects.bulk_update(rows, list(FRESH))
    set_aside([state["battle_id"] for state in theirs.values()])
    show_to_watchers(event)
    if moved:
        what = {"event": event.public_id, "round": round_.number}
        enqueue(MOVED, what, caller=caller_for(event))
    if made:
        note(held, "battles_made", round=round_.number, count=made)
    if refused:
        tables = ", ".join(map(str, refused))
        note(held, "battles_refused", round=round_.number, tables=tables)


def make_missing_battles(held: EventAccess) -> None:
    """Create the battles that could not be created before a list was public. One query if none is
    missing.
    """
    missing = _played(held.event).filter(refused__isnull=False, battle=None)
    numbers = set(missing.values_list("round", flat=True))
    for round_ in held.event.round_rows.filter(number__in=numbers, published__isnull=False):
        make_battles(held, round_)


def show_to_watchers(event: Event) -> None:
    """Open the battles of an event to everyone who may now see its tables; otherwise only their
    players see them. At most three queries.
    """
    rows = EventTable.objects.filter(event=event, battle__isnull=False)
    by_round = dict(rows.values_list("battle", "round"))
    if not by_round:
        return
    out: set[int] = set()
    if are_watched(event):
        published = event.round_rows.filter(published__isnull=False)
        out = set(published.values_list("number", flat=True))
    for visibility, shown in ((Watched.LINK, True), (Watched.PRIVATE, False)):
        battles = [battle for battle, number in by_round.items() if (number in out) is shown]
        show_battles(battles=battles, visibility=visibility)


def set_aside(battles: Iterable[int]) -> None:
    """Hide these battles, by their keys, from everyone but their players: they belong to no table
    any more. One query if there are some.
    """
    left = list(battles)
    if left:
        show_battles(battles=left, visibility=Watched.PRIVATE)


def are_watched(event: Event) -> bool:
    """Return whether everyone who sees the event may watch the battles of its published rounds."""
    return bool(event.tables_shown != "never" and event.visibility != Visibility.PRIVATE)


def is_played(row: EventTable) -> bool:
    """Return whether its players set up this table."""
    return bool(row.terms.get("kind") == BATTLE)


def note_end(battle: Battle) -> None:
    """Let a worker update the table of a battle that has ended or continues."""
    row = EventTable.objects.select_related("event").filter(battle=battle).defer(*LAID).first()
    if row is not None:
        enqueue(TAKE_OVER, {"battle": battle.public_id}, caller=caller_for(row.event))


def take_over(arguments: Any, progress: Any) -> Any:
    """Give a table the result of its battle; runs in a worker, and does nothing while the battle
    continues. If it runs twice, or for two ends of one battle at once, the latest result is stored.
    """
    while True:
        battle = Battle.objects.filter(public_id=arguments["battle"]).first()
        rows = EventTable.objects.filter(battle=battle, terms__kind=BATTLE, edited=False)
        if battle is None or not rows.exists():
            return {}
        outcome = _outcome(battle)
        # If the battle continued while it was judged, look at it again.
        if rows.filter(battle__version=battle.version).update(**outcome):
            return {}


def tables_of(battle: str) -> list[tuple[str, int]]:
    """Return the event and the round of the table that a battle sets up; empty if there is none any
    more.
    """
    rows = EventTable.objects.filter(battle__public_id=battle, terms__kind=BATTLE)
    return list(rows.values_list("event__public_id", "round"))


def caller_for(event: Event) -> str:
    """Return the caller under which an event enqueues jobs: no one can open them by their ids
    alone.
    """
    return hashlib.sha256(f"event/{event.public_id}".encode()).hexdigest()


def _outcome(battle: Battle) -> dict[str, Any]:
    if battle.finished is None:
        return {**LAID, "refused": None}
    layout = get_final_layout(battle)
    if layout is None:
        return {**LAID, "refused": {"code": "no_table_came", "violations": []}}
    try:
        audit = layouts.audited(layout, to_keep=True)
    except DomainError as refused:
        return {**LAID, "refused": _told(refused)}
    card = audit["fairness"]
    imbalance = card["balance"]["share"] if card else None
    return {**LAID, "layout": layout, "audit": audit, "imbalance": imbalance, "refused": None}


def _played(event: Event) -> Any:
    return EventTable.objects.filter(event=event, terms__kind=BATTLE)


def _paired(round_: Round) -> Iterable[Match]:
    if round_.published is None:
        return ()
    return round_.matches.filter(second__isnull=False).select_related("first", "second")


def _numbers(match: Match) -> tuple[int, ...]:
    return tuple(entry.number for entry in match.entries)


def _armies(event: Event) -> dict[int, Any]:
    """Return the public list of each entry, with the player's name in the event."""
    if event.lists_published is None:
        return {}
    keys = [each.pk for each in current(event, public=True).values()]
    rows = Version.objects.filter(pk__in=keys).select_related("entry")
    # Names are unique in an event, but not in the lists.
    return {row.entry.number: {**row.army, "player": row.entry.name} for row in rows}


def _begun(event: Event, pair: tuple[int, ...] | None, armies: Mapping[int, Any]) -> dict[str, Any]:
    """Return a battle of these two, or why there is none; empty if the table has no players."""
    if pair is None:
        return {}
    if any(each not in armies for each in pair):
        return {"refused": {"code": "no_list", "violations": []}}
    first, second = pair
    wanted = NewBattle(
        rulebook=event.rulebook,
        sides=(armies[first], armies[second]),
        table=event.table,
        base_width_mm=event.base_width_mm,
        settings=event.settings,
    )
    try:
        row = create_battle(wanted=wanted)
    except DomainError as refused:
        return {"refused": _told(refused)}
    return {"battle_id": row.pk, "players": list(pair)}


def _told(refused: DomainError) -> dict[str, Any]:
    violations = [layouts.as_kept(each) for each in refused.violations]
    return {"code": refused.code, "violations": violations}
