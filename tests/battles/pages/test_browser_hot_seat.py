"""How many taps does a day take where one device passes between both players?"""

from dataclasses import dataclass
from typing import Any

import pytest

from tests.battles.pages.clicking import Player
from tests.battles.pages.fast import Fast
from tests.battles.wire import Wire

pytestmark = [pytest.mark.browser, pytest.mark.soak]

MAX_PAGES = 5
DAYS = 5


@dataclass
class Counting(Player):
    """A player with a finger who counts how often it touches the screen."""

    taps: int = 0

    def hit(self, locator: Any) -> None:
        self.taps += 1
        super().hit(locator)


def days_asked(fast: Fast) -> int:
    """For how many of the days cards were asked for so far; more than five once all are over."""
    asked = [each for side in (0, 1) for each in fast.view(side)["prompts"]]
    if not any(each["kind"] in ("play_day_card", "move_marker") for each in asked):
        return DAYS + 1
    events = Wire(fast.url, fast.tokens[0]).get(f"/api/v1/battles/{fast.id}/events/").json()
    played = [each for each in events["results"] if each["kind"] == "play_day_card"]
    over = len(played) // 2
    return over if any(each["kind"] == "move_marker" for each in asked) else over + 1


def test_each_of_the_five_days_takes_at_most_five_taps(metator: Any, phone_page: Any) -> None:
    fast = Fast.asked_for(metator, "play_day_card")
    fast.sit(phone_page, 0, 1)
    player = Counting(phone_page, fast.url, touches=True)
    taken: dict[int, int] = {}

    while (today := days_asked(fast)) <= DAYS:
        player.taps = 0
        player.until(lambda _, today=today: days_asked(fast) > today, most=MAX_PAGES + 1)
        taken[today] = player.taps

    assert sorted(taken) == [1, 2, 3, 4, 5]
    assert max(taken.values()) == MAX_PAGES
