"""A skirmish at a ford: who holds it, in what mood, with which cards?

A roll-off, a sealed choice by both, a hand of cards each, an open choice, cards played in secret, a
card buried for good, a private line. Everything by the program's own dice.
"""

from collections.abc import Generator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from setup_app.engine.chance import Draw, Roll
from setup_app.engine.hidden import Secret, Viewer
from setup_app.engine.prompts import (
    Answer,
    OpenPrompt,
    Prompt,
    Request,
    ask,
    ask_both,
    draw,
    roll,
)
from setup_app.engine.rulebook import Rulebook, Setting, Step
from setup_app.engine.situation import BattleSetup, Known, Situation
from setup_app.engine.values import SIDES, PerSide, Side, Violation, other
from tests.engine.toys.shape import one_field

Part = Generator[Request, Any, None]

PACK = ("ace", "king", "queen", "knave", "ten", "nine", "eight", "seven", "six")
WORTH = {card: len(PACK) - place for place, card in enumerate(PACK)}


@dataclass(frozen=True)
class Mood(Prompt):
    """Sealed: bold, wary, or nothing at all, which is `null`."""

    kind: ClassVar[str] = "mood"
    sealed: ClassVar[bool] = True

    def schema(self) -> dict[str, Any]:
        return {"enum": ["bold", "wary", None]}

    def options(self, side: Side | None, known: Known) -> tuple[Answer, ...]:
        return ("bold", "wary", None)


@dataclass(frozen=True)
class HoldFord(OpenPrompt):
    """The winner of the roll-off holds the ford or leaves it."""

    kind: ClassVar[str] = "hold_ford"

    def schema(self) -> dict[str, Any]:
        return one_field("hold", {"type": "boolean"})

    def options(self, side: Side | None, known: Known) -> tuple[Answer, ...]:
        return ({"hold": True}, {"hold": False})


@dataclass(frozen=True)
class PlayCard(Prompt):
    """A card from the hand, sealed until both have played."""

    kind: ClassVar[str] = "play_card"
    sealed: ClassVar[bool] = True

    def schema(self) -> dict[str, Any]:
        return one_field("card", {"enum": list(PACK)})

    def options(self, side: Side | None, known: Known) -> tuple[Answer, ...]:
        assert side is not None
        return tuple({"card": card} for card in known.hands[side])


@dataclass(frozen=True)
class Bury(Prompt):
    """A card put aside face down: who looks on learns that one was, or that none was."""

    kind: ClassVar[str] = "bury"

    def schema(self) -> dict[str, Any]:
        return one_field("card", {"enum": [*PACK, None]})

    def options(self, side: Side | None, known: Known) -> tuple[Answer, ...]:
        assert side is not None
        return ({"card": None}, *({"card": card} for card in known.hands[side]))

    def public(self, answer: Answer) -> Any:
        return {"buried": answer["card"] is not None}


@dataclass(frozen=True)
class ShowCard(OpenPrompt):
    """The loser turns up a card of its choice: its options are its hand."""

    kind: ClassVar[str] = "show_card"
    private: ClassVar[bool] = True

    def schema(self) -> dict[str, Any]:
        return one_field("card", {"enum": list(PACK)})

    def options(self, side: Side | None, known: Known) -> tuple[Answer, ...]:
        assert side is not None
        return tuple({"card": card} for card in known.hands[side])


@dataclass(frozen=True)
class CallBluff(OpenPrompt):
    """The winner may have the other side's hand shown: an answer that lays a secret open."""

    kind: ClassVar[str] = "call_bluff"

    def schema(self) -> dict[str, Any]:
        return one_field("call", {"type": "boolean"})

    def options(self, side: Side | None, known: Known) -> tuple[Answer, ...]:
        return ({"call": True}, {"call": False})


@dataclass(frozen=True)
class NameHill(OpenPrompt):
    """Any name; and so the last word of the script is an open one."""

    kind: ClassVar[str] = "name_hill"

    def schema(self) -> dict[str, Any]:
        return one_field("name", {"type": "string", "maxLength": 20})

    def options(self, side: Side | None, known: Known) -> tuple[Answer, ...]:
        return ({"name": "Hill 60"}, {"name": "Big Top"})

    def judge(self, side: Side | None, answer: Answer, known: Known) -> tuple[Violation, ...]:
        if answer["name"]:
            return ()
        return (Violation("no_name", self.rule),)


class SkirmishSituation(Situation):
    shown: ClassVar[tuple[str, ...]] = (
        "holder",
        "moods",
        "hands",
        "held",
        "played",
        "buried",
        "hill",
    )

    def __init__(self, setup: BattleSetup) -> None:
        super().__init__(setup)
        self.holder: Side | None = None
        self.moods: PerSide[str | None] | None = None
        self.pack: tuple[str, ...] = PACK
        self.hands: PerSide[Any] = PerSide((), ())
        self.held: bool | None = None
        self.played: tuple[PerSide[str], ...] = ()
        self.buried: PerSide[Secret | None] = PerSide(None, None)
        self.hill: str | None = None

    def deal(self, side: Side, hand: tuple[str, ...]) -> None:
        self.hands = self.hands.with_side(side, Secret(side, hand, face=len(hand)))


def script(battle: SkirmishSituation) -> Part:
    yield from who_holds(battle)
    yield from moods(battle)
    if battle.setup.until == "moods":
        return
    yield from hands(battle)
    yield from bury_and_show(battle)


def who_holds(battle: SkirmishSituation) -> Part:
    battle.step = "1"
    while True:
        fell = (
            (yield from roll(Roll("precedence", "1", (1, 2, 3, 4, 5, 6), 0))),
            (yield from roll(Roll("precedence", "1", (1, 2, 3, 4, 5, 6), 1))),
        )
        battle.tell("precedence", first=fell[0], second=fell[1])
        if fell[0] != fell[1]:
            break
    battle.holder = 0 if fell[0] > fell[1] else 1
    answer = yield from ask(battle.holder, HoldFord("1"))
    battle.held = answer["hold"]
    battle.tell("ford", side=battle.holder, held=battle.held)


def moods(battle: SkirmishSituation) -> Part:
    battle.step = "2"
    battle.moods = yield from ask_both(Mood("2"))
    battle.tell("moods", first=battle.moods[0], second=battle.moods[1])


def hands(battle: SkirmishSituation) -> Part:
    battle.step = "3"
    for side in SIDES:
        drawn = yield from draw(Draw("hand", "3", battle.pack, 3, side))
        battle.pack = tuple(card for card in battle.pack if card not in drawn)
        battle.deal(side, tuple(card for card in PACK if card in drawn))
        battle.tell("your_best", to=side, card=max(drawn, key=lambda card: WORTH[card]))
    cards = yield from ask_both(PlayCard("3"))
    shown = cards.map(lambda answer: str(answer["card"]))
    battle.played = (shown,)
    for side in SIDES:
        put_down(battle, side, shown[side])
    battle.tell("cards", first=shown[0], second=shown[1])


def put_down(battle: SkirmishSituation, side: Side, card: str) -> None:
    battle.deal(side, tuple(kept for kept in battle.hands[side].value if kept != card))


def bury_and_show(battle: SkirmishSituation) -> Part:
    battle.step = "4"
    assert battle.holder is not None
    for side in SIDES:
        answer = yield from ask(side, Bury("4"))
        card = answer["card"]
        if card is not None:
            put_down(battle, side, card)
            battle.buried = battle.buried.with_side(side, Secret(side, card))
        battle.tell("buried", side=side, one=card is not None)
    loser = other(battle.holder)
    if battle.hands[loser].value:
        answer = yield from ask(loser, ShowCard("4"))
        battle.tell("shown", side=loser, card=answer["card"])
        put_down(battle, loser, answer["card"])
    answer = yield from ask(battle.holder, CallBluff("4"))
    if answer["call"]:
        battle.hands = battle.hands.with_side(loser, battle.hands[loser].value)
        battle.tell("bluff_called", side=battle.holder)
    answer = yield from ask(battle.holder, NameHill("5"))
    battle.hill = answer["name"]
    battle.tell("hill", name=battle.hill)


def present(known: Known, viewer: Viewer) -> dict[str, Any]:
    return {
        "holder": known.holder,
        "moods": None if known.moods is None else list(known.moods),
        "hands": [hand_as_shown(hand) for hand in known.hands],
        "buried": [hand_as_shown(card) for card in known.buried],
        "hill": known.hill,
    }


def hand_as_shown(hand: Any) -> dict[str, Any]:
    if isinstance(hand, (tuple, str)):
        return {"cards": hand if isinstance(hand, str) else list(hand)}
    return {"cards": None, "count": getattr(hand, "face", None)}


def check_setup(setup: BattleSetup) -> tuple[Violation, ...]:
    return tuple(
        Violation("no_general", "0", {"side": side})
        for side in SIDES
        if "general" not in setup.sides[side]
    )


def public_list(army: Mapping[str, Any], settings: Mapping[str, Any]) -> Mapping[str, Any]:
    return {"general": army["general"]}


SKIRMISH = Rulebook(
    id="toy-skirmish",
    title="Skirmish at the ford",
    edition="1",
    revision=1,
    unit="inches",
    folder=Path(__file__).parent,
    settings=(Setting("ford", "shallow", "why.ford", "1", {"enum": ["shallow", "deep"]}, bool),),
    steps=tuple(Step(rule, f"step.{rule}") for rule in "12345"),
    until=("moods", "hill"),
    prompts=(Mood, HoldFord, PlayCard, Bury, ShowCard, CallBluff, NameHill),
    army_schema={"type": "object"},
    texts={},
    open=SkirmishSituation,
    script=script,
    check_setup=check_setup,
    public_list=public_list,
    present=present,
)
