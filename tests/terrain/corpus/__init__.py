"""Which layouts are legal, which are not, and why? One file each, its name a sentence.

A file is a layout as the contract writes it, and beside it `because` (the rule in words),
`expected` (code and pieces of every violation, the piece at fault first, figures where the rules
give them) and, where the case is one of a set, `shows`. All of it was written from the rules, not
read off the check. `python -m tools.corpus_sheet OUT` draws them all.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from terrain.core.breaches import Breach

FOLDER = Path(__file__).parent
BESIDE = ("because", "expected", "shows")
FIGURES = ("measured", "required")
SIDES = ("under", "equal", "over")
IN_STRETCHES = ("not_straight",)


@dataclass(frozen=True)
class Case:
    """One file.

    `shows` says of which set the case is one: `figure` and `side` (under, equal or over its limit,
    tolerance included), `special` with type and whether it `holds`, or `setting`.
    """

    topic: str
    sentence: str
    because: str
    expected: tuple[dict[str, Any], ...]
    shows: dict[str, Any]
    layout: dict[str, Any]

    @property
    def name(self) -> str:
        return f"{self.topic}/{self.sentence.replace(' ', '_')}"

    def is_as_expected(self, violations: tuple[Breach, ...]) -> bool:
        """Whether the violations are those expected, in any order; figures where they are said.

        In how many stretches a bank is off its line is not said: once stands for several.
        """
        left = list(violations)
        for said in self.expected:
            found = next((each for each in left if _is(each, said)), None)
            if found is None:
                return False
            left.remove(found)
        several = {tuple(said["pieces"]) for said in self.expected if said["code"] in IN_STRETCHES}
        return all(each.code in IN_STRETCHES and each.pieces in several for each in left)


def _is(violation: Breach, said: dict[str, Any]) -> bool:
    names = (violation.code, list(violation.pieces)) == (said["code"], said["pieces"])
    figures = all(getattr(violation, each) == said[each] for each in FIGURES if each in said)
    return names and figures


def read_case(path: Path) -> Case:
    said = json.loads(path.read_text("utf-8"))
    return Case(
        topic=path.parent.name,
        sentence=path.stem.replace("_", " "),
        because=said["because"],
        expected=tuple(said["expected"]),
        shows=said.get("shows", {}),
        layout={name: value for name, value in said.items() if name not in BESIDE},
    )


def cases() -> list[Case]:
    return [read_case(path) for path in sorted(FOLDER.glob("*/*.json"))]
