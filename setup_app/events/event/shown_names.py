"""Names of players as pages, prints and CSV files show them.

Two players may share a name if their clubs differ. Each of them is then shown with the club in
brackets, or with the number if they have none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from setup_app.engine.names import name_key
from setup_app.events.models import Entry, Event


def shown_names(event: Event) -> dict[int, str]:
    """Return the names of all entries by their numbers. One query."""
    return show_names(event.entry_rows.only("number", "name", "club"))


def show_names(entries: Iterable[Entry]) -> dict[int, str]:
    """Set `shown_name` of entries, which are all of their event; return it by their numbers."""
    rows = list(entries)
    shared = Counter(name_key(entry.name) for entry in rows)
    for entry in rows:
        if shared[name_key(entry.name)] > 1:
            entry.shown_name = f"{entry.name} ({entry.club or entry.number})"
    return {entry.number: entry.shown_name for entry in rows}
