"""Readers for decoded JSON values that report where a value has the wrong shape.

`path` is a JSON pointer. All readers raise `LayoutUnreadable`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import pairwise
from typing import Any, TypeAlias, TypeVar

from terrain.core.outline import DECIMALS, Outline, anticlockwise

JSON: TypeAlias = Any
Word = TypeVar("Word", bound=str)

MAX_PIECES = 64
MAX_POINTS = 200
MAX_COORDINATE = 1000.0
MAX_NAME = 100


MAX_STRANGE = 20


class LayoutUnreadable(ValueError):
    """A value that is not a layout: `code` says why and `path` (a JSON pointer) where.

    `more` are further faults of the same object: an unknown field beside a missing one.
    """

    def __init__(self, code: str, path: str, **params: object) -> None:
        super().__init__(f"{code} at {path or '/'}")
        self.code = code
        self.path = path
        self.params = params
        self.more: tuple[LayoutUnreadable, ...] = ()

    def within(self, path: str) -> LayoutUnreadable:
        """Return the same error for an object at a path."""
        moved = LayoutUnreadable(self.code, f"{path}{self.path}", **self.params)
        moved.more = tuple(each.within(path) for each in self.more)
        return moved


def refuse_many_points(coordinates: JSON, path: str) -> None:
    """Raise for coordinates of more points than a piece may have, counted before any is read."""
    if not isinstance(coordinates, list):
        return
    count = sum(len(ring) - 1 for ring in coordinates if isinstance(ring, list) and ring)
    if count > MAX_POINTS or len(coordinates) > MAX_POINTS:
        raise LayoutUnreadable(
            "too_many_points", f"{path}/coordinates", most=MAX_POINTS, count=count
        )


def polygon_at(given: JSON, path: str) -> tuple[Outline, tuple[Outline, ...]]:
    """Return the outer ring of a GeoJSON Polygon, anticlockwise, and its holes unchanged.

    Coordinates have three decimals; more are rounded. A point that is then equal to the one before
    it is dropped: the shape is the same.
    """
    geometry = object_at(given, path, ("type", "coordinates"), ())
    if geometry["type"] != "Polygon":
        raise LayoutUnreadable("wrong_shape", f"{path}/type", expected="Polygon")
    rings = list_at(geometry["coordinates"], f"{path}/coordinates")
    refuse_many_points(rings, path)
    if not rings:
        raise LayoutUnreadable("wrong_shape", f"{path}/coordinates", expected="at least one ring")
    read = [_ring(ring, f"{path}/coordinates/{at}") for at, ring in enumerate(rings)]
    return anticlockwise(read[0]), tuple(read[1:])


def _ring(given: JSON, path: str) -> Outline:
    positions = list_at(given, path)
    if len(positions) < 2:
        raise LayoutUnreadable("wrong_shape", path, expected="a closed ring")
    points = tuple(_position(position, f"{path}/{at}") for at, position in enumerate(positions))
    if points[0] != points[-1]:
        raise LayoutUnreadable("ring_not_closed", path)
    return tuple(point for point, after in pairwise(points) if point != after) or points[:1]


def _position(given: JSON, path: str) -> tuple[float, float]:
    position = list_at(given, path)
    if len(position) != 2:
        raise LayoutUnreadable("wrong_shape", path, expected="two numbers")
    return _coordinate(position[0], f"{path}/0"), _coordinate(position[1], f"{path}/1")


def _coordinate(given: JSON, path: str) -> float:
    number = _number(given, path)
    if abs(number) > MAX_COORDINATE:
        raise LayoutUnreadable("out_of_range", path, most=MAX_COORDINATE)
    # The judged value is the one that will be written: else a piece could be legal only until it is
    # stored.
    return round(number, DECIMALS) + 0.0


def positive_at(given: JSON, path: str) -> float:
    """Return a length: more than 0, at most MAX_COORDINATE."""
    number = _number(given, path)
    if not 0 < number <= MAX_COORDINATE:
        raise LayoutUnreadable("out_of_range", path, above=0, most=MAX_COORDINATE)
    return number


def _number(given: JSON, path: str) -> float:
    if isinstance(given, bool) or not isinstance(given, int | float):
        raise LayoutUnreadable("wrong_shape", path, expected="number")
    # Python's integers have no limit; float() of a huge one would raise OverflowError.
    if isinstance(given, int) and abs(given) > 10**9:
        raise LayoutUnreadable("out_of_range", path, most=MAX_COORDINATE)
    number = float(given)
    if not math.isfinite(number):
        raise LayoutUnreadable("not_finite", path)
    return number


def object_at(
    given: JSON, path: str, required: tuple[str, ...], optional: tuple[str, ...]
) -> Mapping[str, JSON]:
    """Return an object that has all required fields, and only the optional ones besides."""
    found = mapping_at(given, path)
    strange = [name for name in found if name not in required and name not in optional]
    faults = [
        LayoutUnreadable("unknown_field", f"{path}/{shown if shown.isprintable() else '?'}")
        for shown in (str(name)[:MAX_NAME] for name in strange[:MAX_STRANGE])
    ]
    faults += [
        LayoutUnreadable("missing_field", f"{path}/{name}")
        for name in required
        if name not in found
    ]
    if faults:
        first, *more = faults
        first.more = tuple(more)
        raise first
    return found


def mapping_at(given: JSON, path: str) -> Mapping[str, JSON]:
    """Return an object of any fields."""
    if not isinstance(given, dict):
        raise LayoutUnreadable("wrong_shape", path, expected="object")
    return given


def list_at(given: JSON, path: str) -> list[JSON]:
    """Return a list."""
    if not isinstance(given, list | tuple):
        raise LayoutUnreadable("wrong_shape", path, expected="list")
    return list(given)


def name_at(given: JSON, path: str) -> str:
    """Return a printable text of one to MAX_NAME characters."""
    if not isinstance(given, str) or not given:
        raise LayoutUnreadable("wrong_shape", path, expected="text")
    if len(given) > MAX_NAME:
        raise LayoutUnreadable("too_long", path, most=MAX_NAME)
    # Control characters and lone surrogates can be neither stored nor shown.
    if not given.isprintable():
        raise LayoutUnreadable("wrong_shape", path, expected="printable text")
    return given


def name_or_none_at(given: JSON, path: str) -> str | None:
    """Return a name, or None for null."""
    return None if given is None else name_at(given, path)


def names_at(given: JSON, path: str) -> tuple[str, ...]:
    """Return a list of at most MAX_PIECES names."""
    names = list_at(given, path)
    if len(names) > MAX_PIECES:
        raise LayoutUnreadable("too_long", path, most=MAX_PIECES)
    return tuple(name_at(name, f"{path}/{at}") for at, name in enumerate(names))


def one_of_at(given: JSON, path: str, options: tuple[Word, ...]) -> Word:
    """Return a text that is one of some options."""
    for option in options:
        if isinstance(given, str) and given == option:
            return option
    raise LayoutUnreadable("not_an_option", path, options=list(options))
