"""How does every page look? `python -m tests.page_shots OUT [WIDTH ...]` shoots them all.

Each door, each question of a battle and its end, at three widths in the light and in the dark, from
a program of its own that is started for it and stopped afterwards.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from tests.battles.pages.clicking import Player
from tests.battles.pages.fast import Fast
from tests.browser import FLAGS, executable
from tests.processes import running_metator

SIZES = {"390": (390, 844), "1280": (1280, 800), "2560": (2560, 1440)}
LIGHTS = ("light", "dark")
DOORS = {
    "home": "/",
    "battles": "/battles/",
    "new": "/battles/new/",
    "armies": "/armies/",
    "army": "/armies/new/",
    "maps": "/maps/",
    "tables": "/tables/",
    "rulebook": "/rulebook/pbs-2023.1/",
    "territory": "/rulebook/pbs-2023.1/cultivated/",
    "missing": "/b/nothing/",
}
KINDS = (
    "sit_down",
    "invade_or_defend",
    "play_territory_card",
    "choose_territory",
    "place_marker",
    "play_day_card",
    "move_marker",
    "keep_cards",
    "choose_type",
    "select_optional",
    "place_piece",
    "oppose",
    "move_piece",
    "turn_piece",
    "garrison",
)


@contextmanager
def windows(browser: Any, widths: list[str]) -> Iterator[dict[str, Any]]:
    """A page for each width and light, by what its pictures are called."""
    contexts = {}
    for width in widths:
        across, down = SIZES[width]
        for light in LIGHTS:
            contexts[f"{width}-{light}"] = browser.new_context(
                viewport={"width": across, "height": down},
                color_scheme=light,
                reduced_motion="reduce",
                has_touch=width == "390",
            )
    yield {name: context.new_page() for name, context in contexts.items()}
    for context in contexts.values():
        context.close()


def shoot(pages: dict[str, Any], out: Path, name: str, *, whole: bool = False) -> None:
    for each, page in pages.items():
        page.wait_for_load_state("networkidle")
        page.screenshot(path=out / f"{name}-{each}.png", full_page=whole)


def doors(pages: dict[str, Any], url: str, out: Path) -> None:
    for name, path in DOORS.items():
        for page in pages.values():
            page.goto(url + path)
        shoot(pages, out, f"door-{name}", whole=True)


def steps(pages: dict[str, Any], url: str, out: Path, **settings: Any) -> None:
    """Each kind of question once, as two at one screen see it, and the end."""
    fast = Fast.begin(url, **settings)
    left = set(KINDS)
    number = 0
    while left and (prompt := fast.play_on(*left, seed=3)) is not None:
        left.remove(prompt["kind"])
        number += 1
        name = f"step-{number:02}-{prompt['kind']}"
        for page in pages.values():
            fast.sit(page, 0, 1)
        if Player(next(iter(pages.values())), url).mode == "look_away":
            shoot(pages, out, f"{name}-away")
            for page in pages.values():
                Player(page, url).step()
        shoot(pages, out, name)
    fast.play_on(seed=3)
    for page in pages.values():
        fast.sit(page, 0, 1)
    shoot(pages, out, "step-99-over")
    for page in pages.values():
        page.goto(f"{fast.page_url}print/")
    shoot(pages, out, "step-99-print", whole=True)


def main(words: list[str]) -> None:
    out = Path(words[0])
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        with running_metator(home / "home", home / "output") as started, sync_playwright() as play:
            browser = play.chromium.launch(executable_path=executable(), args=FLAGS)
            with windows(browser, words[1:] or list(SIZES)) as pages:
                doors(pages, started.url, out)
                steps(pages, started.url, out)
            browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
