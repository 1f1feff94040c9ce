"""Are home, the rulebook and the pages where there is nothing good in a real browser?"""

import re

import pytest

pytestmark = pytest.mark.browser

BOOK = "/rulebook/pbs-2023.1/"


def test_every_door_is_in_sight_and_as_tall_as_a_thumb_on_a_phone(metator, phone_page):
    phone_page.goto(metator.url)
    doors = phone_page.locator(".masthead nav a")
    boxes = [doors.nth(at).bounding_box() for at in range(doors.count())]
    assert len(boxes) >= 4
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= 390 for box in boxes)
    assert all(box["height"] >= 44 for box in boxes)
    assert len({box["y"] for box in boxes}) == 1
    button = phone_page.get_by_role("button", name="Try a battle now").bounding_box()
    assert button["y"] + button["height"] <= 844


def test_one_tap_from_home_leads_to_a_question_of_the_game(metator, phone_page):
    phone_page.emulate_media(reduced_motion="reduce")
    phone_page.goto(metator.url)
    phone_page.get_by_role("button", name="Try a battle now").tap()
    phone_page.wait_for_url("**/b/*/")
    phone_page.wait_for_selector('#battle[data-mode="ask"]', timeout=20_000)
    assert phone_page.locator(".asked form").count() > 0


def test_the_keyboard_comes_to_the_content_first_and_to_a_box_by_its_address(metator, page):
    page.goto(f"{metator.url}{BOOK}waterside/#box-3-4")
    assert page.locator("#box-3-4:target").count() == 1
    page.goto(f"{metator.url}{BOOK}waterside/")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.getAttribute('href')") == "#content"
    assert page.locator(".skip").bounding_box()["y"] >= 0
    page.keyboard.press("Tab")
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"


def test_a_territory_prints_on_at_most_two_sheets_without_what_is_for_the_screen(metator, page):
    for slug in ("waterside", "jungle"):
        page.goto(f"{metator.url}{BOOK}{slug}/")
        printed = page.pdf(prefer_css_page_size=True, print_background=True)
        assert 1 <= len(re.findall(rb"/Type\s*/Page\b", printed)) <= 2
    page.emulate_media(media="print")
    assert page.locator(".masthead").is_hidden()
    assert page.locator(".chart").is_visible()


def test_with_colours_of_the_system_the_present_door_is_still_told_apart(metator, page):
    page.emulate_media(forced_colors="active")
    page.goto(f"{metator.url}{BOOK}")
    edges = page.evaluate(
        "[...document.querySelectorAll('.masthead nav a')].map(each =>"
        " [each.hasAttribute('aria-current'), getComputedStyle(each).borderBottomColor])"
    )
    background = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert [current for current, edge in edges if edge != background] == [True]
