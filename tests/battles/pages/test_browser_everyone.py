"""Can everyone use the pages? axe-core looks at each, and each bears magnifying and wide spacing.

A page is the same in the light and in the dark but for its colours: in the dark only what hangs on
them is looked at again, on the same page.
"""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.battles.pages.clicking import Player
from tests.battles.pages.fast import AWAY, KINDS, Fast
from tests.battles.pages.magnifying import found_when_magnified
from tests.battles.pages.test_browser_tools import outside, placing, sitting  # noqa: F401 -- a fixture

pytestmark = pytest.mark.browser

DOORS = (
    *("/", "/battles/", "/battles/new/", "/armies/", "/armies/new/", "/armies/import/", "/maps/"),
    *("/rulebook/", "/rulebook/pbs-2023.1/", "/rulebook/pbs-2023.1/cultivated/", "/offline/"),
    *("/b/nothing-here/", "/b/nothing/seat/wrong/", "/no/page/"),
)
OF_COLOURS = {"runOnly": ["color-contrast", "link-in-text-block"]}
# What fades from one colour to the next has come to its end.
FADED = """() => new Promise((seen) => requestAnimationFrame(() => {
  for (const each of document.getAnimations()) if (each instanceof CSSTransition) each.finish();
  requestAnimationFrame(seen);
}))"""
FOLDED = "document.querySelectorAll('main details').forEach((each) => (each.open = true))"


def found_in(page, **options: Any) -> list[str]:
    run = Axe().run(page, options={"resultTypes": ["violations"], **options})
    return [
        f"{page.url} {each['id']}: {node['html'][:160]} {node.get('failureSummary', '')[:260]}"
        for each in run.response["violations"]
        for node in each["nodes"]
    ]


def found_in_both(page) -> list[str]:
    """In the light, and what is wrong with the colours in the dark."""
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    page.evaluate(FADED)
    wrong = found_in(page)
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    page.evaluate(FADED)
    return wrong + [f"in the dark: {each}" for each in found_in(page, **OF_COLOURS)]


def test_axe_finds_nothing_on_the_doors(metator, page):
    fast = Fast.begin(metator.url)
    fast.sit(page, 0, 1)
    wrong = []
    for path in (*DOORS, f"/b/{fast.id}/links/", f"/b/{fast.id}/screen/"):
        page.goto(metator.url + path)
        page.evaluate(FOLDED)
        wrong += found_in_both(page) + found_when_magnified(page)
    assert wrong == [], "\n".join(wrong)


def test_axe_finds_nothing_at_any_step(metator, page):
    wrong = []
    fast = Fast.begin(metator.url, settings={"gap": 3})
    fast.sit(page, 0, 1)
    seen: set[str] = set()
    while (prompt := fast.play_on(*(KINDS - seen))) is not None:
        seen.add(prompt["kind"])
        fast.open(page)
        wrong += found_in_both(page) + found_when_magnified(page)
        if Player(page, fast.url).mode == "look_away":
            Player(page, fast.url).step()
            wrong += found_in_both(page) + found_when_magnified(page)
        page.goto(AWAY)
    fast.open(page)
    assert Player(page, fast.url).mode == "over"
    wrong += found_in_both(page) + found_when_magnified(page)
    for path in ("print/", "?at=9"):
        fast.open(page, path)
        wrong += found_in_both(page) + found_when_magnified(page)
    assert wrong == [], "\n".join(wrong)
    assert len(seen) >= len(KINDS) - 4


def test_axe_finds_nothing_around_a_piece_that_may_not_lie_there(placing, page):  # noqa: F811 -- the fixture
    player = sitting(placing, page)
    outside(player)
    page.locator(".offences .where").first.wait_for(state="attached")
    page.evaluate(FOLDED)
    wrong = found_in_both(page) + found_when_magnified(page)
    page.locator("button.stop").first.click()
    page.locator(".account:popover-open").wait_for()
    wrong += found_in_both(page)
    assert wrong == [], "\n".join(wrong)
