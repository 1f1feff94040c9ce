"""Can a whole battle be played without a mouse, and is every place reached by Tab?"""

import pytest

from tests.battles.pages.keys import Typist

pytestmark = pytest.mark.browser


def test_a_battle_is_played_from_the_door_to_the_end_by_keyboard_alone(page, metator):
    player = Typist(page, metator.url)
    player.begin()
    player.until(lambda each: each.mode == "over")
    assert {"place_piece", "play_day_card", "place_marker", "choose_type"} <= set(player.asked)
    player.press('a[href$="/print/"]')
    page.wait_for_selector(".sheet .map svg")
