"""Players whose names no font of the prints can show."""

from __future__ import annotations

from django.conf import settings

from setup_app.events.models import Entry, Event
from terrain.draw.coverage import missing_in


def unreadable_players(event: Event) -> list[Entry]:
    """Return the players, dropped ones too, whose name or club contains a character that no font
    has. One query.
    """
    entries = event.entry_rows.only("number", "name", "club", "country")
    return [entry for entry in entries if not _is_readable(entry)]


def _is_readable(entry: Entry) -> bool:
    words = f"{entry.name} {entry.club} {entry.country}"
    return words.isascii() or not missing_in(words, settings.FONTS)
