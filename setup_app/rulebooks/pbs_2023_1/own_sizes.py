"""Types with a size of their own, as on the sheet or smaller where an event says so. Section 9.B.

An event that lowers the maximum size of a slot lowers own sizes with it; a size that it states for
a type itself counts as stated.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from setup_app.rulebooks.pbs_2023_1.house import Json
from setup_app.rulebooks.pbs_2023_1.tables import EVENT_NUMBERS, GROUND, OWN_SIZES

SIZE_OF_SLOT = {
    "secure_flank": "compulsory_size",
    "compulsory": "compulsory_size",
    "optional": "optional_size",
}
"""The event number that holds a slot's least and greatest size."""


@dataclass(frozen=True)
class OwnSize:
    """A size with both sides from `least` to `most`; the longer is more than `more_than` if any."""

    least: float
    most: float
    more_than: float | None = None


def own_size(type_: str, slot: str, settings: Mapping[str, Json]) -> OwnSize:
    """Return a type's own size in a slot, from every setting and event number by its name."""
    sheet = OWN_SIZES[type_]
    assert sheet.max is not None
    stated = _stated(type_, settings)
    factor = _factor(slot, settings) if "max" not in stated else min(1, stated["max"] / sheet.max)
    most = stated.get("max", _smaller(sheet.max, factor))
    more_than = None
    if sheet.min is not None:
        more_than = stated.get("min", _smaller(sheet.min, factor))
    return OwnSize(min(_smaller(GROUND.own_size_least, factor), most), most, more_than)


def following(settings: Mapping[str, Json]) -> Mapping[str, Any]:
    """Return by slot and type the own sizes that follow from an event's figures."""
    slots = {
        slot: {
            type_: _bounds(own_size(type_, slot, settings), settings)
            for type_ in OWN_SIZES
            if _follows(type_, slot, settings)
        }
        for slot in ("compulsory", "optional")
    }
    smaller = {slot: sizes for slot, sizes in slots.items() if sizes}
    return {"own_sizes": smaller} if smaller else {}


def _follows(type_: str, slot: str, settings: Mapping[str, Json]) -> bool:
    """Return whether a size is omitted and smaller, or the least of one with a stated greatest."""
    stated = _stated(type_, settings)
    if not stated:
        return _factor(slot, settings) < 1
    own = _bounds(own_size(type_, slot, settings), settings)
    return "min" in own and "min" not in stated and own["min"] != OWN_SIZES[type_].min


def unshrunk(settings: Mapping[str, Json]) -> Json:
    """Return the event number that keeps the sheet's own sizes, whatever the slots have."""
    left_out = EVENT_NUMBERS["own_sizes"].default_as_json
    if all(_factor(slot, settings) == 1 for slot in SIZE_OF_SLOT):
        return left_out
    return {
        type_: {"max": size.max} if size.min is None else {"min": size.min, "max": size.max}
        for type_, size in OWN_SIZES.items()
    }


def _bounds(size: OwnSize, settings: Mapping[str, Json]) -> dict[str, float]:
    """Return the bounds that count: for `maximum` only the greatest."""
    if size.more_than is None or settings.get("own_size_replaces") == "maximum":
        return {"max": size.most}
    return {"min": size.more_than, "max": size.most}


def _stated(type_: str, settings: Mapping[str, Json]) -> dict[str, float]:
    own_sizes = settings.get("own_sizes", {})
    size = own_sizes.get(type_, {}) if isinstance(own_sizes, dict) else {}
    assert isinstance(size, dict)
    return {name: float(one) for name, one in size.items() if isinstance(one, int | float)}


def _factor(slot: str, settings: Mapping[str, Json]) -> float:
    """Return the factor by which the greatest size of a slot is below the sheet's; 1 if it is
    not.
    """
    name = SIZE_OF_SLOT[slot]
    usual = EVENT_NUMBERS[name].default_as_json
    played = settings.get(name, usual)
    assert isinstance(usual, list)
    assert isinstance(played, list)
    return min(1, float(str(played[1])) / float(str(usual[1])))


def _smaller(figure: float, factor: float) -> float:
    """Return the figure times the factor, to the nearest 0.5, halves up; unchanged without
    shrinking.

    A millionth is tolerated, so that 4.5 times 0.5 does not count as less than it is.
    """
    if factor == 1:
        return figure
    return math.floor(figure * factor * 2 + 0.5 + 1e-6) / 2
