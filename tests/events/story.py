"""Who takes part in an event by a browser, what does he do, and what is looked at on the way?

Each has a browser of his own; desk, door and checker have no mouse. A whole event is made of these
acts in `test_browser_story`; in `test_browser_pages` some of them lead to each of its pages.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.armies.lists import SMALL
from tests.battles.pages.magnifying import found_when_magnified
from tests.battles.pages.test_browser_everyone import found_but_contrast, found_in_both
from tests.events.callers import RULEBOOK
from tests.events.club import SMALL as SMALL_GROUND
from tests.events.club import WHOLE

PLAYERS = [f"Player {number:02}" for number in range(1, 17)]
"""Who may play; an even number of them does."""
ARMY = {**SMALL, "rulebook": RULEBOOK}
ANY_GROUND = " ".join((*WHOLE, *SMALL_GROUND))
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
    """The browsers of all who take part, and what axe found on their pages.

    `whole`: each page is looked at in colour and magnified, not only those that stand for all.
    """

    desk: Any
    """The organiser's page, once the event has begun; then his address and its id are known too."""
    address: str
    event: str
    organiser: str
    """His token and the players' links, once the page of links was read."""
    links: list[str]

    def __init__(self, browser: Any, url: str, *, players: int = 16, whole: bool = True) -> None:
        self.browser, self.url, self.whole = browser, url, whole
        self.players = PLAYERS[:players]
        self.wrong: list[str] = []
        self.contexts: list[Any] = []
        self.looks = 0

    @property
    def path(self) -> str:
        """Of the event in the API."""
        return f"events/{self.event}/"

    @property
    def tables(self) -> int:
        return len(self.players) // 2

    def come(self, **given: Any) -> Any:
        context = self.browser.new_context(**given)
        self.contexts.append(context)
        return context.new_page()

    def look(self, page: Any, name: str) -> None:
        self.looks += 1
        # A key that leads on is through when the next page begins, and nothing may be on it yet.
        page.wait_for_load_state()
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


@contextmanager
def told(browser: Any, url: str, **how: Any) -> Iterator[Story]:
    """A story, at whose end all browsers are closed."""
    story = Story(browser, url, **how)
    try:
        yield story
    finally:
        for context in story.contexts:
            context.close()


def begun(story: Story) -> Any:
    """The organiser's page of an event that was made from the home page in three screens."""
    desk = story.come(viewport={"width": 1280, "height": 800}, timezone_id="Europe/Rome")
    desk.goto(story.url)
    desk.get_by_role("link", name="Run an event").first.press("Enter")
    story.look(desk, "events")
    desk.get_by_role("link", name="Create event").press("Enter")
    story.look(desk, "new")
    desk.get_by_label("Name", exact=True).fill("Ides of March")
    desk.get_by_role("button", name="Create event").press("Enter")
    desk.get_by_role("heading", name="This link is your key to the event. Keep it safe.").wait_for()
    story.look(desk, "made")
    desk.get_by_role("link", name="Add players").press("Enter")
    desk.locator("#entry-text").fill("\n".join(story.players))
    desk.get_by_role("button", name="Add players", exact=True).press("Enter")
    desk.get_by_text(f"{len(story.players)} players added.").wait_for()
    story.look(desk, "players")
    story.desk, story.address = desk, desk.url.partition("players/")[0]
    story.event = story.address.rstrip("/").split("/")[-2]
    return desk


def reads_the_links(story: Story) -> None:
    story.desk.get_by_role("link", name="Links", exact=True).press("Enter")
    story.look(story.desk, "links")
    first, *story.links = story.desk.locator("input[data-copy]").evaluate_all(LINKS)
    story.organiser = token_in(first)


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
    phone.get_by_role("button", name="Save draft").click()
    phone.get_by_role("button", name="Submit list").click()
    phone.get_by_text("Submitted as version 1.").wait_for()
    return phone


def hands_in_by_program(story: Story, number: int) -> None:
    own, where = token_in(story.links[number - 1]), f"{story.path}entries/{number}/list/"
    api(story.desk, story, own, "PUT", where, ARMY)
    api(story.desk, story, own, "POST", f"{where}submit/", {})


def types_the_kit(story: Story) -> None:
    """What the club owns, a row a piece."""
    desk = story.desk
    desk.goto(f"{story.address}kit/")
    # Some table wants one of these, whatever the few tables hold.
    for name, typed in (("ID", "w1"), ("Types", ANY_GROUND), ("Long side", "240")):
        desk.get_by_label(f"{name}, line 1", exact=True).fill(typed)
    desk.get_by_label("Short side, line 1", exact=True).fill("200")
    desk.keyboard.press("Enter")
    desk.get_by_text("Kit saved: 1 piece.").wait_for()
    story.look(desk, "kit")


def lays_the_tables(story: Story, anew: int) -> None:
    """Every table of every round, and one of them once more."""
    desk, all_of_them = story.desk, story.tables
    desk.get_by_role("link", name="Tables", exact=True).last.press("Enter")
    desk.get_by_role("button", name="Generate tables").press("Enter")
    desk.get_by_text(f"Terrain is set up on {all_of_them} of {all_of_them} tables.").wait_for()
    desk.get_by_role("button", name=f"Regenerate table {anew}", exact=True).press("Enter")
    desk.locator("[data-run]").wait_for(state="detached")
    story.look(desk, "tables")


def packs(story: Story) -> None:
    """Which pieces of the kit build the tables; what is ticked stays so."""
    desk = story.desk
    desk.get_by_role("link", name="Packing list", exact=True).press("Enter")
    desk.get_by_label("Size tolerance (mm)").fill("200")
    desk.get_by_role("button", name="Make packing list").press("Enter")
    desk.get_by_role("heading", name="can be built").wait_for()
    story.look(desk, "packing")
    desk.locator("[data-row] button").first.press("Enter")
    desk.locator('[data-row] [aria-pressed="true"]').wait_for()
    desk.reload()
    assert desk.locator('[data-row] [aria-pressed="true"]').count() == 1


def publishes_the_lists(story: Story, *, approved: bool = True) -> None:
    """All come out at one moment, though nobody may have `approved` any."""
    desk = story.desk
    desk.goto(f"{story.address}lists/")
    story.look(desk, "queue-of-organiser")
    if not approved:
        desk.get_by_label("have no approved list").press("Space")
    desk.get_by_role("button", name="Publish all lists").press("Enter")
    desk.get_by_text(f"{len(story.players)} lists published.").wait_for()
    desk.get_by_role("link", name="Lists are published: see all lists").press("Enter")
    story.look(desk, "list-book")


def ticks_at_the_door(story: Story) -> None:
    """Who comes in, by a phone."""
    door = story.come(**PHONE)
    door.goto(f"{story.url}/e/{story.event}/as/{story.organiser}/")
    door.get_by_role("link", name="Check-in", exact=True).press("Enter")
    door.get_by_role("button", name="Player 01").press("Enter")
    door.get_by_text(f"1 of {len(story.players)} players checked in").wait_for()
    story.look(door, "door")


def pairs(story: Story, number: int) -> None:
    """The next round, a draft and then out."""
    desk = story.desk
    desk.goto(f"{story.address}rounds/")
    desk.get_by_role("button", name="Pair next round").press("Enter")
    story.look(desk, "draft")
    desk.get_by_role("button", name="Publish round").press("Enter")
    desk.get_by_text(f"Round {number} published.").wait_for()


def differ(story: Story, onlooker: Any) -> Any:
    """The two of the first table say different things, the desk decides: the phone of who lost."""
    desk = story.desk
    first = api(desk, story, story.organiser, "GET", f"{story.path}rounds/1/")
    pair = []
    for entry in first["pairings"][0]["entries"]:
        phone = story.come(**PHONE)
        phone.goto(story.links[entry - 1])
        if pair:
            phone.get_by_text("No, it was different").click()
        phone.get_by_role("button", name=f"{PLAYERS[entry - 1]} won").click()
        pair.append(phone)
    pair[1].get_by_text("reported different results").first.wait_for()
    onlooker.goto(f"{story.url}/e/{story.event}/rounds/1/tables/1/")
    story.look(onlooker, "table")
    story.look(pair[1], "disputed")
    desk.goto(story.address)
    desk.get_by_role("link", name="Settle 1 disputed result").press("Enter")
    desk.locator(".result button").first.press("Enter")
    pair[1].reload()
    pair[1].get_by_text("result confirmed").wait_for()
    return pair[1]


def finish(story: Story, number: int, *, draws: set[int]) -> None:
    """Every table of a round that is open ends: the first named wins, or it is drawn."""
    path = f"{story.path}rounds/{number}/"
    for pairing in api(story.desk, story, story.organiser, "GET", path)["pairings"]:
        if pairing["state"] == "open":
            scores = [1, 1] if pairing["table"] in draws else [3, 0]
            body = {"scores": scores, "entries": pairing["entries"]}
            where = f"{path}tables/{pairing['table']}/result/"
            api(story.desk, story, story.organiser, "PUT", where, body)


def see_how_it_ended(story: Story, player: Any) -> None:
    """The desk, a player, and whoever comes by."""
    story.desk.goto(f"{story.address}rounds/")
    story.look(story.desk, "after-the-rounds")
    player.goto(story.links[1])
    story.look(player, "player-at-the-end")
    player.goto(f"{story.url}/e/{story.event}/")
    story.look(player, "public")
    player.goto(f"{story.url}/events/")
    player.get_by_role("link", name="Ides of March").first.wait_for()


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
