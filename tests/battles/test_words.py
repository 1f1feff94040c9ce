"""Does every line of a battle read as a sentence, with the players' own names?"""

import copy
import random
import re
from typing import Any

import pytest

from setup_app.engine.values import LogMessage, Violation
from setup_app.rulebooks.pbs_2023_1 import RULEBOOK
from setup_app.rulebooks.pbs_2023_1.section_9_prompts import PlacePiece
from setup_app.wording.refusals import ALL
from setup_app.wording.speaker import ENGINE, Speaker
from tests.battles.callers import Table, begin, stored
from tests.battles.test_pbs import PBS
from tests.battles.test_schema import pbs
from tests.engine.playing import play_until, sit_down, skirmish

pytestmark = pytest.mark.django_db

RAW = re.compile(r"[{}]|\b[a-z]+_[a-z_]+\b")
"""Braces that were not filled in, and codes that were not made words."""


@pytest.fixture(scope="module")
def contract_codes() -> set[str]:
    """The codes of `layouts/check`, as the API's contract lists them."""
    return {
        "invalid_outline",
        "unknown_type",
        "outside_table",
        "overlap",
        "too_close",
        "too_small",
        "too_large",
        "too_thin",
        "outside_sector",
        "straddles_sectors",
        "wrong_half",
        "not_touching_edge",
        "not_straight",
        "too_wide",
        "too_narrow",
        "not_edge_to_edge",
        "too_deep",
        "too_shallow",
        "not_in_territory",
        "limit_exceeded",
        "category_not_open",
        "not_in_box",
        "die_required",
        "must_not_move",
        "impassable_not_allowed",
        "declaration_not_allowed",
    }


def lines(table: Table) -> list[str]:
    view = table.view()
    asked = [prompt[part] for prompt in view["prompts"] for part in ("text", "why")]
    told = [line for event in table.events() for line in event["text"]]
    return [*asked, *told, *([view["step"]["title"]] if view["step"] else [])]


@pytest.mark.parametrize("until", ["play_territory_card", "move_marker", "place_piece", None])
def test_a_battle_reads_as_sentences(until: str | None) -> None:
    said = lines(pbs(until))

    assert [line for line in said if RAW.search(line) or not line[:1].isupper()] == []


def named(first: tuple[str, str], second: tuple[str, str]) -> str:
    """What the log says of who sat down, with these players and armies."""
    stated = copy.deepcopy(PBS)
    for army, (player, name) in zip(stated["sides"], (first, second), strict=True):
        army |= {"player": player, "name": name}
    table = begin(stated)
    table.sit_down()
    table.play_on(random.Random(1), until="play_territory_card")
    return " ".join(line for event in table.events() for line in event["text"])


def test_players_are_called_by_their_names() -> None:
    said = named(("Anna", "Rome"), ("Ben", "Carthage"))

    assert "Anna rolled" in said
    assert "Ben rolled" in said


def test_players_of_one_name_are_called_by_their_armies() -> None:
    assert "Carthage rolled" in named(("Anna", "Rome"), ("Anna", "Carthage"))


def test_players_whom_nothing_tells_apart_are_the_first_and_the_second() -> None:
    assert "Player 2 rolled" in named(("", "Rome"), ("", "Rome"))


def test_every_code_of_the_contract_has_its_sentence(contract_codes: set[str]) -> None:
    assert contract_codes - set(ALL) == set()


@pytest.mark.parametrize("code", sorted(ENGINE))
def test_the_engines_own_sentences_have_no_brace_left(code: str) -> None:
    params: dict[str, Any] = {"die": "d6", "side": 1, "to": 3, "seat": "0", "label": "placement"}

    assert "{" not in Speaker(RULEBOOK)(LogMessage(code, params))


def test_a_list_of_nothing_is_said_to_be_nothing() -> None:
    selected = LogMessage("selected", {"side": 0, "types": ()})

    assert Speaker(RULEBOOK, ("Anna", "Ben"))(selected) == "Anna chose nothing."


@pytest.mark.parametrize(
    ("tugs", "sugs", "said"),
    [(1, 0, "deployed 1 TUG and no SUGs."), (0, 2, "deployed no TUGs and 2 SUGs.")],
)
def test_what_is_counted_agrees_with_its_number(tugs: int, sugs: int, said: str) -> None:
    told = LogMessage("put_down", {"side": 0, "tugs": tugs, "sugs": sugs})
    assert Speaker(RULEBOOK, ("Anna", "Ben"))(told) == f"Anna {said}"


def test_a_pair_in_a_list_is_set_apart_from_its_neighbour() -> None:
    selected = LogMessage("selected", {"side": 0, "types": ("woods", "orchards_vineyards")})

    assert Speaker(RULEBOOK, ("Anna", "Ben"))(selected) == (
        "Anna chose woods; orchards and vineyards."
    )


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("act.proposed.back", "Proposal: undo everything after entry 5."),
        ("act.close_asked", "Both want to reveal everything."),
        ("act.declined", "Both declined."),
    ],
)
def test_what_both_do_is_said_of_both(code: str, said: str) -> None:
    assert Speaker(RULEBOOK, ("Anna", "Ben"))(LogMessage(code, {"side": None, "to": 5})) == said


@pytest.mark.parametrize(
    ("by", "sent", "where"),
    [
        ("defender", "1", "your left flank sector (left side of the map)"),
        ("invader", "1", "your left flank sector (right side of the map)"),
        (
            "invader",
            "1_touching",
            "your left flank sector (right side of the map), touching a table edge",
        ),
        ("defender", "6", "your right flank sector (right side of the map)"),
        ("invader", "6", "your right flank sector (left side of the map)"),
        ("invader", "odd", "your left flank sector (right side of the map)"),
        ("invader", "even", "your right flank sector (left side of the map)"),
        ("invader", "4", "the centre"),
        ("defender", "anywhere", "anywhere"),
    ],
)
def test_a_die_sends_to_a_flank_as_its_player_looks_at_the_map(
    by: str, sent: str, where: str
) -> None:
    asked = PlacePiece("9.E", "p1", "hills", "compulsory", by, 1, sent)

    assert Speaker(RULEBOOK)(asked.text()) == f"Place the hill. You rolled 1: {where}."


def test_a_violation_speaks_in_the_rulebooks_words() -> None:
    violation = Violation("not_in_box", "9.A", {"type": "rocky_ground"}, ("p1",))

    assert Speaker(RULEBOOK).refusal(violation) == (
        "p1: the square does not allow rocky ground for the secure flank."
    )


def test_a_refusal_over_http_speaks_in_them_too() -> None:
    table = stored(play_until(sit_down(skirmish()), "mood"))
    prompt = table.asked(0)
    assert prompt

    answer = table.move(0, prompt["id"], "furious")

    assert answer.json()["detail"] == "The answer has the wrong format at $."


def test_a_player_who_begins_a_sentence_within_a_line_has_a_capital_whoever_it_is():
    say = Speaker(RULEBOOK, ("the computer", "Ben"))
    cards = {"first_side": 0, "first": "black", "second_side": 1, "second": "none", "chooser": 0}
    assert say(LogMessage("territory_cards", cards)).endswith(". The computer chooses.")
    assert ": the computer played black, " in say(LogMessage("territory_cards", cards))
