"""Maps of boxes, drawn by their rulebook; plain boxes if it registers no `MapSheet`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString

Cells = Sequence[Sequence[Mapping[str, Any]]]
"""The rows, the top one first: `{"flank", "density"}` of each box."""


@dataclass(frozen=True)
class MapSheet:
    """The renderer of a rulebook's maps: `drawn` renders a whole map as SVG without words; `sign`
    renders the sign of kinds of flank.

    Signs use the definitions of the sheet on the same page.
    """

    drawn: Callable[[Cells], SafeString]
    sign: Callable[[Sequence[str]], SafeString]


_registered: dict[str, MapSheet] = {}


def register_map_sheet(rulebook: str, sheet: MapSheet) -> None:
    """Set how the rulebook with this id draws its maps."""
    _registered[rulebook] = sheet


def sheet_of(rulebook: str) -> MapSheet | None:
    """Return how a rulebook draws its maps; None if no app registered it."""
    return _registered.get(rulebook)


def render_map(rulebook: str, cells: Cells) -> SafeString:
    """Return a map as SVG; empty if the rulebook has no map sheet."""
    sheet = sheet_of(rulebook)
    return sheet.drawn(cells) if sheet else SafeString("")


def sign(rulebook: str, flank: Sequence[str]) -> SafeString:
    """Return the sign of a flank as SVG; empty if the rulebook has no map sheet."""
    sheet = sheet_of(rulebook)
    return sheet.sign(flank) if sheet else SafeString("")
