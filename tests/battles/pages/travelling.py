"""How does a test go from page to page, where pages go on by themselves, and what stands there?"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Error

BROKEN_OFF = ("ERR_ABORTED", "interrupted by another navigation")
"""What the driver says when the page that is left was just going on by itself."""
GONE = "Execution context was destroyed"
"""What it says when the page goes on while it is read."""
TRIES = 5
SHOWN = """() => {
  const battle = document.querySelector("#battle");
  if (window.left || !battle || document.documentElement.dataset.ready === undefined) return null;
  if (document.querySelector("form[data-sent]")) return null;
  return {
    mode: battle.dataset.mode,
    version: battle.dataset.version,
    secret: battle.hasAttribute("data-secret"),
    prompt: document.querySelector('.asked input[name="prompt"]')?.value ?? null,
    sentence: document.querySelector(".asked h2:not(.visually-hidden)")?.innerText ?? null,
  };
}"""


def visit(page: Any, address: str) -> Any:
    """Go there, also from a page that is just going on by itself; the answer."""
    for _ in range(TRIES - 1):
        try:
            return page.goto(address)
        except Error as aborted:
            if not any(each in str(aborted) for each in BROKEN_OFF):
                raise
    return page.goto(address)


def shown(page: Any) -> dict[str, Any]:
    """What a battle's page shows and asks, once its script is there and nothing is being sent."""
    for _ in range(TRIES - 1):
        try:
            return dict(page.wait_for_function(SHOWN).json_value())
        except Error as gone:
            if GONE not in str(gone):
                raise
    return dict(page.wait_for_function(SHOWN).json_value())


def goes_on_from(page: Any, version: str) -> None:
    """Wait until the battle is drawn as it was after this version, where it stands."""
    past = "(old) => Number(document.querySelector('#battle').dataset.version) > Number(old)"
    page.wait_for_function(past, arg=version)


def back(page: Any) -> None:
    """Press the back button, until another page stands there.

    One that comes back may go on at once; the driver's own word for going back breaks off then.
    """
    _go(page, "back")


def forward(page: Any) -> None:
    _go(page, "forward")


def _go(page: Any, way: str) -> None:
    try:
        page.evaluate("(way) => { window.left = true; history[way](); }", way)
    except Error as gone:
        # The other page was there before the answer of this one.
        if GONE not in str(gone):
            raise
    page.wait_for_function("() => !window.left && document.readyState === 'complete'")


def path(page: Any) -> str:
    return urlsplit(str(page.url)).path
