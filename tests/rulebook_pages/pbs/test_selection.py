"""What is said above the types of 9.C, so that nobody wonders what a selection fills?"""

import json
from types import SimpleNamespace

import pytest
from django.template.loader import render_to_string
from django.utils.html import strip_tags

from setup_app.rulebook_pages.pbs_2023_1.selection import had, open_words, types_shown
from setup_app.rulebooks.pbs_2023_1 import RULEBOOK

PIECES = [
    {"slot": "compulsory", "placed_by": "invader", "type": "woods"},
    {"slot": "secure_flank", "placed_by": "invader", "type": "marsh"},
]


def looking(**view):
    return SimpleNamespace(view=view, word=str.capitalize)


@pytest.mark.parametrize(
    ("slots", "words"),
    [
        ([["difficult"]], "1 difficult"),
        (
            [["difficult"], ["difficult"], ["good", "rough"], ["rough", "good"]],
            "2 difficult, 2 rough or good",
        ),
        ([["good", "rough", "difficult"]], "1 piece of any kind"),
        ([["good", "rough", "difficult"]] * 2, "2 pieces of any kind"),
        ([], ""),
    ],
)
def test_open_slots_are_counted_by_what_they_take(slots, words):
    assert open_words(looking(), slots) == words


def test_what_is_open_is_said_in_one_sentence():
    said = {"open": "1 piece of any kind", "left": 1, "had": ()}
    page = render_to_string("pbs_2023_1/_selecting.html", {"selecting": said})
    words = " ".join(strip_tags(page).split())
    assert words == "Still to choose (both players together): 1 piece of any kind"


def test_what_a_side_has_is_selected_laid_or_in_hand_and_no_secure_flank():
    look = looking(
        selected=[["hills"], []],
        sides=[{"role": "defender"}, {"role": "invader"}],
        layout={"pieces": PIECES},
        in_hand={"slot": "optional", "side": 0, "type": "hills", "piece": None},
    )
    assert had(look) == {0: {"hills": 2}, 1: {"woods": 1}}


def test_which_piece_comes_next_is_asked_without_what_is_left_of_its_type():
    layout = json.loads((RULEBOOK.folder / "sample_table.json").read_text("utf-8"))
    look = looking(
        selected=[["marsh"], []],
        sides=[{"role": "defender"}, {"role": "invader"}],
        layout={**layout, "pieces": []},
        map={"territory": "mountains"},
        in_hand=None,
    )
    look.played = SimpleNamespace(setup=SimpleNamespace(settings={"max_counts": "table"}))
    assert types_shown(look, 0, "optional")["marsh"].facts[-1] == "at most 1, 0 left"
    assert types_shown(look, 0, "optional", left=False)["marsh"].facts[-1] == "at most 1"
