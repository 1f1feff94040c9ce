"""Can the map, the cards and the dice be played by anyone, in few taps, and without motion?"""

import pytest

from tests.battles.pages.fast import Fast

pytestmark = pytest.mark.browser

TAPS = 'addEventListener("click", (event) => event.isTrusted && window.tapped?.(), true)'


class Taps:
    """How often a player touched the page since the last question."""

    def __init__(self, page):
        self.number = 0
        page.expose_function("tapped", self.one)
        page.add_init_script(TAPS)

    def one(self):
        self.number += 1


def chosen_box(page):
    return page.evaluate("document.activeElement.dataset.said")


def asked(metator, page, kind):
    Fast.asked_for(metator, kind).sit(page, 0, 1)
    page.wait_for_selector("html[data-ready]:not([data-settling])", state="attached")


def version(page):
    return int(page.locator("#battle").get_attribute("data-version"))


def wait_past(page, before):
    page.wait_for_selector(f'#battle:not([data-version="{before}"])')
    page.wait_for_selector("html[data-ready]:not([data-settling])", state="attached")


def test_the_marker_is_walked_over_the_map_by_keys_alone_and_each_box_says_what_it_is(
    page, metator
):
    fast = Fast.asked_for(metator, "place_marker")
    fast.sit(page, fast.side)
    page.wait_for_selector("html[data-ready]:not([data-settling])", state="attached")
    chart = page.get_by_role("radiogroup", name="Map of")
    assert chart.get_by_role("radio").count() == 25
    first = chart.get_by_role("radio").first
    assert "Row 1, column 1: " in first.evaluate("box => box.labels[0].innerText")
    first.focus()
    page.keyboard.press("Space")
    for key in ("ArrowDown", "ArrowDown", "ArrowRight"):
        page.keyboard.press(key)
    assert chosen_box(page).startswith("Row 3, column 2: ")
    assert page.locator("[data-chosen]").inner_text() == chosen_box(page)
    assert page.locator(".box:has(:checked) .marker.ghost").is_visible()
    before = version(page)
    page.keyboard.press("Enter")
    wait_past(page, before)
    assert page.locator(".marker.standing").count() == 1
    here = page.locator(".box.here .visually-hidden").first
    assert "Row 3, column 2" in here.text_content()
    assert "(the marker is here)" in here.text_content()


def test_both_cards_of_a_day_lie_open_beside_the_map_and_are_named_with_their_players(
    page, metator
):
    fast = Fast.asked_for(metator, "move_marker")
    fast.sit(page, 0, 1)
    latest = page.locator(".latest-day .of-side > .visually-hidden").all_text_contents()
    told = next(each for each in page.locator(".latest p").all_inner_texts() if "Day" in each)
    for words in latest:
        name, card = words.strip().split(": ")
        assert f"{name} {card.lower()}" in told
    # They are seen turning up until something follows, and not again by who looks back.
    turned = page.locator(".turned-up .turn-over > .card-back")
    assert turned.count() == len(latest)
    page.goto(f"{fast.page_url}?at={fast.view(0)['version']}")
    assert page.locator(".latest-day").count() == 1
    assert turned.count() == 0


def test_a_rolled_die_is_entered_in_one_tap_and_mended_in_two_where_it_is_shown(
    phone_page, metator
):
    page = phone_page
    taps = Taps(page)
    asked(metator, page, "enter_roll")
    question, before = page.locator("h2").all_inner_texts(), version(page)
    page.locator(".faces .die", has_text="wound").tap()
    wait_past(page, before)
    assert taps.number == 1
    assert "rolled a wound" in page.locator(".latest").inner_text()
    for selector in (".mistyped button", 'button[value="accept"]'):
        before = version(page)
        page.locator(selector).tap()
        wait_past(page, before)
    assert taps.number == 3
    assert page.locator("h2").all_inner_texts() == question
    assert "rolled" not in page.locator(".sentence").inner_text()


def test_cards_that_were_turned_up_take_one_tap_each_and_are_mended_in_two(phone_page, metator):
    page = phone_page
    taps = Taps(page)
    asked(metator, page, "turned_up")
    question, before = page.locator("h2").all_inner_texts(), version(page)
    page.locator('.pickable:has(input[name="first"])', has_text="Red").tap()
    page.locator('.pickable:has(input[name="second"])', has_text="White").tap()
    wait_past(page, before)
    assert taps.number == 2
    assert "red" in page.locator(".latest").inner_text()
    fast_back = page.locator(".mistyped button, .undo button").first
    before = version(page)
    fast_back.tap()
    wait_past(page, before)
    if page.locator('button[value="accept"]').count():
        before = version(page)
        page.locator('button[value="accept"]').tap()
        wait_past(page, before)
    assert taps.number <= 4
    assert page.locator("h2").all_inner_texts() == question


def test_turned_up_cards_that_are_chosen_by_keys_wait_for_the_button(page, metator):
    asked(metator, page, "turned_up")
    before = version(page)
    for name in ("first", "second"):
        page.locator(f'input[name="{name}"]').first.focus()
        page.keyboard.press("Space")
        page.keyboard.press("ArrowRight")
    sent = []
    page.on("request", lambda each: sent.append(each) if each.method == "POST" else None)
    page.get_by_role("button", name="Enter these cards").press("Enter")
    wait_past(page, before)
    assert len(sent) == 1


def test_scouting_cards_are_counted_by_a_tap_on_each_and_no_more_than_may_count(
    phone_page, metator
):
    page = phone_page
    taps = Taps(page)
    asked(metator, page, "turned_up_scouting")
    red = page.locator(".count .more").first
    go = page.locator(".asked .go button")
    assert go.inner_text() == "Enter no cards"
    red.tap()
    red.tap()
    assert go.inner_text() == "Enter these cards"
    assert red.get_attribute("aria-label").endswith(": 2")
    page.get_by_role("button", name="One fewer Red").tap()
    assert red.get_attribute("aria-label").endswith(": 1")
    for _ in range(4):
        page.locator(".count .more").nth(2).tap()
    assert page.locator(".count .more:enabled").count() == 0
    before, tapped = version(page), taps.number
    page.locator(".asked .go button").tap()
    wait_past(page, before)
    assert taps.number == tapped + 1
    assert "red, green, green, green and green: 80%" in page.locator(".latest").inner_text()


def test_the_marker_walks_from_where_it_stood_for_less_than_half_a_second(page, metator):
    page.emulate_media(reduced_motion="no-preference")
    fast = Fast.asked_for(metator, "move_marker")
    fast.sit(page, fast.side)
    page.wait_for_selector("html[data-ready]:not([data-settling])", state="attached")
    stood = page.locator(".box.here input").evaluate("i => [+i.dataset.row, +i.dataset.column]")
    goal = page.locator(".box.open-to:not(.here) input").last
    row, column = goal.evaluate("i => [+i.dataset.row, +i.dataset.column]")
    goal.locator("..").click()
    before = version(page)
    page.locator(".asked .go button").click()
    wait_past(page, before)
    walks = page.locator(".marker.walks").get_attribute("class").split()
    assert f"x{stood[1] - column}" in walks
    assert f"y{stood[0] - row}" in walks
    style = (
        "each => [getComputedStyle(each).animationName, getComputedStyle(each).animationDuration]"
    )
    assert page.locator(".marker.walks").evaluate(style) == ["walk", "0.42s"]
    page.emulate_media(reduced_motion="reduce")
    assert page.locator(".marker.walks").evaluate(style)[0] == "none"
