"""Judge and suggest placements: the link between this rulebook's answers and the geometry."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import shapely

from setup_app.engine.errors import DomainError
from setup_app.engine.prompts import Hint, Suggestion
from setup_app.engine.situation import BattleSetup, Known
from setup_app.engine.values import Violation
from setup_app.rulebooks.pbs_2023_1.layout_rules import ground_rules
from setup_app.rulebooks.pbs_2023_1.tables import GROUND, TERRITORIES
from setup_app.rulebooks.pbs_2023_1.type_rules import DEEP_WATER
from terrain.core import legality
from terrain.core.breaches import Breach
from terrain.core.layout import (
    Layout,
    LayoutUnreadable,
    Piece,
    Table,
    read_outline,
    read_piece,
    write_outline,
)
from terrain.core.outline import NEGLIGIBLE, Outline, polygon, slid, turned
from terrain.core.placement import hints, impossibility, search
from terrain.core.rules import GroundRules

NOT_ACCEPTABLE = frozenset(
    {
        "category_not_open",
        "die_required",
        "invalid_outline",
        "limit_exceeded",
        "not_in_box",
        "not_in_territory",
        "outside_table",
        "unknown_type",
    }
)
"""The faults that an agreement cannot waive: there is nothing to place, or another side places
it.
"""


FLANKS = ("left", "right")


class Kept(dict[str, Any]):
    """An outline as JSON that the program itself found: rounded and wound as layouts store it.

    Parsing and formatting it again would change nothing and take longer than finding it.
    """

    def __init__(self, outline: Outline) -> None:
        super().__init__(type="Polygon", coordinates=[(*outline, outline[0])])
        self.outline = outline


def normal_outline(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return an answer's outline as the layout stores it: anticlockwise, three decimals."""
    return given if isinstance(given, Kept) else write_outline(read_outline(given))


def rules_of(known: Known) -> GroundRules:
    return ground_rules(
        TERRITORIES[known.territory],
        known.density,
        known.flank,
        (known.table["width"], known.table["depth"]),
        known.settings,
    )


def layout_of(known: Known) -> Layout:
    """Return the current table."""
    return Layout(
        rulebook="pbs-2023.1",
        territory=known.territory,
        density=known.density,
        flank=known.flank,
        table=Table(known.table["width"], known.table["depth"]),
        pieces=tuple(read_piece(piece) for piece in known.pieces),
        settings=known.settings,
    )


def judge_placed(
    about: Mapping[str, Any], rule: str, answer: Mapping[str, Any], known: Known
) -> tuple[Violation, ...]:
    try:
        outline = normal_outline(answer["outline"])
        piece = read_piece(
            {**about, "declared": answer.get("declared"), "moved": False, "outline": outline}
        )
    except LayoutUnreadable as unreadable:
        params = {"reason": unreadable.code, **unreadable.params}
        return (Violation("invalid_outline", rule, params, (about["id"],)),)
    found = legality.check_placement(layout_of(known), piece, rules_of(known))
    return tuple(as_script_violation(violation) for violation in found)


def judge_impossible(about: Mapping[str, Any], rule: str, known: Known) -> tuple[Violation, ...]:
    """Return violations unless a search finds no legal place; the program searches itself.

    The search is deterministic: it agrees with `suggest_place` that a place is impossible.
    """
    found = impossibility.searched_for_good(layout_of(known), _wanted(about), rules_of(known))
    if isinstance(found, search.Impossible):
        return ()
    return (Violation("place_exists", rule, {"type": about["type"]}, (about["id"],)),)


def suggest_place(about: Mapping[str, Any], known: Known, chooser: random.Random) -> Suggestion:
    found = search.suggest(layout_of(known), _wanted(about), rules_of(known), chooser)
    if isinstance(found, search.Impossible):
        searched = dict(found.searched)
        return Suggestion({"impossible": True, "searched": searched}, searched)
    outline = write_outline(found.piece.outline)
    return Suggestion({"outline": outline, "declared": found.piece.declared})


def hints_for(about: Mapping[str, Any], rule: str, outline: Any, known: Known) -> tuple[Hint, ...]:
    """Return where a piece may not lie in its outline's orientation. Raises `invalid_outline`."""
    reason: dict[str, Any]
    try:
        piece = replace(_wanted(about), outline=read_outline(normal_outline(outline)))
        reason = {"reason": piece.fault} if piece.fault else {}
    except LayoutUnreadable as unreadable:
        reason = {"reason": unreadable.code, **unreadable.params}
    if reason:
        broken = Violation("invalid_outline", rule, reason, (about["id"],))
        raise DomainError(broken.code, broken.params, violations=(broken,))
    found = hints.hints(layout_of(known), piece, rules_of(known))
    return tuple(
        Hint(hint.code, hint.pieces, hint.rule, hint.required, hint.region) for hint in found
    )


def _wanted(about: Mapping[str, Any]) -> Piece:
    return Piece(
        id=about["id"],
        type=about["type"],
        slot=about["slot"],
        placed_by=about["placed_by"],
        die=about["die"],
    )


def judge_slide(piece: str, by: list[float], most: float, known: Known) -> tuple[Violation, ...]:
    layout, rules = layout_of(known), rules_of(known)
    index = _index_of(piece, layout)
    length = math.hypot(by[0], by[1])
    too_far = (
        (Violation("moved_too_far", "9.E", {}, (piece,), round(length, 3), most),)
        if length > most + rules.tolerance + NEGLIGIBLE
        else ()
    )
    moved = slid(layout.pieces[index].outline, by=(by[0], by[1]))
    found = legality.check_moved(layout, index, moved, rules)
    return too_far + tuple(as_script_violation(violation) for violation in found)


def judge_turn(
    piece: str, about: list[float], degrees: float, known: Known
) -> tuple[Violation, ...]:
    layout, rules = layout_of(known), rules_of(known)
    index = _index_of(piece, layout)
    point = (about[0], about[1])
    off = legality.distance_to(layout.pieces[index], point)
    beside = (
        (Violation("pivot_off_piece", "9.E", {}, (piece,), round(off, 3), 0.0),)
        if off > rules.tolerance + NEGLIGIBLE
        else ()
    )
    after = turned(layout.pieces[index].outline, about=point, degrees=degrees)
    found = legality.check_moved(layout, index, after, rules)
    return beside + tuple(as_script_violation(violation) for violation in found)


def suggest_slide(piece: str, known: Known, chooser: random.Random) -> Suggestion:
    layout = layout_of(known)
    by = search.suggest_move(layout, _index_of(piece, layout), rules_of(known), chooser)
    return Suggestion({"leave": True} if by is None else {"by": list(by)})


def suggest_turn_of(piece: str, known: Known, chooser: random.Random) -> Suggestion:
    layout = layout_of(known)
    turn = search.suggest_turn(layout, _index_of(piece, layout), rules_of(known), chooser)
    if turn is None:
        return Suggestion({"leave": True})
    about, degrees = turn
    return Suggestion({"about": list(about), "degrees": degrees})


def _index_of(piece: str, layout: Layout) -> int:
    return next(place for place, there in enumerate(layout.pieces) if there.id == piece)


def acceptable(violations: tuple[Violation, ...]) -> bool:
    return not any(violation.code in NOT_ACCEPTABLE for violation in violations)


def as_script_violation(found: Breach) -> Violation:
    return Violation(
        found.code,
        found.rule,
        dict(found.params),
        tuple(found.pieces),
        found.measured,
        found.required,
        found.where,
    )


def slid_outline(setup: BattleSetup, outline: Mapping[str, Any], by: list[float]) -> Any:
    """Finder: return a piece's outline after a slide."""
    return _written(outline, slid(_outline_of(outline), by=(by[0], by[1])))


def turned_outline(
    setup: BattleSetup, outline: Mapping[str, Any], about: list[float], degrees: float
) -> Any:
    """Finder: return a piece's outline after a turn. Sines differ between machines, so it is a
    finding.
    """
    after = turned(_outline_of(outline), about=(about[0], about[1]), degrees=degrees)
    return _written(outline, after)


def _outline_of(given: Mapping[str, Any]) -> Outline:
    return given.outline if isinstance(given, Kept) else read_outline(given)


def _written(before: Mapping[str, Any], outline: Outline) -> dict[str, Any]:
    return Kept(outline) if isinstance(before, Kept) else write_outline(outline)


def sector_of(setup: BattleSetup, outline: Mapping[str, Any]) -> str | None:
    """Finder: return the flank sector, in the defender's view, that a secure flank piece secures.

    Its middle decides: deep water may be deeper than the sectors of a small table, and players may
    accept a piece that sticks out of its sector. None if it lies in the centre.
    """
    across = [x for x, _ in _outline_of(outline)]
    middle = (min(across) + max(across)) / 2
    sector = setup.settings["flank_sector_depth"]
    if middle < sector:
        return "left"
    return "right" if middle > setup.table["width"] - sector else None


def most_of(setup: BattleSetup, outline: Mapping[str, Any], of: str) -> list[str]:
    """Return the sectors that hold most of a secure flank piece; several if they hold as much.

    A finder, in the defender's view. Deep water lies along a side edge and always secures a flank.
    """
    shape = polygon(_outline_of(outline))
    width, depth, sector = (
        setup.table["width"],
        setup.table["depth"],
        setup.settings["flank_sector_depth"],
    )
    ranges = {"left": (0.0, sector), "right": (width - sector, width)}
    if of != DEEP_WATER:
        ranges["centre"] = (sector, width - sector)
    areas = {
        name: float(shapely.area(shapely.intersection(shape, shapely.box(low, 0.0, high, depth))))
        for name, (low, high) in ranges.items()
    }
    most = max(areas.values())
    return [name for name, area in areas.items() if area >= most - GROUND.tolerance]


FINDERS: Mapping[str, Callable[..., Any]] = {
    "most_of": most_of,
    "sector_of": sector_of,
    "slid_outline": slid_outline,
    "turned_outline": turned_outline,
}
"""The finders that the script may ask for, by name."""
