"""What does a table look like when both sides choose at random? A small stand-in for the script.

It follows 9.A to 9.E with the tables of the rulebook, only as closely as geometry needs: who
selects what in which order hardly matters, how full the table gets does.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from setup_app.rulebooks.pbs_2023_1.layout_rules import DEEP_WATER, ground_rules
from setup_app.rulebooks.pbs_2023_1.section_9b import may_go_undiced
from setup_app.rulebooks.pbs_2023_1.tables import GROUND, TERRITORIES
from terrain.core.demands.counts import room
from terrain.core.demands.subject import Subject
from terrain.core.layout import Layout, Piece, Table
from terrain.core.outline import slid, turned
from terrain.core.placement.search import Impossible, suggest, suggest_move, suggest_turn
from terrain.core.rules import GroundRules


@dataclass
class Play:
    """One table being laid out; `lost` are the pieces for which no place was found, and where."""

    layout: Layout
    rules: GroundRules
    chooser: Random
    placed: int = 0
    lost: list[tuple[Piece, Layout, Impossible]] = field(default_factory=list)

    def place(self, type_name: str, slot: str, player: str) -> Piece | None:
        die = None
        if self.rules.slots[slot].diced:
            lying = [{"type": piece.type} for piece in self.layout.pieces]
            free = may_go_undiced(str(self.layout.territory), type_name, lying)
            die = None if free and self.chooser.random() < 0.5 else self.chooser.randint(1, 6)
        wanted = Piece(f"p{self.placed}", type_name, slot, player, die)
        self.placed += 1
        found = suggest(self.layout, wanted, self.rules, self.chooser)
        if isinstance(found, Impossible):
            self.lost.append((wanted, self.layout, found))
            return None
        self.layout = self.layout.with_pieces((*self.layout.pieces, found.piece))
        return found.piece

    def oppose(self) -> None:
        roll = self.chooser.randint(1, 6)
        piece = self.layout.pieces[-1]
        at = len(self.layout.pieces) - 1
        river = piece.type in self.rules.fixed
        outline = None
        choice = self.chooser.choice(["leave", "slide", "turn", "remove"][: max(1, roll - 2)])
        if choice == "remove":
            self.layout = self.layout.with_pieces(self.layout.pieces[:-1])
        elif choice == "slide" and not river:
            by = suggest_move(self.layout, at, self.rules, self.chooser)
            outline = slid(piece.outline, by=by) if by else None
        elif choice == "turn" and not river:
            turn = suggest_turn(self.layout, at, self.rules, self.chooser)
            outline = turned(piece.outline, about=turn[0], degrees=turn[1]) if turn else None
        if outline:
            moved = replace(piece, outline=outline, moved=True)
            self.layout = self.layout.with_pieces((*self.layout.pieces[:-1], moved))

    def select(self, slot: str, player: str, selected: list[tuple[str, str]]) -> str | None:
        """A type for an open place, at random; limits count what was selected before."""
        as_pieces = tuple(
            Piece(str(at), name, slot, who) for at, (name, who) in enumerate(selected)
        )
        fitting = [
            row
            for row in sorted(self.rules.rows)
            if not list(room(Subject(Piece("x", row, slot, player), as_pieces, (), self.rules)))
            and all(
                sum(name in limit.types for name, _ in self.all_selected) < limit.most
                for limit in self.rules.limits
                if row in limit.types
            )
        ]
        return self.chooser.choice(fitting) if fitting else None

    all_selected: list[tuple[str, str]] = field(default_factory=list)


def play(
    territory: str,
    density: str,
    flank: tuple[str, ...],
    seed: int,
    settings: dict[str, Any] | None = None,
) -> Play:
    """Lay out a whole table at random, with every optional piece and both settlements."""
    chooser = Random(seed)
    table = (45.0, 30.0)
    rules = ground_rules(TERRITORIES[territory], density, flank, table, settings or {})
    layout = Layout("pbs-2023.1", territory, density, flank, Table(*table), settings=settings or {})
    game = Play(layout, rules, chooser)
    if flank == (DEEP_WATER,):
        game.place(DEEP_WATER, "secure_flank", "defender")
    elif flank:
        for player in ("defender", "invader"):
            kinds = sorted(rules.slots["secure_flank"].kinds or ())
            game.place(chooser.choice(kinds), "secure_flank", player)
    for slot, count in (("compulsory", None), ("optional", 4)):
        selected: list[tuple[str, str]] = []
        number = count or sum(each.pieces for each in GROUND.densities[density].compulsory)
        for at in range(number):
            player = ("defender", "invader")[at % 2]
            chosen = game.select(slot, player, selected)
            if chosen:
                selected.append((chosen, player))
                game.all_selected.append((chosen, player))
        for type_name, player in selected:
            if game.place(type_name, slot, player):
                game.oppose()
    for player in ("defender", "invader"):
        game.place("vital_settlement", "settlement", player)
    return game
