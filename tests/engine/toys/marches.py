"""Two armies on the march: features in turn, the weather, and orders that nobody may read.

Nothing like cards and boxes: lengths are in paces; the number of features follows from the table;
water comes first; each feature is chosen in turn, diced for and then placed by a side whose ground
is judged by a worker; how crowded it lies is a finding; the hour is agreed by either; orders are
written in secret and outlive the end in an envelope. Dice may be real ones, entered by hand.
"""

import math
import random
from collections.abc import Generator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from setup_app.engine.chance import Roll
from setup_app.engine.hidden import Hidden, Viewer
from setup_app.engine.prompts import (
    Answer,
    OpenPrompt,
    Prompt,
    Request,
    Suggestion,
    ask,
    ask_both,
    ask_either,
    find,
    roll,
)
from setup_app.engine.rulebook import Rulebook, Setting, Step
from setup_app.engine.situation import BattleSetup, Known, Situation
from setup_app.engine.values import SIDES, PerSide, Side, Violation, other
from tests.engine.toys.shape import one_field

Part = Generator[Request, Any, None]
D6 = (1, 2, 3, 4, 5, 6)
SEGMENT = 240.0
"""Paces: the side of the squares by which a table is reckoned."""

LEAST_GAP = 120.0
WATER = ("lake", "stream")
LAND = ("hill", "wood", "marsh")
DISCARDED_UP_TO = {"lake": 2, "stream": 1, "hill": 1, "wood": 2, "marsh": 2}


@dataclass(frozen=True)
class Feature:
    """A feature as it lies: the point of its middle, in paces from the corner."""

    kind: str
    side: Side
    x: float
    y: float


@dataclass(frozen=True)
class ChooseFeature(OpenPrompt):
    kind: ClassVar[str] = "choose_feature"

    kinds: tuple[str, ...]

    def schema(self) -> dict[str, Any]:
        return one_field("feature", {"enum": [*WATER, *LAND, None]})

    def options(self, side: Side | None, known: Known) -> tuple[Answer, ...]:
        return ({"feature": None}, *({"feature": kind} for kind in self.kinds))


@dataclass(frozen=True)
class PlaceFeature(OpenPrompt):
    """Anywhere on the side's own half, clear of what lies there. The other side may let one lie
    too close, but never off the half."""

    kind: ClassVar[str] = "place_feature"
    judged_by_worker: ClassVar[bool] = True

    feature: str

    def schema(self) -> dict[str, Any]:
        number = {"type": "number"}
        return {
            "type": "object",
            "properties": {"x": number, "y": number},
            "required": ["x", "y"],
            "additionalProperties": False,
        }

    def judge(self, side: Side | None, answer: Answer, known: Known) -> tuple[Violation, ...]:
        assert side is not None
        x, y = answer["x"], answer["y"]
        found = []
        low = known.table["depth"] / 2 * side
        if not (0 <= x <= known.table["width"] and low <= y <= low + known.table["depth"] / 2):
            found.append(Violation("wrong_half", self.rule))
        for placed in known.features:
            gap = math.dist((x, y), (placed.x, placed.y))
            if gap < LEAST_GAP:
                found.append(Violation("too_close", self.rule, measured=gap, required=LEAST_GAP))
        return tuple(found)

    def suggest(self, side: Side | None, known: Known, chooser: random.Random) -> Suggestion:
        assert side is not None
        half = known.table["depth"] / 2
        while True:
            at = {
                "x": float(chooser.randrange(int(known.table["width"]))),
                "y": float(chooser.randrange(int(half))) + half * side,
            }
            if not self.judge(side, at, known):
                return Suggestion(at)

    def acceptable(self, violations: tuple[Violation, ...]) -> bool:
        return all(violation.code == "too_close" for violation in violations)


@dataclass(frozen=True)
class AgreeHour(OpenPrompt):
    """Either may say at which hour the armies met."""

    kind: ClassVar[str] = "agree_hour"

    def schema(self) -> dict[str, Any]:
        return one_field("hour", {"type": "integer", "minimum": 1, "maximum": 12})

    def options(self, side: Side | None, known: Known) -> tuple[Answer, ...]:
        return tuple({"hour": hour} for hour in range(1, 13))


@dataclass(frozen=True)
class WriteOrders(Prompt):
    """What the wings do, and whether a march goes round a flank. Stays with its writer."""

    kind: ClassVar[str] = "write_orders"
    sealed: ClassVar[bool] = True
    kept: ClassVar[bool] = True

    def schema(self) -> dict[str, Any]:
        return {
            "type": "object",
            "properties": {
                "order": {"enum": ["attack", "probe", "wait", "hold", "delay"]},
                "flank_march": {"enum": ["left", "right", None]},
            },
            "required": ["order", "flank_march"],
            "additionalProperties": False,
        }

    def options(self, side: Side | None, known: Known) -> tuple[Answer, ...]:
        return tuple(
            {"order": order, "flank_march": flank}
            for order in ("attack", "probe", "wait", "hold", "delay")
            for flank in ("left", "right", None)
        )


@dataclass(frozen=True)
class Deploy(OpenPrompt):
    """In the open, after the orders were written: which wing stands forward."""

    kind: ClassVar[str] = "deploy"

    def schema(self) -> dict[str, Any]:
        return one_field("wing", {"enum": ["left", "centre", "right"]})

    def options(self, side: Side | None, known: Known) -> tuple[Answer, ...]:
        return tuple({"wing": wing} for wing in ("left", "centre", "right"))


class MarchesSituation(Situation):
    shown: ClassVar[tuple[str, ...]] = (
        "features",
        "crowded",
        "hour",
        "weather",
        "wings",
    )

    def __init__(self, setup: BattleSetup) -> None:
        super().__init__(setup)
        self.features: tuple[Feature, ...] = ()
        self.crowded: tuple[str, ...] = ()
        self.hour: int | None = None
        self.weather: int | None = None
        self.wings: PerSide[str | None] = PerSide(None, None)
        self.first: Side = 0


def crowding(setup: BattleSetup, *, features: list[Mapping[str, float]]) -> float | None:
    """The least distance between two of the features, in paces; None for fewer than two."""
    gaps = [
        math.dist((a["x"], a["y"]), (b["x"], b["y"]))
        for place, a in enumerate(features)
        for b in features[:place]
    ]
    return round(min(gaps), 3) if gaps else None


def script(battle: MarchesSituation) -> Part:
    yield from precedence(battle)
    yield from features(battle)
    yield from conditions(battle)
    yield from orders(battle)


def precedence(battle: MarchesSituation) -> Part:
    battle.step = "precedence"
    while True:
        fell = (
            (yield from roll(Roll("precedence", "p. 13", D6, 0))),
            (yield from roll(Roll("precedence", "p. 13", D6, 1))),
        )
        if fell[0] != fell[1]:
            break
    battle.first = 0 if fell[0] > fell[1] else 1
    battle.tell("first", side=battle.first)


def how_many(table: Mapping[str, float]) -> int:
    """Features for each side: width and depth in segments, a fifth of their sum, rounded up."""
    return math.ceil((table["width"] / SEGMENT + table["depth"] / SEGMENT) / 5)


def features(battle: MarchesSituation) -> Part:
    battle.step = "features"
    turns = [
        side
        for _ in range(how_many(battle.setup.table))
        for side in (battle.first, other(battle.first))
    ]
    water_over = False
    for side in turns:
        kinds = LAND if water_over else WATER
        answer = yield from ask(side, ChooseFeature("p. 13", kinds))
        kind = answer["feature"]
        if kind is None:
            # Nobody may come back to water once somebody has had enough of it.
            water_over = True
            continue
        die = yield from roll(Roll(f"feature {kind}", "p. 13", D6, side))
        if die <= DISCARDED_UP_TO[kind]:
            battle.tell("discarded", side=side, feature=kind, die=die)
            continue
        yield from place(battle, side, kind)


def place(battle: MarchesSituation, side: Side, kind: str) -> Part:
    at = yield from ask(side, PlaceFeature("p. 13", kind))
    battle.features = (*battle.features, Feature(kind, side, at["x"], at["y"]))
    where = [{"x": feature.x, "y": feature.y} for feature in battle.features]
    gap = yield from find("crowding", features=where)
    if gap is not None and gap < 2 * LEAST_GAP:
        battle.crowded = (*battle.crowded, kind)
        battle.tell("crowded", gap=gap)


def conditions(battle: MarchesSituation) -> Part:
    battle.step = "conditions"
    answer = yield from ask_either(AgreeHour("p. 16"))
    battle.hour = answer["hour"]
    affected = yield from roll(Roll("weather at all", "p. 16", D6))
    if affected == 1:
        battle.weather = yield from roll(Roll("weather", "p. 16", D6))
    battle.tell("weather", kind=battle.weather)


def orders(battle: MarchesSituation) -> Part:
    battle.step = "orders"
    written = yield from ask_both(WriteOrders("p. 20"))
    for side in SIDES:
        battle.put_in_envelope(f"orders-{side}", side, written[side])
    battle.tell("orders_written")
    for side in SIDES:
        answer = yield from ask(side, Deploy("p. 15"))
        battle.wings = battle.wings.with_side(side, answer["wing"])
        battle.tell("deployed", side=side, wing=answer["wing"])


def present(known: Known, viewer: Viewer) -> dict[str, Any]:
    return {
        "features": [
            {"kind": feature.kind, "side": feature.side, "x": feature.x, "y": feature.y}
            for feature in known.features
        ],
        "crowded": list(known.crowded),
        "hour": known.hour,
        "weather": known.weather,
        "wings": list(known.wings),
        "envelopes": {
            name: None if isinstance(inside, Hidden) else inside
            for name, inside in sorted(known.envelopes.items())
        },
    }


MARCHES = Rulebook(
    id="toy-marches",
    title="Two armies on the march",
    edition="1",
    revision=1,
    unit="paces",
    folder=Path(__file__).parent,
    settings=(
        Setting("climate", "warm", "why.climate", "p. 16", {"enum": ["warm", "cold"]}, bool),
    ),
    steps=(
        Step("precedence", "Precedence"),
        Step("features", "Features"),
        Step("conditions", "Conditions"),
        Step("orders", "Orders"),
    ),
    until=("orders",),
    prompts=(ChooseFeature, PlaceFeature, AgreeHour, WriteOrders, Deploy),
    army_schema={"type": "object"},
    texts={},
    open=MarchesSituation,
    script=script,
    check_setup=lambda setup: (),
    public_list=lambda army, settings: {},
    present=present,
    finders={"crowding": crowding},
)
