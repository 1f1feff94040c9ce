"""Can everyone use the pages of an event, with their scripts and without a mouse?

Four players, and a program in place of whom the pages do not show; the soak plays a whole event.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.events import story as acts
from tests.events.story import ARMY, PHONE, Story, api

pytestmark = [pytest.mark.browser, pytest.mark.long]


def test_each_page_of_an_event_is_for_everyone(metator: Any, page: Any) -> None:
    with acts.told(page.context.browser, metator.url, players=4, whole=False) as story:
        acts.begun(story)
        acts.reads_the_links(story)
        player = acts.brings(story, story.links[0], text=json.dumps(ARMY))
        story.look(player, "own-list")
        for number in (2, 3, 4):
            acts.hands_in_by_program(story, number)
        story.desk.goto(f"{story.address}terms/")
        assert story.desk.locator("#timezone").input_value() == "Europe/Rome"
        story.look(story.desk, "terms")
        story.desk.get_by_role("link", name="Description, schedule and contact").click()
        story.look(story.desk, "information")
        story.desk.goto(f"{story.address}terms/")
        story.desk.get_by_label("Tables", exact=True).fill(str(story.tables))
        story.desk.get_by_role("button", name="Save settings").press("Enter")
        story.desk.get_by_text("Settings saved.").wait_for()
        a_list_is_sent_back(story, player)
        acts.types_the_kit(story)
        acts.lays_the_tables(story, anew=2)
        acts.packs(story)
        acts.publishes_the_lists(story, approved=False)
        acts.ticks_at_the_door(story)
        acts.pairs(story, 1)
        acts.differ(story, onlooker=player)
        acts.finish(story, 1, draws=set())
        acts.see_how_it_ended(story, player)
    assert story.wrong == [], "\n".join(story.wrong)


def a_list_is_sent_back(story: Story, player: Any) -> None:
    checker = story.come(**PHONE)
    checker.goto(f"{story.url}/e/{story.event}/as/{story.organiser}/")
    checker.get_by_role("link", name="Lists", exact=True).press("Enter")
    story.look(checker, "queue")
    checker.get_by_role("link", name="Player 01").press("Enter")
    story.look(checker, "one-list")
    body = {"version": 1, "decision": "sent_back", "comment": "Which general leads?"}
    decisions = f"{story.path}entries/1/list/decisions/"
    api(story.desk, story, story.organiser, "POST", decisions, body)
    player.goto(story.links[0])
    player.get_by_role("link", name="Your list was sent back.").click()
    player.get_by_text("Which general leads?").wait_for()
    story.look(player, "sent-back")
    acts.hands_in_by_program(story, 1)
