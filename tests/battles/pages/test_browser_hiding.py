"""Does a hand that is looked at on a shared device go from the screen again?"""

import pytest

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
    page.locator('.peek button[value="0"]').click()
    page.wait_for_selector("#battle[data-secret]")
    page.wait_for_selector("html[data-ready]", state="attached")
    assert cards(page) > 0


def cards(page):
    return page.locator(".hand .card").count()


def hidden(page):
    page.wait_for_selector("#battle:not([data-secret])")
    assert cards(page) == 0


def test_a_button_hides_it_and_so_does_escape(looking, page):
    page.get_by_role("link", name="Hide it").click()
    hidden(page)
    peek(page)
    page.keyboard.press("Escape")
    hidden(page)


def test_it_hides_once_the_battle_goes_on(looking, page):
    looking.play_until("play_day_card")
    hidden(page)
