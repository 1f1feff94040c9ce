"""Units in hand as they will look on the table.

One drawing serves both: the board's script turns and moves it and draws no figures of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from setup_app.rulebook_pages.pbs_2023_1.deployment_picture import things as pictured
from setup_app.rulebook_pages.pbs_2023_1.figure_marks import LIVERIES, UnitBlock, unit_marks
from terrain.draw import svg
from terrain.draw.marks import OnTable
from terrain.draw.view import UNIT, View

MAX_RANKS = 12
"""The maximum number of formations drawn for a unit, from one rank on; a deeper one is drawn by its
bases.
"""
HERE = View(0.0, 0.0, "defender", 0.0, 0.0)
"""The view of a single figure: its middle at 0, 0, and its front upwards."""


def figures(things: Iterable[Mapping[str, Any]], role: str) -> dict[str, dict[str, str]]:
    """Return, by look and by ranks, the SVG of the things in hand; sets `look` in each thing.

    Things that look alike share their figures; a thing without ranks is under 1.
    """
    found: dict[str, dict[str, str]] = {}
    for thing in things:
        look = look_of(thing)
        if look not in found:
            found[look] = dict(_formations(thing, role))
    return found


def look_of(thing: Mapping[str, Any]) -> str:
    """Return a thing's look: things of one look are drawn alike."""
    if thing["thing"] != "unit":
        return str(thing["id"])
    parts = (thing[name] for name in ("kind", "arm", "order", "bases", "base"))
    return "-".join([*map(str, parts), *thing["works"]])


def _formations(thing: Mapping[str, Any], role: str) -> Iterable[tuple[str, str]]:
    if thing["thing"] != "unit":
        yield "1", _lone(thing, role)
        return
    works = tuple(thing["works"])
    for ranks in range(1, min(thing["bases"], MAX_RANKS) + 1):
        kinds = (thing["kind"], thing["arm"], thing["order"])
        yield str(ranks), _unit(kinds, works, thing["base"], (thing["bases"], ranks), role)


@lru_cache(maxsize=1024)
def _unit(
    kinds: tuple[str, str, str],
    works: tuple[str, ...],
    base: float,
    formation: tuple[int, int],
    role: str,
) -> str:
    kind, arm, order = kinds
    bases, ranks = formation
    files = -(-bases // ranks)
    block = UnitBlock.of(_rectangle(files, ranks * base) * UNIT, bases, ranks)
    look = {"kind": kind, "arm": arm, "order": order, "works": works}
    marks = unit_marks(look, block, LIVERIES[role])
    return "".join(svg.things((OnTable("", f"unit {role}", "", marks),)))


def _rectangle(across: float, deep: float) -> Any:
    """Return four corners on a sheet, from the left end of the front along the left flank."""
    x, y = across / 2, deep / 2
    return np.array([[-x, -y], [-x, y], [x, y], [x, -y]])


def _lone(thing: Mapping[str, Any], role: str) -> str:
    """Return a camp, a marker or a leader, alone in a deployment of its own."""
    shown: dict[str, Any] = {
        "role": role,
        "camp": None,
        "beside_camp": 0,
        "units": [],
        "markers": [],
        "leaders": [],
    }
    if thing["thing"] == "camp":
        corners = (_rectangle(*thing["size"]) * (1, -1)).tolist()
        shown["camp"] = {"outline": {"coordinates": [[*corners, corners[0]]]}}
    elif thing["thing"] == "marker":
        shown["markers"] = [{"id": thing["letter"], "at": [0, 0], "units": None}]
    else:
        shown["leaders"] = [{"leader": thing["leader"], "at": [0, 0], "entry": None}]
    return "".join(svg.things(pictured({"sides": [shown]}, HERE)))
