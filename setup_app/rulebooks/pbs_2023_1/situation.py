"""The situation of a battle under this rulebook while it is set up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from setup_app.engine.hidden import Secret
from setup_app.engine.situation import BattleSetup, Situation
from setup_app.engine.values import SIDES, PerSide, Side, other
from setup_app.rulebooks.pbs_2023_1.armies import army_as_json, public_part, read_army
from setup_app.rulebooks.pbs_2023_1.cards import Card, Hand, whole_pack
from setup_app.rulebooks.pbs_2023_1.deployment.standing import Camp, Deploying
from setup_app.rulebooks.pbs_2023_1.tables import TERRITORIES, territory_as_json
from setup_app.rulebooks.pbs_2023_1.walk import Cell

Piece = Mapping[str, Any]
"""A piece in the contract's form; never changed in place."""


@dataclass(frozen=True)
class Day:
    """One of the five days: the revealed cards, their difference, the marker's move."""

    day: int
    cards: PerSide[Card | None]
    better: Side | None
    difference: int
    start: Cell
    end: Cell


@dataclass(frozen=True)
class InHand:
    """The piece that a side is placing or opposing."""

    type: str
    slot: str
    side: Side
    die: int | None
    piece: str | None = None


@dataclass(frozen=True)
class Scouted:
    """10.A for one side: the cards that counted, the best first, and their total."""

    best: Hand
    percent: int


class PbsSituation(Situation):
    """The situation of the script of `pbs-2023.1`, from 8.A to 10.H."""

    shown: ClassVar[tuple[str, ...]] = (
        "lists",
        "invader",
        "intercept",
        "hands",
        "kept",
        "cards_left",
        "unseen_pack",
        "territory_cards",
        "territory",
        "cells",
        "start",
        "marker",
        "days",
        "flank",
        "density",
        "secure_sector",
        "pieces",
        "selected",
        "slots",
        "in_hand",
        "lost",
        "removed",
        "garrisons",
        "scouted",
        "outcome",
        "deploying",
        "camps",
        "down",
        "no_place",
        "holding",
        "markers",
        "marches",
        "leaders",
        "hid",
        "must_hide",
        "declared",
        "moved",
    )

    # The class attributes hold the values before deployment. A battle has its own only from then
    # on, so that battles that end earlier keep the digests that they always had.
    deploying: Deploying | None = None
    camps: PerSide[Camp | None] = PerSide(None, None)
    down: PerSide[tuple[Mapping[str, Any], ...]] = PerSide((), ())
    """By side `{"id", "shown": Standing, "which": Named}`, the last a secret until declared."""
    no_place: PerSide[tuple[Any, ...]] = PerSide((), ())
    """By side the units without a place, each `Named` and a secret until declared."""
    holding: PerSide[Any] = PerSide((), ())
    """By side the garrison, its units `Named`; a secret until declared."""
    markers: PerSide[tuple[Mapping[str, Any], ...]] = PerSide((), ())
    """By side `{"letter", "at", "units", "leader"}`, the last two secrets."""
    marches: PerSide[tuple[Mapping[str, Any], ...]] = PerSide((), ())
    """By side the leaders beside the camp: `{"number", "march"}`, the second a secret."""
    leaders: PerSide[Any] = PerSide(None, None)
    """By side, once placed, `{"leader", "entry", "at", "units", "garrison"}`, the entry and the
    garrison's units as in `down`; before revision 4 without the last.
    """
    hid: PerSide[bool] = PerSide(False, False)
    must_hide: PerSide[Any] = PerSide(None, None)
    declared: bool = False
    moved: PerSide[tuple[int, ...]] = PerSide((), ())
    """By side the ids of the units that have made their move before the game."""

    def __init__(self, setup: BattleSetup) -> None:
        super().__init__(setup)
        self.armies = setup.sides.map(read_army)
        closed = setup.settings["lists"] == "closed"
        self.lists: PerSide[Any] = PerSide(*(self._list(side, closed) for side in SIDES))
        self.invader: Side | None = None
        self.intercept: bool | None = None

        entered = setup.cards == "entered"
        pack = whole_pack(setup.settings["deck"])
        # With entered cards the program holds no cards: it knows only revealed ones.
        self.pack: Hand = pack
        self.unseen_pack: Hand | None = pack if entered else None
        self.hands: PerSide[Secret] | None = None
        self.kept: PerSide[Secret] | None = None
        self.cards_left = self.armies.map(lambda army: army.pbs_cards)
        self.territory_cards: PerSide[Card | None] | None = None

        self.territory: str | None = None
        self.cells: Any = None
        self.start: Cell | None = None
        self.marker: Cell | None = None
        self.days: tuple[Day, ...] = ()

        self.flank: tuple[str, ...] | None = None
        self.density: str | None = None
        self.secure_sector: str | None = None
        self.pieces: tuple[Piece, ...] = ()
        self.selected: PerSide[tuple[str, ...]] = PerSide((), ())
        self.slots: tuple[tuple[str, ...], ...] = ()
        self.in_hand: InHand | None = None
        self.lost: tuple[Mapping[str, Any], ...] = ()
        self.removed: tuple[Piece, ...] = ()
        self.placed_so_far = 0
        self.garrisons: PerSide[Secret | None] = PerSide(None, None)
        self.scouted: PerSide[Scouted] | None = None
        self.outcome: Mapping[str, Any] | None = None

    def _list(self, side: Side, closed: bool) -> Any:
        whole = army_as_json(self.armies[side])
        return Secret(side, whole, face=public_part(self.armies[side])) if closed else whole

    @property
    def revision(self) -> int:
        """Return the revision by which the battle is played."""
        return self.setup.revision

    @property
    def defender(self) -> Side:
        assert self.invader is not None
        return other(self.invader)

    @property
    def entered_cards(self) -> bool:
        return self.setup.cards == "entered"

    def role(self, side: Side) -> str:
        return "invader" if side == self.invader else "defender"

    def from_defender(self) -> tuple[Side, Side]:
        """Return both sides in the order of most steps: the defender first."""
        return (self.defender, other(self.defender))

    def hand(self, side: Side) -> Hand:
        assert self.hands is not None
        hand: Hand = self.hands[side].value
        return hand

    def take_in_hand(self, side: Side, hand: Hand) -> None:
        """Set the hand of a side to exactly these cards."""
        held = self.hands or PerSide(Secret(0, (), 0), Secret(1, (), 0))
        self.hands = held.with_side(side, Secret(side, hand, face=len(hand)))
        self.cards_left = self.cards_left.with_side(side, len(hand))

    def cells_of(self, territory: str) -> Any:
        """Return the boxes of this battle: a club's own map, else the official one."""
        own = self.setup.maps.get(territory)
        return own if own is not None else territory_as_json(TERRITORIES[territory])["cells"]
