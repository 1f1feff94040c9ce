"""Can every word of the pages be translated, and has a longer language room on them?"""

from typing import Any

import pytest
from django.utils import translation

from tests import stock
from tests.battles.pages.abroad import at, faults_here, faults_of
from tests.battles.pages.clicking import Player
from tests.battles.pages.test_browser_dragging import answer_hints, page_of_its_own
from tests.battles.pages.test_browser_everyone import WITH_ALL
from tests.browser import PHONE, WIDE
from tests.pseudo.catalogue import LANGUAGE
from tests.stock import DEPLOYING

pytestmark = pytest.mark.browser

DOORS = (
    *("/", "/battles/", "/battles/new/", "/armies/", "/armies/new/", "/armies/import/", "/maps/"),
    *("/tables/", "/tables/mine/", "/rulebook/", "/rulebook/pbs-2023.1/", "/offline/"),
    *(
        "/rulebook/pbs-2023.1/cultivated/",
        "/b/nothing-here/",
        "/b/nothing/seat/wrong/",
        "/no/page/",
    ),
)
OF_A_BATTLE = ("", "?at=3", "?at=9", "print/", "screen/", "links/")
BOTH_SIZES = ("play_day_card", "place_marker", "place_piece", "deploy")
"""A hand, a map, a table, an army: looked at on a desk too. All others are where room is scarce."""
OPEN = "document.querySelectorAll('main details').forEach((each) => (each.open = true))"


def test_every_word_of_the_doors_is_translated_and_has_room(foreign: str, stranger: Any) -> None:
    wrong = []
    for path in DOORS:
        stranger.goto(foreign + path)
        stranger.evaluate(OPEN)
        wrong += faults_of(stranger)
    stranger.goto(foreign)
    assert stranger.locator("html").get_attribute("data-decimal") == ","
    assert wrong == [], "\n".join(wrong)


def test_every_word_of_a_table_is_translated_and_has_room(foreign: str, stranger: Any) -> None:
    stranger.goto(f"{foreign}/tables/?seed=7&territory=mountains&box-mountains=1-2")
    stranger.locator(".wish > .go button").click()
    stranger.wait_for_selector("svg.battle-map")
    wrong = faults_of(stranger)
    for path in ("?view=invader", "edit/"):
        stranger.goto(stranger.url.partition("?")[0] + path)
        wrong += faults_of(stranger)
    stranger.locator(".choose button").first.click()
    stranger.wait_for_selector(".in-hand")
    wrong += faults_of(stranger)
    assert wrong == [], "\n".join(wrong)


@pytest.mark.long
def test_every_word_of_a_question_is_translated_and_has_room(foreign: str, stranger: Any) -> None:
    """Of the other kinds it is looked for where each of these is answered by keys alone."""
    wrong = []
    assert set(BOTH_SIZES) <= {*WITH_ALL, *DEPLOYING}
    for kind in (*WITH_ALL, *DEPLOYING):
        faults = faults_of if kind in BOTH_SIZES else faults_here
        stranger.set_viewport_size(WIDE if kind in BOTH_SIZES else PHONE)
        fast = at(foreign, stock.asked(kind))
        fast.sit(stranger, 0, 1)
        wrong += faults(stranger)
        if Player(stranger, foreign).mode == "look_away":
            Player(stranger, foreign).step()
            wrong += faults(stranger)
    assert wrong == [], "\n".join(dict.fromkeys(wrong))


def test_every_word_of_a_battle_that_is_over_and_around_it_is_translated_and_has_room(
    foreign: str, stranger: Any
) -> None:
    fast = at(foreign, stock.kept(stock.SERVED))
    fast.sit(stranger, 0, 1)
    wrong = []
    for path in OF_A_BATTLE:
        fast.open(stranger, path)
        wrong += faults_of(stranger)
    assert wrong == [], "\n".join(dict.fromkeys(wrong))


def test_figures_are_shown_with_the_language_s_comma_and_typed_with_comma_or_point(
    foreign: str, stranger: Any
) -> None:
    with translation.override(LANGUAGE):
        body = page_of_its_own().replace('lang="en"', f'lang="{LANGUAGE}" data-decimal=","')
    stranger.route("**/harness/", lambda it: it.fulfill(body=body, content_type="text/html"))
    stranger.route("**/harness/hints/", answer_hints)
    stranger.goto(f"{foreign}/harness/")
    stranger.wait_for_selector("html[data-ready]:not([data-settling])", state="attached")
    stranger.locator("details.measured summary").click()
    for typed, depth in (("6,25", "4.5"), ("6.75", "4,5")):
        stranger.locator('input[name="width"]').fill(typed)
        stranger.locator('input[name="depth"]').fill(depth)
        stranger.keyboard.press("Tab")
        shown = stranger.locator("[data-readout]").inner_text()
        assert typed.replace(".", ",") + " × 4,5" in shown
    stranger.get_by_role("button", name="15").first.click()
    assert stranger.locator('input[name="width"]').input_value() == "6,75"
