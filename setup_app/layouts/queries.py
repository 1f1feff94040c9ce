"""Is a layout legal, and what does it look like?"""

from __future__ import annotations

from typing import Any

from config.problems import violation_as_json
from setup_app.layouts.naming import map_names
from setup_app.layouts.reading import read
from setup_app.rulebooks import registry
from setup_app.texts import Speaker
from terrain.core.legality import check
from terrain.core.violations import Violation
from terrain.draw.frame import TableLines
from terrain.draw.scene import scene
from terrain.draw.svg import svg


def judged(stated: Any) -> dict[str, Any]:
    """`{"legal", "violations"}`: everything that is wrong with a layout, not the first thing.

    Takes geometry from strangers: for a worker with a time limit. Raises what `read` raises.
    """
    layout, rules = read(stated)
    speak = Speaker(registry.rulebook(layout.rulebook))
    found = check(layout, rules)
    return {"legal": not found, "violations": [as_json(each, speak) for each in found]}


def as_json(violation: Violation, speak: Speaker) -> dict[str, Any]:
    """A violation as in a problem answer, its words the rulebook's."""
    return violation_as_json(violation) | {"message": speak.refusal(violation)}


def drawn(stated: Any, *, view_from: str = "defender", interactive: bool = False) -> str:
    """The layout of a battle as an SVG document; it was legal, or accepted, when it was placed."""
    layout, rules = read(stated)
    left = rules.zones.get("left")
    lines = TableLines(flank_sector_depth=None if left is None else left.high)
    return svg(
        scene(layout, view_from=view_from, names=map_names(layout.rulebook), lines=lines),
        interactive=interactive,
    )
