"""Find a legal and good-looking place for a piece, or report that there is none.

First natural outlines in likely sizes, getting smaller, at many random places; then, before
anything is called impossible, the exact search. `legality.check_spot` confirms every result.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

import numpy as np

from terrain.core import shapes
from terrain.core.layout import Layout, Piece
from terrain.core.legality import check_spot
from terrain.core.lines import narrowest_band, strip_along, thrown_bands
from terrain.core.opposition import suggest_move, suggest_turn
from terrain.core.outline import Outline
from terrain.core.placement import random_candidates
from terrain.core.placement.clearance import asked_clear, size_limits
from terrain.core.placement.exact_search import Exact, Impossible
from terrain.core.placement.impossibility import searched_for_good
from terrain.core.placement.placement_options import Option, options
from terrain.core.placement.quick_search import SQUARE, Thrower
from terrain.core.placement.random_candidates import KeptOff, Numbers, Prefer, Throws
from terrain.core.rules import GroundRules

__all__ = [
    "Found",
    "Impossible",
    "suggest",
    "suggest_in_haste",
    "suggest_move",
    "suggest_turn",
]

SCALES = (0.5, 0.25, 0.1, 0.0)
"""The sizes of the outlines for which a preferred place is sought, from the least to the most."""
WEIGHED = 64
"""The number of places that are compared for a preference."""


@dataclass(frozen=True)
class Found:
    """A legal piece."""

    piece: Piece


def suggest(
    layout: Layout,
    wanted: Piece,
    rules: GroundRules,
    chooser: Random,
    *,
    prefer: Prefer | None = None,
) -> Found | Impossible:
    """Return a legal outline for the next piece, or say that there is none.

    `wanted` states all but the outline; its die, or its lack of one, is obeyed; a declaration gives
    it the least size. Faults of the piece as such (its number, its type) are not checked. The
    chooser decides which legal place is found; with `prefer` it is the candidate with the least
    figure. `searched_for_good`, which is deterministic, confirms every impossibility; if that finds
    a place, every chooser does.
    """
    kind = rules.kind(wanted.type)
    found: Outline | Impossible | None
    if kind.strip:
        found = strip_along(layout, wanted, rules, chooser)
    elif kind.band:
        bands = thrown_bands(layout, wanted, rules, chooser, prefer=prefer)
        found = _first_legal(bands, layout, wanted, rules)
        found = found or _narrowest(layout, wanted, rules, chooser)
    else:
        if prefer:
            found = _preferred(layout, wanted, rules, chooser, prefer)
        else:
            thrower = Thrower(layout, wanted, rules, chooser)
            found = _first_legal(thrower.outlines(), layout, wanted, rules)
        found = found or Exact(layout, wanted, rules, chooser).run()
    return found if isinstance(found, Impossible) else Found(replace(wanted, outline=found))


def suggest_in_haste(
    layout: Layout, wanted: Piece, rules: GroundRules, chooser: Random
) -> Found | Impossible:
    """Return the same without confirming it, if a quick search finds it.

    Every outline on the table has to be a polygon. The result keeps off all other pieces and is in
    its zone; the caller checks the whole table.
    """
    kind = rules.kind(wanted.type)
    if kind.strip:
        return suggest(layout, wanted, rules, chooser)
    found: Outline | Impossible | None
    if kind.band:
        found = next(thrown_bands(layout, wanted, rules, chooser), None)
        found = found or _narrowest(layout, wanted, rules, chooser)
    else:
        thrower = Thrower(layout, wanted, rules, chooser, sound=True)
        found = next(thrower.outlines(), None) or Exact(layout, wanted, rules, chooser).run()
    return found if isinstance(found, Impossible) else Found(replace(wanted, outline=found))


def _narrowest(
    layout: Layout, wanted: Piece, rules: GroundRules, chooser: Random
) -> Outline | Impossible:
    found = narrowest_band(layout, wanted, rules, chooser)
    if isinstance(found, Impossible):
        return searched_for_good(layout, wanted, rules)
    return found


def _first_legal(
    outlines: Iterator[Outline], layout: Layout, wanted: Piece, rules: GroundRules
) -> Outline | None:
    for outline in outlines:
        if not check_spot(layout, replace(wanted, outline=outline), rules):
            return outline
    return None


def _preferred(
    layout: Layout, wanted: Piece, rules: GroundRules, chooser: Random, prefer: Prefer
) -> Outline | None:
    """Return the best of many places of one outline, as large as one with any place can be."""
    limits = size_limits(wanted, rules)
    choices = options(layout, wanted, rules)
    for scale in SCALES if limits and choices else ():
        assert limits is not None
        size = shapes.some_size(limits, rules.tolerance, scale, chooser)
        ring = np.array(shapes.figure(rules.kind(wanted.type).figure, size, chooser))
        found: list[tuple[float, Outline]] = []
        for option in choices:
            laid = _laid(ring, option, layout, rules.kind(wanted.type).figure, chooser)
            if not len(laid.at):
                continue
            figures = prefer(laid)
            order = np.argsort(figures, kind="stable")
            clear = asked_clear(layout, wanted, rules, option.obstacles)
            others = KeptOff.of(layout.shapes[list(option.obstacles)], clear)
            for at in random_candidates.free(laid.some(order), others):
                outline = laid.outline(int(order[at]))
                if not check_spot(layout, replace(wanted, outline=outline), rules):
                    found.append((float(figures[order[at]]), outline))
                    break
        if found:
            return min(found)[1]
    return None


def _laid(ring: Numbers, option: Option, layout: Layout, figure: str, chooser: Random) -> Throws:
    straight = shapes.family(figure) != "blob"
    touching = option.touching is not None
    if option.at_edge or (straight and touching) or chooser.random() < SQUARE:
        ring = random_candidates.quarter_turned(ring, chooser.randrange(4))
    else:
        ring = random_candidates.turned_ring(ring, 360 * chooser.random())
    if option.touching is None:
        edges = tuple(sorted(option.box.edges)) if option.at_edge else ()
        return random_candidates.within(ring, option.box, edges, count=WEIGHED, chooser=chooser)
    neighbour = np.array(layout.pieces[option.touching].outline)
    return random_candidates.against(
        ring, neighbour, box=option.box, along_sides=straight, count=WEIGHED, chooser=chooser
    )
