"""Do two phones come to one table with a list each, by nothing but a link?"""

import json
import re

import pytest

from tests.battles.pages.clicking import Player
from tests.battles.pages.fast import Fast, sample
from tests.battles.pages.travelling import shown, visit
from tests.browser import PHONE, TOUCHED

pytestmark = pytest.mark.browser


def other_browser(chromium):
    """Somebody else's phone."""
    context = chromium.new_context(viewport=PHONE, reduced_motion="reduce", **TOUCHED)
    return context, context.new_page()


def test_one_challenges_the_other_brings_his_list_and_both_are_at_the_table(
    metator, page, chromium, complaints
):
    page.goto(metator.url)
    page.get_by_role("link", name="Challenge someone").click()
    page.fill("#player", "Anna")
    page.locator(".challenge-form > .go button").click()
    page.wait_for_url("**/challenges/*/")
    link = page.locator("[data-copy]").input_value()
    assert re.search(r"/challenges/\w{14}/$", link)
    context, phone = other_browser(chromium)
    complaints.watch(phone)

    phone.goto(link)
    assert phone.get_by_role("heading", name="Anna challenges you.").is_visible()
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    phone.fill("#player", "Ben")
    phone.locator(".elsewhere summary").tap()
    mine = {**sample("marian_romans", ""), "name": "The Tenth"}
    phone.fill("#text", json.dumps(mine))
    phone.locator(".accepting button.primary").tap()
    phone.wait_for_url("**/b/*/")

    # The challenger's page leads on by itself.
    page.wait_for_url("**/b/*/")
    assert page.url == phone.url
    assert "The Tenth" in page.inner_text(".stage")
    assert "The Tenth" in phone.inner_text(".stage")
    for each in (page, phone):
        Player(each, metator.url).ready()
        each.locator(".sit-down .primary").click()
    page.wait_for_function("() => document.querySelector('#battle')?.dataset.mode !== 'sit_down'")
    assert shown(page)["mode"] in ("ask", "wait")
    page.goto(f"{page.url}links/")
    assert page.locator("[data-copy]").count() == 1, "to watch, and to no seat"
    context.close()


def test_a_link_to_a_seat_is_used_up_by_one_tap_and_one_more_phone_comes_by_another(
    metator, phone_page, chromium, complaints
):
    fast = Fast.asked_for(metator, "sit_down")
    phone_page.goto(fast.link(1))
    phone_page.get_by_role("button", name="Join as Ben").tap()
    phone_page.wait_for_url("**/b/*/")
    context, second = other_browser(chromium)
    complaints.watch(second)
    visit(second, fast.link(1))
    assert second.get_by_role("heading", name="This seat link has already been used.").is_visible()

    visit(phone_page, f"{fast.page_url}links/")
    phone_page.get_by_role("button", name="Use this seat on another device").tap()
    link = phone_page.locator(".own-seat [data-copy]").input_value()
    visit(second, link)
    second.get_by_role("button", name="Join as Ben").tap()
    second.wait_for_url("**/b/*/")
    visit(phone_page, f"{fast.page_url}links/")
    assert "2 devices" in phone_page.inner_text(".own-seat")
    phone_page.get_by_role("button", name="Sign out all other devices").tap()

    visit(second, fast.page_url)
    assert second.locator("#battle").count() == 0
    visit(phone_page, fast.page_url)
    assert phone_page.locator("#battle").count() == 1
    context.close()
