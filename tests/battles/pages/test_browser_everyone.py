"""Can everyone use the pages? axe-core looks at each, and each bears magnifying and wide spacing.

Each kind of question is looked at where it is first asked, and then answered without a mouse. What
stands around the question is looked at with a few of them: at all others it is the same.

A page is the same in the light and in the dark but for its colours: in the dark only what hangs on
them is looked at again, on the same page.
"""

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT as AXE

from tests import stock
from tests.battles.pages.abroad import at, faults_here
from tests.battles.pages.clicking import Player
from tests.battles.pages.fast import Fast
from tests.battles.pages.keys import Typist
from tests.battles.pages.magnifying import found_when_magnified
from tests.battles.pages.test_browser_tools import outside, placing, sitting  # noqa: F401 -- a fixture
from tests.browser import PHONE, WIDE, Complaints, Window, shared
from tests.stock import KINDS

pytestmark = pytest.mark.browser

DOORS = (
    *("/", "/battles/", "/battles/new/", "/armies/", "/armies/new/", "/armies/import/", "/maps/"),
    *("/rulebook/", "/rulebook/pbs-2023.1/", "/rulebook/pbs-2023.1/waterside/", "/offline/"),
    *("/b/nothing-here/", "/b/nothing/seat/wrong/", "/no/page/"),
    *("/challenges/", "/challenges/new/", "/challenges/nothing-here/"),
)
OF_A_BATTLE = ("/b/{}/links/", "/b/{}/screen/")
OF_OTHER_COLOURS = ("/", "/battles/new/", "/rulebook/pbs-2023.1/waterside/")
MAGNIFIED = (
    *("/", "/battles/", "/battles/new/", "/armies/", "/armies/new/", "/maps/"),
    *("/challenges/new/", "/b/{}/screen/"),
)
"""Lists, forms, and what is built like no other; the soak magnifies all doors."""
ASIDE = ("play_territory_card", "play_day_card", "garrison")
"""Before which the page that asks to look away is looked at: without a map, with one, a table."""
MAPPED = ("place_marker", "place_piece")
"""At which the map is looked at too: at all others it lies there as at one of these."""
WITH_ALL = ("sit_down", "play_day_card", *MAPPED)
"""At which the whole page is looked at, and not the question and the hand alone."""
OTHERS = tuple(kind for kind in KINDS if kind not in WITH_ALL)
NO_MAP = {"exclude": [["svg.battle-map"], [".campaign"]]}
QUESTION = {"include": [["#asked"]]}
OF_COLOURS = {"runOnly": ["color-contrast", "link-in-text-block"]}
BUT_CONTRAST = {"rules": {"color-contrast": {"enabled": False}}}
"""To reckon it from what is drawn costs axe four times what all its other rules do."""
# What fades from one colour to the next has come to its end.
FADED = """() => new Promise((seen) => requestAnimationFrame(() => {
  for (const each of document.getAnimations()) if (each instanceof CSSTransition) each.finish();
  requestAnimationFrame(seen);
}))"""
MOVING = "document.getAnimations().filter((each) => each.effect.getTiming().duration > 1).length"
FOLDED = "document.querySelectorAll('main details').forEach((each) => (each.open = true))"


FOUND = "([context, options]) => axe.run(context, options).then(({ violations }) => violations)"


@pytest.fixture(scope="session")
def with_axe(chromium, metator) -> Window:
    """A window whose pages have axe from their beginning: to send half a megabyte of script to each
    page that is looked at cost six times what the browser takes to read it by itself."""
    window = shared(chromium, metator, WIDE)
    window.context.add_init_script(AXE)
    return window


@pytest.fixture
def page(with_axe: Window, complaints: Complaints) -> Iterator[Any]:
    """As everywhere, but in that window."""
    yield from with_axe.page(complaints)


def found_in(page, context: Any = None, **options: Any) -> list[str]:
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    return [
        f"{page.url} {each['id']}: {node['html'][:160]} {node.get('failureSummary', '')[:260]}"
        for each in page.evaluate(
            FOUND, [context or {"include": [["html"]]}, {"resultTypes": ["violations"], **options}]
        )
        for node in each["nodes"]
    ]


def found_but_contrast(page, context: Any = None) -> list[str]:
    """`test_contrast` reckons all colours that there are; here how a page is built."""
    return found_in(page, context, **BUT_CONTRAST)


def found_in_both(page, context: Any = None) -> list[str]:
    """In the light, and what is wrong with the colours in the dark."""
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    page.evaluate(FADED)
    wrong = found_in(page, context)
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    page.evaluate(FADED)
    return wrong + [f"in the dark: {each}" for each in found_in(page, context, **OF_COLOURS)]


@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.soak)])
def test_axe_finds_nothing_on_the_doors(metator, page, whole):
    fast = Fast.asked_for(metator, "sit_down")
    fast.sit(page, 0, 1)
    wrong = []
    for path in (*DOORS, *OF_A_BATTLE):
        page.goto(metator.url + path.format(fast.id))
        page.evaluate(FOLDED)
        in_colour = whole or path in OF_OTHER_COLOURS
        wrong += found_in_both(page) if in_colour else found_but_contrast(page)
        if whole or path in MAGNIFIED:
            wrong += found_when_magnified(page)
    # The longest page of the rulebook is drawn as the other territories are.
    page.goto(f"{metator.url}/rulebook/pbs-2023.1/mountains/")
    page.evaluate(FOLDED)
    wrong += found_when_magnified(page)
    assert wrong == [], "\n".join(wrong)


def test_axe_finds_nothing_where_somebody_sits_down_or_is_challenged(metator, page):
    fast = Fast.asked_for(metator, "sit_down")
    wrong = []

    def look():
        page.evaluate(FOLDED)
        wrong.extend(all_found_in(page))

    page.goto(fast.link(1))
    look()
    page.get_by_role("button", name="Join as Ben").click()
    page.wait_for_url("**/b/*/")
    page.goto(f"{fast.page_url}links/")
    page.get_by_role("button", name="Use this seat on another device").click()
    page.locator(".own-seat [data-copy]").wait_for()
    look()
    page.goto(f"{metator.url}/challenges/new/")
    page.fill("#least", "9500")
    page.locator(".challenge-form > .go button").click()
    page.wait_for_url("**/challenges/*/")
    look()
    page.context.clear_cookies()
    page.reload()
    look()
    page.goto(fast.link(1))
    look()
    assert wrong == [], "\n".join(wrong)


def all_found_in(page, context: Any = None) -> list[str]:
    """On one load of a page: in the light, in the dark, magnified, and with wider text."""
    return found_in_both(page, context) + found_when_magnified(page)


@pytest.mark.parametrize("kind", WITH_ALL)
def test_each_kind_of_question_is_for_everyone_and_is_answered_by_keys_alone(metator, page, kind):
    looked_at = None if kind in MAPPED else NO_MAP
    asked_of_each(
        page, Fast.asked_for(metator, kind), kind, partial(all_found_in, context=looked_at)
    )


@pytest.mark.parametrize("kind", OTHERS)
def test_so_is_each_other_kind_and_every_word_of_it_is_translated_and_has_room(
    foreign, stranger, kind
):
    """On a phone, in a longer language: by that a page is built as in ours. `test_contrast` reckons
    all colours, and the frame around a question is that of those few."""

    def found(page):
        return faults_here(page) + found_but_contrast(page, QUESTION)

    stranger.set_viewport_size(PHONE)
    asked_of_each(stranger, at(foreign, stock.asked(kind)), kind, found, aside=OTHERS)


@pytest.mark.soak
@pytest.mark.parametrize("kind", OTHERS)
def test_each_other_kind_too_in_the_dark_and_magnified(metator, page, kind):
    fast = Fast.asked_for(metator, kind)
    context = None if kind in ("oppose", "turn_piece") else QUESTION
    asked_of_each(page, fast, kind, partial(all_found_in, context=context))


def asked_of_each(page, fast, kind, found, aside=ASIDE):
    """Look at a question, and before which kinds at the page that asks to look away; answer it."""
    fast.sit(page, 0, 1)
    player = Typist(page, fast.url)
    player.ready()
    wrong = []
    if player.mode != "look_away" or kind in aside:
        wrong += found(page)
    if player.mode == "look_away":
        player.step()
        player.ready()
        wrong += found(page)
    assert page.evaluate(MOVING) == 0
    before = player.version

    player.step()

    page.wait_for_selector(f'#battle:not([data-version="{before}"])')
    if kind != "sit_down":
        assert player.asked == [kind]
    assert wrong == [], "\n".join(wrong)


def test_a_battle_that_is_over_is_for_everyone_and_so_is_its_sheet_and_its_past(metator, page):
    fast = Fast.at(metator, stock.kept(stock.SERVED))
    fast.sit(page, 0, 1)
    assert Player(page, fast.url).mode == "over"
    wrong = all_found_in(page)
    for path in ("print/", "?at=9"):
        fast.open(page, path)
        wrong += all_found_in(page)
    assert wrong == [], "\n".join(wrong)


def test_axe_finds_nothing_around_a_piece_that_may_not_lie_there(placing, page):  # noqa: F811 -- the fixture
    player = sitting(placing, page)
    outside(player)
    page.locator(".offences .where").first.wait_for(state="attached")
    page.evaluate(FOLDED)
    wrong = all_found_in(page)
    page.locator("button.stop").first.click()
    page.locator(".account:popover-open").wait_for()
    wrong += found_in_both(page)
    assert wrong == [], "\n".join(wrong)
