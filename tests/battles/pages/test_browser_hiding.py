"""Does a hand that is looked at on a shared device go from the screen again?"""

import pytest

from tests.battles.pages.fast import Fast

pytestmark = pytest.mark.browser


@pytest.fixture
def looking(metator, page):
    """Anna looks at her hand on a device that holds both seats."""
    fast = Fast.begin(metator.url)
    fast.play_until("choose_territory", "place_marker")
    fast.sit(page, 0, 1)
    page.locator('.peek button[value="0"]').click()
    page.wait_for_selector('#battle[data-secret][data-mode="hand"], #battle[data-secret]')
    page.wait_for_selector("html[data-ready]")
    assert cards(page) > 0
    return fast


def cards(page):
    return page.locator(".hand .card").count()


def hidden(page):
    page.wait_for_selector("#battle:not([data-secret])")
    assert cards(page) == 0


def test_a_button_hides_it(looking, page):
    page.get_by_role("link", name="Hide it").click()
    hidden(page)


def test_escape_hides_it(looking, page):
    page.keyboard.press("Escape")
    hidden(page)


def test_it_hides_once_the_battle_goes_on(looking, page):
    looking.play_until("play_day_card")
    hidden(page)
