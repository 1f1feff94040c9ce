"""Names, places and dates on printed pages."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from setup_app.engine.names import name_key
from setup_app.events.event import round_values as pairings
from setup_app.events.event.shown_names import shown_names
from setup_app.events.event_prints.pieces import PrintPart
from setup_app.events.models import Entry, Event, Match
from setup_app.web.dates import format_days


def matches_in(piece: PrintPart) -> list[Match]:
    """Return the pairings of the rounds of these sheets. One query."""
    found = Match.objects.filter(round__event=piece.event, round__number__in=piece.rounds)
    return list(pairings.with_entries(found).order_by("round__number", "table", "pk"))


def at_tables(piece: PrintPart) -> dict[tuple[int, ...], tuple[str, ...]]:
    """Return the names of the two at each table, by round and table. Two queries."""
    names = numbered_names(piece.event)
    return {
        at: tuple(names[number] for number in numbers)
        for at, numbers in numbers_at_tables(piece).items()
    }


def numbers_at_tables(piece: PrintPart) -> dict[tuple[int, ...], tuple[int, ...]]:
    """Return the numbers of the two at each table, by round and table. One query."""
    return {
        (match.round.number, match.table): tuple(entry.number for entry in match.entries)
        for match in matches_in(piece)
        if match.table is not None
    }


def entries_of(piece: PrintPart) -> list[Entry]:
    """Return the entries of these sheets, in their order, without those deleted in the meantime."""
    numbers = [sheet[0] for sheet in piece.sheets]
    rows = piece.event.entry_rows.filter(number__in=numbers).defer("draft")
    found = {entry.number: entry for entry in rows}
    return [found[number] for number in numbers if number in found]


def numbered_names(event: Event) -> dict[int, str]:
    """Return the names of all entries, each after its number: a name may be in a script that no
    font has. One query.
    """
    return {number: f"{number}. {name}" for number, name in shown_names(event).items()}


def by_name(entries: Sequence[Entry]) -> list[Entry]:
    """Return the entries in the order in which players look for themselves."""
    return sorted(entries, key=lambda entry: (name_key(entry.name), entry.number))


def where_and_when(event: Event) -> str:
    """Return the venue and days of an event on one line."""
    days = format_days([date.fromisoformat(day) for day in event.days])
    return " · ".join(filter(None, (event.venue, days)))
