"""Is a whole event run by a desk, players with phones and a checker, from the home page on?

The lists come in by each way; one is late, one is sent back; the rounds have a dispute and a
drop-out; the standings are those that were computed by hand.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from setup_app.armies.exports import as_csv
from tests.events import story as acts
from tests.events.story import ARMY, PHONE, PLAYERS, Story, api, brings

pytestmark = [pytest.mark.browser, pytest.mark.soak]


def computed(rounds: list[Any], penalties: dict[int, int]) -> list[tuple[int, int]]:
    """The standings by hand: total, then the opponents' scores, then tables won; without lots."""
    scores = dict.fromkeys(range(1, len(PLAYERS) + 1), 0)
    wins = dict(scores)
    met: dict[int, list[int]] = {entry: [] for entry in scores}
    for pairing in (each for one in rounds for each in one["pairings"]):
        for place, entry in enumerate(pairing["entries"]):
            scores[entry] += pairing["scores"][place]
        if len(pairing["entries"]) == 2:
            one, other = pairing["entries"]
            met[one].append(other)
            met[other].append(one)
            if pairing["scores"][0] != pairing["scores"][1]:
                wins[one if pairing["scores"][0] > pairing["scores"][1] else other] += 1
    figures = {
        entry: (
            scores[entry] - penalties.get(entry, 0),
            sum(scores[other] for other in met[entry]),
            wins[entry],
        )
        for entry in scores
    }
    return sorted(((entry, *figure) for entry, figure in figures.items()), key=lambda row: row[0])


def test_an_event_from_the_home_page_to_the_last_standings(metator: Any, page: Any) -> None:
    with acts.told(page.context.browser, metator.url) as story:
        acts.begun(story)
        acts.reads_the_links(story)
        phones = lists_come_in(story)
        one_is_late(story, phones)
        one_is_sent_back(story, phones[0])
        acts.types_the_kit(story)
        acts.lays_the_tables(story, anew=3)
        acts.packs(story)
        acts.publishes_the_lists(story)
        acts.ticks_at_the_door(story)
        acts.pairs(story, 1)
        loser = acts.differ(story, onlooker=phones[1])
        loser.get_by_text("Drop out", exact=True).click()
        loser.get_by_role("button", name="Yes, drop out").click()
        loser.get_by_text("You have dropped out").wait_for()
        acts.finish(story, 1, draws={2})
        # The second has a bye.
        acts.pairs(story, 2)
        acts.finish(story, 2, draws=set())
        acts.see_how_it_ended(story, phones[1])
        the_standings_are_right(story)
    assert story.wrong == [], "\n".join(story.wrong)


def lists_come_in(story: Story) -> list[Any]:
    """By each way: a text, a file, a stored one, by mail, by programs."""
    desk = story.desk
    phones = [
        brings(story, story.links[0], text=json.dumps(ARMY)),
        brings(story, story.links[1], file=as_csv(ARMY)),
        brings(story, story.links[2]),
    ]
    story.look(phones[0], "own-list")
    desk.get_by_role("link", name="Lists", exact=True).press("Enter")
    desk.get_by_text("Submit for a player").press("Enter")
    desk.locator("#entry").select_option("5")
    desk.locator("#text").fill(json.dumps(ARMY))
    desk.get_by_role("button", name="Submit for player").press("Enter")
    desk.get_by_text("List submitted for Player 05.").wait_for()
    for number in range(6, 17):
        acts.hands_in_by_program(story, number)
    return phones


def one_is_late(story: Story, phones: list[Any]) -> None:
    """The time ends, and what comes then costs a point."""
    desk = story.desk
    desk.goto(f"{story.address}terms/")
    assert desk.locator("#timezone").input_value() == "Europe/Rome"
    story.look(desk, "terms")
    desk.locator("#closes").fill("2026-01-01T20:00")
    desk.locator("#late").select_option("accept")
    desk.locator("#penalty_points").fill("1")
    desk.get_by_role("button", name="Save settings").press("Enter")
    desk.get_by_text("Settings saved.").wait_for()
    phones.append(brings(story, story.links[3], text=json.dumps(ARMY)))
    assert phones[3].locator(".badge", has_text="late").count() == 1


def one_is_sent_back(story: Story, phone: Any) -> None:
    """And mended and approved; the checker works from the queue."""
    desk = story.desk
    desk.goto(f"{story.address}links/")
    desk.get_by_label("Helper's name").fill("Ceto")
    desk.get_by_label("Role", exact=True).select_option("checker")
    desk.get_by_role("button", name="Add helper", exact=True).press("Enter")
    desk.get_by_text("Ceto has a link now").wait_for()
    roles = api(desk, story, story.organiser, "GET", f"{story.path}roles/?page_size=100")["results"]
    ceto = next(each["token"] for each in roles if each["kind"] == "checker")
    checker = story.come(**PHONE)
    checker.goto(f"{story.url}/e/{story.event}/as/{ceto}/")
    checker.get_by_role("link", name="Lists", exact=True).press("Enter")
    story.look(checker, "queue")
    checker.get_by_role("link", name="Player 01").press("Enter")
    checker.get_by_label("Comment").fill("Which general leads?")
    story.look(checker, "one-list")
    checker.get_by_label("Comment").fill("Which general leads?")
    checker.get_by_role("button", name="Send back").press("Enter")
    checker.get_by_text("List sent back: Player 01.").wait_for()
    phone.goto(story.links[0])
    phone.get_by_role("link", name="Your list was sent back.").click()
    phone.get_by_text("Which general leads?").wait_for()
    phone.get_by_text("1 d 23 h left").wait_for()
    story.look(phone, "sent-back")
    phone.get_by_text("Import another list").click()
    phone.locator("#text").fill(json.dumps({**ARMY, "name": "Mended"}))
    phone.get_by_role("button", name="Save draft").click()
    phone.get_by_role("button", name="Submit list").click()
    phone.get_by_text("Submitted as version 2.").wait_for()
    for name in PLAYERS[:2]:
        checker.goto(f"{story.url}/e/{story.event}/r18/lists/")
        checker.get_by_role("link", name=name).press("Enter")
        checker.get_by_role("button", name="Approve", exact=True).press("Enter")
        checker.get_by_text(f"List approved: {name}.").wait_for()
    for number in range(3, 17):
        body = {"version": 1, "decision": "approved"}
        api(desk, story, ceto, "POST", f"{story.path}entries/{number}/list/decisions/", body)


def the_standings_are_right(story: Story) -> None:
    rounds = api(story.desk, story, story.organiser, "GET", f"{story.path}rounds/")["results"]
    assert [len(each["pairings"]) for each in rounds] == [8, 8]
    path = f"{story.path}standings/?page_size=100"
    table = api(story.desk, story, story.organiser, "GET", path)["results"]
    found = sorted(
        (row["entry"], row["total"], row["tie_breaks"]["opponents"], row["tie_breaks"]["wins"])
        for row in table
    )
    assert found == computed(rounds, {4: 1})
    ranks = [
        (row["total"], *(row["tie_breaks"][n] for n in ("opponents", "wins"))) for row in table
    ]
    assert ranks == sorted(ranks, reverse=True)
