"""Which tables are generated for the tests, and what do the engine and the oracle say of each?

A table is told by its number, so that a failure can be laid again. Every box comes in turn; one
table in five follows another policy than chance, one in eight house rules on a table of any size.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import Any

from setup_app.rulebooks.pbs_2023_1.generator import generate
from setup_app.rulebooks.pbs_2023_1.layout_rules import layout_rules
from terrain.core.layout import read_layout
from terrain.core.legality import check
from tests.oracle.fine_grid import confirm_lost
from tests.oracle.judge import judge
from tests.oracle.layouts import Json
from tests.oracle.wild_layouts import SETTINGS
from tests.rulebooks.second_transcription import BOXES

BOX_LIST = [(slug, row, col) for slug in BOXES for row in range(5) for col in range(5)]
OTHER_POLICIES = ("balanced", "dense_centre", "open_centre")
SIZES = ((45, 30), (36, 24), (60, 40), (30, 20))


@dataclass(frozen=True)
class Verdict:
    """What was found out about one table: sentences, none where all is well."""

    number: int
    territory: str
    by_the_book: bool
    pieces: int
    engine: tuple[str, ...]
    oracle: tuple[str, ...]
    after_all: tuple[str, ...]
    lost: tuple[str, ...]


def request(number: int) -> Json:
    """The words of the request for the table of this number."""
    round_, box_number = divmod(number, len(BOX_LIST))
    territory, row, col = BOX_LIST[box_number]
    turn = round_ + box_number
    said: Json = {"table": {"width": 45, "depth": 30}, "settings": {}}
    if turn % 8 == 7:
        chance = Random(number)
        names = chance.sample(sorted(SETTINGS), 2)
        said["settings"] = {name: chance.choice(SETTINGS[name][1:]) for name in names}
        width, depth = chance.choice(SIZES)
        said["table"] = {"width": width, "depth": depth}
    if turn % 5 == 4:
        said["policy"] = OTHER_POLICIES[turn // 5 % 3]
    box = {"rulebook": "pbs-2023.1", "territory": territory, "cell": [row, col]}
    return {**box, **said, "seed": number}


def verdict(number: int) -> Verdict:
    """Lay the table of this number, and ask the engine, the oracle and, of losses, the grid."""
    asked = request(number)
    answer = generate(asked)
    layout = read_layout(answer["layout"])
    broken = check(layout, layout_rules(layout))
    after_all = [_named(lost) for lost in answer["lost"] if _has_a_place(lost)]
    return Verdict(
        number=number,
        territory=asked["territory"],
        by_the_book=not asked["settings"] and asked["table"]["width"] == 45,
        pieces=len(answer["layout"]["pieces"]),
        engine=tuple(f"{number}: {each.code} {each.pieces}" for each in broken),
        oracle=tuple(f"{number}: {said}" for said in _broken(answer["layout"])),
        after_all=tuple(f"{number}: {said}" for said in after_all),
        lost=tuple(f"{number}: {_named(lost)}; {lost['searched']}" for lost in answer["lost"]),
    )


def verdicts(numbers: Iterable[int]) -> list[Verdict]:
    return [verdict(number) for number in numbers]


def _broken(layout: Json) -> list[str]:
    """What the oracle is sure of: a place at the very limit may be too near to tell."""
    return [
        f"{code} {ids}"
        for code, by_ids in judge(layout).items()
        for ids, answer in by_ids.items()
        if answer == "broken"
    ]


def _has_a_place(lost: Json) -> bool:
    return confirm_lost(lost["before"], lost["piece"]) is not None


def _named(lost: Json) -> str:
    piece: dict[str, Any] = lost["piece"]
    return f"{piece['type']} {piece['slot']} of the {piece['placed_by']}, die {piece['die']}"
