"""The exact sizes and outlines that the pieces of a table may have, and how to place one of them.

A caller who builds a table from existing scenery states it as forms: a number of pieces with two
side lengths, or with one outline, for certain types. Owners and boxes are unknown here.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

import numpy as np
import shapely

from terrain.core import shapes
from terrain.core.demands.sizes import longest_least
from terrain.core.layout import Layout, Piece
from terrain.core.legality import check_spot
from terrain.core.lines import narrowest_band, strip_along, thrown_bands
from terrain.core.outline import Outline, extents, outline_of, polygon
from terrain.core.placement import random_candidates
from terrain.core.placement.clearance import asked_clear, size_limits
from terrain.core.placement.placement_options import Option, options
from terrain.core.placement.random_candidates import KeptOff, Numbers, Prefer, Throws
from terrain.core.rules import GroundRules, TypeRules

TURNS = 8
"""The number of random turns and candidates for an outline before the next arrangement."""
THROWN = 32
DRAWN = 4
FITTED = 6
MARGIN = 1.002
"""How much larger every other rectangle around an outline is, so that rounding changes none."""
EXACT = 0.001
SQUARE = 0.4
"""The share of pieces laid square to the table if any angle is allowed."""


@dataclass(frozen=True)
class Form:
    """A form: `count` pieces that measure `short` by `long`, in the layout's unit, for any of
    `types`.

    With an `outline` they have it, else any that is usual for the type. A `section` is a part of a
    band that is `short` wide, laid end to end with others of that width.
    """

    name: str
    types: frozenset[str]
    short: float
    long: float
    count: int = 1
    section: bool = False
    outline: Outline = ()


@dataclass(frozen=True)
class Formed:
    """A legal piece, and the name of its form."""

    piece: Piece
    form: str


@dataclass(frozen=True)
class Forms:
    """All forms for one table."""

    each: tuple[Form, ...]

    def without(self, lying: Iterable[Formed]) -> Forms:
        """Return the forms that are left beside existing pieces; bands take sections of one
        width.
        """
        named = {form.name: form for form in self.each}
        used: Counter[str] = Counter()
        for each in lying:
            form = named[each.form]
            if not form.section:
                used[form.name] += 1
                continue
            length = _reach(each.piece.outline)
            for other in self.each:
                if other.section and other.short == form.short and length > 0:
                    some = min(other.count - used[other.name], math.ceil(length / other.long))
                    used[other.name] += some
                    length -= some * other.long
        left = (
            replace(form, count=form.count - used[form.name]) if used[form.name] else form
            for form in self.each
        )
        return Forms(tuple(form for form in left if form.count > 0))

    def fitting(self, wanted: Piece, rules: GroundRules) -> tuple[Form, ...]:
        """Return the forms that a piece may have by its type and its slot."""
        kind = rules.kind(wanted.type)
        alike = [form for form in self.each if wanted.type in form.types]
        if kind.band or kind.strip:
            least = min(rules.table.width, rules.table.depth)
            widths = [form for form in alike if form.section and _is_wide(form, kind, rules)]
            return tuple(form for form in widths if _length(widths, form.short) >= least)
        limits = size_limits(wanted, rules)
        if limits is None:
            return ()
        spare = rules.tolerance
        longest = longest_least(limits, spare)
        return tuple(
            form
            for form in alike
            if not form.section
            and form.short >= limits.short_min - spare
            and longest <= form.long <= limits.most + spare
        )

    def room_for(self, wanted: Piece, rules: GroundRules) -> int:
        """Return how many such pieces there are; one for a band."""
        kind = rules.kind(wanted.type)
        found = self.fitting(wanted, rules)
        return min(1, len(found)) if kind.band or kind.strip else sum(each.count for each in found)


def place(
    layout: Layout,
    wanted: Piece,
    rules: GroundRules,
    chooser: Random,
    *,
    forms: Forms,
    prefer: Prefer | None = None,
) -> Formed | None:
    """Return a legal piece with one of the forms, or None if no random candidate is legal.

    The chooser decides which; with `prefer` it is the best of the candidates for one outline. None
    proves nothing: there may be a place that no candidate hit.
    """
    kind = rules.kind(wanted.type)
    found = list(forms.fitting(wanted, rules))
    # Forms with more copies are likelier.
    found.sort(key=lambda form: -(chooser.random() ** (1 / form.count)))
    for form in found:
        if kind.band or kind.strip:
            outline = _band(layout, wanted, rules, chooser, form=form, prefer=prefer)
            if outline and _reach(outline) > _length(found, form.short):
                outline = None
        else:
            ring = np.array(form.outline or draw_form(kind.figure, form, chooser))
            outline = _thrown(layout, wanted, rules, chooser, ring=ring, prefer=prefer)
        if outline:
            return Formed(replace(wanted, outline=outline), form.name)
    return None


def draw_form(figure: str, form: Form, chooser: Random) -> Outline:
    """Return an outline that is usual for a figure and has exactly the size of a form."""
    size = (form.short, form.long)
    for _ in range(DRAWN):
        outline = shapes.figure(figure, size, chooser)
        if measures(outline, size):
            return outline
    return fitted(outline, size) or shapes.rectangle(size)


def fitted(outline: Outline, size: tuple[float, float]) -> Outline | None:
    """Return an outline stretched until its least rectangle has these sides, along the axes.

    None if stretching does not converge: another rectangle becomes the least each time.
    """
    short, long = size
    for _ in range(FITTED):
        measure = extents(polygon(outline))
        at = measure.least()
        ux, uy = measure.directions[at].tolist()
        ring = np.array(outline) @ np.array(((ux, -uy), (uy, ux)))
        sides = np.ptp(ring, axis=0)
        wished = (long, short) if sides[0] >= sides[1] else (short, long)
        ring = (ring - ring.min(axis=0)) * (np.array(wished) / sides)
        outline = outline_of(random_candidates.polygons(ring[None])[0])
        if measures(outline, size):
            return outline
    return None


def measures(outline: Outline, size: tuple[float, float]) -> bool:
    """Return whether an outline's least rectangle has these sides, and no different one is nearly
    as small.
    """
    shape = polygon(outline)
    if not shapely.is_valid(shape):
        return False
    measure = extents(shape)
    areas = measure.along * measure.across
    short, long = sorted(size)
    off = np.maximum(np.abs(measure.short - short), np.abs(measure.long - long))
    return bool((off[areas <= areas.min() * MARGIN] <= EXACT).all())


def _is_wide(form: Form, kind: TypeRules, rules: GroundRules) -> bool:
    """Return whether a section has the width of a band, or the depth of a strip."""
    if kind.band:
        low, high = kind.band.min_width, kind.band.max_width
    else:
        assert kind.strip is not None
        low, high = kind.strip.min_depth, kind.strip.max_depth
    return low - rules.tolerance <= form.short <= high + rules.tolerance


def _length(forms: Iterable[Form], short: float) -> float:
    """Return the total length of all sections of one width."""
    return sum(form.long * form.count for form in forms if form.short == short)


def _reach(outline: Outline) -> float:
    measure = extents(polygon(outline))
    return float(measure.long[measure.least()])


def _band(
    layout: Layout,
    wanted: Piece,
    rules: GroundRules,
    chooser: Random,
    *,
    form: Form,
    prefer: Prefer | None,
) -> Outline | None:
    """Return a band or a strip with the width of a form: the rules are narrowed to that width."""
    kind = rules.kind(wanted.type)
    if kind.band:
        band = replace(kind.band, min_width=form.short, max_width=form.short)
        kind = replace(kind, band=band)
    elif kind.strip:
        kind = replace(kind, strip=replace(kind.strip, min_depth=form.short, max_depth=form.short))
    narrowed = replace(rules, types={**rules.types, wanted.type: kind})
    if kind.strip:
        found = strip_along(layout, wanted, narrowed, chooser)
        return found if isinstance(found, tuple) else None
    for outline in thrown_bands(layout, wanted, narrowed, chooser, prefer=prefer):
        if not check_spot(layout, replace(wanted, outline=outline), narrowed):
            return outline
    found = narrowest_band(layout, wanted, narrowed, chooser)
    return found if isinstance(found, tuple) else None


def _thrown(
    layout: Layout,
    wanted: Piece,
    rules: GroundRules,
    chooser: Random,
    *,
    ring: Numbers,
    prefer: Prefer | None,
) -> Outline | None:
    """Return a legal place for one outline, turned a few times in each arrangement."""
    straight = shapes.family(rules.kind(wanted.type).figure) != "blob"
    choices = list(options(layout, wanted, rules))
    chooser.shuffle(choices)
    for option in choices:
        clear = asked_clear(layout, wanted, rules, option.obstacles)
        others = KeptOff.of(layout.shapes[list(option.obstacles)], clear)
        for _ in range(TURNS):
            laid = _laid(ring, option, layout, chooser, straight=straight)
            if prefer is not None and len(laid.at):
                laid = laid.some(np.argsort(prefer(laid), kind="stable"))
            for outline in _open(laid, others):
                if not check_spot(layout, replace(wanted, outline=outline), rules):
                    return outline
    return None


def _laid(
    ring: Numbers, option: Option, layout: Layout, chooser: Random, *, straight: bool
) -> Throws:
    if option.at_edge or (straight and option.touching is not None) or chooser.random() < SQUARE:
        ring = random_candidates.quarter_turned(ring, chooser.randrange(4))
    else:
        ring = random_candidates.turned_ring(ring, 360 * chooser.random())
    if option.touching is None:
        edges: Sequence[str] = sorted(option.box.edges) if option.at_edge else ()
        return random_candidates.within(
            ring, option.box, tuple(edges), count=THROWN, chooser=chooser
        )
    neighbour = np.array(layout.pieces[option.touching].outline)
    return random_candidates.against(
        ring, neighbour, box=option.box, along_sides=straight, count=THROWN, chooser=chooser
    )


def _open(laid: Throws, others: KeptOff) -> Iterator[Outline]:
    if len(laid.at):
        for at in random_candidates.free(laid, others):
            yield laid.outline(at)
