"""The 5 x 5 map: each square in words, the marker, its walk, and its possible moves."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from setup_app.battles.pages.controls import Card
from setup_app.battles.pages.look import PageContext
from setup_app.engine.rulebook import Rulebook
from setup_app.engine.values import SIDES
from setup_app.layouts.table_picture import label
from setup_app.maps.wording import density_in_words, territory_in_words
from setup_app.rulebook_pages.pbs_2023_1.controls import card, has_sealed
from setup_app.rulebook_pages.pbs_2023_1.map_sheet import cells_of, foot, render_map
from setup_app.rulebooks.pbs_2023_1.tables import CARDS

At = tuple[int, int]
"""A box by its row and column."""
BESIDE = 12.0
"""The distance of a label from the middle of the marker's foot, on the sheet."""


@dataclass(frozen=True)
class MapBox:
    """One box of the map; `value` is the answer that puts the marker there, if it may go there.

    `anchor` is its place in an address, on pages where a box can be linked to.
    """

    row: int
    column: int
    kinds: tuple[str, ...]
    flank: str
    density: str
    density_word: str
    marker: bool
    walked: str
    value: str | None
    said: str
    anchor: str = ""


@dataclass(frozen=True)
class OnMap:
    """What lies on a map: the marker, the boxes it may go to with their answers, and its way by
    days.

    `walked` is its last step, as the sheet's classes.
    """

    marker: At | None = None
    values: Mapping[At, str] = field(default_factory=dict)
    stops: Mapping[At, list[int]] = field(default_factory=dict)
    walked: str = ""


@dataclass(frozen=True)
class MarkerDay:
    """One of the five days: played, in progress with the sealed cards, or still to come."""

    day: int
    cards: tuple[Card, ...] = ()
    said: str = ""
    now: bool = False
    latest: bool = False
    turned_up: bool = False
    """Whether the page shows its cards turning up: as long as nothing has followed."""
    sealed: tuple[bool, ...] = ()


@dataclass(frozen=True)
class MarkerStop:
    """The marker's place in the evening of a day, on the sheet; day 0 is where it was put."""

    x: float
    y: float
    words: str
    wide: float

    @property
    def half(self) -> float:
        return self.wide / 2


def boxes(look: PageContext, prompt: Mapping[str, Any] | None) -> dict[str, Any]:
    shown = look.view["map"]
    asked = prompt is not None and prompt["kind"] in ("place_marker", "move_marker")
    options = prompt["options"] if prompt is not None and asked else ()
    days = _days(look, shown)
    there = OnMap(
        marker=_at(shown["marker"]) if shown["marker"] else None,
        values={_at(option["box"]): json.dumps(option) for option in options},
        stops=_stops(shown),
        walked=_walked(shown, days),
    )
    return {
        "title": look.territory(shown["territory"]),
        "asked": asked,
        "drawn": render_map(cells_of(shown["cells"])),
        "rows": [
            [
                _box(look.rulebook, cell, at=(row, column), there=there)
                for column, cell in enumerate(cells)
            ]
            for row, cells in enumerate(shown["cells"])
        ],
        "days": days,
        "walk": _walk(shown),
        "stops": [_stop(box, days, there.marker) for box, days in there.stops.items()],
    }


def printed(rulebook: Rulebook, territory: Mapping[str, Any]) -> dict[str, Any]:
    """Return a territory's map as it is printed, without a marker; every box can be linked to."""
    return {
        "title": territory_in_words(rulebook, territory["slug"]),
        "asked": False,
        "drawn": render_map(cells_of(territory["cells"])),
        "rows": [
            [
                replace(
                    _box(rulebook, cell, at=(row, column), there=OnMap()),
                    anchor=f"box-{row + 1}-{column + 1}",
                )
                for column, cell in enumerate(cells)
            ]
            for row, cells in enumerate(territory["cells"])
        ],
        "days": (),
    }


def _at(stated: Sequence[int]) -> At:
    row, column = stated
    return row, column


def _box(rulebook: Rulebook, cell: Mapping[str, Any], *, at: At, there: OnMap) -> MapBox:
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
    if at in there.stops:
        said = _("%(box)s (%(days)s)") % {"box": said, "days": _days_said(there.stops[at])}
    return MapBox(
        row=row,
        column=column,
        kinds=kinds,
        flank=flank,
        density=cell["density"],
        density_word=density,
        marker=there.marker == at,
        walked=there.walked,
        value=there.values.get(at),
        said=said,
    )


def _flank(kinds: tuple[str, ...]) -> str:
    if not kinds:
        return _("No secure flank")
    return _(" or ").join((label(kinds[0]), *(label(kind).lower() for kind in kinds[1:])))


def _stops(shown: Mapping[str, Any]) -> dict[At, list[int]]:
    """Return on which days the marker came to which box, once it has moved; it began on day 0."""
    came: dict[At, list[int]] = {}
    if shown["start"]:
        came[_at(shown["start"])] = [0]
    for day in shown["days"]:
        if day["start"] != day["end"]:
            came.setdefault(_at(day["end"]), []).append(day["day"])
    return came


def _stop(box: At, days: list[int], marker: At | None) -> MarkerStop:
    x, y = foot(box)
    walked = [str(day) for day in days if day]
    wide = 9.0 * max(1, len(walked)) + 6
    # Beside the foot of the marker, which would cover the label.
    beside = wide / 2 + BESIDE if walked and box == marker else 0.0
    return MarkerStop(x - beside, y, "·".join(walked), wide)


def _days_said(days: list[int]) -> str:
    walked = [str(day) for day in days if day]
    words = [_("start")] if 0 in days else []
    if walked:
        words.append(_("day %(days)s") % {"days": ", ".join(walked)})
    return ", ".join(words)


def _walk(shown: Mapping[str, Any]) -> str:
    """Return the marker's way over the sheet, as the path of a line."""
    if not shown["start"] or not shown["days"]:
        return ""
    spots = [foot(tuple(shown["start"]))]
    spots += [foot(tuple(day["end"])) for day in shown["days"] if day["start"] != day["end"]]
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in spots)


def _walked(shown: Mapping[str, Any], days: list[MarkerDay]) -> str:
    """Return the marker's last step, in boxes to the right and down, as the sheet's classes. Empty
    once the next day is in progress.
    """
    if not shown["days"] or any(day.now and (day.cards or any(day.sealed)) for day in days):
        return ""
    (row, column), (to_row, to_column) = (shown["days"][-1][each] for each in ("start", "end"))
    if (row, column) == (to_row, to_column):
        return ""
    return f"walks x{column - to_column} y{row - to_row}"


def _days(look: PageContext, shown: Mapping[str, Any]) -> list[MarkerDay]:
    """Return all five days: those that were played, the present one, and those to come."""
    if shown["start"] is None:
        return []
    played = shown["days"]
    turned_up = _turned_up(look, len(played) + 1)
    days = [_played(look, day, latest=turned_up is None and day is played[-1]) for day in played]
    if turned_up is not None:
        fresh = not look.looks_back
        days.append(MarkerDay(len(played) + 1, turned_up, now=True, latest=True, turned_up=fresh))
    for number in range(len(days) + 1, CARDS.days + 1):
        now = (
            turned_up is None
            and number == len(played) + 1
            and (look.view["step"] or {}).get("rule") == "8.D"
        )
        days.append(MarkerDay(number, now=now, sealed=_sealed(look) if now else ()))
    return days


def _sealed(look: PageContext) -> tuple[bool, ...]:
    """Return which sides have sealed a card for the present day."""
    return tuple(has_sealed(look, "play_day_card", side) for side in SIDES)


def _turned_up(look: PageContext, day: int) -> tuple[Card, Card] | None:
    """Return what both turned up on an unfinished day, when the marker still has to move."""
    for told in reversed(look.played.run.situation.told):
        if told.code == "day_cards" and told.params["day"] == day:
            first, second = (
                None if told.params[place] == "pass" else told.params[place]
                for place in ("first", "second")
            )
            return card(look, first), card(look, second)
    return None


def _played(look: PageContext, day: Mapping[str, Any], *, latest: bool) -> MarkerDay:
    turned_up = (card(look, day["cards"][0]), card(look, day["cards"][1]))
    if day["better"] is None:
        said = _("equal")
    else:
        said = _("%(name)s by %(number)d") % {
            "name": capfirst(look.say.player(day["better"])),
            "number": day["difference"],
        }
    # The side with the better card has already moved the marker.
    fresh = latest and day["better"] is None and not look.looks_back and not any(_sealed(look))
    return MarkerDay(day["day"], turned_up, said, latest=latest, turned_up=fresh)
