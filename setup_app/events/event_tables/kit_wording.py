"""Words for kit pieces: where to look for one, and which ones a table lacks."""

from __future__ import annotations

from collections import Counter
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


def left_out_words(types: Iterable[str]) -> str:
    """Return which pieces were left out of a table because the kit has none like them: “2 × Woods,
    Hills”.
    """
    return ", ".join(
        f"{count} × {capfirst(label(each))}" if count > 1 else capfirst(label(each))
        for each, count in Counter(types).items()
    )


def box_words(box: str) -> str:
    """Return “Box A”, or only the name if it already contains the word."""
    if not box:
        return _("No box")
    words = _("Box %(box)s")
    begins = f"{words % {'box': ''}}".strip().casefold()
    return box if box.casefold().startswith(f"{begins} ") else words % {"box": box}
