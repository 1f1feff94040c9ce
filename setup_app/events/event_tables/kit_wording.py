"""The name of a kit piece for someone who looks for it in a box."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from setup_app.layouts.table_picture import label
from setup_app.wording.figures import figure


def piece_words(types: Iterable[str], *, long_mm: int, short_mm: int, note: str) -> str:
    """Return a piece's type, size and note: “Woods, 24 × 20 cm, big oaks”."""
    kinds = capfirst(", ".join(label(each) for each in types))
    size = f"{figure(long_mm / 10)} × {figure(short_mm / 10)} {_('cm')}"
    return ", ".join(filter(None, (kinds, size, note)))


def box_words(box: str) -> str:
    """Return “Box A”, or only the name if it already contains the word."""
    if not box:
        return _("No box")
    words = _("Box %(box)s")
    begins = f"{words % {'box': ''}}".strip().casefold()
    return box if box.casefold().startswith(f"{begins} ") else words % {"box": box}
