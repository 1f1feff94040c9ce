"""Is a layout legal, and what does it look like?"""

from __future__ import annotations

from typing import Any

from config.problems import violation_as_json
from setup_app.layouts import pictures
from setup_app.layouts.naming import map_names
from setup_app.layouts.reading import read
from setup_app.rulebooks import registry
from setup_app.texts import Speaker
from terrain.core.legality import check
from terrain.core.violations import Violation
from terrain.draw.frame import TableLines
from terrain.draw.scene import Scene, scene
from terrain.draw.svg import svg
from terrain.draw.view import Side


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


def drawn(stated: Any, *, view_from: Side = "defender", interactive: bool = False) -> str:
    """The layout of a battle as an SVG document; it was legal, or accepted, when it was placed."""
    return svg(_scene(stated, view_from=view_from), interactive=interactive)


def drawn_png(stated: Any) -> bytes:
    """The same as PNG, at most `pictures.MOST_PIXELS` across. Raises `no_worker`."""
    shown = _scene(stated)
    return pictures.as_png(svg(shown), across=max(shown.width, shown.height))


def drawn_pdf(stated: Any) -> bytes:
    """The same as a PDF of one page. Raises `no_worker`."""
    return pictures.as_pdf(svg(_scene(stated)))


def _scene(stated: Any, *, view_from: Side = "defender") -> Scene:
    layout, rules = read(stated)
    left = rules.zones.get("left")
    lines = TableLines(flank_sector_depth=None if left is None else left.high)
    return scene(layout, view_from=view_from, names=map_names(layout.rulebook), lines=lines)
