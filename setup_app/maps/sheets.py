"""How is a map of boxes drawn? As its rulebook draws it; where it draws none, in plain boxes.

The pages that lie beside a rulebook may export a `MAP_SHEET`. It is found by that name alone: maps
know no rulebook.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

from django.utils.safestring import SafeString

from setup_app.rulebooks import registry

Cells = Sequence[Sequence[Mapping[str, Any]]]
"""Row by row, the top one first: `{"flank", "density"}` of each box."""


@dataclass(frozen=True)
class MapSheet:
    """`drawn` is a whole map as SVG without words; `sign` is what stands for kinds of flank.

    Signs are drawn with what the sheet on the same page has defined.
    """

    drawn: Callable[[Cells], SafeString]
    sign: Callable[[Sequence[str]], SafeString]


@cache
def sheet_of(rulebook: str) -> MapSheet | None:
    """Return how a loaded rulebook draws its maps; None where it says nothing of it."""
    pages = registry.pages_beside(registry.module_of(rulebook))
    sheet = getattr(import_module(pages), "MAP_SHEET", None) if pages else None
    return sheet if isinstance(sheet, MapSheet) else None


def drawn(rulebook: str, cells: Cells) -> SafeString:
    """Return a map as SVG; nothing where the rulebook draws none."""
    sheet = sheet_of(rulebook)
    return sheet.drawn(cells) if sheet else SafeString("")


def sign(rulebook: str, flank: Sequence[str]) -> SafeString:
    """Return the sign of a flank as SVG; nothing where the rulebook draws none."""
    sheet = sheet_of(rulebook)
    return sheet.sign(flank) if sheet else SafeString("")
