"""What is said to follow from an answer, and is it what the rules then do?"""

from types import SimpleNamespace

import pytest

from setup_app.rulebook_pages.pbs_2023_1.consequences import follows
from setup_app.rulebooks.pbs_2023_1.section_8_prompts import MoveMarker

MOVED = "Your opponent then rolls: on 4 or more they may move the piece."
REMOVED = "Your opponent then rolls: on a 6 they may remove the piece."


@pytest.mark.parametrize(
    ("slot", "type_", "die", "undiced_opposed", "words"),
    [
        ("compulsory", "woods", 3, True, MOVED),
        ("optional", "rivers_and_streams", 3, True, REMOVED),
        ("optional", "fields", None, True, MOVED),
        ("optional", "fields", None, False, ""),
        ("optional", "fields", 3, False, MOVED),
        ("secure_flank", "woods", None, True, ""),
        ("settlement", "fort", None, True, ""),
    ],
)
def test_a_place_is_said_to_be_opposed_as_the_rules_oppose_it(
    slot, type_, die, undiced_opposed, words
):
    settings = {"undiced_opposed": undiced_opposed}
    look = SimpleNamespace(
        view={"map": {"territory": "plains"}},
        played=SimpleNamespace(setup=SimpleNamespace(settings=settings)),
    )
    about = {"slot": slot, "type": type_, "die": die}
    assert follows(look, {"kind": "place_piece", "about": about}) == words


@pytest.mark.parametrize(
    ("better", "walk_move", "words"),
    [
        (1, "up_to", "Move it one step, not diagonally, or leave it. This ends the day."),
        (2, "exact", "Move it one step in any direction. This ends the day."),
        (3, "up_to", "Move it up to 2 steps, not diagonally, or leave it. This ends the day."),
        (4, "exact", "Move it 2 steps, each in any direction. This ends the day."),
    ],
)
def test_the_better_card_is_said_to_move_the_marker_as_far_as_it_does(better, walk_move, words):
    walk = MoveMarker("8.D", (), better)
    look = SimpleNamespace(
        asking=lambda prompt: SimpleNamespace(prompt=walk),
        played=SimpleNamespace(setup=SimpleNamespace(settings={"walk_move": walk_move})),
    )
    assert follows(look, {"id": "1-0", "kind": "move_marker", "about": {}}) == words


def test_where_each_choice_says_what_it_leads_to_nothing_more_is_said():
    assert follows(SimpleNamespace(), {"kind": "oppose", "about": {}}) == ""
