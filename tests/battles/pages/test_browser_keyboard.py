"""Can a battle be played without a mouse, and is every place reached by Tab?"""

import pytest

from tests.battles.pages.clicking import Player
from tests.battles.pages.fast import Fast
from tests.battles.pages.keys import Typist
from tests.battles.pages.travelling import goes_on_from

pytestmark = pytest.mark.browser

NEAR = 8
"""Tabs from where an answer leads to what the next question is answered with."""

CHOICES = (
    *(f'{each}[name="answer"]' for each in (".asked form button", ".pickable input")),
    *('.boxes input[name="answer"]', "[data-suggest]"),
)


@pytest.mark.soak
def test_a_battle_is_played_from_the_door_to_the_end_by_keyboard_alone(page, metator):
    player = Typist(page, metator.url)
    player.begin()
    player.until(lambda each: each.mode == "over")
    assert {"place_piece", "play_day_card", "place_marker", "choose_type"} <= set(player.asked)
    for choices in CHOICES:
        assert max(player.presses[choices]) <= NEAR, player.presses
    player.press('a[href$="/print/"]')
    page.wait_for_selector(".sheet .map svg")


@pytest.mark.parametrize(
    ("kind", "leads_to"),
    [("invade_or_defend", "choose_territory"), ("keep_cards", "place_piece")],
)
def test_each_answer_leads_to_the_next_question_and_not_to_the_head_of_its_page(
    page, metator, kind, leads_to
):
    fast = Fast.asked_for(metator, kind)
    fast.sit(page, 0, 1)
    player = Typist(page, fast.url)
    player.ready()
    player.step()
    player.presses.clear()

    player.until(lambda each: leads_to in each.asked)

    near = {choices: max(found) for choices, found in player.presses.items() if choices in CHOICES}
    assert near
    assert max(near.values()) <= NEAR, player.presses


FOCUSED = """() => {
  const { id } = document.activeElement;
  const { outlineStyle, outlineOffset } = getComputedStyle(document.activeElement);
  return [id, outlineStyle === "none" ? null : outlineOffset];
}"""


def test_where_an_answer_leads_to_is_framed_for_whoever_gave_it_by_key(page, metator):
    fast = Fast.asked_for(metator, "play_territory_card")
    fast.sit(page, fast.side)
    player = Player(page, fast.url)
    player.ready()
    page.locator(".pickable").first.click()
    before = player.version
    page.locator(".asked .go button").click()
    goes_on_from(page, before)
    player.ready()
    assert player.mode == "wait"
    assert page.evaluate(FOCUSED) == ["asked", None]

    page.locator(".undo button").focus()
    before = player.version
    page.keyboard.press("Enter")
    goes_on_from(page, before)
    player.ready()
    assert player.mode == "ask"
    assert page.evaluate(FOCUSED) == ["asked", "-3px"]
