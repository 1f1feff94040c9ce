"""How does a test lose the network in the middle of a step? As a phone does, in several ways."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from tests.battles.pages.clicking import PLACING, Player
from tests.battles.pages.fast import Fast
from tests.battles.pages.travelling import back, shown, visit
from tests.battles.wire import Wire

UPDATE = "An unknown error occurred when fetching the script."
"""What the browser says when it looks for a newer worker while the network is cut."""
DOUBLE = 500
"""Milliseconds within which a page takes two taps for one."""
OPEN = '.asked input[name="prompt"][data-keeps]'
GONE_ON = """(prompt) => {
  const battle = document.querySelector("#battle:not([data-checking='1'])");
  const asked = document.querySelector('.asked input[name="prompt"]')?.value;
  return battle && document.documentElement.dataset.ready !== undefined && asked !== prompt;
}"""
KEPT = "() => JSON.stringify({...localStorage, ...sessionStorage})"


@dataclass
class Loser(Player):
    """A player whose network goes away at every kind of step, once the answer is chosen.

    What becomes of the answer then goes round: it waits on the page; the page is reloaded; the back
    button is pressed; a second tab answers too; another phone has answered meanwhile.
    """

    fast: Fast | None = None
    lost: dict[str, str] = field(default_factory=dict)
    turn: int = 0
    laid: bool = False
    said: list[str] = field(default_factory=list)

    @property
    def battle(self) -> Fast:
        assert self.fast is not None
        return self.fast

    @property
    def ways(self) -> Sequence[Callable[[], None]]:
        return self.waits, self.reloads, self.goes_back, self.second_tab, self.elsewhere

    def step(self) -> None:
        mode = self.mode
        if mode in ("sit_down", "look_away") and mode not in self.lost:
            self.lost[mode] = "unsent"
            self.ready()
            self.not_sent()
        super().step()

    def not_sent(self) -> None:
        """What answers no question is not sent later, when it may mean something else."""
        before = shown(self.page)
        with self.offline():
            self.hit(self.page.locator(".sit-down .primary, .asked .go button").first)
            self.page.wait_for_selector(".bar-unsent")
            assert shown(self.page) == before
        assert shown(self.page) == before

    def answer(self) -> None:
        self.ready()
        if (kind := self.kind) in self.lost:
            super().answer()
            return
        way = self.ways[(self.turn + len(self.lost)) % len(self.ways)]
        self.lost[kind] = way.__name__
        before = self.answers(kind)
        now = shown(self.page)
        if kind in PLACING:
            self.suggested()
        way()
        self.laid = False
        self.page.wait_for_function(GONE_ON, arg=now["prompt"])
        assert self.page.locator(".bar:visible").count() == 0, way.__name__
        assert now["prompt"] not in self.page.evaluate(KEPT)
        assert self.answers(kind) == before + 1, (kind, way.__name__)

    def place(self, kind: str) -> None:
        if not self.laid:
            super().place(kind)
        elif self.page.locator(".told").count():
            self.click('button[value="leave"]')
        else:
            self.click("#laying button.primary")

    def answers(self, kind: str) -> int:
        """How many answers the server has, of whichever side; an entered roll is one of chance."""
        wanted = "chance" if kind == "enter_roll" else "answer"
        battle = self.battle
        path: str | None = f"/api/v1/battles/{battle.id}/events/"
        count = 0
        while path is not None:
            found = Wire(battle.url, battle.tokens[0]).get(path).json()
            count += sum(each["type"] == wanted for each in found["results"])
            path = found["next"] and found["next"].removeprefix(battle.url)
        return count

    @contextmanager
    def offline(self) -> Iterator[None]:
        """A piece lies as it should before; nobody could be asked for a place meanwhile."""
        self.laid = True
        self.page.context.set_offline(True)
        self.page.wait_for_selector(".bar-offline")
        yield
        self.page.context.set_offline(False)
        self.page.wait_for_selector(".bar-offline", state="detached")

    def chosen(self) -> bool:
        """Choose and send, without a network: it is told that the answer waits. Whether it was
        written down, which may be only what everybody may read as soon as it is given."""
        prompt = shown(self.page)["prompt"]
        # A second tap at the same place so soon was meant for what stood there before.
        self.page.wait_for_timeout(DOUBLE)
        Player.answer(self)
        self.page.wait_for_selector(".bar-waiting")
        written = prompt in self.page.evaluate(KEPT)
        assert not written or self.page.locator(OPEN).count() > 0
        assert not written or not shown(self.page)["secret"]
        return written

    def again(self, *, written: bool) -> None:
        """The page was left without a network: what was written down is back, and not sent."""
        if self.mode == "look_away":
            Player.step(self)
        self.ready()
        assert self.page.locator(".kept").count() == written
        Player.answer(self)

    def waits(self) -> None:
        with self.offline():
            self.chosen()

    def reloads(self) -> None:
        with self.offline():
            written = self.chosen()
            self.page.reload()
            assert "No connection" in self.page.inner_text("h1")
        self.page.wait_for_selector("#battle")
        self.again(written=written)

    def goes_back(self) -> None:
        with self.offline():
            written = self.chosen()
            back(self.page)
            assert "No connection" in self.page.inner_text("h1")
        # Where a page was wanted it is loaded by itself, whatever is gone to meanwhile.
        self.page.wait_for_selector("#kept-tables", state="detached")
        visit(self.page, self.battle.page_url)
        self.again(written=written)

    def second_tab(self) -> None:
        """Both send as soon as there is a network: one is first."""
        tab = self.page.context.new_page()
        visit(tab, self.page.url)
        other = Loser(tab, self.url, fast=self.fast, laid=True)
        other.ready()
        if other.mode == "look_away":
            Player.step(other)
            other.ready()
        if other.kind in PLACING:
            other.suggested()
        prompt = shown(tab)["prompt"]
        with self.offline():
            self.chosen()
            other.chosen()
        for page in (self.page, tab):
            page.wait_for_function(GONE_ON, arg=prompt)
        self.said += [
            page.inner_text(".message")
            for page in (self.page, tab)
            if page.locator(".message").count()
        ]
        tab.close()

    def elsewhere(self) -> None:
        with self.offline():
            self.chosen()
            self.answered_by_another_phone()
        self.page.wait_for_selector(".message")
        self.said.append(self.page.inner_text(".message"))

    def answered_by_another_phone(self) -> None:
        prompt = shown(self.page)["prompt"]
        for side in (0, 1):
            view = self.battle.view(side)
            for each in view["prompts"]:
                if each["id"] == prompt and not each["waiting"]:
                    self.battle.answer(side, view, each, self.chance)
                    return
        raise AssertionError(f"nobody else is asked {prompt}")
