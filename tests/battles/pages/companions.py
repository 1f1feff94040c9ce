"""Who rides along with a player? One who reloads, goes back and opens a second tab at each step."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tests.battles.pages.clicking import Player
from tests.battles.pages.travelling import back, forward, path, shown, visit


def reloaded(page: Any) -> dict[str, Any]:
    page.reload()
    return shown(page)


def left_and_come_back_to(page: Any) -> dict[str, Any]:
    visit(page, f"{page.url}links/")
    back(page)
    return shown(page)


def gone_back(page: Any) -> dict[str, Any]:
    """From the page itself; where that leads out of the battle, forward again."""
    here = path(page)
    back(page)
    if path(page) != here:
        forward(page)
    return shown(page)


def in_a_second_tab(page: Any) -> dict[str, Any]:
    second = page.context.new_page()
    visit(second, page.url)
    found = shown(second)
    second.close()
    return found


WAYS = (reloaded, left_and_come_back_to, gone_back, in_a_second_tab)


def kind_of(now: dict[str, Any]) -> str:
    """What kind of step a page shows: its mode, or what it asks."""
    if now["prompt"] is None:
        return str(now["mode"])
    asked = str(now["prompt"]).split("-")[1]
    return f"secret {asked}" if now["secret"] else asked


@dataclass
class ComesAgain:
    """Before an answer the page is come to again in every way, and always shows the same.

    A secret is not shown again by any of them: the page that asks to look away stands there, as it
    stood before the secret was taken up. With `every` that is done at every step in every way, else
    once at each kind of step that is named in `at`, in one of the ways by turns.
    """

    every: bool = False
    at: frozenset[str] = frozenset()
    tried: set[tuple[Any, ...]] = field(default_factory=set)
    kinds: set[str] = field(default_factory=set)
    before: dict[str, Any] | None = None

    def __call__(self, player: Player) -> None:
        now = shown(player.page)
        if now["mode"] == "wait":
            # While a place is checked the page goes on by itself: nothing stands still there.
            return
        expected = now
        if now["secret"]:
            assert self.before is not None
            expected = self.before
        elif now["mode"] == "look_away":
            self.before = now
        kind = kind_of(now)
        this = (kind, now["version"], now["prompt"]) if self.every else (kind,)
        if this in self.tried or not (self.every or kind in self.at):
            return
        self.tried.add(this)
        self.kinds.add(kind)
        ways = WAYS if self.every else (WAYS[len(self.kinds) % len(WAYS)],)
        for way in ways:
            came = way(player.page)
            assert came == expected, (way.__name__, kind)
            if now["secret"] and shown(player.page) == expected:
                player.step()
                assert shown(player.page) == now, (way.__name__, kind)

    def asked(self) -> set[str]:
        """The kinds of question that were come to again, secret or not."""
        asked = {kind.removeprefix("secret ") for kind in self.kinds}
        return asked - {"sit_down", "look_away", "hand", "over"}
