"""Prompts of 8.A to 8.D and 10.A: who invades, which territory, which map square."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from setup_app.engine.prompts import Answer, OpenPrompt, Prompt
from setup_app.engine.situation import Known
from setup_app.engine.values import LogMessage, Side, Violation
from setup_app.rulebooks.pbs_2023_1.cards import Hand, holds, in_order, selections
from setup_app.rulebooks.pbs_2023_1.tables import CARDS
from setup_app.rulebooks.pbs_2023_1.walk import Cell

CARD_OR_NONE: dict[str, Any] = {"enum": [*CARDS.colours, None]}


def one_field(name: str, schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of an answer with a single field."""
    return {
        "type": "object",
        "properties": {name: schema},
        "required": [name],
        "additionalProperties": False,
    }


@dataclass(frozen=True)
class InvadeOrDefend(OpenPrompt):
    kind: ClassVar[str] = "invade_or_defend"

    def schema(self) -> dict[str, Any]:
        return one_field("role", {"enum": ["invader", "defender"]})

    def options(self, side: Side | None, known: Known) -> tuple[Answer, ...]:
        return ({"role": "invader"}, {"role": "defender"})


@dataclass(frozen=True)
class StrategicIntercept(OpenPrompt):
    kind: ClassVar[str] = "strategic_intercept"

    def schema(self) -> dict[str, Any]:
        return one_field("intercept", {"type": "boolean"})

    def options(self, side: Side | None, known: Known) -> tuple[Answer, ...]:
        return ({"intercept": True}, {"intercept": False})


@dataclass(frozen=True)
class PlayTerritoryCard(Prompt):
    """8.B: one card or none, in secret."""

    kind: ClassVar[str] = "play_territory_card"
    sealed: ClassVar[bool] = True

    def schema(self) -> dict[str, Any]:
        return one_field("card", CARD_OR_NONE)

    def options(self, side: Side | None, known: Known) -> tuple[Answer, ...]:
        assert side is not None
        held = dict.fromkeys(known.hands[side])
        return ({"card": None}, *({"card": card} for card in held))


@dataclass(frozen=True)
class PlayDayCard(Prompt):
    """8.D: a card for this day, or a pass if the rules allow one, in secret."""

    kind: ClassVar[str] = "play_day_card"
    sealed: ClassVar[bool] = True

    day: int

    def text(self) -> LogMessage:
        return LogMessage("ask.play_day_card", {"day": self.day, "days": CARDS.days})

    def schema(self) -> dict[str, Any]:
        return one_field("card", CARD_OR_NONE)

    def options(self, side: Side | None, known: Known) -> tuple[Answer, ...]:
        assert side is not None
        held: Hand = known.hands[side]
        may_pass = (
            len(held) < CARDS.days - self.day + 1
            or not held
            or bool(known.settings["voluntary_pass"])
        )
        cards = tuple({"card": card} for card in dict.fromkeys(held))
        return (*cards, {"card": None}) if may_pass else cards


@dataclass(frozen=True)
class TurnedUp(OpenPrompt):
    """With entered cards: the cards revealed by both sides, null for no card; either side enters
    them.
    """

    kind: ClassVar[str] = "turned_up"

    day: int | None = None

    def text(self) -> LogMessage:
        if self.day is None:
            return LogMessage("ask.turned_up", {})
        return LogMessage("ask.turned_up_on_day", {"day": self.day, "days": CARDS.days})

    def schema(self) -> dict[str, Any]:
        pair = {"type": "array", "items": CARD_OR_NONE, "minItems": 2, "maxItems": 2}
        return one_field("cards", pair)

    def options(self, side: Side | None, known: Known) -> tuple[Answer, ...]:
        pack: Hand = known.unseen_pack
        cards = (*CARDS.colours, None)
        return tuple(
            {"cards": [first, second]}
            for first in cards
            for second in cards
            if holds(pack, (card for card in (first, second) if card is not None))
            and self._may_turn_up(known, 0, first)
            and self._may_turn_up(known, 1, second)
        )

    def _may_turn_up(self, known: Known, side: Side, card: str | None) -> bool:
        held = known.cards_left[side]
        if card is not None:
            return bool(held > 0)
        if self.day is None or known.settings["voluntary_pass"]:
            return True
        return bool(held < CARDS.days - self.day + 1)


@dataclass(frozen=True)
class ChooseTerritory(OpenPrompt):
    """8.B: one of the territories on the defender's list."""

    kind: ClassVar[str] = "choose_territory"

    territories: tuple[str, ...]

    def schema(self) -> dict[str, Any]:
        return one_field("territory", {"enum": list(self.territories)})

    def options(self, side: Side | None, known: Known) -> tuple[Answer, ...]:
        return tuple({"territory": slug} for slug in self.territories)


@dataclass(frozen=True)
class PlaceMarker(OpenPrompt):
    """8.C: where the army marker starts."""

    kind: ClassVar[str] = "place_marker"

    boxes: tuple[Cell, ...]

    def schema(self) -> dict[str, Any]:
        return one_field("box", box_schema())

    def options(self, side: Side | None, known: Known) -> tuple[Answer, ...]:
        return tuple({"box": list(box)} for box in self.boxes)


@dataclass(frozen=True)
class MoveMarker(OpenPrompt):
    """8.D: where the better card moves the marker."""

    kind: ClassVar[str] = "move_marker"

    boxes: tuple[Cell, ...]
    difference: int

    def text(self) -> LogMessage:
        return LogMessage("ask.move_marker", {"difference": self.difference})

    def why(self) -> LogMessage:
        return LogMessage(f"why.move_marker.{self.difference}", {})

    def schema(self) -> dict[str, Any]:
        return one_field("box", box_schema())

    def options(self, side: Side | None, known: Known) -> tuple[Answer, ...]:
        return tuple({"box": list(box)} for box in self.boxes)


def box_schema() -> dict[str, Any]:
    row_or_column = {"type": "integer", "minimum": 0, "maximum": 4}
    return {"type": "array", "items": row_or_column, "minItems": 2, "maxItems": 2}


@dataclass(frozen=True)
class KeepCards(Prompt):
    """After 8.D: which unplayed cards are kept for 10.A; the others are put aside."""

    kind: ClassVar[str] = "keep_cards"
    sealed: ClassVar[bool] = True
    kept: ClassVar[bool] = True

    def schema(self) -> dict[str, Any]:
        cards = {"type": "array", "items": {"enum": [*CARDS.colours]}, "maxItems": 10}
        return one_field("cards", cards)

    def options(self, side: Side | None, known: Known) -> tuple[Answer, ...]:
        assert side is not None
        return tuple({"cards": list(hand)} for hand in selections(known.hands[side]))

    def judge(self, side: Side | None, answer: Answer, known: Known) -> tuple[Violation, ...]:
        assert side is not None
        # The order in which a client lists the cards has no meaning.
        if holds(known.hands[side], answer["cards"]):
            return ()
        return (Violation("card_not_held", self.rule),)


@dataclass(frozen=True)
class TurnedUpScouting(OpenPrompt):
    """10.A with entered cards: the cards that count for one side, five at most."""

    kind: ClassVar[str] = "turned_up_scouting"

    of: Side
    most: int

    def text(self) -> LogMessage:
        return LogMessage("ask.turned_up_scouting", {"side": self.of, "most": self.most})

    def schema(self) -> dict[str, Any]:
        cards = {"type": "array", "items": {"enum": [*CARDS.colours]}, "maxItems": self.most}
        return one_field("cards", cards)

    def options(self, side: Side | None, known: Known) -> tuple[Answer, ...]:
        hands: list[Hand] = [()]
        for colour in CARDS.colours:
            hands = [
                hand + (colour,) * number
                for hand in hands
                for number in range(self.most - len(hand) + 1)
            ]
        return tuple(
            {"cards": list(in_order(hand))} for hand in hands if holds(known.unseen_pack, hand)
        )

    def judge(self, side: Side | None, answer: Answer, known: Known) -> tuple[Violation, ...]:
        if holds(known.unseen_pack, answer["cards"]):
            return ()
        return (Violation("not_in_pack", self.rule),)
