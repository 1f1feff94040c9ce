"""Places for a piece that is on the table already: slid within a limit, or turned about a point.

`{"layout", "moving"}` names the piece by its id on a whole table. It counts as moved, and the rules
decide what still applies to it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict
from random import Random
from typing import Any

import numpy as np
import shapely

from setup_app.engine.errors import DomainError
from setup_app.layouts.requests import read_placing, read_with_rules
from setup_app.layouts.table_picture import in_hand_svg
from terrain.core.layout import Layout, Piece, write_outline
from terrain.core.opposition import nearest_turn, suggest_move
from terrain.core.outline import DECIMALS
from terrain.core.placement.hints import hints
from terrain.core.placement.legal_region import where
from terrain.core.placement.nearest_slide import nearest
from terrain.core.rules import GroundRules

LEAST_SLIDE = 0.05
ROUND = 64
"""Corners of a quarter circle: on a circle of radius 6 the error is below that of rounding."""


def ground_for(stated: Mapping[str, Any]) -> dict[str, Any]:
    """Return `{"hints", "region", "drawn"}`: for the piece with `outline`, where its first point
    may not lie, the remaining region, within `most` of its old place if that is not null, and the
    piece with its terrain as SVG, to be laid over the picture of the table as it is `seen_from` an
    edge.

    Raises what `read_placing` raises.
    """
    layout, piece, rules = _moved(stated)
    region = where(layout, piece, rules)
    reach = _reach(stated)
    return {
        "hints": [asdict(hint) for hint in hints(layout, piece, rules)],
        "region": (region.within(reach) if reach is not None else region).geojson,
        "drawn": in_hand_svg(piece, layout, stated.get("seen_from", "defender")),
    }


def slides_somewhere(stated: Mapping[str, Any]) -> dict[str, bool]:
    """Return `{"slides"}`: whether a piece may be slid to any other place within `most` of its own.
    For a table whose pieces were judged when they were placed. Raises what `read_with_rules`
    raises.
    """
    whole, rules = read_with_rules(stated["layout"])
    at = [piece.id for piece in whole.pieces].index(stated["moving"])
    # Nearly every piece can slide somewhere, and a few random candidates find it.
    if suggest_move(whole, at, rules, Random(0)) is not None:
        return {"slides": True}
    outline = write_outline(whole.pieces[at].outline)
    others, piece, rules = _moved({**stated, "outline": outline})
    region = where(others, piece, rules).within(_reach(stated))
    # Its current place is not a slide.
    away = shapely.get_coordinates(region.shape) - np.array(_first_point(stated))
    return {"slides": bool((np.hypot(*away.T) > LEAST_SLIDE).any())}


def nearest_slide(stated: Mapping[str, Any]) -> dict[str, Any]:
    """Return `{"by", "distance"}`: the legal slide from its old place that ends nearest to
    `outline`, and its distance from there; nulls if there is none. Raises what `read_placing`
    raises.
    """
    layout, piece, rules = _moved(stated)
    found = nearest(layout, piece, rules, within=_reach(stated))
    if found is None:
        return {"by": None, "distance": None}
    x0, y0 = _first_point(stated)
    x, y = found.outline[0]
    by = [round(x - x0, DECIMALS) + 0.0, round(y - y0, DECIMALS) + 0.0]
    return {"by": by, "distance": round(found.distance, DECIMALS)}


def turn_nearest(stated: Mapping[str, Any]) -> dict[str, Any]:
    """Return `{"about", "degrees", "distance"}`: the legal turn about the point `about` that is
    nearest to `degrees`, and its distance from them; both null if there is none. Raises what
    `read_with_rules` raises.
    """
    layout, rules = read_with_rules(stated["layout"])
    index = next(at for at, each in enumerate(layout.pieces) if each.id == stated["moving"])
    x, y = stated["about"]
    degrees = float(stated["degrees"])
    found = nearest_turn(layout, index, rules, about=(x, y), degrees=degrees)
    off = None if found is None else abs(math.remainder(found - degrees, 360))
    return {"about": [x, y], "degrees": found, "distance": off}


def _moved(stated: Mapping[str, Any]) -> tuple[Layout, Piece, GroundRules]:
    """Return the table without the piece, the piece as it counts once moved, and the rules."""
    layout, name = stated["layout"], stated["moving"]
    piece = {**_piece(stated), "moved": True, "outline": stated["outline"]}
    others = [each for each in layout["pieces"] if each["id"] != name]
    return read_placing({"layout": {**layout, "pieces": others}, "piece": piece})


def _piece(stated: Mapping[str, Any]) -> Mapping[str, Any]:
    for each in stated["layout"]["pieces"]:
        if each["id"] == stated["moving"]:
            return dict(each)
    raise DomainError("places_nothing")


def _first_point(stated: Mapping[str, Any]) -> tuple[float, float]:
    x, y = _piece(stated)["outline"]["coordinates"][0][0]
    return x, y


def _reach(stated: Mapping[str, Any]) -> Any:
    """Return the disc in which the first point stays; None without a limit."""
    most = stated.get("most")
    if most is None:
        return None
    return shapely.buffer(shapely.points(_first_point(stated)), most, quad_segs=ROUND)
