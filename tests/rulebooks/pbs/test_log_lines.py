"""The log says what happened, and what an envelope held, under the right section."""

import random
from typing import Any

import pytest

from setup_app.engine.autoplay import play_one, unanswered
from setup_app.engine.battle import EngineBattle
from setup_app.engine.hidden import SPECTATOR
from setup_app.engine.values import LogMessage
from setup_app.engine.views import events
from setup_app.rulebooks.pbs_2023_1 import RULEBOOK
from setup_app.wording.speaker import Speaker
from tests.rulebooks.pbs.deployment.stage import (
    SEED,
    agreed,
    army,
    battle_at_deployment,
    play,
    play_to,
    tugs,
    unit,
)

SAY = Speaker(RULEBOOK, ("Ann", "Ben"))
BLUFF_ENDED = "Ben ended 1 bluff and placed those leaders like the others."
RIGHT_PASSED = (
    "Ann found no place for the camp inside that terrain, so it is placed like any other camp, "
    "and Ben may put theirs in terrain."
)
UNITS = [*tugs(4), unit("Woodsmen", "may_ambush"), unit("Riders", "may_flank_march")]


def lines_of(battle: EngineBattle, kind: str) -> list[tuple[str | None, str]]:
    """The lines of the last entry of a kind, with their sections."""
    entry = [each for each in events(battle, SPECTATOR, say=SAY) if each["kind"] == kind][-1]
    return list(zip(entry["rules"], entry["text"], strict=True))


def test_days_on_which_no_one_holds_a_card_stand_under_their_own_section() -> None:
    none = army(tugs(3), pbs_cards=0)
    battle = EngineBattle.begin(RULEBOOK, agreed(none, none), SEED)
    while battle.run.situation.step != "9.B" and not battle.run.situation.days:
        play_one(battle, unanswered(battle)[0], random.Random(battle.version))

    said = lines_of(battle, "place_marker")

    assert said[0][0] == "8.C"
    assert [rule for rule, line in said if line.startswith("Day ")] == ["8.D"] * 5
    assert said[1] == ("8.D", "Day 1: Ann a pass, Ben a pass.")


@pytest.mark.parametrize("revision", [3, 4])
def test_the_log_names_the_envelope_that_was_opened_and_what_it_held(revision: int) -> None:
    battle = play_to(
        battle_at_deployment(army(UNITS), army(UNITS), dummy_markers=True, revision=revision),
        "hide",
        1,
    )
    hidden: list[Any] = [
        {"ambush": {"at": [22, 26.5], "units": [4]}},
        {"ambush": {"at": [25, 26.5], "units": []}},
        {"march": {"leader": 1, "flank": "left", "units": [5]}},
        {"march": {"leader": 2, "flank": None, "units": []}},
        {"done": True},
    ]
    for answer in hidden:
        play(battle, answer)
    play_to(battle, "give_ambush")
    play(battle, {"leader": 0})
    play(battle, {"leader": 1})
    said = []
    for name in ("ambush-1-A", "ambush-1-B", "ambush-card-1-A", "ambush-card-1-B", "march-1-1",
                 "march-1-2"):  # fmt: skip
        battle.open_envelope(1, name)
        ((_rule, line),) = lines_of(battle, "envelope_opened")
        said.append(line)

    assert said == [
        "Ben revealed ambush marker A: Woodsmen.",
        "Ben revealed ambush marker B: no units, a dummy.",
        "Ben revealed the card of ambush marker A: Scipio commands there.",
        # A leader who marches was not declared, so the line gives a number.
        "Ben revealed the card of ambush marker B: general 1 commands there.",
        "Ben revealed a flank march on their own left: general 1 with Riders.",
        "Ben revealed a bluff: Masinissa marches with no units.",
    ]


PUT_DOWN = {"side": 0, "tugs": 4, "sugs": 0, "asked": 4, "size": 10, "standing": 4}


@pytest.mark.parametrize(
    ("code", "params", "line"),
    [
        (
            "put_down_third",
            PUT_DOWN,
            (
                "Ann deployed 4 TUGs and no SUGs. Required: 4 of 10 TUGs (a third). "
                "On the table: 4 of 10."
            ),
        ),
        (
            "put_down_same_share",
            PUT_DOWN,
            (
                "Ann deployed 4 TUGs and no SUGs. Required: 4 of 10 TUGs (the share that the first "
                "army deployed). On the table: 4 of 10."
            ),
        ),
        ("bluffs_ended", {"side": 1, "count": 1}, BLUFF_ENDED),
        ("camp_right_passed", {"side": 0, "to_side": 1}, RIGHT_PASSED),
        (
            "garrison_led",
            {"side": 0, "leader": "general_7", "units": "Citizens"},
            "Ann's garrison (Citizens) is commanded by general 7.",
        ),
    ],
)
def test_what_the_log_says_of_rarer_things(code: str, params: Any, line: str) -> None:
    assert SAY(LogMessage(code, params)) == line
