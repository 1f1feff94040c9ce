"""How does a test play without a mouse? By Tab, arrows, Space and Enter alone."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.battles.pages.clicking import PATIENCE, PLACING, Player, ends_with_scouting

FAR = 150
"""Presses after which what is looked for is taken to be out of reach."""

HAS_FOCUS = "(wanted) => document.activeElement.matches(wanted)"
IN_ITS_GROUP = """(wanted) => {
  const { activeElement: here } = document;
  const there = [...document.querySelectorAll(wanted)];
  return here.type === "radio" && there.some((each) => each.name === here.name);
}"""


@dataclass
class Typist(Player):
    """A player whose every answer is given by keys alone. `presses` led to what was wanted."""

    presses: dict[str, list[int]] = field(default_factory=dict)

    def reach(self, selector: str) -> None:
        """Press Tab until the focus is there; inside a group of choices, arrows."""
        for pressed in range(FAR):
            if self.page.evaluate(HAS_FOCUS, selector):
                self.presses.setdefault(selector, []).append(pressed)
                return
            inside = self.page.evaluate(IN_ITS_GROUP, selector)
            self.page.keyboard.press("ArrowRight" if inside else "Tab")
        raise AssertionError(f"no key leads to {selector}")

    def press(self, selector: str, key: str = "Enter") -> None:
        self.reach(selector)
        self.page.keyboard.press(key)

    def begin(self, opponent: str = "same") -> None:
        self.page.goto(self.url)
        self.press('a[href="/battles/new/"]')
        self.page.wait_for_url("**/battles/new/")
        self.reach(f'input[name="opponent"][value="{opponent}"]')
        ends_with_scouting(self.page)
        self.press(".new-battle > .go button")
        self.page.wait_for_url("**/b/*/")

    def step(self) -> None:
        mode = self.mode
        if mode == "sit_down":
            self.go_on(".sit-down .primary")
        elif mode == "look_away":
            self.press(".asked .go button")
            self.page.wait_for_selector("#battle[data-secret]")
        else:
            super().step()

    def go_on(self, selector: str) -> None:
        """Press a button that leads to the next question, and wait for that."""
        before = self.version
        self.press(selector)
        same = f'#battle[data-version="{before}"]:not([data-mode="look_away"])'
        self.page.wait_for_selector(same, state="detached", timeout=PATIENCE)
        self.page.wait_for_selector("#battle", timeout=PATIENCE)

    def answer(self) -> None:
        self.ready()
        kind = self.kind
        self.asked.append(kind)
        if kind in PLACING:
            self.place(kind)
        elif kind in ("place_marker", "move_marker"):
            self.press('.boxes input[name="answer"]', "Space")
            self.go_on(".asked .go button")
        elif kind in ("play_territory_card", "play_day_card"):
            self.press('.pickable input[name="answer"]', "Space")
            self.go_on(".asked .go button")
        elif kind == "select_optional":
            self.press("button.counted:not([disabled])")
            self.go_on(".asked .go button")
        elif kind == "turned_up":
            for name in ("first", "second"):
                self.press(f'.pickable input[name="{name}"]', "Space")
            self.go_on(".asked .go button")
        elif kind == "garrison":
            self.go_on('button[name="nobody"]')
        elif kind in ("keep_cards", "turned_up_scouting"):
            self.go_on(".asked .go button")
        else:
            self.go_on('.asked form button[name="answer"]')

    def place(self, kind: str) -> None:
        self.press("[data-suggest]")
        self.page.wait_for_selector("[data-suggest]:not([disabled])", timeout=PATIENCE)
        if self.page.locator(".told").count():
            self.go_on('button[value="leave"]')
        else:
            self.go_on("#laying button.primary")
