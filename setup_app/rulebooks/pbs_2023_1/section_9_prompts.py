"""Prompts for selecting and placing terrain. Sections 9.A to 9.E."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, ClassVar

from setup_app.engine.prompts import Answer, Hint, OpenPrompt, Prompt, Suggestion
from setup_app.engine.situation import Known
from setup_app.engine.values import LogMessage, Side, Violation, canonical
from setup_app.rulebooks.pbs_2023_1 import placement_judge as judging
from setup_app.rulebooks.pbs_2023_1.section_8_prompts import one_field
from setup_app.rulebooks.pbs_2023_1.section_9b import optional_lots
from setup_app.rulebooks.pbs_2023_1.tables import GROUND, TERRITORIES

POINT: dict[str, Any] = {
    "type": "array",
    "minItems": 2,
    "maxItems": 2,
    "items": {"type": "number", "minimum": -1000, "maximum": 1000},
}
OUTLINE: dict[str, Any] = {
    "type": "object",
    "properties": {
        "type": {"const": "Polygon"},
        "coordinates": {
            "type": "array",
            "minItems": 1,
            "maxItems": 1,
            "items": {"type": "array", "minItems": 4, "maxItems": 201, "items": POINT},
        },
    },
    "required": ["type", "coordinates"],
    "additionalProperties": False,
}


MAX_SEARCHED = 8192
"""The limit in bytes for an answer's report of a search; it stays in the log permanently."""

TO_A_FLANK = frozenset({"1", "1_touching", "6", "odd", "even"})
"""The die results, as `selecting.sent` names them, that send a piece to a flank of its player."""


@dataclass(frozen=True)
class ChooseType(OpenPrompt):
    """A type: of secure flank (9.A), compulsory (9.C), or of the next piece to place."""

    kind: ClassVar[str] = "choose_type"

    types: tuple[str, ...]
    purpose: str

    def text(self) -> LogMessage:
        return LogMessage(f"ask.choose_type.{self.purpose}", {})

    def why(self) -> LogMessage:
        return LogMessage(f"why.choose_type.{self.purpose}", {})

    def about(self) -> dict[str, Any]:
        return {"purpose": self.purpose}

    def schema(self) -> dict[str, Any]:
        return one_field("type", {"enum": list(self.types)})

    def options(self, side: Side | None, known: Known) -> tuple[Answer, ...]:
        return tuple({"type": type_} for type_ in self.types)


@dataclass(frozen=True)
class ChooseSector(OpenPrompt):
    """Which of the sectors that hold as much of a secure flank piece it belongs to."""

    kind: ClassVar[str] = "choose_sector"

    sectors: tuple[str, ...]
    piece: str

    def about(self) -> dict[str, Any]:
        return {"piece": self.piece}

    def schema(self) -> dict[str, Any]:
        return one_field("sector", {"enum": list(self.sectors)})

    def options(self, side: Side | None, known: Known) -> tuple[Answer, ...]:
        return tuple({"sector": sector} for sector in self.sectors)


@dataclass(frozen=True)
class SelectOptional(OpenPrompt):
    """9.D: all of a side's optional pieces at once, none to two.

    `already` are the numbers of each type that count against its "max".
    """

    kind: ClassVar[str] = "select_optional"

    territory: str
    density: str
    already: Mapping[str, int]

    def schema(self) -> dict[str, Any]:
        types = [row.type for row in TERRITORIES[self.territory].terrain]
        most = GROUND.densities[self.density].optional
        return one_field("types", {"type": "array", "items": {"enum": types}, "maxItems": most})

    def options(self, side: Side | None, known: Known) -> tuple[Answer, ...]:
        lots = optional_lots(self.territory, self.density, self.already)
        return tuple({"types": list(lot)} for lot in lots)

    def judge(self, side: Side | None, answer: Answer, known: Known) -> tuple[Violation, ...]:
        # The order in which a client names two types has no meaning.
        wanted = sorted(answer["types"])
        if any(sorted(option["types"]) == wanted for option in self.options(side, known)):
            return ()
        return (Violation("not_an_option", self.rule),)


@dataclass(frozen=True)
class DiceOrNot(OpenPrompt):
    """9.E: whether a piece that may go without a die does so; decided before the roll."""

    kind: ClassVar[str] = "dice_or_not"

    type: str

    def text(self) -> LogMessage:
        return LogMessage("ask.dice_or_not", {"type": self.type})

    def schema(self) -> dict[str, Any]:
        return one_field("dice", {"type": "boolean"})

    def options(self, side: Side | None, known: Known) -> tuple[Answer, ...]:
        return ({"dice": True}, {"dice": False})


@dataclass(frozen=True)
class PlacePiece(OpenPrompt):
    """9.A, 9.E, settlements: shape and place of one piece, or that it has no legal place.

    `sent` ends the code of the sentence that says where the die sends it: see `selecting.sent`.
    """

    kind: ClassVar[str] = "place_piece"
    judged_by_worker: ClassVar[bool] = True

    id: str
    type: str
    slot: str
    placed_by: str
    die: int | None
    sent: str

    def text(self) -> LogMessage:
        shown = {
            "type": self.type,
            "slot": self.slot,
            "die": self.die,
            "by": self.placed_by,
            "sent": self._sent_to(),
        }
        if self.slot in ("secure_flank", "settlement"):
            return LogMessage(f"ask.place_piece.{self.slot}", shown)
        return LogMessage("ask.place_piece.diced" if self.die else "ask.place_piece.undiced", shown)

    def _sent_to(self) -> str:
        """Return the word for where the die sends it: left and right depend on the player."""
        return f"to_{self.sent}_{self.placed_by}" if self.sent in TO_A_FLANK else f"to_{self.sent}"

    def why(self) -> LogMessage:
        if self.slot in ("secure_flank", "settlement"):
            return LogMessage(f"why.place_piece.{self.slot}", {"type": self.type})
        return LogMessage(f"why.place_piece.{self.sent}", {"by": self.placed_by})

    def about(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "type": self.type,
            "slot": self.slot,
            "placed_by": self.placed_by,
            "die": self.die,
        }

    def schema(self) -> dict[str, Any]:
        placed = {
            "type": "object",
            "properties": {
                "outline": OUTLINE,
                "declared": {"enum": [None, "dangerous", "impassable"]},
            },
            "required": ["outline"],
            "additionalProperties": False,
        }
        lost = {
            "type": "object",
            "properties": {"impossible": {"const": True}, "searched": {"type": "object"}},
            "required": ["impossible"],
            "additionalProperties": False,
        }
        return {"anyOf": [placed, lost]}

    def misshapen(self, answer: Answer) -> str | None:
        wrong = super().misshapen(answer)
        if wrong is None and len(canonical(answer.get("searched"))) > MAX_SEARCHED:
            return "$.searched"
        return wrong

    def judge(self, side: Side | None, answer: Answer, known: Known) -> tuple[Violation, ...]:
        if "impossible" in answer:
            return judging.judge_impossible(self.about(), self.rule, known)
        return judging.judge_placed(self.about(), self.rule, answer, known)

    def suggest(self, side: Side | None, known: Known, chooser: random.Random) -> Suggestion:
        return judging.suggest_place(self.about(), known, chooser)

    def hints(self, side: Side | None, known: Known, outline: Any) -> tuple[Hint, ...] | None:
        return judging.hints_for(self.about(), self.rule, outline, known)

    def acceptable(self, violations: tuple[Violation, ...]) -> bool:
        return judging.acceptable(violations)


@dataclass(frozen=True)
class Oppose(OpenPrompt):
    """9.E: the opponent's action, by their die, on a piece just placed."""

    kind: ClassVar[str] = "oppose"

    piece: str
    type: str
    die: int
    actions: tuple[str, ...]

    def text(self) -> LogMessage:
        return LogMessage("ask.oppose", {"type": self.type, "die": self.die})

    def about(self) -> dict[str, Any]:
        return {"piece": self.piece, "type": self.type, "die": self.die}

    def schema(self) -> dict[str, Any]:
        return one_field("action", {"enum": list(self.actions)})

    def options(self, side: Side | None, known: Known) -> tuple[Answer, ...]:
        return tuple({"action": action} for action in self.actions)


def _or_leave(properties: dict[str, Any]) -> dict[str, Any]:
    done = {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
    return {"anyOf": [done, one_field("leave", {"const": True})]}


@dataclass(frozen=True)
class MovePiece(OpenPrompt):
    """9.E: the opponent's slide of a piece, as a vector; or the decision to leave it."""

    kind: ClassVar[str] = "move_piece"
    judged_by_worker: ClassVar[bool] = True

    piece: str
    type: str
    most: float

    def text(self) -> LogMessage:
        return LogMessage("ask.move_piece", {"type": self.type, "most": self.most})

    def about(self) -> dict[str, Any]:
        return {"piece": self.piece, "type": self.type, "most": self.most}

    def schema(self) -> dict[str, Any]:
        return _or_leave({"by": POINT})

    def judge(self, side: Side | None, answer: Answer, known: Known) -> tuple[Violation, ...]:
        if "leave" in answer:
            return ()
        return judging.judge_slide(self.piece, answer["by"], self.most, known)

    def suggest(self, side: Side | None, known: Known, chooser: random.Random) -> Suggestion:
        return judging.suggest_slide(self.piece, known, chooser)

    def acceptable(self, violations: tuple[Violation, ...]) -> bool:
        return judging.acceptable(violations)


@dataclass(frozen=True)
class TurnPiece(OpenPrompt):
    """9.E: the point and the angle of the opponent's turn of a piece; or the decision to leave
    it.
    """

    kind: ClassVar[str] = "turn_piece"
    judged_by_worker: ClassVar[bool] = True

    piece: str
    type: str

    def text(self) -> LogMessage:
        return LogMessage("ask.turn_piece", {"type": self.type})

    def about(self) -> dict[str, Any]:
        return {"piece": self.piece, "type": self.type}

    def schema(self) -> dict[str, Any]:
        degrees = {"type": "number", "minimum": -360, "maximum": 360}
        return _or_leave({"about": POINT, "degrees": degrees})

    def judge(self, side: Side | None, answer: Answer, known: Known) -> tuple[Violation, ...]:
        if "leave" in answer:
            return ()
        return judging.judge_turn(self.piece, answer["about"], answer["degrees"], known)

    def suggest(self, side: Side | None, known: Known, chooser: random.Random) -> Suggestion:
        return judging.suggest_turn_of(self.piece, known, chooser)

    def acceptable(self, violations: tuple[Violation, ...]) -> bool:
        return judging.acceptable(violations)


MAX_LISTED_GARRISON = 6
"""The number of TUGs up to which every selection is listed; beyond it only none, each and all."""


@dataclass(frozen=True)
class Garrison(Prompt):
    """The TUGs that hold the settlement; they stay the owner's secret until they are shown.

    `declared` says whether that is when the armies are declared (10.E). `names` are those of all
    units of the list.
    """

    kind: ClassVar[str] = "garrison"
    sealed: ClassVar[bool] = True
    kept: ClassVar[bool] = True

    candidates: tuple[int, ...] = field(default=(), repr=False)
    declared: bool = False
    names: tuple[str, ...] = field(default=(), repr=False)

    def why(self) -> LogMessage:
        return LogMessage("why.garrison_declared" if self.declared else "why.garrison")

    def schema(self) -> dict[str, Any]:
        # The places of the TUGs are the list's secret, so the shape names none of them.
        units = {
            "type": "array",
            "items": {"type": "integer", "minimum": 0, "maximum": 199},
            "uniqueItems": True,
        }
        return one_field("units", units)

    def options(self, side: Side | None, known: Known) -> tuple[Answer, ...]:
        places = self.candidates
        if len(places) > MAX_LISTED_GARRISON:
            lots = [(), *((place,) for place in places), places]
        else:
            lots = [
                lot for number in range(len(places) + 1) for lot in combinations(places, number)
            ]
        return tuple({"units": list(lot)} for lot in lots)

    def judge(self, side: Side | None, answer: Answer, known: Known) -> tuple[Violation, ...]:
        return tuple(self._refused(unit) for unit in answer["units"] if unit not in self.candidates)

    def _refused(self, unit: int) -> Violation:
        if unit >= len(self.names):
            return Violation("no_such_unit", self.rule, {"unit": unit}, (f"u{unit}",))
        params = {"unit": unit, "pieces": self.names[unit]}
        return Violation("not_a_garrison", self.rule, params, (f"u{unit}",))
