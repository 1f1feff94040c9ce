"""Names, places and dates on printed pages."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from setup_app.events.event import round_values as pairings
from setup_app.events.event_prints.pieces import PrintPart
from setup_app.events.models import Entry, Event, Match
from setup_app.web.dates import format_days


def matches_in(piece: PrintPart) -> list[Match]:
    """Return the pairings of the rounds of these sheets. One query."""
    found = Match.objects.filter(round__event=piece.event, round__number__in=piece.rounds)
    return list(pairings.with_entries(found).order_by("round__number", "table", "pk"))


def at_tables(piece: PrintPart) -> dict[tuple[int, ...], tuple[str, ...]]:
    """Return the names of the two at each table, by round and table. One query."""
    return {
        (match.round.number, match.table): tuple(entry.name for entry in match.entries)
        for match in matches_in(piece)
        if match.table is not None
    }


def entries_of(piece: PrintPart) -> list[Entry]:
    """Return the entries of these sheets, in their order, without those deleted in the meantime."""
    numbers = [sheet[0] for sheet in piece.sheets]
    rows = piece.event.entry_rows.filter(number__in=numbers).defer("draft")
    found = {entry.number: entry for entry in rows}
    return [found[number] for number in numbers if number in found]


def by_name(entries: Sequence[Entry]) -> list[Entry]:
    """Return the entries in the order in which players look for themselves."""
    return sorted(entries, key=lambda entry: (entry.name.casefold(), entry.number))


def where_and_when(event: Event) -> str:
    """Return the venue and days of an event on one line."""
    days = format_days([date.fromisoformat(day) for day in event.days])
    return " · ".join(filter(None, (event.venue, days)))
