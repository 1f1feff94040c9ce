"""Generate a table without players: both sides' choices and dice from a seed.

The script of 9.A to 9.D runs as in a battle, so that no selection, die, special or loss can differ
from the played rules; only the answers come from here. Settlements come from lists, so none is
generated.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import combinations_with_replacement
from random import Random
from typing import Any

from setup_app.engine.chance import Roll
from setup_app.engine.errors import DomainError
from setup_app.engine.prompts import Answer, Ask, Find, Prompt, Request
from setup_app.engine.values import LogMessage, Side, Violation
from setup_app.rulebooks.pbs_2023_1 import placement_judge as judging
from setup_app.rulebooks.pbs_2023_1 import section_9
from setup_app.rulebooks.pbs_2023_1 import section_9_prompts as prompts
from setup_app.rulebooks.pbs_2023_1.generator_option_faults import refuse_locked, refuse_selection
from setup_app.rulebooks.pbs_2023_1.generator_options import (
    Wish,
    as_pieces,
    read_wish,
    room_kept,
    still_wished,
)
from setup_app.rulebooks.pbs_2023_1.section_9_start import begun
from setup_app.rulebooks.pbs_2023_1.section_9b import lying, taken_off_at_end, within_limits
from setup_app.rulebooks.pbs_2023_1.tables import GROUND, TERRITORIES
from terrain.core import generation, legality
from terrain.core.forms import Formed, Forms
from terrain.core.layout import (
    DICE,
    PLAYERS,
    Layout,
    Piece,
    write_layout,
    write_piece,
)
from terrain.core.outline import Outline, slid, turned
from terrain.core.placement.search import Found, Impossible

ATTEMPTS = 8
"""The number of tables tried until every requested piece has a place."""
COMPARED = 4
"""The number of tables with the same selections and dice from which the most balanced is taken."""


@dataclass(frozen=True)
class Lost:
    """A piece without a legal place, as `searched` says, with the table as it was then."""

    piece: Piece
    searched: Mapping[str, Any]
    before: Layout


@dataclass(frozen=True)
class GeneratedTable:
    """A generated table: its pieces, the players' log about it, and the lost pieces."""

    layout: Layout
    told: tuple[LogMessage, ...]
    lost: tuple[Lost, ...] = field(default=())
    forms: Mapping[str, str] = field(default_factory=dict)
    """The name of each piece's form, if the table is generated from forms."""


Progress = Callable[[int, int], None]
"""A callback that receives, before each table and at the end, the number tried and the total; it
raises to stop.
"""


def _untold(done: int, total: int) -> None:
    """Ignore the progress."""


def generate(
    request: Any, progress: Progress = _untold, forms: Forms | None = None
) -> dict[str, Any]:
    """Return `{"layout", "log", "lost"}` for a decoded JSON request; see
    `generator_options.read_wish`.

    With `forms` the pieces have only those forms, and `forms` in the answer names each one's; a
    piece that fits in no form is lost, and the log has its own messages for that.

    The layout is legal. `log` has lines `{"code", "params"}` of the script's sentences, with sides
    named by their roles. `lost` has `{"piece", "searched", "before"}`: the piece without a legal
    place, what was searched, and the layout at that time. The same request gives the same answer.
    Raises LayoutUnreadable, and DomainError as `lay_table` does.
    """
    wish = replace(read_wish(request), forms=forms)
    table = lay_table(wish, progress)
    lying_still = {piece.id for piece in table.layout.pieces}
    kept = [
        LogMessage("piece_kept", {"type": piece.type})
        for piece in wish.ground.pieces
        if piece.id in lying_still
    ]
    formed = {} if forms is None else {"forms": dict(table.forms)}
    return formed | {
        "layout": write_layout(table.layout),
        "log": [_line(told) for told in (*kept, *table.told)],
        "lost": [
            {
                "piece": {k: v for k, v in write_piece(lost.piece).items() if k != "outline"},
                "searched": dict(lost.searched),
                "before": write_layout(lost.before),
            }
            for lost in table.lost
        ],
    }


def lay_table(wish: Wish, progress: Progress = _untold) -> GeneratedTable:
    """Return a legal table with the given options.

    With the policy `balanced` it is the one of COMPARED tables with the fewest lost pieces and,
    among equals, the least `generation.imbalance`; their selections and dice are the same unless a
    piece is lost or cannot be moved.

    Raises DomainError with violations: `locked_pieces_illegal` for faults of the pieces to keep,
    `selection_not_allowed` for requested pieces that the rules do not let a side select, `no_place`
    if none of ATTEMPTS tables has a legal place for every requested piece.
    """
    refuse_locked(wish)
    refuse_selection(wish)
    more = _compared(wish) - 1
    for attempt in range(ATTEMPTS):
        total = attempt + 1 + more
        progress(attempt, total)
        table = _laid(wish, attempt, 0)
        missing = _wished_and_lost(table, wish)
        # Only a table without missing pieces is worth comparing with others.
        if not missing:
            tables = [table]
            for at in range(1, 1 + more):
                progress(attempt + at, total)
                tables.append(_laid(wish, attempt, at))
            progress(total, total)
            whole = [each for each in tables if not _wished_and_lost(each, wish)]
            return min(whole, key=lambda each: _rank(each, wish)) if more else table
    raise DomainError(
        "no_place",
        {"pieces": [lost.piece.id for lost in missing]},
        violations=tuple(_no_place(lost) for lost in missing),
    )


def _compared(wish: Wish) -> int:
    return COMPARED if wish.policy == "balanced" else 1


def _rank(table: GeneratedTable, wish: Wish) -> tuple[int, float]:
    return len(table.lost), round(generation.imbalance(table.layout, wish.rules), 6)


def _laid(wish: Wish, attempt: int, place: int) -> GeneratedTable:
    """Return one legal table. Selections and dice use a random stream separate from the places.

    With the policy `random` the pieces are not confirmed one by one, because the check of the whole
    does it at once; if anything is wrong, the table is generated again piece by piece.
    """
    ground = wish.ground
    seed = f"{wish.seed}/{ground.territory}/{ground.density}/{ground.flank}/{attempt}"
    for confirms in dict.fromkeys((wish.policy != "random", True)):
        places = Random(f"{seed}/places/{place}")
        layer = generation.Layer(wish.rules, places, wish.policy, confirms)
        choices, dice = Random(f"{seed}/choices"), Random(f"{seed}/dice")
        table = _Laying(wish, layer, choices=choices, dice=dice).run()
        broken = legality.check(table.layout, wish.rules)
        if not broken:
            return table
    raise AssertionError(f"generated an illegal table for {seed}: {[each.code for each in broken]}")


class _Laying:
    """One table being generated: the script's situation, and the same terrain as a layout."""

    def __init__(
        self, wish: Wish, layer: generation.Layer, *, choices: Random, dice: Random
    ) -> None:
        self._layer = layer
        self._choices = choices
        self._dice = dice
        self._left = still_wished(wish)
        self._layout = wish.ground
        self._lost: list[Lost] = []
        self._wish = wish
        self._formed: dict[str, str] = {}
        self.battle = begun(wish)

    def run(self) -> GeneratedTable:
        for part in (section_9.secure_flank, section_9.compulsory, section_9.optional):
            self._follow(part(self.battle))
        # Open ground was removed from the table last of all.
        there = {piece["id"] for piece in self.battle.pieces}
        pieces = tuple(piece for piece in self._layout.pieces if piece.id in there)
        told = tuple(self.battle.told)
        if self._wish.forms is not None:
            told = tuple(
                replace(each, code="piece_left_out") if each.code == "piece_lost" else each
                for each in told
            )
        forms = {id_: name for id_, name in self._formed.items() if id_ in there}
        return GeneratedTable(self._layout.with_pieces(pieces), told, tuple(self._lost), forms)

    def _follow(self, part: section_9.Part) -> None:
        request = next(part, None)
        while request is not None:
            reply = self._reply(request)
            try:
                request = part.send(reply)
            except StopIteration:
                request = None

    def _reply(self, request: Request) -> Any:
        if isinstance(request, Ask):
            return [self._answer(side or 0, prompt) for side, prompt in request.prompts]
        if isinstance(request, Roll):
            return self._dice.choice(request.faces)
        assert isinstance(request, Find)
        return judging.FINDERS[request.name](self.battle.setup, **request.inputs)

    def _answer(self, side: Side, prompt: Prompt) -> Answer:
        match prompt:
            case prompts.ChooseType():
                return {"type": self._type(side, prompt)}
            case prompts.SelectOptional():
                return {"types": list(self._lot(side, prompt))}
            case prompts.DiceOrNot():
                return {"dice": self._choices.random() < 0.5}
            case prompts.PlacePiece():
                return self._place(prompt)
            case prompts.Oppose():
                return {"action": self._oppose(prompt)}
            case prompts.MovePiece():
                return self._slide()
            case prompts.TurnPiece():
                return self._turn()
        raise AssertionError(f"no answer for {type(prompt).__name__}")

    def _type(self, side: Side, prompt: prompts.ChooseType) -> str:
        """Return a type for secure flank, for a compulsory slot, or of the next piece to place."""
        if prompt.purpose == "place_next":
            return self._choices.choice(prompt.types)
        wished = self._left.get((prompt.purpose, side))
        if wished:
            return wished.pop(0)
        types = self._there_are(prompt.types, prompt.purpose) or prompt.types
        if prompt.purpose == "compulsory" and any(self._left.values()):
            types = tuple(
                each for each in types if room_kept(self.battle, side, (each,), self._left)
            )
        return self._choices.choice(types or prompt.types)

    def _lot(self, side: Side, prompt: prompts.SelectOptional) -> tuple[str, ...]:
        """Return all optional pieces of a side; each legal selection is equally likely."""
        key = ("optional", side)
        if key in self._left:
            return tuple(self._left.pop(key))
        most = GROUND.densities[prompt.density].optional
        lots = _lots(prompt.territory, most - len(lying(self.battle, side, "optional")))
        if any(self._left.values()):
            lots = tuple(lot for lot in lots if room_kept(self.battle, side, lot, self._left))
        # Draw until one is allowed: filtering them all takes far longer.
        while lots:
            lot = self._choices.choice(lots)
            if within_limits(
                prompt.territory, Counter(prompt.already) + Counter(lot)
            ) and self._has_enough(lot):
                return lot
        return ()

    def _there_are(self, types: tuple[str, ...], slot: str) -> tuple[str, ...]:
        """Return the types with a form left for a slot; all of them without forms."""
        return tuple(each for each in types if self._room(each, slot) > 0)

    def _has_enough(self, lot: tuple[str, ...]) -> bool:
        """Return whether there are as many forms as optional pieces of each type."""
        return all(self._room(each, "optional") >= lot.count(each) for each in set(lot))

    def _room(self, type_: str, slot: str) -> int:
        """Return how many pieces of a type may still be selected: the number of forms left."""
        if self._is_free(type_):
            return len(DICE)
        forms = self._forms_left()
        wanted = Piece("", type_, slot, PLAYERS[0])
        selected = sum(types.count(type_) for types in self.battle.selected)
        return forms.room_for(wanted, self._wish.rules) - selected

    def _is_free(self, type_: str) -> bool:
        """Return whether a piece may have any shape: forms are not requested, or it is removed
        again.
        """
        territory = self._wish.ground.territory
        assert territory is not None
        return self._wish.forms is None or taken_off_at_end(territory, type_)

    def _forms_left(self) -> Forms:
        assert self._wish.forms is not None
        return self._wish.forms.without(
            Formed(piece, self._formed[piece.id])
            for piece in self._layout.pieces
            if piece.id in self._formed
        )

    def _place(self, prompt: prompts.PlacePiece) -> Answer:
        wanted = Piece(prompt.id, prompt.type, prompt.slot, prompt.placed_by, prompt.die)
        found = self._found(wanted)
        if isinstance(found, Impossible):
            self._lost.append(Lost(wanted, found.searched, self._layout))
            return {"impossible": True, "searched": found.searched}
        self._layout = self._layout.with_pieces((*self._layout.pieces, found.piece))
        return {"outline": judging.Kept(found.piece.outline), "declared": None}

    def _found(self, wanted: Piece) -> Found | Impossible:
        """Return a place for a piece; with forms, in one of those that are left."""
        if self._is_free(wanted.type):
            return self._layer.place(self._layout, wanted)
        formed = self._layer.place_formed(self._layout, wanted, self._forms_left())
        if formed is None:
            return Impossible({"type": wanted.type, "outline": None, "positions": "thrown"})
        self._formed[wanted.id] = formed.form
        return Found(formed.piece)

    def _oppose(self, prompt: prompts.Oppose) -> str:
        action = self._choices.choice(prompt.actions)
        if action == "remove":
            self._layout = self._layout.with_pieces(self._layout.pieces[:-1])
        return action

    def _slide(self) -> Answer:
        """Return a slide. A piece is opposed right after its placement: it is the last one."""
        by = self._layer.slide(self._layout)
        if by is None:
            return {"leave": True}
        self._move(slid(self._layout.pieces[-1].outline, by=by))
        return {"by": list(by)}

    def _turn(self) -> Answer:
        turn = self._layer.turn(self._layout)
        if turn is None:
            return {"leave": True}
        about, degrees = turn
        self._move(turned(self._layout.pieces[-1].outline, about=about, degrees=degrees))
        return {"about": list(about), "degrees": degrees}

    def _move(self, outline: Outline) -> None:
        *others, last = self._layout.pieces
        moved = replace(last, outline=outline, moved=True)
        self._layout = self._layout.with_pieces((*others, moved))


@cache
def _lots(territory: str, most: int) -> tuple[tuple[str, ...], ...]:
    """Return every selection of at most this many optional pieces, whatever their limits."""
    types = [row.type for row in TERRITORIES[territory].terrain]
    return tuple(
        lot for number in range(most + 1) for lot in combinations_with_replacement(types, number)
    )


def _wished_and_lost(table: GeneratedTable, wish: Wish) -> tuple[Lost, ...]:
    wished = Counter((piece.slot, piece.placed_by, piece.type) for piece in as_pieces(wish))
    return tuple(
        lost
        for lost in table.lost
        if wished[lost.piece.slot, lost.piece.placed_by, lost.piece.type]
    )


def _no_place(lost: Lost) -> Violation:
    piece = lost.piece
    params = {
        "type": piece.type,
        "slot": piece.slot,
        "placed_by": piece.placed_by,
        "die": piece.die,
        "searched": dict(lost.searched),
    }
    return Violation("no_place", "9.E", params, (piece.id,))


def _line(told: LogMessage) -> dict[str, Any]:
    params = {
        name: PLAYERS[value] if name == "side" else value for name, value in told.params.items()
    }
    return {"code": told.code, "params": params}
