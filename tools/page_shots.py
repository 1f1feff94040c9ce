"""Take screenshots of every page: `python -m tools.page_shots OUT [WIDTH ...]`.

Each section, each question of a battle and its end, at three widths in light and dark, from a
Metator that is started for it and stopped afterwards. Parts of a question below the edge of the
window are reported in words. `--only WORD` limits it to pages whose name contains the word.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import django
from django.template.loader import render_to_string
from playwright.sync_api import Error, sync_playwright

from tests import stock
from tests.battles.pages.clicking import Player
from tests.battles.pages.fast import Fast, sit_by
from tests.browser import FLAGS, executable
from tests.house import Metator, running_metator

SIZES = {
    "320": (320, 256),
    "360": (360, 640),
    "390": (390, 844),
    "844": (844, 390),
    "1280": (1280, 800),
    "2560": (2560, 1440),
}
USUAL = ("390", "1280", "2560")
TOUCHED = ("320", "360", "390", "844")
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
    "nowhere": "/nothing/",
    "offline": "/offline/",
    "mistyped": "/b/nothing/seat/mistyped/",
}
# A message that a server sends by itself, as a template without a request.
REFUSALS = ("400", "403", "403_csrf", "429", "500")
SHOT = (*(kind for kind in stock.KINDS if kind not in stock.BY_HAND), *stock.DEPLOYING)
ENDS = ("over", "print", "paper", "links", "screen")
BY_HAND = (*stock.BY_HAND, "place_piece")
# For a question: which part of it is not visible, and how much of the window the table has.
SEEN = """() => {
  const lies = (each) => each?.getBoundingClientRect();
  const below = (box) => box && box.height ? Math.round(Math.max(0, box.bottom - innerHeight)) : 0;
  const asked = document.querySelector(".asked");
  const stage = lies(document.querySelector(".stage"));
  const last = [...document.querySelectorAll(".asked button.primary")].pop();
  return {
    sentence: below(lies(document.querySelector(".asked h2"))),
    button: below(lies(last)),
    hidden: asked ? asked.scrollHeight - asked.clientHeight : 0,
    stage: stage ? Math.round(100 * Math.min(stage.height, innerHeight) / innerHeight) : 0,
    aside: document.documentElement.scrollWidth - innerWidth,
  };
}"""


@dataclass(frozen=True)
class Camera:
    out: Path
    only: str = ""

    def wants(self, name: str) -> bool:
        return self.only in name

    def shoot(self, pages: dict[str, Any], name: str, *, whole: bool = False) -> None:
        if not self.wants(name):
            return
        for each, page in pages.items():
            settled(page)
            page.screenshot(path=self.out / f"{name}-{each}.png", full_page=whole)
            if name.startswith("step") and each.endswith("light"):
                print(name, each, page.evaluate(SEEN), flush=True)


def settled(page: Any) -> None:
    """Wait until the page has loaded and its own requests are rendered."""
    page.wait_for_load_state("networkidle")
    if page.locator("#battle").count():
        page.wait_for_selector("html[data-ready]", state="attached", timeout=20_000)


def go(page: Any, url: str, *, times: int = 5) -> None:
    """Open an address, even if the previous page may just be redirecting."""
    for left in reversed(range(times)):
        try:
            page.goto("about:blank")
            page.goto(url)
        except Error as stopped:
            words = str(stopped)
            if not left or not ("ERR_ABORTED" in words or "interrupted by another" in words):
                raise
            page.wait_for_load_state()
        else:
            return


@contextmanager
def windows(browser: Any, widths: list[str]) -> Iterator[dict[str, Any]]:
    """Yield a page for each width and colour scheme, by the name of its pictures."""
    contexts = {}
    for width in widths:
        across, down = SIZES[width]
        for light in LIGHTS:
            contexts[f"{width}-{light}"] = browser.new_context(
                viewport={"width": across, "height": down},
                color_scheme=light,
                reduced_motion="reduce",
                has_touch=width in TOUCHED,
                is_mobile=width in TOUCHED,
            )
    yield {name: context.new_page() for name, context in contexts.items()}
    for context in contexts.values():
        context.close()


def doors(pages: dict[str, Any], url: str, camera: Camera) -> None:
    for name, path in DOORS.items():
        if camera.wants(f"door-{name}"):
            for page in pages.values():
                go(page, url + path)
            camera.shoot(pages, f"door-{name}", whole=True)


def refusals(pages: dict[str, Any], url: str, camera: Camera) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    for name in REFUSALS:
        if camera.wants(f"door-{name}"):
            for page in pages.values():
                page.route("**/refused/", refused(name))
                go(page, f"{url}/refused/")
                page.unroute("**/refused/")
            camera.shoot(pages, f"door-{name}", whole=True)


def refused(name: str) -> Any:
    def say(route: Any) -> None:
        body = render_to_string(f"{name}.html", {"seconds": 41})
        route.fulfill(body=body, content_type="text/html; charset=utf-8")

    return say


def finished_table(pages: dict[str, Any], url: str, camera: Camera) -> None:
    """Show a generated table, and its editor."""
    if not camera.wants("door-made"):
        return
    first = next(iter(pages.values()))
    go(first, f"{url}/tables/?seed=7&territory=mountains&box-mountains=1-2&policy=random")
    first.locator(".wish > .go button").click()
    first.wait_for_selector("[data-table]", timeout=30_000)
    made = str(first.url)
    for name, path in {"made": "", "made-edit": "edit/"}.items():
        for page in pages.values():
            go(page, made + path)
        camera.shoot(pages, f"door-{name}", whole=True)


def sit(fast: Fast, pages: dict[str, Any], *sides: int) -> None:
    for page in pages.values():
        for side in sides:
            sit_by(page.context.request, fast.device_link(side))
        go(page, fast.page_url)


def steps(pages: dict[str, Any], server: Metator, camera: Camera) -> None:
    """Show each kind of question once, as two players at one screen see it, and the end."""
    for number, kind in enumerate(SHOT, start=1):
        name = f"step-{number:02}-{kind}"
        if not any(camera.wants(name + more) for more in ("", "-away", "-wait", "-past")):
            continue
        fast = Fast.asked_for(server, kind)
        if kind in ("play_day_card", "place_piece") and camera.wants(f"{name}-wait"):
            for page in pages.values():
                page.context.clear_cookies()
            sit(fast, pages, 1 - fast.side)
            camera.shoot(pages, f"{name}-wait")
        sit(fast, pages, 0, 1)
        if Player(next(iter(pages.values())), server.url).mode == "look_away":
            camera.shoot(pages, f"{name}-away")
            for page in pages.values():
                Player(page, server.url).step()
        camera.shoot(pages, name)
        if kind == "place_piece" and camera.wants(f"{name}-past"):
            for page in pages.values():
                go(page, f"{fast.page_url}?at=14")
            camera.shoot(pages, f"{name}-past")
    if any(
        camera.wants(f"step-99-{each}") for each in ("over", "print", "paper", "links", "screen")
    ):
        end(Fast.at(server, stock.kept(stock.SERVED)), pages, camera)


def end(fast: Fast, pages: dict[str, Any], camera: Camera) -> None:
    sit(fast, pages, 0, 1)
    camera.shoot(pages, "step-99-over")
    for name in ("print", "links", "screen"):
        for page in pages.values():
            go(page, f"{fast.page_url}{name}/")
        camera.shoot(pages, f"step-99-{name}", whole=name != "screen")
        if name == "print":
            for page in pages.values():
                page.emulate_media(media="print")
            camera.shoot(pages, "step-99-paper", whole=True)
            for page in pages.values():
                page.emulate_media(media="screen")


def by_hand(pages: dict[str, Any], server: Metator, camera: Camera) -> None:
    """Show the questions for players who roll their own dice and draw their own cards."""
    for kind in BY_HAND:
        name = f"step-hand-{kind}"
        if camera.wants(name):
            sit(Fast.asked_for(server, kind, of=stock.ENTERED), pages, 0, 1)
            if Player(next(iter(pages.values())), server.url).mode == "look_away":
                for page in pages.values():
                    Player(page, server.url).step()
            camera.shoot(pages, name)


def main(words: list[str]) -> None:
    only = ""
    if "--only" in words:
        at = words.index("--only")
        only = words[at + 1]
        words = words[:at] + words[at + 2 :]
    out = Path(words[0])
    out.mkdir(parents=True, exist_ok=True)
    camera = Camera(out, only)
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        with running_metator(home / "home", home / "output") as started, sync_playwright() as play:
            browser = play.chromium.launch(executable_path=executable(), args=FLAGS)
            with windows(browser, words[1:] or list(USUAL)) as pages:
                doors(pages, started.url, camera)
                refusals(pages, started.url, camera)
                finished_table(pages, started.url, camera)
                if not only or only.startswith("step") or not only.startswith("door"):
                    steps(pages, started, camera)
                    by_hand(pages, started, camera)
            browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
