"""The view's `deployment`, made from what a viewer knows.

Anything that the viewer may not see is null: the list entry of a unit, all of a garrison.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from setup_app.engine.hidden import Hidden
from setup_app.engine.situation import Known, dumped
from setup_app.engine.values import SIDES, Side
from setup_app.rulebooks.pbs_2023_1.deployment.standing import NOBODY, PlacedUnit
from setup_app.rulebooks.pbs_2023_1.deployment.units import (
    Body,
    Placed,
    Point,
    frontage_and_depth,
    placed_as_json,
    rectangle,
)


def deployment_as_json(known: Known) -> dict[str, Any] | None:
    """Return the deployment as a viewer knows it; None before 10.D."""
    about = known.deploying
    if about is None:
        return None
    shown: dict[str, Any] = {
        "begins": about.begins,
        "percent": about.percent,
        "tugs": list(about.tugs),
        "steps": [
            {"side": turn.side, "part": turn.part, "asked": turn.asked, "put_down": turn.put_down}
            for turn in about.turns
        ],
        "sides": [_side(known, side) for side in SIDES],
    }
    # Lists of a list's entry become tuples once a viewer has seen them.
    plain: dict[str, Any] = dumped(shown)
    return plain


def _side(known: Known, side: Side) -> dict[str, Any]:
    camp = known.camps[side]
    depths = known.settings["base_depths"]
    size = known.settings["camp_size"]
    garrison = _seen(known.holding[side])
    leaders = known.leaders[side]
    return {
        "role": "invader" if side == known.invader else "defender",
        "declared": known.declared,
        "camp": None
        if camp is None
        else {
            "at": list(camp.at),
            "facing": camp.facing,
            "outline": outline_as_json(camp.at, camp.facing, size[0], size[1]),
        },
        "units": [_unit(each, depths) for each in known.down[side]],
        "garrison": None if garrison is None else [dict(unit) for unit in garrison],
        "markers": [_marker(marker) for marker in known.markers[side]],
        "beside_camp": len(known.marches[side]),
        "marches": _marches(known, side),
        "leaders": None if leaders is None else [_leader(leader) for leader in leaders],
        "no_place": [dict(_seen(unit) or NOBODY) for unit in known.no_place[side]],
    }


def _seen(value: Any) -> Any:
    return None if isinstance(value, Hidden) else value


def _unit(each: Mapping[str, Any], depths: Mapping[str, float]) -> dict[str, Any]:
    which = _seen(each["which"]) or NOBODY
    shown: PlacedUnit = each["shown"]
    return {"id": shown.id, **which, **figures_as_json(shown.body, shown.placed, depths)}


def figures_as_json(body: Body, placed: Placed, depths: Mapping[str, float]) -> dict[str, Any]:
    """Return what the figures of a unit on the table show publicly, with its rectangle."""
    return {
        "kind": body.kind,
        "arm": body.arm,
        "order": body.order,
        "bases": body.bases,
        "works": list(body.works),
        **placed_as_json(placed),
        "outline": outline_as_json(
            placed.at, placed.facing, *frontage_and_depth(body, placed.ranks, depths)
        ),
    }


def _marker(marker: Mapping[str, Any]) -> dict[str, Any]:
    units = _seen(marker["units"])
    return {
        "id": marker["letter"],
        "at": list(marker["at"]),
        "units": None if units is None else [dict(unit) for unit in units],
        "leader": _seen(marker["leader"]),
    }


def _marches(known: Known, side: Side) -> list[dict[str, Any]] | None:
    """Return own and opened marches; null if other leaders stand beside the camp and none is
    visible.
    """
    seen = [
        {"number": each["number"], **march, "units": [dict(unit) for unit in march["units"]]}
        for each in known.marches[side]
        if (march := _seen(each["march"])) is not None
    ]
    whose = known.sight.closed or known.sight.viewer.may_read(side)
    return seen if seen or whose else None


def _leader(leader: Mapping[str, Any]) -> dict[str, Any]:
    at = leader["at"]
    return {
        "leader": leader["leader"],
        "entry": _seen(leader["entry"]),
        "at": None if at is None else list(at),
        "units": list(leader["units"]),
        "garrison": _garrison(leader),
    }


def _garrison(leader: Mapping[str, Any]) -> list[dict[str, Any]] | None:
    """Return the garrison units in a leader's command; null where they are secret, or where the
    battle's revision does not record them.
    """
    units = _seen(leader.get("garrison"))
    return None if units is None else [dict(unit) for unit in units]


def outline_as_json(at: Point, facing: float, frontage: float, depth: float) -> dict[str, Any]:
    """Return a rectangle as GeoJSON, anticlockwise, to three decimals."""
    corners = [[round(x, 3), round(y, 3)] for x, y in rectangle(at, facing, frontage, depth)]
    return {"type": "Polygon", "coordinates": [closed(corners)]}


def closed(corners: Iterable[list[float]]) -> list[list[float]]:
    """Return a ring that ends where it begins."""
    ring = list(corners)
    return [*ring, ring[0]]
