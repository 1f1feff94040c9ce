"""Pictures and prints of a deployed table, drawn by its rulebook: battles know no unit.

A rulebook's pages register a `PositionSheet`. A picture or sheet is made only from what its viewer
may see.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.utils.translation import get_language

from setup_app.engine.errors import DomainError
from setup_app.engine.values import Side, canonical
from setup_app.layouts import pictures
from setup_app.layouts.queries import PAPERS
from terrain.draw.scene import Scene, Use
from terrain.draw.sheet import Heading, Paper
from terrain.draw.svg import svg
from terrain.draw.view import ViewFrom

FORMAT = "metator-position/1"
DRAWN = ("layout", "deployment", "sides", "map", "result")
"""The parts of a view from which a position may be drawn and printed."""

View = Mapping[str, Any]


@dataclass(frozen=True)
class OrderLine:
    """A line of an order of battle: the number or letter that marks it on the table."""

    words: str
    number: str = ""
    note: str = ""


@dataclass(frozen=True)
class OrderSection:
    """Lines below one title; the section of a command has the `sign` of its leader's figure."""

    title: str
    lines: tuple[OrderLine, ...]
    sign: str = ""


@dataclass(frozen=True)
class ArmyShown:
    """A side's order of battle as a viewer knows it: its commands, and what is beside them."""

    side: Side
    role: str
    player: str
    army: str
    commands: tuple[OrderSection, ...]
    beside: tuple[OrderSection, ...]


@dataclass(frozen=True)
class PositionSheet:
    """How a rulebook draws and prints its positions.

    `drawn` is the deployed table as one side sees it; `printed` is the same as a PDF with the order
    of battle, which `armies` returns. Each gets the parts of a view that DRAWN names.
    """

    drawn: Callable[[View, ViewFrom, Use], Scene]
    printed: Callable[[View, Heading, ViewFrom, Paper], bytes]
    armies: Callable[[View], tuple[ArmyShown, ...]]


_registered: dict[str, PositionSheet] = {}


def register_position_sheet(rulebook: str, sheet: PositionSheet) -> None:
    """Set how the rulebook with this id draws and prints its positions."""
    _registered[rulebook] = sheet


def sheet_of(rulebook: str) -> PositionSheet | None:
    """Return how a rulebook draws its positions; None if no app registered it."""
    return _registered.get(rulebook)


def position(view: View) -> dict[str, Any]:
    """Return `{"format", "layout", "deployment"}` of what a viewer sees. Raises `no_deployment`
    before there is one.
    """
    if view.get("layout") is None or view.get("deployment") is None:
        raise DomainError("no_deployment")
    return {"format": FORMAT, "layout": view["layout"], "deployment": view["deployment"]}


def render_position(rulebook: str, view: View, *, view_from: ViewFrom = "defender") -> str:
    """Return the deployed table as an SVG document. Raises `no_deployment`."""
    return svg(_scene(rulebook, view, view_from))


def drawn_for_paper(rulebook: str, view: View, view_from: ViewFrom) -> str:
    """Return the same as it is printed, to stand beside other drawings on a page."""
    return svg(_scene(rulebook, view, view_from, "print"), prefix="position")


def armies(rulebook: str, view: View) -> tuple[ArmyShown, ...]:
    """Return both orders of battle. Raises `no_deployment`."""
    sheet = _sheet(rulebook, view)
    return sheet.armies({name: view.get(name) for name in DRAWN})


def drawn_png(rulebook: str, view: View, *, view_from: ViewFrom = "defender") -> bytes:
    """Return the same as PNG. Raises `no_deployment`, `no_worker`."""
    shown = _scene(rulebook, view, view_from)
    return pictures.as_png(svg(shown), across=max(shown.width, shown.height))


def printed(
    rulebook: str, view: View, heading: Heading, *, view_from: ViewFrom, paper: str
) -> bytes:
    """Return the same as a sheet with the order of battle, on `a4` or `letter`.

    Raises `no_deployment`, `no_worker`.
    """
    _sheet(rulebook, view)
    seen = canonical({name: view.get(name) for name in DRAWN})
    asked = heading, view_from, PAPERS[paper], get_language()
    return pictures.made(_printed, rulebook, seen, *asked)


def _sheet(rulebook: str, view: View) -> PositionSheet:
    position(view)
    sheet = sheet_of(rulebook)
    if sheet is None:
        raise DomainError("no_deployment")
    return sheet


def _scene(rulebook: str, view: View, view_from: ViewFrom, use: Use = "map") -> Scene:
    sheet = _sheet(rulebook, view)
    return sheet.drawn({name: view.get(name) for name in DRAWN}, view_from, use)


# The key holds everything on the sheet, so a viewer never gets the sheet of a position that they
# may not see.
@lru_cache(maxsize=pictures.KEPT)
def _printed(
    rulebook: str,
    seen: bytes,
    heading: Heading,
    view_from: ViewFrom,
    paper: Paper,
    _language: str,
) -> bytes:
    sheet = sheet_of(rulebook)
    assert sheet is not None
    return sheet.printed(json.loads(seen), heading, view_from, paper)
