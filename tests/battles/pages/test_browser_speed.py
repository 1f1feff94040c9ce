"""How soon is a battle's page there, does it ever keep the browser busy, and what does it weigh?

Times are printed and never asserted: they belong to the machine. Weights are the page's own.
"""

import gzip
from typing import Any
from urllib.request import urlopen

import pytest

from tests.battles.pages.clicking import Player
from tests.battles.pages.fast import Fast

pytestmark = pytest.mark.browser

MAXIMUM = 150_000
"""Bytes of script and style, compressed, that the page of a battle may weigh."""

WATCHED = """
    window.busy = [];
    new PerformanceObserver((list) => {
      busy.push(...list.getEntries().map((each) => Math.round(each.duration)));
    }).observe({ type: "longtask", buffered: true });
"""

SEEN = """() => ({
    paint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
    busy,
    files: performance.getEntriesByType("resource").map((each) => each.name),
})"""


def weight(url: str) -> int:
    with urlopen(url) as answer:
        return len(gzip.compress(answer.read(), 9))


@pytest.mark.parametrize("device", ["page", pytest.param("phone_page", marks=pytest.mark.soak)])
def test_the_page_of_a_battle_is_light_and_says_how_quick_it_is(
    metator: Any, request: pytest.FixtureRequest, device: str, capsys: Any
) -> None:
    page = request.getfixturevalue(device)
    page.add_init_script(WATCHED)
    lines, weights = [], {}
    for kind in ("play_territory_card", "place_marker", "place_piece"):
        fast = Fast.asked_for(metator, kind)
        fast.sit(page, 0, 1)
        Player(page, fast.url).ready()
        seen = page.evaluate(SEEN)
        files = {name for name in seen["files"] if name.endswith((".js", ".css"))}
        weights |= {name: weight(name) for name in files - weights.keys()}
        # A busy browser may leave the frame out that would tell of it.
        paint = f"{seen['paint']:.0f} ms" if seen.get("paint") else "untold"
        lines.append(f"{device} {kind}: first paint {paint}, long tasks {seen['busy']} ms")
        assert sum(weights[name] for name in files) < MAXIMUM
    with capsys.disabled():
        total = sum(weights.values())
        print("", *lines, f"{len(weights)} scripts and styles, {total} bytes of gzip", sep="\n")
