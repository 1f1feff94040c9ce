"""Can the map, the cards and the dice be played by anyone, in few taps, and without motion?"""

import pytest

from tests.battles.pages.clicking import Player
from tests.battles.pages.fast import Fast
from tests.battles.pages.fixed import ENTERED, ground

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


def at_phone_with(fast, page, *kinds, seed=1):
    fast.play_until(*kinds, seed=seed)
    fast.sit(page, 0, 1)
    page.wait_for_selector("html[data-ready]", state="attached")


def version(page):
    return int(page.locator("#battle").get_attribute("data-version"))


def wait_past(page, before):
    page.wait_for_selector(f'#battle:not([data-version="{before}"])')
    page.wait_for_selector("html[data-ready]", state="attached")


def test_the_marker_is_walked_over_the_map_by_keys_alone_and_each_box_says_what_it_is(
    page, metator
):
    fast = Fast.begin(metator.url)
    fast.sit(page, fast.play_until("place_marker")["side"])
    page.wait_for_selector("html[data-ready]", state="attached")
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


def test_lit_boxes_are_exactly_those_that_the_marker_may_reach(page, metator):
    fast = Fast.begin(metator.url)
    prompt = fast.play_until("move_marker", seed=3)
    fast.sit(page, 0, 1)
    lit = page.locator(".box.open-to input").evaluate_all(
        "all => all.map((each) => [+each.dataset.row, +each.dataset.column])"
    )
    assert sorted(lit) == sorted(option["box"] for option in prompt["options"])


def test_both_cards_of_a_day_lie_open_beside_the_map_and_are_named_with_their_players(
    page, metator
):
    fast = Fast.begin(metator.url)
    fast.play_until("move_marker", seed=3)
    fast.sit(page, 0, 1)
    latest = page.locator(".latest-day .of-side > .visually-hidden").all_text_contents()
    told = next(each for each in page.locator(".latest p").all_inner_texts() if "Day" in each)
    for words in latest:
        name, card = words.split(": ")
        assert f"{name} {card.lower()}" in told
    # They are seen turning up until something follows, and not again by who looks back.
    turned = page.locator(".turned-up .turn-over > .card-back")
    assert turned.count() == len(latest)
    page.goto(f"{fast.page_url}?at={fast.view(0)['version']}")
    assert page.locator(".latest-day").count() == 1
    assert turned.count() == 0


def test_a_sealed_card_lies_face_down_and_nothing_of_its_face_is_on_the_other_sides_page(
    page, chromium, metator
):
    fast = Fast.begin(metator.url)
    fast.play_until("play_territory_card")
    fast.sit(page, 0)
    page.wait_for_selector("html[data-ready]", state="attached")
    page.locator(".pickable").first.click()
    before = version(page)
    page.locator(".asked .go button").click()
    wait_past(page, before)
    assert page.locator(".army .card-back.sealed .seal").count() == 1
    other = chromium.new_page()
    fast.sit(other, 1)
    assert other.locator(".army .card-back.sealed").count() == 1
    assert other.locator(".army .card:not(.card-back)").count() == 0
    other.close()


def test_a_rolled_die_is_entered_in_one_tap_and_mended_in_two_where_it_is_shown(
    phone_page, metator
):
    page = phone_page
    taps = Taps(page)
    at_phone_with(Fast.begin(metator.url, **ENTERED), page, "enter_roll")
    asked, before = page.locator("h2").all_inner_texts(), version(page)
    page.locator(".faces .die", has_text="wound").tap()
    wait_past(page, before)
    assert taps.number == 1
    assert "rolled a wound" in page.locator(".latest").inner_text()
    for selector in (".mistyped button", 'button[value="accept"]'):
        before = version(page)
        page.locator(selector).tap()
        wait_past(page, before)
    assert taps.number == 3
    assert page.locator("h2").all_inner_texts() == asked
    assert "rolled" not in page.locator(".sentence").inner_text()


def test_cards_that_were_turned_up_take_one_tap_each_and_are_mended_in_two(phone_page, metator):
    page = phone_page
    taps = Taps(page)
    at_phone_with(Fast.begin(metator.url, **ENTERED), page, "turned_up")
    asked, before = page.locator("h2").all_inner_texts(), version(page)
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
    assert page.locator("h2").all_inner_texts() == asked


def test_turned_up_cards_that_are_chosen_by_keys_wait_for_the_button(page, metator):
    at_phone_with(Fast.begin(metator.url, **ENTERED), page, "turned_up")
    before = version(page)
    for name in ("first", "second"):
        page.locator(f'input[name="{name}"]').first.focus()
        page.keyboard.press("Space")
        page.keyboard.press("ArrowRight")
    page.wait_for_timeout(300)
    assert version(page) == before
    page.get_by_role("button", name="These were turned up").press("Enter")
    wait_past(page, before)


def test_scouting_cards_are_counted_by_a_tap_on_each_and_no_more_than_may_count(
    phone_page, metator
):
    page = phone_page
    taps = Taps(page)
    at_phone_with(Fast.begin(metator.url, **ENTERED), page, "turned_up_scouting")
    red = page.locator(".count .more").first
    go = page.locator(".asked .go button")
    assert go.inner_text() == "No card counts"
    red.tap()
    red.tap()
    assert go.inner_text() == "Enter these cards"
    assert red.get_attribute("aria-label").endswith(": 2")
    page.get_by_role("button", name="One Red less").tap()
    assert red.get_attribute("aria-label").endswith(": 1")
    for _ in range(4):
        page.locator(".count .more").nth(2).tap()
    assert page.locator(".count .more:enabled").count() == 0
    before, tapped = version(page), taps.number
    page.locator(".asked .go button").tap()
    wait_past(page, before)
    assert taps.number == tapped + 1
    assert "red, green, green, green and green: 80 percent" in page.locator(".latest").inner_text()


@pytest.mark.parametrize("kind", ["play_territory_card", "move_marker", "oppose"])
def test_nothing_moves_where_motion_is_not_wanted(page, metator, kind):
    page.emulate_media(reduced_motion="reduce")
    if kind == "oppose":
        # Not in every battle does a piece come to lie that may be opposed.
        opposed = ground(lambda battle, asking: asking.prompt.kind == "oppose", seed=3)
        fast = opposed.on(metator.url)
    else:
        fast = Fast.begin(metator.url)
        fast.play_until(kind, seed=3)
    fast.sit(page, 0, 1)
    if Player(page, fast.url).mode == "look_away":
        page.evaluate(
            "document.querySelector('.asked .go button').form.requestSubmit("
            "document.querySelector('.asked .go button'))"
        )
        page.wait_for_selector("#battle[data-secret]")
    running = page.evaluate(
        "document.getAnimations().filter((each) => each.effect.getTiming().duration > 1).length"
    )
    assert running == 0


def test_the_marker_walks_from_where_it_stood_for_less_than_half_a_second(page, metator):
    fast = Fast.begin(metator.url)
    fast.sit(page, fast.play_until("move_marker", seed=3)["side"])
    page.wait_for_selector("html[data-ready]", state="attached")
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
