"""What do the pages show once a battle is over, laid open, or no longer wanted on a device?"""

import hashlib

import pytest

from setup_app.battles.repository import load
from setup_app.battles.seats.tokens import Seat, token
from tests.battles.pages.hands import Browser, colours_shown

pytestmark = pytest.mark.django_db


@pytest.fixture
def over():
    """A device that passes, after one side gave up while both still held cards."""
    browser = Browser.asked_for("place_marker")
    browser.post("resign/", side="0")
    return browser


def test_laying_everything_open_is_confirmed_by_a_second_tap(over):
    page = over.page()
    first, second = page.index("<summary>Reveal everything"), page.index("We both agree")
    assert first < second
    assert "It cannot be undone." in page[first:second]
    assert "SHA-256" not in page
    assert colours_shown(page) == []


def test_after_it_the_page_shows_hands_lists_seed_and_a_proof_that_this_device_opens(over):
    assert over.post("close/").status_code == 302
    page = over.page()
    played = load(over.row)
    hands = [card for hand in played.run.situation.hands for card in hand.value]
    assert sorted(colours_shown(page)) == sorted(hands)
    assert page.count("Unplayed cards:") == 2
    for army in played.setup.sides:
        for unit in army["units"]:
            assert unit["name"] in page
    assert played.seed.hex() in page
    assert f"/api/v1/battles/{over.battle}/proof/" in page
    proof = over.get("proof/").json()
    assert hashlib.sha256(bytes.fromhex(proof["seed"])).hexdigest() == proof["seed_hash"]


def test_a_watcher_of_what_was_laid_open_opens_the_proof_too_and_nobody_else(over):
    over.post("close/")
    watcher = Browser(battle=over.battle)
    seen = token(over.row, Seat.SPECTATOR)
    assert f"/b/{over.battle}/proof/{seen}/" in watcher.page(f"watch/{seen}/")
    assert watcher.get(f"proof/{seen}/").json()["seed"] == load(over.row).seed.hex()
    assert watcher.get("proof/").status_code == 404
    assert watcher.get(f"proof/{token(over.row, Seat.FIRST)}/").status_code == 404


def test_before_it_a_proof_holds_no_seed(over):
    assert over.get("proof/").json()["seed"] is None


def test_giving_up_is_offered_on_the_links_page_and_takes_a_second_tap():
    browser = Browser()
    browser.begin(first_player="Anna", second_player="Ben")
    page = browser.page("links/")
    assert page.index("<summary>Concede the battle") < page.index("Anna concedes")
    browser.post("resign/", side="0")
    assert "concedes" not in browser.page("links/")


def test_who_began_a_battle_owns_it_and_sees_no_hand_for_that():
    browser = Browser()
    browser.begin(opponent="two")
    assert browser.row.owner_key == browser.client.session["owner_key"] != ""
    held_seats = browser.client.session
    held_seats["battle_seats"] = {}
    held_seats.save()
    assert browser.battle in browser.client.get("/battles/").content.decode()
    assert browser.get().status_code == 404


def test_a_battle_is_forgotten_on_this_device_and_stays_for_others():
    browser = Browser()
    browser.begin(opponent="two")
    assert "Remove battle" in browser.client.get("/battles/").content.decode()
    assert browser.post("forget/").status_code == 302
    assert browser.battle not in browser.client.get("/battles/").content.decode()
    assert browser.get().status_code == 404
    link = f"seat/{token(browser.row, Seat.FIRST)}/"
    assert browser.post(link).status_code == 302


@pytest.mark.parametrize(("cards", "told"), [("server", True), ("entered", False)])
def test_nobody_is_told_to_check_what_fell_on_a_real_table(cards, told):
    browser = Browser()
    browser.begin(dice="entered", cards=cards)
    browser.post("resign/", side="0")
    assert ("You can then also check the server" in browser.page()) is told
    browser.post("close/")
    page = browser.page()
    assert "Everything is revealed" in page
    assert ("SHA-256" in page) is told
