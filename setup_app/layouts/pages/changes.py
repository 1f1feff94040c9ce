"""Changes to a table, parsed from one form field, and their result.

`{"pieces": {id: [x, y, degrees, width, depth, die]}, "shapes": {id: [number, width, depth]},
"gone": [ids], "added": [[id, type, player, seed]]}`: browsers send these figures and no outline.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from setup_app.engine.errors import DomainError
from setup_app.layouts import silhouettes
from setup_app.layouts.pages import piece_figures
from setup_app.layouts.pages.piece_figures import Lying
from setup_app.web.json_body import read_field
from terrain.core.layout import DICE, PLAYERS, write_outline
from terrain.core.rules import GroundRules

MAX_TEXT = 40_000
MAX_PIECES = 24
FARTHEST = 200.0
MAX_SEED = 10**6


@dataclass(frozen=True)
class Figures:
    """The position and size of a piece, and its die."""

    lying: Lying
    die: int | None


@dataclass(frozen=True)
class Reshaped:
    """A different outline of the same kind: its number, and the sides for which it was drawn."""

    number: int
    width: float
    depth: float


@dataclass(frozen=True)
class Changes:
    """The differences from the table that is being edited."""

    pieces: Mapping[str, Figures] = field(default_factory=dict)
    shapes: Mapping[str, Reshaped] = field(default_factory=dict)
    gone: tuple[str, ...] = ()
    added: tuple[tuple[str, str, str, int], ...] = ()

    def written(self) -> str:
        """Return the changes in the form's format."""
        pieces = {
            name: [
                *(
                    round(each, 3)
                    for each in (
                        one.lying.x,
                        one.lying.y,
                        one.lying.degrees,
                        one.lying.width,
                        one.lying.depth,
                    )
                ),
                one.die,
            ]
            for name, one in self.pieces.items()
        }
        shapes = {
            name: [one.number, round(one.width, 3), round(one.depth, 3)]
            for name, one in self.shapes.items()
        }
        kept = {"pieces": pieces, "shapes": shapes, "gone": self.gone, "added": self.added}
        return json.dumps(kept, separators=(",", ":"))

    def with_piece(self, name: str, figures: Figures) -> Changes:
        return replace(self, pieces={**self.pieces, name: figures})

    def with_shape(self, name: str, shape: Reshaped) -> Changes:
        return replace(self, shapes={**self.shapes, name: shape})

    def without(self, name: str) -> Changes:
        """Return the changes without a piece; an added piece disappears completely."""
        pieces = {each: one for each, one in self.pieces.items() if each != name}
        shapes = {each: one for each, one in self.shapes.items() if each != name}
        added = tuple(each for each in self.added if each[0] != name)
        gone = self.gone if len(added) < len(self.added) else (*self.gone, name)
        return Changes(pieces, shapes, gone, added)


def parse_changes(text: str) -> Changes:
    """Return the changes in a form's field; a malformed field gives no changes."""
    try:
        stated = read_field(text) if len(text) <= MAX_TEXT else {}
    except DomainError:
        stated = {}
    if not isinstance(stated, dict):
        return Changes()
    pieces = stated.get("pieces")
    found = {}
    for name, figures in pieces.items() if isinstance(pieces, dict) else ():
        read_one = _figures(figures)
        if read_one is not None:
            found[name] = read_one
    shapes = stated.get("shapes")
    reshaped = {
        name: Reshaped(*one)
        for name, one in (shapes.items() if isinstance(shapes, dict) else ())
        if _is_reshaped(one)
    }
    gone = tuple(each for each in _listed(stated.get("gone")) if isinstance(each, str))
    added = tuple(tuple(each) for each in _listed(stated.get("added")) if _is_added(each))
    return Changes(found, reshaped, gone, added)


def applied(layout: Mapping[str, Any], rules: GroundRules, changes: Changes) -> dict[str, Any]:
    """Return the layout with the changes. A type that the rules do not know is not added."""
    return Copy(layout, rules).changed(changes)


class Copy:
    """A table that is being edited, with its changes. For one request: every outline is drawn once,
    however often it is used.
    """

    def __init__(self, layout: Mapping[str, Any], rules: GroundRules) -> None:
        self.layout = layout
        self.rules = rules
        self._lying: dict[tuple[str, Reshaped | None, Figures], dict[str, Any]] = {}
        self._new: dict[tuple[str, str, str, int], dict[str, Any]] = {}
        self._reshaped: dict[tuple[str, Reshaped], dict[str, Any]] = {}

    def changed(self, changes: Changes) -> dict[str, Any]:
        """Return the layout with the changes. A type that the rules do not know is not added."""
        pieces = [self._lies(piece, changes) for piece in self._there(changes)]
        return {**self.layout, "pieces": pieces}

    def piece(self, name: str, changes: Changes) -> dict[str, Any] | None:
        """Return one piece with its changes; None if no piece has this name."""
        found = (piece for piece in self._there(changes) if piece["id"] == name)
        return next((dict(self._lies(piece, changes)) for piece in found), None)

    def draws(self, piece: Mapping[str, Any], figures: Figures) -> bool:
        """Return whether a piece can have these figures; if not, it stays as it was."""
        form = piece_figures.form_of(self.rules.kind(piece["type"]))
        outline = piece_figures.outline_in(piece)
        return (
            piece_figures.place_outline(outline, figures.lying, form, self.layout["table"])
            is not None
        )

    def _there(self, changes: Changes) -> list[dict[str, Any]]:
        """Return the original pieces with their outlines and the added ones, without the removed
        ones.
        """
        listed = self.layout["pieces"]
        pieces = [dict(piece) for piece in listed if piece["id"] not in changes.gone]
        known = {piece["id"] for piece in listed}
        for added in changes.added:
            name, type_, *_ = added
            if name in known or type_ not in self.rules.types or len(pieces) >= MAX_PIECES:
                continue
            known.add(name)
            if added not in self._new:
                self._new[added] = _new(self.rules, added)
            pieces.append(self._new[added])
        return [self._shaped(piece, changes) for piece in pieces]

    def _shaped(self, piece: dict[str, Any], changes: Changes) -> dict[str, Any]:
        shape = changes.shapes.get(piece["id"])
        if shape is None:
            return piece
        drawn = (piece["id"], shape)
        if drawn not in self._reshaped:
            self._reshaped[drawn] = _reshaped(piece, self.rules, shape)
        return self._reshaped[drawn]

    def _lies(self, piece: dict[str, Any], changes: Changes) -> dict[str, Any]:
        figures = changes.pieces.get(piece["id"])
        if figures is None:
            return piece
        drawn = (piece["id"], changes.shapes.get(piece["id"]), figures)
        if drawn not in self._lying:
            self._lying[drawn] = _changed(piece, self.rules, figures, self.layout["table"])
        return self._lying[drawn]


def in_hand(layout: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Return the question about one of the pieces for a worker: `{"layout", "piece", "before"}`.

    The piece keeps its turn: `before` is how many were placed before it. The rules judge a piece by
    the earlier ones, so the result differs from that for a piece placed last.
    """
    pieces = layout["pieces"]
    at = next(at for at, each in enumerate(pieces) if each["id"] == name)
    others = pieces[:at] + pieces[at + 1 :]
    return {"layout": {**layout, "pieces": others}, "piece": pieces[at], "before": at}


def _new(rules: GroundRules, added: tuple[str, str, str, int]) -> dict[str, Any]:
    name, type_, player, seed = added
    kind = rules.types[type_]
    slot = kind.home or _usual_slot(rules)
    return {
        "id": name,
        "type": type_,
        "slot": slot,
        "placed_by": player,
        "die": _usual_die(rules, type_, slot, player),
        "moved": False,
        "declared": None,
        "outline": write_outline(piece_figures.draw_new_piece(kind, rules, slot, seed)),
    }


def figures_of(piece: Mapping[str, Any], rules: GroundRules, changes: Changes) -> Figures:
    """Return the figures of a piece: the changed ones, or its original ones.

    They are never measured again from a changed outline: past 45 degrees its frame would be another
    one, and the next change would stretch it along the wrong side.
    """
    kept = changes.pieces.get(piece["id"])
    if kept is not None:
        return kept
    form = piece_figures.form_of(rules.kind(piece["type"]))
    return Figures(piece_figures.lying_of(piece_figures.outline_in(piece), form), piece.get("die"))


def _changed(
    piece: dict[str, Any], rules: GroundRules, figures: Figures, table: Mapping[str, float]
) -> dict[str, Any]:
    form = piece_figures.form_of(rules.kind(piece["type"]))
    before = piece_figures.outline_in(piece)
    outline = piece_figures.place_outline(before, figures.lying, form, table)
    if outline is None:
        return piece
    return {**piece, "die": figures.die, "outline": write_outline(outline)}


def _reshaped(piece: dict[str, Any], rules: GroundRules, shape: Reshaped) -> dict[str, Any]:
    kind = rules.kind(piece["type"])
    if piece_figures.form_of(kind) != "area":
        return piece
    size = (shape.width, shape.depth)
    ring = silhouettes.outline(kind.figure, size, shape.number)
    outline = piece_figures.in_place_of(piece_figures.outline_in(piece), ring)
    return piece if outline is None else {**piece, "outline": write_outline(outline)}


def _usual_slot(rules: GroundRules) -> str:
    """Return the slot of an added piece: the last one that takes the rows of the territory's
    table.
    """
    return [name for name, slot in rules.slots.items() if slot.takes_rows][-1]


def _usual_die(rules: GroundRules, type_: str, slot: str, player: str) -> int | None:
    """Return a die that sends it to the middle of the table, if any; None if no die is needed."""
    if slot in rules.slots and not rules.slots[slot].diced:
        return None
    zones = rules.kind(type_).by_die.get(player, {})
    inner = list(rules.zones)[1:-1]
    fitting = [die for die, zone in zones.items() if zone.zone in inner and not zone.touches_edge]
    return next(iter(fitting or zones), None)


def _figures(stated: Any) -> Figures | None:
    if not isinstance(stated, list) or len(stated) != 6:
        return None
    *numbers, die = stated
    if not all(_is_number(each) for each in numbers) or not (
        die is None or (type(die) is int and die in DICE)
    ):
        return None
    x, y, degrees, width, depth = (float(each) for each in numbers)
    # The first point of an outline must stay near the table, and a side must have a length.
    if max(abs(x), abs(y)) > FARTHEST or not 0 <= max(width, depth) <= piece_figures.MAX_LENGTH:
        return None
    if width < piece_figures.LEAST_SIDE or depth < 0 or 0 < depth < piece_figures.LEAST_SIDE:
        return None
    return Figures(Lying(x, y, math.remainder(degrees, 360), width, depth), die)


def _is_number(stated: Any) -> bool:
    return (
        isinstance(stated, int | float)
        and not isinstance(stated, bool)
        and abs(stated) < 1e6
        and math.isfinite(stated)
    )


def _is_reshaped(stated: Any) -> bool:
    if not isinstance(stated, list) or len(stated) != 3:
        return False
    number, *sides = stated
    return (
        type(number) is int
        and 0 <= number < silhouettes.MAX_NUMBER
        and all(_is_number(each) for each in sides)
        and all(piece_figures.LEAST_SIDE <= each <= piece_figures.MAX_LENGTH for each in sides)
    )


def _is_added(stated: Any) -> bool:
    if not isinstance(stated, list) or len(stated) != 4:
        return False
    name, type_, player, seed = stated
    return (
        isinstance(name, str)
        and name[:1] == "a"
        and name[1:].isascii()
        and name[1:].isdigit()
        and len(name) < 5
        and isinstance(type_, str)
        and player in PLAYERS
        and type(seed) is int
        and 0 <= seed < MAX_SEED
    )


def _listed(stated: Any) -> list[Any]:
    return stated[:64] if isinstance(stated, list) else []
