"""How does an army get onto the table by mouse, by keyboard and by a thumb on a phone?"""

import json
import re

import pytest
from playwright.sync_api import expect

from tests import stock
from tests.battles.pages.clicking import READY
from tests.battles.pages.fast import Fast
from tests.battles.pages.test_browser_everyone import QUESTION, found_in_both
from tests.battles.pages.travelling import goes_on_from

pytestmark = pytest.mark.browser

LIT = ".board-lit .lit"
SPOT = """([x, y]) => {
  const svg = document.querySelector("#table svg");
  const { unit, left, top, width, depth, view } = svg.dataset;
  const near = view !== "invader";
  const across = Number(left) + unit * (near ? x : width - x);
  const down = Number(top) + unit * (near ? depth - y : y);
  const at = new DOMPoint(across, down).matrixTransform(svg.getScreenCTM());
  return [at.x, at.y];
}"""


def sitting(server, page, kind):
    """At the first asking of a kind, in the seat that is asked, with its ground known."""
    fast = Fast.asked_for(server, kind)
    fast.sit(page, fast.side)
    page.wait_for_selector(READY, state="attached")
    return fast


def answer(page):
    text = page.locator('#laying input[name="answer"]').input_value()
    return json.loads(text) if text else None


def chip(page, number=0):
    return page.locator("[data-chip]").nth(number)


def unit(page, name="u0"):
    return page.locator(f'[data-mine="{name}"]')


def press(page, at):
    page.mouse.click(*page.evaluate(SPOT, list(at)))


def sends(page, selector="#laying .primary"):
    before = page.locator("#battle").get_attribute("data-version")
    page.locator(selector).click()
    goes_on_from(page, before)


def test_a_unit_is_taken_put_down_dragged_turned_formed_and_taken_back_by_mouse(metator, page):
    sitting(metator, page, "deploy")
    chip(page).click()
    page.wait_for_selector(LIT, state="attached")
    press(page, (20, 6))
    (placed,) = answer(page)["units"]
    assert placed["unit"] == 0
    assert placed["at"] == pytest.approx([20, 6], abs=0.6)
    assert (placed["facing"], placed["formation"]["ranks"]) == (90, 2)

    x, y = page.evaluate(SPOT, placed["at"])
    page.mouse.move(x, y)
    page.mouse.down()
    far = page.evaluate(SPOT, [20, 15])
    page.mouse.move(*far, steps=4)
    page.mouse.up()
    expect(page.locator("[data-readout] .amiss")).to_contain_text("10.B")
    expect(unit(page)).to_have_class(re.compile("amiss"))

    page.locator('[data-tool="undo"]').click()
    assert answer(page)["units"] == [placed]
    unit(page).click()
    page.locator('[data-form="line"]').click()
    page.get_by_role("button", name="Turn left by 15 degrees").click()
    (formed,) = answer(page)["units"]
    assert (formed["formation"]["ranks"], formed["facing"]) == (1, 105)
    page.locator("[data-back]").click()
    assert answer(page) is None


def test_several_move_together_and_the_answer_that_is_suggested_is_sent(metator, page):
    sitting(metator, page, "deploy")
    page.locator("[data-several]").click()
    for number in range(3):
        chip(page, number).click()
    press(page, (22, 5))
    before = {each["unit"]: each["at"] for each in answer(page)["units"]}
    assert len(before) == 3
    xs = sorted(x for x, _ in before.values())
    assert xs[1] - xs[0] == pytest.approx(4, abs=0.01)
    unit(page).focus()
    page.keyboard.press("ArrowLeft")
    after = {each["unit"]: each["at"] for each in answer(page)["units"]}
    assert {n: round(before[n][0] - after[n][0], 3) for n in before} == dict.fromkeys(before, 0.5)

    page.locator("[data-suggest]").click()
    expect(page.locator(".count-down")).to_have_text("8 of 8 TUGs deployed")
    expect(page.locator("[data-readout] .legal")).to_be_visible()
    sends(page)


def test_a_unit_is_put_down_moved_and_turned_by_keys_alone_and_told_in_words(metator, page):
    sitting(metator, page, "deploy")
    chip(page).focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(LIT, state="attached")
    page.locator("[data-put]").focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.dataset.mine") == "u0"
    (placed,) = answer(page)["units"]
    expect(page.locator("[data-readout] .wants")).to_contain_text("1 of 8 TUGs deployed: 7 to go")
    for key in ("ArrowLeft", "ArrowDown", "Shift+ArrowDown", "q"):
        page.keyboard.press(key)
    (moved,) = answer(page)["units"]
    (x, y), (mx, my) = placed["at"], moved["at"]
    assert (round(x - mx, 3), round(y - my, 3)) == (0.5, 0.6)
    assert moved["facing"] == 95
    expect(page.locator("[data-says]")).to_contain_text("from the near edge")
    page.keyboard.press("Delete")
    assert answer(page) is None
    assert page.evaluate("document.activeElement.dataset.chip") == "u0"


SEEN = """() => {
  const box = (selector) => document.querySelector(selector).getBoundingClientRect();
  const seen = (selector) => {
    const { top, bottom } = box(selector);
    return top >= 0 && bottom <= innerHeight;
  };
  return {
    all: [".asked h2", ".tray", ".handling", "#laying .primary", "#table"].every(seen),
    table: box("#table svg").height,
    aside: document.documentElement.scrollWidth - innerWidth,
  };
}"""


def test_on_a_phone_all_that_is_needed_is_seen_and_a_tap_puts_a_unit_down(metator, phone_page):
    page = phone_page
    sitting(metator, page, "deploy")
    chip(page).tap()
    page.wait_for_selector(LIT, state="attached")
    page.touchscreen.tap(*page.evaluate(SPOT, [20, 6]))
    (placed,) = answer(page)["units"]
    assert placed["unit"] == 0
    found = page.evaluate(SEEN)
    assert found["all"]
    assert found["table"] > 180
    assert found["aside"] <= 0
    assert found_in_both(page) == []


@pytest.mark.parametrize("kind", ["place_camp", "hide", "place_leaders", "pregame_move"])
def test_each_other_question_is_answered_on_the_same_board(metator, page, kind):
    sitting(metator, page, kind)
    if kind == "place_camp":
        page.wait_for_selector(LIT, state="attached")
        press(page, (22.5, 3))
        assert answer(page)["at"] == pytest.approx([22.5, 3], abs=0.6)
    elif kind == "hide":
        page.wait_for_selector(LIT, state="attached")
        page.locator(".ticks input").first.check()
        press(page, (25, 2.5))
        assert len(answer(page)["ambush"]["units"]) == 1
    elif kind == "place_leaders":
        page.locator("[data-suggest]").click()
        expect(page.locator("[data-chip].down")).to_have_count(page.locator("[data-chip]").count())
    else:
        given = json.loads(page.locator("#editor").text_content())
        name = given["things"][0]["id"]
        if page.locator("[data-chip]:visible").count():
            chip(page).click()
        # Who stands where he stood has not moved: that would use the move up.
        assert answer(page) is None
        stood = given["things"][0]["stands"]["at"]
        expect(page.locator("[data-reach]")).to_contain_text("may move any distance")
        page.wait_for_selector(LIT, state="attached")
        press(page, (stood[0], stood[1] - 1))
        assert answer(page)["unit"] == int(name[1:])
    expect(page.locator("[data-readout] .legal")).to_be_visible()
    # The table lies there at each of them as at this one.
    assert found_in_both(page, None if kind == "place_leaders" else QUESTION) == []
    sends(page)


def test_a_plan_that_a_phone_keeps_lies_in_a_new_battle_after_two_taps(metator, phone_page):
    page = phone_page
    sitting(metator, page, "deploy")
    chip(page).tap()
    page.wait_for_selector(LIT, state="attached")
    page.touchscreen.tap(*page.evaluate(SPOT, [15, 6]))
    (first,) = answer(page)["units"]
    page.locator("[data-plan] summary").tap()
    page.locator("[data-plan-keep]").tap()
    expect(page.locator("[data-plan-card]")).to_have_count(1)

    sitting(metator, page, "deploy")
    page.locator("[data-plan] summary").tap()
    page.locator("[data-plan-card]").tap()
    expect(page.locator("[data-chip].down")).to_have_count(1)
    assert answer(page)["units"] == [first]
    # In its owner's frame: one step to his right.
    page.get_by_role("button", name="1 BW to your right").tap()
    expect(page.locator(".plan-says")).to_contain_text("Units deployed from this plan: 1")
    page.wait_for_function(MOVED, arg=first["at"][0] + 1)
    assert found_in_both(page) == []


MOVED = """(x) => {
  const { value } = document.querySelector('#laying input[name="answer"]');
  return value && Math.abs(JSON.parse(value).units[0].at[0] - x) < 0.01;
}"""


def test_no_unit_is_missing_where_the_page_is_printed(metator, page):
    fast = Fast.at(metator, stock.kept(stock.DEPLOYED))
    fast.sit(page, 0, 1)
    fast.open(page, "print/")
    page.emulate_media(media="print")
    drawn = page.locator(".deployed svg .unit")
    assert page.locator(".deployed svg .unit.foot").count() > 1
    assert "none" not in drawn.evaluate_all(
        "all => all.map(each => getComputedStyle(each).display)"
    )
