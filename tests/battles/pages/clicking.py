"""How does a test play in a browser? As a player does: it looks at the question and clicks."""

import json
import math
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import expect

from tests.browser import PATIENCE

READY = "html[data-ready]:not([data-settling]):not(:has(form[data-sent]))"
NEAR, SOON = 60, 500
"""Pixels and milliseconds within which a device that passes takes two taps for one, and some."""
PLACING = ("place_piece", "move_piece", "turn_piece")


NOT_DRAWN = """() => [...document.querySelectorAll("svg, svg *")]
  .filter((each) => each.namespaceURI !== "http://www.w3.org/2000/svg")
  .map((each) => each.outerHTML.slice(0, 80))"""
"""What looks like a part of a drawing in the text of the page, and is none to the browser."""


def ends_with_scouting(page: Any) -> None:
    """Choose in the form of a new battle that it ends there: armies are put down elsewhere."""
    page.locator("#until").evaluate("choice => { choice.value = 'scouting'; }")


@dataclass
class Player:
    """Somebody at one browser page. `chance` decides what is chosen where much is open.

    Companions do something with the page before each step, and leave a page of the battle behind.
    """

    page: Any
    url: str
    chance: random.Random = field(default_factory=lambda: random.Random(7))
    asked: list[str] = field(default_factory=list)
    companions: list[Callable[["Player"], object]] = field(default_factory=list)
    touches: bool = False
    hit_last: tuple[float, float] | None = None

    def begin(self, opponent: str = "same") -> None:
        """Three clicks: the door, how to sit, the start."""
        self.page.goto(self.url)
        self.page.get_by_role("link", name="Set up a battle").click()
        # What is checked by force is clicked where it lies: its sheet has to be there.
        self.page.wait_for_load_state()
        self.page.locator(f'input[name="opponent"][value="{opponent}"]').check(force=True)
        ends_with_scouting(self.page)
        self.page.locator(".new-battle > .go button").click()
        self.page.wait_for_url("**/b/*/")

    @property
    def mode(self) -> str:
        return str(self.page.locator("#battle").get_attribute("data-mode"))

    @property
    def version(self) -> str:
        return str(self.page.locator("#battle").get_attribute("data-version"))

    @property
    def kind(self) -> str:
        """Of the question on the page, from the asking that its form answers."""
        prompt = self.page.locator('input[name="prompt"]').first.get_attribute("value")
        return str(prompt).split("-")[1]

    def click(self, selector: str, number: int = 0) -> None:
        self.hit(self.page.locator(selector).nth(number))

    def hit(self, locator: Any) -> None:
        """By the mouse, or with a finger; not so soon at the same place as to pass for the second
        of two quick taps."""
        box = locator.bounding_box()
        place = box and (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        if place and self.hit_last and math.dist(place, self.hit_last) < NEAR:
            self.page.wait_for_timeout(SOON)
        self.hit_last = place
        if self.touches:
            locator.tap()
        else:
            locator.click()

    def any_of(self, selector: str) -> Any:
        found = self.page.locator(selector)
        return found.nth(self.chance.randrange(found.count()))

    def until(self, reached: Any, most: int = 200) -> None:
        """Play on until `reached(self)` says so."""
        for _ in range(most):
            self.ready()
            for each in self.companions:
                each(self)
                self.ready()
            if reached(self):
                return
            self.step()
        raise AssertionError(f"still {self.mode} after {most} steps: {self.asked[-6:]}")

    def step(self) -> None:
        """One answer, or one wait for the other side."""
        mode = self.mode
        if mode == "sit_down":
            self.click(".sit-down .primary")
        elif mode == "look_away":
            self.click(".asked .go button")
            self.page.wait_for_selector("#battle[data-secret]")
        elif mode == "wait":
            same = f'#battle[data-version="{self.version}"][data-mode="wait"]'
            self.page.wait_for_selector(same, state="detached", timeout=PATIENCE)
            self.page.wait_for_selector("#battle", timeout=PATIENCE)
        else:
            self.answer()

    def answer(self) -> None:
        self.ready()
        kind = self.kind
        self.asked.append(kind)
        if kind in PLACING:
            self.place(kind)
            return
        # One of each is chosen, and the page goes on by itself.
        at_once = self.page.locator("form[data-at-once]").count() > 0
        if kind in ("place_marker", "move_marker"):
            self.hit(self.any_of(".box.open-to"))
        elif kind in ("play_territory_card", "play_day_card"):
            self.hit(self.any_of(".pickable"))
        elif kind == "turned_up":
            for name in ("first", "second"):
                self.hit(self.any_of(f'.pickable:has(input[name="{name}"])'))
        elif kind == "select_optional":
            self.hit(self.any_of("button.counted:not([disabled])"))
        elif kind == "garrison":
            self.click('button[name="nobody"]')
            return
        elif kind not in ("keep_cards", "turned_up_scouting"):
            self.hit(self.any_of('.asked form button[name="answer"]'))
            return
        if not at_once:
            self.click(".asked .go button")

    def ready(self) -> None:
        """Until the page's script has put its hands on the forms, and nothing is being sent."""
        self.page.wait_for_selector(READY, state="attached")

    def given(self) -> dict[str, Any]:
        """What the page's editor was given."""
        return dict(json.loads(self.page.locator("#editor").text_content()))

    def place(self, kind: str) -> None:
        """By dragging where it is a piece with two sides and not refused yet, else as suggested."""
        refused = self.page.locator(".refusals").count() > 0
        dragged = kind == "place_piece" and not refused and not self.touches
        if dragged and self.given()["form"] in ("blob", "field"):
            self.drag_into_zone()
        else:
            self.suggested()
        if self.page.locator(".told").count():
            self.click('button[value="leave"]')
        else:
            self.click("#laying button.primary")

    def suggested(self) -> None:
        self.click("[data-suggest]")
        self.page.wait_for_selector("[data-suggest]:not([disabled])", timeout=PATIENCE)

    def drag_into_zone(self) -> None:
        """Take the piece by the mouse and lay it down somewhere in its sector."""
        given = self.given()
        zones = given["zones"] or [[0, 0, given["table"]["width"], given["table"]["depth"]]]
        x0, y0, x1, y1 = self.chance.choice(zones)
        edge = 3.0 if given["at_edge"] else self.chance.uniform(4, y1 - y0 - 4)
        self.drag(to=(self.chance.uniform(x0 + 4, x1 - 4), y0 + edge))

    def drag(self, to: tuple[float, float]) -> None:
        held = self.page.locator(".held").bounding_box()
        x, y = self.on_screen(to)
        mouse = self.page.mouse
        mouse.move(held["x"] + held["width"] / 2, held["y"] + held["height"] / 2)
        mouse.down()
        mouse.move(x, y, steps=6)
        mouse.up()

    def on_screen(self, point: tuple[float, float]) -> tuple[float, float]:
        """Where on the screen a point of the table is."""
        x, y = self.page.evaluate(
            """([x, y]) => {
              const svg = document.querySelector("#table svg");
              const { unit, left, top, depth } = svg.dataset;
              const at = new DOMPoint(+left + unit * x, +top + unit * (depth - y));
              const seen = at.matrixTransform(svg.getScreenCTM());
              return [seen.x, seen.y];
            }""",
            list(to_list(point)),
        )
        return float(x), float(y)

    def reads(self, words: str) -> None:
        """These words are to be seen, or will be: the page may be going on by itself."""
        expect(self.page.locator("body")).to_contain_text(words, use_inner_text=True)


def to_list(point: tuple[float, float]) -> list[float]:
    return [float(part) for part in point]
