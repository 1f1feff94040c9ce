"""Is a battle of a rulebook that draws nothing itself begun and played through the pages?"""

import html
import json
import random
import re

import pytest
from django.test import Client

from setup_app.battles.models import Battle
from setup_app.battles.repository import load
from setup_app.engine.values import SIDES
from tests.armies.test_other_rulebooks import SENT as FORD
from tests.battles.pages.hands import Browser

pytestmark = pytest.mark.django_db

MARCH = {"do": "save", "rulebook": "toy-marches", "name": "Medes", "player": "Astyages"}
BUTTON = re.compile(r'<button name="answer" value="([^"]*)"')


def begun(*lists, **fields):
    """A browser that wrote these lists by their form and began a battle with them."""
    browser = Browser(Client())
    ids = [browser.client.post("/armies/new/", each)["Location"].split("/")[2] for each in lists]
    rulebook = lists[0]["rulebook"]
    form = browser.client.get(f"/battles/new/?rulebook={rulebook}").content.decode()
    assert all(f'<option value="{each}"' in form for each in ids)
    sent = {"rulebook": rulebook, "first": ids[0], "second": ids[-1], **fields}
    answer = browser.client.post("/battles/new/", sent)
    assert answer.status_code == 302, answer.content.decode()
    browser.battle = answer["Location"].split("/")[2]
    return browser


def asked(browser):
    """The open asking and the page that puts it: its seat's own where it is secret."""
    played = load(browser.row)
    asking = next((each for each in played.askings() if each.answered_by is None), None)
    if asking is None:
        return None, browser.get().content.decode()
    side = SIDES[0] if asking.side is None else asking.side
    if asking.prompt.for_one_seat():
        taken_up = browser.post("take-up/", side=side, version=browser.row.version)
        return asking, taken_up.content.decode()
    return asking, browser.get().content.decode()


def press(browser, asking, button):
    """Answer with one of the buttons that the page shows for the question."""
    sent = {"prompt": asking.id, "version": browser.row.version, "answer": html.unescape(button)}
    before = browser.row.version
    assert browser.post("move/", **sent).status_code == 302
    assert browser.row.version > before


@pytest.mark.parametrize("seed", [1, 2])
def test_a_battle_of_buttons_and_cards_is_played_to_its_end(seed):
    browser, chance = begun(FORD, FORD), random.Random(seed)
    assert "Piso" in browser.page()
    browser.sit_down()
    while True:
        asking, page = asked(browser)
        if asking is None:
            break
        press(browser, asking, chance.choice(BUTTON.findall(page)))
    assert "Reveal everything" in page
    browser.post("close/")
    assert "Everything is revealed" in browser.page()


def place(browser, asking, answer):
    sent = {"prompt": asking.id, "version": browser.row.version, "do": "place"}
    return browser.post("place/", **sent, answer=json.dumps(answer))


@pytest.mark.django_db(transaction=True)
def test_what_lists_no_options_is_answered_as_json_and_judged(worker):
    browser = begun(MARCH, MARCH, settings="1", width="2400", depth="2400")
    browser.sit_down()
    placed = 0
    while (found := asked(browser))[0] is not None:
        asking, page = found
        if asking.prompt.kind != "place_feature":
            press(browser, asking, BUTTON.findall(page)[-1])
            continue
        assert "Answer (JSON)" in page
        place(browser, asking, {"x": -5, "y": -5})
        refused = browser.page()
        assert '{"x": -5, "y": -5}' in refused
        assert "Ask your opponent to accept it" in refused
        suggested = html.unescape(
            browser.post("place/", prompt=asking.id, do="suggest").content.decode()
        )
        place(browser, asking, json.loads(re.findall(r"<textarea[^>]*>([^<]*)<", suggested)[0]))
        placed += 1
        assert len(load(browser.row).run.situation.features) == placed
    assert placed
    assert browser.get("links/").status_code == 200
    assert browser.get("print/").status_code == 302  # there is no table to be printed


def test_its_settings_and_lists_are_those_of_its_own_form(client):
    page = html.unescape(client.get("/battles/new/?rulebook=toy-marches").content.decode())
    assert "Width (paces)" in page
    assert '<input type="radio" name="set-climate" value="cold"' in page
    assert "set-gap" not in page
    assert 'href="?rulebook=pbs-2023.1"' in page


def test_lists_of_two_rulebooks_begin_no_battle():
    browser = begun(MARCH)
    other = browser.client.post("/armies/new/", FORD)["Location"].split("/")[2]
    own = Battle.objects.count()
    answer = browser.client.post(
        "/battles/new/", {"rulebook": "toy-skirmish", "first": other, "second": "nowhere"}
    )
    assert (answer.status_code, Battle.objects.count()) == (422, own)
