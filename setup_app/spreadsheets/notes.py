"""What an import did not use, in words for a page."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext


def notes_in_words(ignored: Sequence[str], sheet: str | None) -> list[str]:
    """Return which columns were ignored, and which sheet was read."""
    notes = []
    if sheet is not None:
        notes.append(_("Sheet: “%(sheet)s”.") % {"sheet": sheet})
    if ignored:
        words = ngettext("Ignored column: %(names)s.", "Ignored columns: %(names)s.", len(ignored))
        notes.append(words % {"names": ", ".join(ignored)})
    return notes
