"""Can everyone use the pages? axe-core looks at each, in the light and in the dark."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.battles.pages.clicking import Player
from tests.battles.pages.fast import Fast

pytestmark = pytest.mark.browser

KINDS = frozenset(
    {
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
        "garrison",
    }
)


def found_in(page) -> list[str]:
    run = Axe().run(page, options={"resultTypes": ["violations"]})
    return [
        f"{page.url} {each['id']}: {node['html'][:160]} {node.get('failureSummary', '')[:260]}"
        for each in run.response["violations"]
        for node in each["nodes"]
    ]


@pytest.mark.parametrize("light", ["light", "dark"])
def test_axe_finds_nothing_on_the_doors(metator, page, light):
    page.emulate_media(color_scheme=light, reduced_motion="reduce")
    fast = Fast.begin(metator.url)
    fast.sit(page, 0, 1)
    wrong = []
    for path in ("/", "/battles/", "/battles/new/", f"/b/{fast.id}/links/", "/armies/", "/maps/"):
        page.goto(metator.url + path)
        wrong += found_in(page)
    page.goto(f"{metator.url}/battles/new/")
    page.locator("details.more summary").click()
    wrong += found_in(page)
    for path in ("/armies/new/", "/armies/import/"):
        page.goto(metator.url + path)
        wrong += found_in(page)
    assert wrong == []


@pytest.mark.parametrize("light", ["light", "dark"])
def test_axe_finds_nothing_at_any_step(metator, page, light):
    page.emulate_media(color_scheme=light, reduced_motion="reduce")
    wrong = []
    fast = Fast.begin(metator.url, settings={"gap": 3})
    seen: set[str] = set()
    while (prompt := fast.play_on(*(KINDS - seen))) is not None:
        seen.add(prompt["kind"])
        fast.sit(page, 0, 1)
        wrong += found_in(page)
        if Player(page, fast.url).mode == "look_away":
            Player(page, fast.url).step()
            wrong += found_in(page)
    fast.sit(page, 0, 1)
    assert Player(page, fast.url).mode == "over"
    wrong += found_in(page)
    page.goto(f"{fast.page_url}print/")
    wrong += found_in(page)
    assert wrong == [], "\n".join(wrong)
    assert len(seen) >= len(KINDS) - 4
