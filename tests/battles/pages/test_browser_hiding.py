"""Does a hand that is looked at on a shared device go from the screen again?"""

import pytest

from tests.battles.pages.clicking import Player
from tests.battles.pages.fast import Fast

pytestmark = pytest.mark.browser


@pytest.fixture
def looking(metator, page):
    """Anna looks at her hand on a device that holds both seats."""
    fast = Fast.asked_for(metator, "choose_territory")
    fast.sit(page, 0, 1)
    peek(page)
    return fast


def peek(page):
    page.wait_for_selector("html[data-ready]:not([data-settling])", state="attached")
    page.locator('.peek button[value="0"]').click()
    page.wait_for_selector("#battle[data-secret]")
    page.wait_for_selector("html[data-ready]:not([data-settling])", state="attached")
    assert cards(page) > 0


def cards(page):
    return page.locator(".hand .card").count()


def hidden(page):
    page.wait_for_selector("#battle:not([data-secret])")
    assert cards(page) == 0


def test_a_button_hides_it_and_so_does_escape(looking, page):
    page.get_by_role("link", name="Hide").click()
    hidden(page)
    peek(page)
    page.keyboard.press("Escape")
    hidden(page)


def test_it_hides_once_the_battle_goes_on(looking, page):
    looking.play_until("play_day_card")
    hidden(page)


def test_the_second_of_two_quick_taps_opens_no_hand_and_plays_no_card(metator, phone_page):
    page = phone_page
    page.add_init_script(SECOND_TAP)
    fast = Fast.asked_for(metator, "play_territory_card")
    fast.sit(page, 0, 1)
    Player(page, fast.url).ready()
    version = fast.view(0)["version"]

    tapped_twice(page, page.locator(".asked .go button"))
    page.wait_for_selector("#battle[data-secret]")
    page.wait_for_selector("html:not([data-settling])", state="attached")
    assert fast.view(0)["version"] == version, "no card was played unseen"

    tapped_twice(page, page.locator(".pickable").first)
    page.wait_for_selector("#battle:not([data-secret])")
    page.wait_for_selector("html:not([data-settling])", state="attached")
    assert page.locator("#battle[data-secret]").count() == 0, "no hand was opened"
    assert fast.view(0)["version"] == version + 1


# Half a second is soon over for who looks from outside of a busy browser: the page taps itself.
SECOND_TAP = """
const place = JSON.parse(sessionStorage.getItem("second-tap"));
if (place) {
  sessionStorage.removeItem("second-tap");
  const tap = () => {
    const [clientX, clientY] = place;
    const how = { clientX, clientY, detail: 1, bubbles: true, cancelable: true, view: window };
    document.elementFromPoint(clientX, clientY).dispatchEvent(new MouseEvent("click", how));
    window.tappedAgain = true;
  };
  new MutationObserver((_, observer) => {
    if (document.documentElement.dataset.settling === undefined) return;
    observer.disconnect();
    tap();
  }).observe(document, { subtree: true, attributeFilter: ["data-settling"] });
}
"""


def tapped_twice(page, locator):
    """At the same place, the second time as soon as something else stands there."""
    box = locator.bounding_box()
    place = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.evaluate("place => sessionStorage.setItem('second-tap', JSON.stringify(place))", place)
    with page.expect_navigation():
        page.touchscreen.tap(*place)
    page.wait_for_function("window.tappedAgain")
