"""Does a whole army get onto the table by one input alone? Ten TUGs a side, none hidden.

Long: each is played from the first question to the last unit. One unit by each input is put down in
`test_browser_deploying`.
"""

import random
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.battles.pages.clicking import READY
from tests.battles.pages.fast import Fast, sample
from tests.battles.pages.test_browser_deploying import LIT, SPOT, answer
from tests.battles.pages.travelling import goes_on_from
from tests.browser import WIDE

pytestmark = [pytest.mark.browser, pytest.mark.soak]

TUGS = 10
TURNS = 400
"""So many questions at most come before the last unit is down."""

Put = Callable[[Any, Any], None]


def ten(name: str, player: str) -> dict[str, Any]:
    """A list of ten TUGs, horse at both ends, none of whom may do anything else."""
    foot = {"kind": "tug", "arm": "foot", "order": "close", "bases": 6, "points": 0, "flags": []}
    horse = {**foot, "arm": "mounted", "order": "open"}
    units = [
        {**(horse if place in (0, TUGS - 1) else foot), "name": f"TUG {place + 1}"}
        for place in range(TUGS)
    ]
    return {**sample(name, player), "units": units}


def armies_at(url: str) -> Fast:
    sides = [ten("numidians", "Anna"), ten("marian_romans", "Ben")]
    return Fast.begin(url, until="deployment", sides=sides)


def down(fast: Fast, side: int) -> int:
    deployed = fast.view(side)["deployment"]
    return len(deployed["sides"][side]["units"]) if deployed else 0


def put_whole(fast: Fast, pages: dict[int, Any], put: Put) -> None:
    """Answer every `deploy` of these sides on their pages, all else over REST."""
    chance = random.Random(3)
    for side, page in pages.items():
        fast.sit(page, side)
    for _ in range(TURNS):
        if all(down(fast, side) == TUGS for side in pages):
            return
        found = fast.asked()
        assert found is not None
        side, view, prompt = found
        if prompt["kind"] != "deploy" or side not in pages:
            fast.answer(side, view, prompt, chance)
            continue
        page = pages[side]
        fast.open(page)
        page.wait_for_selector(READY, state="attached")
        number = min(prompt["about"]["number"], TUGS - down(fast, side))
        for chip in page.locator("[data-chip]").all()[:number]:
            put(page, chip)
        expect(page.locator("[data-readout] .legal")).to_contain_text("Ready to confirm")
        assert len(answer(page)["units"]) == number
        before = page.locator("#battle").get_attribute("data-version")
        page.locator("#laying .primary").focus()
        page.keyboard.press("Enter")
        goes_on_from(page, before)
    raise AssertionError(f"not down after {TURNS} questions")


def slots(page: Any) -> list[tuple[float, float]]:
    """Places from the front backwards, from the middle outwards; in the own zone of who looks."""
    given = page.evaluate("() => JSON.parse(document.getElementById('editor').textContent)")
    width, depth = given["table"]["width"], given["table"]["depth"]
    rows = (7.8, 6.2, 4.6, 3.0, 1.4)
    xs = sorted((1.7 + 3.2 * step for step in range(14)), key=lambda x: abs(x - width / 2))
    near = given["facing"] == 90
    return [(x, y if near else depth - y) for y in rows for x in xs]


def tapped(
    page: Any, chip: Any, take: Callable[[], None], tap: Callable[[float, float], None]
) -> None:
    """The unit of a chip goes where the table is tapped, and on to the next place if it may not
    stand there."""
    name = chip.get_attribute("data-chip")
    unit = page.locator(f'[data-mine="{name}"]')
    if chip.get_attribute("aria-pressed") != "true":
        take()
    page.wait_for_selector(LIT, state="attached")
    taken = {tuple(each["at"]) for each in (answer(page) or {"units": []})["units"]}
    for place in slots(page):
        if any(abs(place[0] - x) < 3 and abs(place[1] - y) < 1.5 for x, y in taken):
            continue
        if chip.get_attribute("aria-pressed") != "true":
            take()
        tap(*page.evaluate(SPOT, list(place)))
        if not unit.count():
            # The tap fell on another unit and took that.
            continue
        if "amiss" not in (unit.get_attribute("class") or "amiss"):
            return
    raise AssertionError(f"no place for {name}")


def by_mouse(page: Any, chip: Any) -> None:
    tapped(page, chip, chip.click, page.mouse.click)


def by_touch(page: Any, chip: Any) -> None:
    tapped(page, chip, chip.tap, page.touchscreen.tap)


def by_keys(page: Any, chip: Any) -> None:
    """A chip, the button, and a step aside and back for the unit itself."""
    if chip.get_attribute("aria-pressed") != "true":
        chip.focus()
        page.keyboard.press("Enter")
    page.wait_for_selector(LIT, state="attached")
    page.locator("[data-put]").focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.dataset.mine") == chip.get_attribute("data-chip")
    for key in ("ArrowDown", "ArrowUp"):
        page.keyboard.press(key)


def test_two_armies_of_ten_are_put_down_whole_by_mouse(metator, page):
    fast = armies_at(metator.url)
    beside = page.context.browser.new_context(viewport=WIDE, service_workers="block")
    try:
        put_whole(fast, {0: page, 1: beside.new_page()}, by_mouse)
    finally:
        beside.close()


def test_an_army_is_put_down_whole_by_keys(metator, page):
    put_whole(armies_at(metator.url), {0: page}, by_keys)


def test_an_army_is_put_down_whole_by_a_thumb_at_390_px(metator, phone_page):
    put_whole(armies_at(metator.url), {1: phone_page}, by_touch)
