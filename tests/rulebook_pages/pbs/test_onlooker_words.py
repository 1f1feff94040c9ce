"""What does who waits read? What the other one does, and never "you"."""

import html
import re
from types import SimpleNamespace

import pytest
from django.test import Client
from django.urls import reverse

from setup_app.battles.repository import load
from setup_app.battles.seats.tokens import Seat, token
from setup_app.rulebook_pages.pbs_2023_1.onlooker_words import BOTH, EITHER, ONE, waits
from setup_app.rulebooks.pbs_2023_1 import RULEBOOK
from setup_app.rulebooks.pbs_2023_1.section_9_prompts import PlacePiece
from tests.battles.pages.hands import Browser

ASKED = {"type": "woods", "die": 3, "slot": "compulsory", "purpose": "compulsory", "number": 3}
MAP = {"days": [{}, {}]}


def look():
    return SimpleNamespace(view={"map": MAP}, word=lambda word: word.capitalize())


@pytest.mark.parametrize("kind", [prompt.kind for prompt in RULEBOOK.prompts])
def test_every_question_is_told_to_who_waits_without_speaking_to_him(kind):
    names = () if kind in EITHER else ("Ben",)
    told = waits(look(), {"kind": kind, "about": ASKED}, names)
    assert told
    assert not re.search(r"\byour?\b|\?", told, re.IGNORECASE)
    assert "%" not in told
    assert not names or "Ben" in told


def test_where_both_are_asked_both_are_named():
    told = waits(look(), {"kind": "play_day_card", "about": {}}, ("Anna", "Ben"))
    assert told == "Day 3 of 5: Anna and Ben are secretly choosing cards."
    assert set(BOTH) <= set(ONE)


@pytest.mark.parametrize(
    ("die", "slot", "words"),
    [
        (3, "compulsory", "Ben rolled 3 and is placing the woods."),
        (None, "optional", "Ben is placing the woods without dice."),
        (None, "secure_flank", "Ben is placing the woods on the secure flank."),
        (None, "settlement", "Ben is placing the woods in their own half."),
    ],
)
def test_of_a_piece_it_is_told_how_it_is_placed(die, slot, words):
    about = {**ASKED, "die": die, "slot": slot}
    assert waits(look(), {"kind": PlacePiece.kind, "about": about}, ("Ben",)) == words


@pytest.mark.django_db
def test_the_question_itself_is_read_by_nobody_but_whom_it_is_put_to():
    browser = Browser.asked_for("invade_or_defend")
    asked = next(iter(load(browser.row).askings()))
    name = ("Anna", "Ben")[asked.side]
    watching = Browser(Client(), browser.battle)
    for name_of_page in ("battle-watch", "battle-watch-screen"):
        path = reverse(name_of_page, args=(browser.battle, token(browser.row, Seat.SPECTATOR)))
        page = html.unescape(watching.client.get(path).content.decode())
        assert f"{name} won the roll-off and is choosing whether to invade or defend." in page
        assert "You won the roll" not in page
    assert "You won the roll" in browser.page()
