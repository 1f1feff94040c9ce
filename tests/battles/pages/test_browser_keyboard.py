"""Can a whole battle be played without a mouse, and is every place reached by Tab?"""

import pytest

from tests.battles.pages.clicking import Player
from tests.battles.pages.fast import Fast
from tests.battles.pages.keys import Typist

pytestmark = pytest.mark.browser

NEAR = 8
"""Tabs from where an answer leads to what the next question is answered with."""


def test_a_battle_is_played_from_the_door_to_the_end_by_keyboard_alone(page, metator):
    player = Typist(page, metator.url)
    player.begin()
    player.until(lambda each: each.mode == "over")
    assert {"place_piece", "play_day_card", "place_marker", "choose_type"} <= set(player.asked)
    # Each answer leads to the next question, and not to the head of its page.
    for choices in (".asked form button", ".pickable input", ".boxes input"):
        assert max(player.presses[f'{choices}[name="answer"]']) <= NEAR, player.presses
    assert max(player.presses["[data-suggest]"]) <= NEAR, player.presses
    player.press('a[href$="/print/"]')
    page.wait_for_selector(".sheet .map svg")


FOCUSED = """() => {
  const { id } = document.activeElement;
  const { outlineStyle, outlineOffset } = getComputedStyle(document.activeElement);
  return [id, outlineStyle === "none" ? null : outlineOffset];
}"""


def test_where_an_answer_leads_to_is_framed_for_whoever_gave_it_by_key(page, metator):
    fast = Fast.begin(metator.url)
    fast.sit(page, int(fast.play_until("play_territory_card")["side"]))
    player = Player(page, fast.url)
    player.ready()
    page.locator(".pickable").first.click()
    with page.expect_navigation():
        page.locator(".asked .go button").click()
    player.ready()
    assert player.mode == "wait"
    assert page.evaluate(FOCUSED) == ["asked", None]

    page.locator(".undo button").focus()
    with page.expect_navigation():
        page.keyboard.press("Enter")
    player.ready()
    assert player.mode == "ask"
    assert page.evaluate(FOCUSED) == ["asked", "-3px"]
