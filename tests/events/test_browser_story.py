"""Is a whole event run by a desk, players with phones and a checker, from the home page on?

Each has a browser of his own; desk, door and checker have no mouse. The lists come in by each way;
one is late, one is sent back; the rounds have a dispute and a drop-out; the standings are those
that were computed by hand.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from setup_app.armies.exports import as_csv
from tests.armies.lists import SMALL
from tests.battles.pages.magnifying import found_when_magnified
from tests.battles.pages.test_browser_everyone import found_but_contrast, found_in_both
from tests.events.callers import RULEBOOK

pytestmark = pytest.mark.browser

PLAYERS = [f"Player {number:02}" for number in range(1, 17)]
LINKS = "(found) => found.map((each) => each.value)"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
OF_OTHER_COLOURS = ("made", "own-list", "draft")
"""`test_contrast` reckons the colours of all pages; of these few they are looked at."""
UNFOLDED = """() => {
  for (const each of document.querySelectorAll("main details:not([open])")) {
    each.open = true;
    each.dataset.unfolded = "";
  }
}"""
# What is shown is reached by Tab; a mark on a picture that readers skip may be tapped besides.
OUT_OF_REACH = """() => {
  const controls = "a[href], button, input, select, textarea, summary";
  return [...document.querySelectorAll(controls)]
    .filter((each) => each.tabIndex < 0 && !each.closest("[aria-hidden]"))
    .filter((each) => each.getClientRects().length)
    .map((each) => each.outerHTML.slice(0, 120));
}"""
FOLDED_AGAIN = """() => {
  for (const each of document.querySelectorAll("[data-unfolded]")) each.open = false;
}"""
MAGNIFIED = ("made", "players", "own-list", "queue", "kit", "tables", "packing", "door", "draft")
"""A page of each build, at a desk or on a phone; the soak magnifies all of them."""
SHOTS = os.environ.get("STORY_SHOTS")
"""A folder for a picture of each page that is looked at."""


class Story:
    """The browsers of all who take part, and what axe found on their pages."""

    def __init__(self, browser: Any, url: str, *, whole: bool = True) -> None:
        self.browser, self.url, self.whole = browser, url, whole
        self.wrong: list[str] = []
        self.contexts: list[Any] = []
        self.looks = 0

    def come(self, **given: Any) -> Any:
        context = self.browser.new_context(**given)
        self.contexts.append(context)
        return context.new_page()

    def look(self, page: Any, name: str) -> None:
        self.looks += 1
        out_of_reach = page.evaluate(OUT_OF_REACH)
        self.wrong.extend(f"{name}: no key leads to {each}" for each in out_of_reach)
        if SHOTS:
            page.screenshot(path=Path(SHOTS) / f"{self.looks:02}-{name}.png", full_page=True)
        size = page.viewport_size
        page.evaluate(UNFOLDED)
        in_colour = self.whole or name in OF_OTHER_COLOURS
        found = found_in_both(page) if in_colour else found_but_contrast(page)
        if self.whole or name in MAGNIFIED:
            found += found_when_magnified(page)
        self.wrong.extend(f"{name}: {each}" for each in found)
        page.set_viewport_size(size)
        page.evaluate(FOLDED_AGAIN)


@pytest.fixture(params=[False, pytest.param(True, marks=pytest.mark.soak)])
def story(metator, page, request):
    story = Story(page.context.browser, metator.url, whole=request.param)
    yield story
    for context in story.contexts:
        context.close()


def begun(story: Story) -> Any:
    """The event, made from the home page in three screens, with sixteen players."""
    desk = story.come(viewport={"width": 1280, "height": 800}, timezone_id="Europe/Rome")
    desk.goto(story.url)
    desk.get_by_role("link", name="Run an event").first.press("Enter")
    story.look(desk, "events")
    desk.get_by_role("link", name="Make an event").press("Enter")
    story.look(desk, "new")
    desk.get_by_label("Name", exact=True).fill("Ides of March")
    desk.get_by_role("button", name="Make the event").press("Enter")
    desk.get_by_role("heading", name="This link is the event. Keep it.").wait_for()
    story.look(desk, "made")
    desk.get_by_role("link", name="Enter the players").press("Enter")
    desk.locator("#entry-text").fill("\n".join(PLAYERS))
    desk.get_by_role("button", name="Enter", exact=True).press("Enter")
    desk.get_by_text("16 players were entered.").wait_for()
    story.look(desk, "players")
    return desk


def brings(story: Story, link: str, **brought: Any) -> Any:
    """A player opens his link and hands in his list by one of the ways."""
    phone = story.come(**PHONE)
    phone.goto(link)
    phone.get_by_role("link", name="Your list", exact=True).click()
    if "text" in brought:
        phone.locator("#text").fill(brought["text"])
    elif "file" in brought:
        csv = {"name": "list.csv", "mimeType": "text/csv", "buffer": brought["file"].encode()}
        phone.locator("#file").set_input_files(csv)
    else:
        phone.locator("#stored").select_option(index=1)
    phone.get_by_role("button", name="Keep as draft").click()
    phone.get_by_role("button", name="Hand it in").click()
    phone.get_by_text("Handed in as version 1.").wait_for()
    return phone


def token_in(link: str) -> str:
    return link.rstrip("/").rsplit("/", 1)[-1]


def api(page: Any, story: Story, token: str, method: str, path: str, body: Any = None) -> Any:
    """A request to the server that is looked at, as a program sends it."""
    answer = page.request.fetch(
        f"{story.url}/api/v1/{path}",
        method=method,
        headers={"Authorization": f"Seat {token}", "Content-Type": "application/json"},
        data=None if body is None else json.dumps(body),
    )
    assert answer.ok, answer.text()
    return answer.json() if answer.text() else None


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


@pytest.mark.long
def test_an_event_from_the_home_page_to_the_last_standings(story: Story) -> None:
    desk = begun(story)
    address = desk.url.partition("players/")[0]
    event = address.rstrip("/").split("/")[-2]
    path = f"events/{event}/"
    desk.get_by_role("link", name="Links", exact=True).press("Enter")
    story.look(desk, "links")
    links = desk.locator("input[data-copy]").evaluate_all(LINKS)
    organiser, links = token_in(links[0]), links[1:]
    army = {**SMALL, "rulebook": RULEBOOK}

    # Lists by each way: a text, a file, a stored one, by mail, by programs.
    phones = [
        brings(story, links[0], text=json.dumps(army)),
        brings(story, links[1], file=as_csv(army)),
        brings(story, links[2]),
    ]
    story.look(phones[0], "own-list")
    desk.get_by_role("link", name="Lists", exact=True).press("Enter")
    desk.get_by_text("Hand in for somebody").press("Enter")
    desk.locator("#entry").select_option("5")
    desk.locator("#text").fill(json.dumps(army))
    desk.get_by_role("button", name="Hand it in for him").press("Enter")
    desk.get_by_text("The list of Player 05 is handed in.").wait_for()
    for number in range(6, 17):
        own, where = token_in(links[number - 1]), f"{path}entries/{number}/list/"
        api(desk, story, own, "PUT", where, army)
        api(desk, story, own, "POST", f"{where}submit/", {})

    # One is late: the time ends, and what comes then costs a point.
    desk.goto(f"{address}terms/")
    assert desk.locator("#timezone").input_value() == "Europe/Rome"
    story.look(desk, "terms")
    desk.locator("#closes").fill("2026-01-01T20:00")
    desk.locator("#late").select_option("accept")
    desk.locator("#penalty_points").fill("1")
    desk.get_by_role("button", name="Change the terms").press("Enter")
    desk.get_by_text("The terms are changed.").wait_for()
    phones.append(brings(story, links[3], text=json.dumps(army)))
    assert phones[3].locator(".badge", has_text="late").count() == 1

    # One is sent back, mended and approved; the checker works from the queue.
    desk.goto(f"{address}links/")
    desk.get_by_label("Name of the helper").fill("Ceto")
    desk.get_by_label("Part", exact=True).select_option("checker")
    desk.get_by_role("button", name="Add", exact=True).press("Enter")
    desk.get_by_text("Ceto has a link now").wait_for()
    roles = api(desk, story, organiser, "GET", f"{path}roles/?page_size=100")["results"]
    ceto = next(each["token"] for each in roles if each["kind"] == "checker")
    checker = story.come(**PHONE)
    checker.goto(f"{story.url}/e/{event}/as/{ceto}/")
    checker.get_by_role("link", name="Lists", exact=True).press("Enter")
    story.look(checker, "queue")
    checker.get_by_role("link", name="Player 01").press("Enter")
    checker.get_by_label("Comment").fill("Which general leads?")
    story.look(checker, "one-list")
    checker.get_by_label("Comment").fill("Which general leads?")
    checker.get_by_role("button", name="Send back").press("Enter")
    checker.get_by_text("The list of Player 01 was sent back.").wait_for()
    phones[0].goto(links[0])
    phones[0].get_by_role("link", name="Your list was sent back.").click()
    phones[0].get_by_text("Which general leads?").wait_for()
    phones[0].get_by_text("1 d 23 h left").wait_for()
    story.look(phones[0], "sent-back")
    phones[0].locator("#text").fill(json.dumps({**army, "name": "Mended"}))
    phones[0].get_by_role("button", name="Keep as draft").click()
    phones[0].get_by_role("button", name="Hand it in").click()
    phones[0].get_by_text("Handed in as version 2.").wait_for()
    for name in ("Player 01", "Player 02"):
        checker.goto(f"{story.url}/e/{event}/r18/lists/")
        checker.get_by_role("link", name=name).press("Enter")
        checker.get_by_role("button", name="Approve").press("Enter")
        checker.get_by_text(f"The list of {name} is approved.").wait_for()
    for number in range(3, 17):
        body = {"version": 1, "decision": "approved"}
        api(desk, story, ceto, "POST", f"{path}entries/{number}/list/decisions/", body)

    # What the club owns is typed in, a row a piece.
    desk.goto(f"{address}kit/")
    # Some table wants one of these: of woods alone now and then none wants any.
    for name, typed in (("Id", "w1"), ("Types", "woods brush hills"), ("Longer side", "240")):
        desk.get_by_label(f"{name}, line 1", exact=True).fill(typed)
    desk.get_by_label("Shorter side, line 1", exact=True).fill("200")
    desk.keyboard.press("Enter")
    desk.get_by_text("1 piece is kept.").wait_for()
    story.look(desk, "kit")

    # Every table of every round is laid, and one of them anew; a phone looks on.
    desk.get_by_role("link", name="Tables", exact=True).last.press("Enter")
    desk.get_by_role("button", name="Lay them").press("Enter")
    desk.get_by_text("8 of 8 tables lie.").wait_for()
    desk.get_by_role("button", name="Lay table 3 anew", exact=True).press("Enter")
    desk.locator("[data-run]").wait_for(state="detached")
    story.look(desk, "tables")

    # Which pieces of the kit build them, and what is carried where.
    desk.get_by_role("link", name="Packing", exact=True).press("Enter")
    desk.get_by_label("A side may differ by so many mm").fill("200")
    desk.get_by_role("button", name="Plan it").press("Enter")
    desk.get_by_role("heading", name="can be built").wait_for()
    story.look(desk, "packing")
    desk.locator("[data-row] button").first.press("Enter")
    desk.locator('[data-row] [aria-pressed="true"]').wait_for()
    desk.reload()
    assert desk.locator('[data-row] [aria-pressed="true"]').count() == 1

    # All come out at one moment.
    desk.goto(f"{address}lists/")
    story.look(desk, "queue-of-organiser")
    desk.get_by_role("button", name="Publish all lists").press("Enter")
    desk.get_by_text("16 lists are out, for good.").wait_for()
    desk.get_by_role("link", name="Lists are out: the list book").press("Enter")
    story.look(desk, "list-book")

    # Who comes in is ticked at the door, by a phone.
    door = story.come(**PHONE)
    door.goto(f"{story.url}/e/{event}/as/{organiser}/")
    door.get_by_role("link", name="Door", exact=True).press("Enter")
    door.get_by_role("button", name="Player 01").press("Enter")
    door.get_by_text("1 of 16 are here.").wait_for()
    story.look(door, "door")

    # The first round: two say different things, the desk decides; who lost goes home.
    desk.goto(f"{address}rounds/")
    desk.get_by_role("button", name="Pair the next round").press("Enter")
    story.look(desk, "draft")
    desk.get_by_role("button", name="Let everybody see it").press("Enter")
    desk.get_by_text("Round 1 is out.").wait_for()
    first = api(desk, story, organiser, "GET", f"{path}rounds/1/")
    one, other = first["pairings"][0]["entries"]
    pair = []
    for entry in (one, other):
        phone = story.come(**PHONE)
        phone.goto(links[entry - 1])
        phone.get_by_role("button", name=f"{PLAYERS[entry - 1]} won").click()
        pair.append(phone)
    pair[1].get_by_text("say different things").first.wait_for()
    phones[1].goto(f"{story.url}/e/{event}/rounds/1/tables/1/")
    story.look(phones[1], "table")
    story.look(pair[1], "disputed")
    desk.goto(address)
    desk.get_by_role("link", name="Settle what players say differently").press("Enter")
    scores = desk.locator(".result").first.locator("input[inputmode]")
    scores.first.fill("3")
    scores.last.fill("0")
    scores.last.press("Enter")
    pair[1].reload()
    pair[1].get_by_text("your result stands").wait_for()
    pair[1].get_by_text("I cannot play on").click()
    pair[1].get_by_role("button", name="Drop out").click()
    pair[1].get_by_text("You have dropped out").wait_for()
    finish(desk, story, organiser, f"{path}rounds/1/", draws={2})

    # The second with a bye, and the standings.
    desk.goto(f"{address}rounds/")
    desk.get_by_role("button", name="Pair the next round").press("Enter")
    story.look(desk, "draft")
    desk.get_by_role("button", name="Let everybody see it").press("Enter")
    desk.get_by_text("Round 2 is out.").wait_for()
    finish(desk, story, organiser, f"{path}rounds/2/", draws=set())
    desk.reload()
    story.look(desk, "after-two-rounds")
    rounds = api(desk, story, organiser, "GET", f"{path}rounds/")["results"]
    assert [len(each["pairings"]) for each in rounds] == [8, 8]
    table = api(desk, story, organiser, "GET", f"{path}standings/?page_size=100")["results"]
    found = sorted(
        (row["entry"], row["total"], row["tie_breaks"]["opponents"], row["tie_breaks"]["wins"])
        for row in table
    )
    assert found == computed(rounds, {4: 1})
    ranks = [
        (row["total"], *(row["tie_breaks"][n] for n in ("opponents", "wins"))) for row in table
    ]
    assert ranks == sorted(ranks, reverse=True)
    story.look(phones[1], "player-at-the-end")
    phones[1].goto(f"{story.url}/e/{event}/")
    story.look(phones[1], "public")
    phones[1].goto(f"{story.url}/events/")
    phones[1].get_by_role("link", name="Ides of March").first.wait_for()
    assert story.wrong == [], "\n".join(story.wrong)


def finish(desk: Any, story: Story, token: str, path: str, *, draws: set[int]) -> None:
    """Every table that is open ends: the first named wins, or it is drawn."""
    for pairing in api(desk, story, token, "GET", path)["pairings"]:
        if pairing["state"] == "open":
            scores = [1, 1] if pairing["table"] in draws else [3, 0]
            body = {"scores": scores, "entries": pairing["entries"]}
            api(desk, story, token, "PUT", f"{path}tables/{pairing['table']}/result/", body)
