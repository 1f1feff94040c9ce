"""How is the 5 x 5 map drawn? Each box with flank and density, the marker and where it may go."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from setup_app.battles.pages.controls import Card
from setup_app.battles.pages.drawing import label
from setup_app.battles.pages.pbs_2023_1.controls import card
from setup_app.battles.pages.reading import Look
from setup_app.maps.texts import density_in_words, territory_in_words
from setup_app.script.rulebook import Rulebook

DENSITY_DOTS = {"featureless": 0, "open": 1, "normal": 2, "dense": 3, "very_dense": 4}


@dataclass(frozen=True)
class Box:
    """One box of the map; `value` is the answer that puts the marker there, where it may go.

    `anchor` is its place in an address, on pages where a box can be linked to.
    """

    row: int
    column: int
    kinds: tuple[str, ...]
    flank: str
    density: str
    density_word: str
    dots: range
    marker: bool
    start: bool
    trail: str
    value: str | None
    said: str
    anchor: str = ""


@dataclass(frozen=True)
class DayPlayed:
    """What both turned up on one day."""

    day: int
    cards: tuple[Card, Card]
    better: int | None
    difference: int


def boxes(look: Look, prompt: Mapping[str, Any] | None) -> dict[str, Any]:
    shown = look.view["map"]
    asked = prompt is not None and prompt["kind"] in ("place_marker", "move_marker")
    options = prompt["options"] if prompt is not None and asked else ()
    values = {tuple(option["box"]): json.dumps(option) for option in options}
    trail = _trail(shown["days"])
    return {
        "title": look.territory(shown["territory"]),
        "asked": asked,
        "rows": [
            [
                _box(look.rulebook, cell, (row, column), (shown, values, trail))
                for column, cell in enumerate(cells)
            ]
            for row, cells in enumerate(shown["cells"])
        ],
        "days": [_day(look, day) for day in shown["days"]],
    }


def printed(rulebook: Rulebook, territory: Mapping[str, Any]) -> dict[str, Any]:
    """A territory's map as it is printed, nothing on it yet; every box can be linked to."""
    shown: dict[str, Any] = {"marker": None, "start": None}
    return {
        "title": territory_in_words(rulebook, territory["slug"]),
        "asked": False,
        "rows": [
            [
                replace(
                    _box(rulebook, cell, (row, column), (shown, {}, {})),
                    anchor=f"box-{row + 1}-{column + 1}",
                )
                for column, cell in enumerate(cells)
            ]
            for row, cells in enumerate(territory["cells"])
        ],
        "days": (),
    }


def _box(rulebook: Rulebook, cell: Mapping[str, Any], at: tuple[int, int], around: Any) -> Box:
    shown, values, trail = around
    kinds = tuple(cell["flank"])
    flank = _flank(kinds)
    density = density_in_words(rulebook, cell["density"])
    row, column = at
    said = _("Row %(row)d, column %(column)d: %(flank)s, %(density)s") % {
        "row": row + 1,
        "column": column + 1,
        "flank": flank,
        "density": density.lower(),
    }
    return Box(
        row=row,
        column=column,
        kinds=kinds,
        flank=flank,
        density=cell["density"],
        density_word=density,
        dots=range(DENSITY_DOTS[cell["density"]]),
        marker=tuple(shown["marker"] or ()) == at,
        start=tuple(shown["start"] or ()) == at,
        trail=trail.get(at, ""),
        value=values.get(at),
        said=said,
    )


def _flank(kinds: tuple[str, ...]) -> str:
    if not kinds:
        return _("No flank")
    return _(" or ").join((label(kinds[0]), *(label(kind).lower() for kind in kinds[1:])))


def _trail(days: Any) -> dict[tuple[int, int], str]:
    """On which days the marker came to which box."""
    came: dict[tuple[int, int], list[str]] = {}
    for day in days:
        if day["start"] != day["end"]:
            came.setdefault(tuple(day["end"]), []).append(str(day["day"]))
    return {box: ", ".join(days) for box, days in came.items()}


def _day(look: Look, day: Mapping[str, Any]) -> DayPlayed:
    turned_up = day["cards"]
    cards = (card(look, turned_up[0]), card(look, turned_up[1]))
    return DayPlayed(day["day"], cards, day["better"], day["difference"])
