"""Who is told by a page where a piece may lie, and what is said to everybody else?"""

import json
from typing import Any

import pytest
from django.test import Client

from setup_app.battles.repository import load
from setup_app.battles.seats.tokens import Seat
from setup_app.battles.seats.tokens import token as token_for
from setup_app.battles.services import store_log
from tests.battles.pages.hands import Browser
from tools.golden_plays import FOLDER

pytestmark = pytest.mark.django_db

SQUARE = [[30, 8], [35, 8], [35, 13], [30, 13], [30, 8]]
RUBBISH = {
    "nothing": "",
    "a word": '"here"',
    "half a word": '"he',
    "a point": '{"type": "Point", "coordinates": [1, 1]}',
    "a bow-tie": json.dumps({"type": "Polygon", "coordinates": [[[0, 0], [4, 4], [4, 0], [0, 4]]]}),
    "far": json.dumps({"type": "Polygon", "coordinates": [[[0, 0], [4, 0], [4, 1e9], [0, 0]]]}),
    "no figure": '{"type": "Polygon", "coordinates": [[[NaN, 0], [4, 0], [4, 4]]]}',
    "endless": "[" * 70_000,
}


@pytest.fixture
def placing() -> tuple[Browser, str]:
    """A device that passes, where a piece is to be placed; and the asking."""
    browser = Browser.asked_for("place_piece")
    return browser, browser.asking("place_piece")


LYING = {"turn_piece": {"about", "degrees", "distance"}, "move_piece": {"by", "distance"}}
"""By what is asked about a piece that lies already: what leads to its nearest legal place."""
NO_TURNS = {
    "nothing": "",
    "no turn": "[]",
    "no point": '{"degrees": 5}',
    "half a point": '{"about": [1], "degrees": 5}',
    "a point of words": '{"about": ["1", 2], "degrees": 5}',
    "no degrees": '{"about": [1, 2], "degrees": null}',
    "no figure": '{"about": [1, 2], "degrees": NaN}',
    "far": '{"about": [1, 1e9], "degrees": 5}',
}


def lying(kind: str) -> tuple[Browser, str]:
    """A battle as it stood when a piece that lies already was first to be slid or turned."""
    golden = json.loads((FOLDER / "other_house_rulings.json").read_text())
    answered = next(each["number"] for each in golden["entries"] if each["kind"] == kind)
    row = store_log(exported={**golden, "entries": golden["entries"][: answered - 1]})
    prompt = next(each.id for each in load(row).askings() if each.prompt.kind == kind)
    return Browser(Client(), row.public_id), prompt


def polygon(ring: Any = SQUARE) -> str:
    return json.dumps({"type": "Polygon", "coordinates": [ring]})


def at_seat(browser: Browser, side: int) -> Browser:
    """Another browser, which holds one seat."""
    other = Browser(Client(), browser.battle)
    return other.sit(side)


@pytest.mark.usefixtures("worker")
def test_who_is_asked_learns_where_the_piece_may_lie_and_the_way_to_the_nearest_place(placing):
    browser, prompt = placing
    mine = at_seat(browser, int(prompt[-1]))

    told = mine.post("hints/", prompt=prompt, outline=polygon())
    slid = mine.post("nearest/", prompt=prompt, outline=polygon())

    assert (told.status_code, slid.status_code) == (200, 200)
    assert set(told.json()) == {"hints", "region", "drawn"}
    assert set(slid.json()) == {"by", "distance", "outline"}
    assert {"code", "pieces", "rule", "required", "region"} <= set(told.json()["hints"][0])
    assert "no-store" in told.headers["Cache-Control"]

    refused = {
        (route, name): mine.post(route, prompt=prompt, outline=outline)
        for route in ("hints/", "nearest/")
        for name, outline in RUBBISH.items()
    }
    strange = {
        asked: (answer.status_code, answer.headers["Content-Type"])
        for asked, answer in refused.items()
        if not 400 <= answer.status_code < 500
        or answer.headers["Content-Type"] != "application/problem+json"
    }
    assert strange == {}


@pytest.mark.usefixtures("worker")
@pytest.mark.parametrize("kind", LYING)
def test_who_slides_or_turns_a_piece_learns_where_it_may_lie_and_nobody_else(kind):
    browser, prompt = lying(kind)
    mine, theirs = (at_seat(browser, side) for side in (int(prompt[-1]), 1 - int(prompt[-1])))
    asked = {
        "prompt": prompt,
        "outline": polygon(),
        "answer": json.dumps({"about": [30, 8], "degrees": 400}),
    }

    told, nearest = mine.post("hints/", **asked), mine.post("nearest/", **asked)
    refused = [theirs.post(route, **asked) for route in ("hints/", "nearest/")]

    assert (told.status_code, set(told.json())) == (200, {"hints", "region", "drawn"})
    assert (nearest.status_code, set(nearest.json())) == (200, LYING[kind])
    assert [each.json()["code"] for each in refused] == ["not_your_prompt"] * 2
    rubbish = [
        *(mine.post("hints/", prompt=prompt, outline=each) for each in RUBBISH.values()),
        *(
            mine.post("nearest/", prompt=prompt, outline=RUBBISH[name], answer=NO_TURNS[name])
            for name in RUBBISH.keys() & NO_TURNS.keys()
        ),
    ]
    assert {each.headers["Content-Type"] for each in rubbish} == {"application/problem+json"}
    assert {each.status_code // 100 for each in rubbish} == {4}


@pytest.mark.parametrize("answer", NO_TURNS.values(), ids=NO_TURNS)
def test_a_turn_that_cannot_be_read_is_refused_before_a_worker_is_asked(answer):
    browser, prompt = lying("turn_piece")

    refused = at_seat(browser, int(prompt[-1])).post("nearest/", prompt=prompt, answer=answer)

    assert (refused.status_code, refused.json()["code"]) == (400, "unreadable")


@pytest.mark.parametrize("route", ["hints/", "nearest/"])
def test_nobody_else_is_told_anything(placing, route):
    browser, prompt = placing
    theirs = at_seat(browser, 1 - int(prompt[-1]))
    stranger = Browser(Client(), browser.battle)

    answers = {
        "the other side": theirs.post(route, prompt=prompt, outline=polygon()),
        "a stranger": stranger.post(route, prompt=prompt, outline=polygon()),
        "of what is not asked": browser.post(route, prompt="1-place_piece-0", outline=polygon()),
        "of nothing": browser.post(route, outline=polygon()),
    }

    codes = {who: (each.status_code, each.json()["code"]) for who, each in answers.items()}
    assert codes == {
        "the other side": (403, "not_your_prompt"),
        "a stranger": (404, "not_found"),
        "of what is not asked": (422, "prompt_not_open"),
        "of nothing": (422, "prompt_not_open"),
    }


def test_an_asking_that_was_answered_is_told_nothing_more():
    earlier = Browser.asked_for("play_territory_card")
    prompt = earlier.asking("play_territory_card")
    earlier.answer()

    answer = earlier.post("hints/", prompt=prompt, outline=polygon())

    assert (answer.status_code, answer.json()["code"]) == (409, "already_answered")


def test_what_places_nothing_has_no_hints():
    browser = Browser.asked_for("play_territory_card")
    prompt = browser.asking("play_territory_card")

    answer = browser.post("hints/", prompt=prompt, outline=polygon())

    assert (answer.status_code, answer.json()["code"]) == (422, "places_nothing")


def test_a_browser_sees_its_own_edge_near_until_it_turns_the_table_round(placing):
    browser, _ = placing
    assert 'data-view="defender"' in browser.page()
    seated = [at_seat(browser, side) for side in (0, 1)]
    assert {'data-view="invader"' in each.page() for each in seated} == {True, False}

    turned = browser.get("table/?from=invader")

    assert turned.status_code == 302
    assert turned.cookies["edge"]["path"] == f"/b/{browser.battle}/"
    assert 'data-view="invader"' in browser.page()
    assert 'data-view="defender"' in browser.get("table/?from=defender&picture=1").content.decode()
    assert 'data-view="defender"' in browser.page()


def test_the_table_as_it_was_is_turned_round_as_it_was(placing):
    browser, _ = placing
    then = browser.row.version - 1
    assert f"table/?at={then}&from=invader" in browser.page(f"?at={then}")

    turned = browser.get(f"table/?at={then}&from=invader")

    assert turned["Location"] == f"/b/{browser.battle}/?at={then}"
    assert browser.get("table/?at=1&from=invader&picture=1").status_code != 200


def test_the_picture_from_the_other_edge_is_for_who_may_watch_alone(placing):
    browser, _ = placing
    assert Browser(Client(), browser.battle).get("table/?picture=1").status_code == 404
    token = token_for(browser.row, Seat.SPECTATOR)
    watcher = Browser(Client(), browser.battle)
    assert watcher.get(f"table/{token}/?from=invader&picture=1").status_code == 200
    wrong = token[:-1] + ("y" if token.endswith("x") else "x")
    assert watcher.get(f"table/{wrong}/?from=invader&picture=1").status_code == 404


def test_the_table_is_told_in_words_from_the_near_edge(placing):
    browser, _ = placing
    assert "The table is empty." in browser.page()
