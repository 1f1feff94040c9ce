"""Is it said in our own words what was not chosen, and is who comes at the question?"""

import pytest

from tests import stock
from tests.battles.pages.fast import Fast

pytestmark = pytest.mark.browser

HELD = "document.activeElement.closest('section')?.id || document.activeElement.tagName"


def at(metator, page, kind):
    fast = Fast.asked_for(metator, kind)
    side, _, _ = fast.asked()
    fast.sit(page, side)
    page.wait_for_selector("html[data-ready]:not([data-settling])", state="attached")
    return fast


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("play_territory_card", "Choose a card first."),
        ("place_marker", "Choose a highlighted square on the map."),
        ("turned_up", "Choose a card for each side first."),
    ],
)
def test_what_was_not_chosen_is_said_beside_it_and_nothing_is_sent(metator, page, kind, words):
    fast = at(metator, page, kind)
    version = fast.view(0)["version"]
    page.locator(".asked .go button.primary").click()
    said = page.locator("#missing")
    assert (said.inner_text(), "fault" in said.get_attribute("class")) == (words, True)
    held = "(document.activeElement.getAttribute('aria-describedby'))"
    assert page.evaluate(held) == "missing"
    assert fast.view(0)["version"] == version
    choice = page.locator("input[type=radio]:focus")
    choice.dispatch_event("click")
    assert "fault" not in said.get_attribute("class").split() or said.is_hidden()


def test_who_tries_a_battle_is_at_its_first_question(metator, page):
    page.goto(metator.url)
    page.get_by_role("button", name="Try a battle now").press("Enter")
    page.wait_for_url("**/b/*/")
    page.wait_for_selector('#battle[data-mode="ask"]', timeout=20_000)
    page.wait_for_selector("html[data-ready]:not([data-settling])", state="attached")
    assert page.evaluate(HELD) == "asked"


@pytest.mark.parametrize("size", [(844, 390), (720, 450), (640, 400)])
def test_a_finished_table_is_in_sight_at_once_in_a_low_window(metator, page, size):
    width, height = size
    page.set_viewport_size({"width": width, "height": height})
    fast = Fast.at(metator, stock.kept(stock.SERVED))
    fast.sit(page, 0)
    page.wait_for_selector("html[data-ready]:not([data-settling])", state="attached")
    drawn = page.locator(".battle-map").first.bounding_box()
    assert drawn["y"] >= 0
    assert drawn["y"] + drawn["height"] <= height
    # The largest thing: more than a third of the window, and more than what is said beside it.
    beside = page.locator(".asked").bounding_box()
    assert drawn["width"] * drawn["height"] > width * height / 3
    assert drawn["width"] > beside["width"]


@pytest.mark.parametrize("size", [(844, 390), (720, 450)])
@pytest.mark.parametrize("name", ["hills", "river"])
def test_what_is_said_of_a_piece_is_never_under_the_button_in_a_low_window(
    metator, page, name, size
):
    page.set_viewport_size({"width": size[0], "height": size[1]})
    Fast.at(metator, stock.kept(name)).sit(page, 0, 1)
    page.wait_for_selector("html[data-ready]:not([data-settling])", state="attached")
    page.wait_for_selector(".readout :is(.legal, .amiss)")
    said = page.locator(".readout").bounding_box()
    button = page.locator(".laying .primary").bounding_box()
    assert said["y"] + said["height"] <= button["y"]
    assert button["y"] + button["height"] <= size[1]
