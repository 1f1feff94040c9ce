"""What does the board of the deployment say, keep and offer, before anything is sent?"""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.battles.pages.clicking import READY
from tests.battles.pages.test_browser_deploying import (
    LIT,
    SPOT,
    answer,
    chip,
    press,
    sitting,
)

pytestmark = pytest.mark.browser

WANTS = "[data-readout] .wants"


def taken(page, number=0):
    """A unit in hand, its ground known."""
    chip(page, number).click()
    page.wait_for_selector(LIT, state="attached")


def test_what_is_down_and_not_sent_is_there_after_a_reload_and_can_be_undone(metator, page):
    sitting(metator, page, "deploy")
    taken(page)
    press(page, (20, 6))
    before = answer(page)
    page.reload()
    page.wait_for_selector(READY, state="attached")
    assert answer(page) == before
    expect(page.locator(".told")).to_contain_text("We restored what you had placed")
    page.locator('[data-tool="undo"]').click()
    assert answer(page) is None


def test_a_hot_seat_keeps_nothing_where_the_other_player_could_read_it(metator, page):
    fast = sitting(metator, page, "deploy")
    fast.sit(page, 1 - fast.side)
    page.wait_for_selector(READY, state="attached")
    page.locator(".asked .go button").click()
    page.wait_for_selector("#battle[data-secret]")
    page.wait_for_selector(READY, state="attached")
    taken(page)
    press(page, (20, 6))
    assert answer(page)["units"]
    assert (
        page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('board:'))") == []
    )


def test_the_step_says_what_it_still_wants_and_a_second_tap_moves_what_is_down(metator, page):
    sitting(metator, page, "deploy")
    taken(page)
    press(page, (20, 6))
    # Units with works are in hand still, and this one has none.
    expect(page.locator(WANTS)).to_contain_text("1 of 8 TUGs deployed: 7 to go")
    expect(page.locator(WANTS)).to_contain_text("Deploy works first (10.D)")
    assert page.locator("#laying").get_attribute("data-amiss") == ""
    press(page, (28, 4))
    (moved,) = answer(page)["units"]
    assert moved["at"] == pytest.approx([28, 4], abs=0.6)
    # On closed ground it does not count, and its row says so.
    press(page, (28, 20))
    expect(page.locator(".count-down")).to_have_text("0 of 8 TUGs deployed")
    # One alone is no answer that the other side could accept.
    expect(page.locator("[data-as-placed]")).to_be_hidden()
    expect(chip(page)).to_have_class(re.compile("amiss"))


def test_closed_ground_says_why_to_a_mouse_and_to_a_finger_that_asks(metator, page):
    sitting(metator, page, "deploy")
    taken(page)
    pointed = page.locator("[data-readout] .pointed")
    page.mouse.move(*page.evaluate(SPOT, [20, 20]))
    expect(pointed).to_contain_text("10.B: outside the deployment zone")
    page.mouse.move(*page.evaluate(SPOT, [20, 6]))
    expect(pointed).to_have_count(0)
    page.locator("[data-asks]").click()
    press(page, (3, 6))
    expect(pointed).to_contain_text("unsecure flank")
    assert answer(page) is None


def test_a_suggestion_keeps_what_lies_there_and_one_undo_takes_it_back(metator, page):
    sitting(metator, page, "deploy")
    taken(page)
    press(page, (20, 6))
    (own,) = answer(page)["units"]
    page.locator("[data-suggest]").click()
    expect(page.locator(".count-down")).to_contain_text("8 of 8")
    assert own in answer(page)["units"]
    page.locator('[data-tool="undo"]').click()
    assert answer(page)["units"] == [own]


def test_a_unit_without_room_is_said_to_have_no_place_and_the_server_searches(metator, page):
    sitting(metator, page, "deploy")
    # What the page knows is closed wholly: it finds no room; the server does.
    nowhere = {"allowed": {"type": "MultiPolygon", "coordinates": []}, "closed": [], "reach": None}
    page.route("**/zones/", lambda route: route.fulfill(json=nowhere))
    chip(page).click()
    page.locator("[data-none]").click()
    assert answer(page) == {"units": [], "no_place": [0]}
    expect(chip(page)).to_have_class(re.compile("without"))
    page.locator("#laying .primary").click()
    expect(page.locator(".refusals")).to_contain_text("place")
    page.unroute("**/zones/")


def test_a_camp_is_judged_with_the_same_figure_at_once_and_when_it_is_sent(metator, page):
    sitting(metator, page, "place_camp")
    page.wait_for_selector(LIT, state="attached")
    press(page, (12, 4))
    live = page.locator("[data-readout] .amiss")
    measured = re.search(r"([\d.]+) BW outside", live.inner_text())[1]
    expect(page.locator("[data-as-placed]")).to_be_visible()
    page.locator("#laying .primary").click()
    expect(page.locator(".refusals")).to_contain_text(f"{measured} BW outside")
    expect(page.locator("[data-as-placed]")).to_be_visible()
    press(page, (23, 3))
    expect(page.locator("[data-as-placed]")).to_be_hidden()
    expect(page.locator(".refusals")).to_have_count(0)


def test_of_several_moves_before_the_game_the_player_says_which_it_is(metator, page):
    sitting(metator, page, "pregame_move")
    given = json.loads(page.locator("#editor").text_content())
    first = given["things"][0]

    def with_two_kinds(route):
        came = route.fetch()
        found = re.sub(
            r'"kinds": \["battery"\], "limits": \{"battery": null\}',
            '"kinds": ["battery", "pathfinder"], "limits": {"battery": null, "pathfinder": 2}',
            came.text(),
        )
        route.fulfill(response=came, body=found)

    page.route("**/b/*/", with_two_kinds)
    page.reload()
    page.wait_for_selector(READY, state="attached")
    if page.locator("[data-chip]:visible").count():
        chip(page).click()
    page.wait_for_selector(LIT, state="attached")
    page.locator('[data-kind="pathfinder"]').click()
    expect(page.locator("[data-reach]")).to_contain_text("may move up to 2 BW")
    x, y = first["stands"]["at"]
    press(page, (x, y - 1.5))
    assert answer(page)["kind"] == "pathfinder"
    press(page, (x, y - 4))
    expect(page.locator("[data-readout] .amiss")).to_contain_text("(maximum 2)")
    assert page.locator("[data-suggest]").count() == 0
    page.unroute("**/b/*/")
