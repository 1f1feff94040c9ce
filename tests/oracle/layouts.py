"""Small layouts for tests, written in one line each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

Point = tuple[float, float]
Json = dict[str, Any]


def rectangle(x: float, y: float, width: float, depth: float) -> list[Point]:
    return [(x, y), (x + width, y), (x + width, y + depth), (x, y + depth)]


def piece(type: str, outline: Sequence[Point], **said: Any) -> Json:  # noqa: A002 -- the field is called so
    """An optional piece of the defender's with a die of 2, unless it is said otherwise."""
    ring = [list(point) for point in outline]
    return {
        "id": type,
        "type": type,
        "slot": "optional",
        "placed_by": "defender",
        "die": 2,
        "moved": False,
        "declared": None,
        "outline": {"type": "Polygon", "coordinates": [[*ring, ring[0]]]},
        **said,
    }


def flank_piece(type: str, outline: Sequence[Point], **said: Any) -> Json:  # noqa: A002 -- the field is called so
    return piece(type, outline, **{"slot": "secure_flank", "die": None, **said})


def settlement(type: str, outline: Sequence[Point], **said: Any) -> Json:  # noqa: A002 -- the field is called so
    return piece(type, outline, **{"slot": "settlement", "die": None, **said})


def water(depth: float = 5, **said: Any) -> Json:
    """A strip along the defender's left edge, or what outline is said."""
    outline = said.pop("outline", rectangle(0, 0, depth, 30))
    return flank_piece("deep_water", outline, **said)


def layout(*pieces: Json, territory: str = "mountains", **said: Any) -> Json:
    """Mountains, of normal density, box unknown, on a regulation table."""
    return {
        "format": "metator-layout/1",
        "rulebook": "pbs-2023.1",
        "territory": territory,
        "density": "normal",
        "flank": None,
        "table": {"width": 45, "depth": 30},
        "base_width_mm": 40,
        "settings": {},
        **said,
        "pieces": list(pieces),
    }
