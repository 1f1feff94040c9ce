"""In how many requests is the first page of a battle there, and how many bytes are they?"""

from typing import Any

import pytest

from tests.battles.pages.fast import Fast, sit_by

pytestmark = pytest.mark.browser

MAX_REQUESTS = 25
MAX_BYTES = 350_000


@pytest.mark.parametrize("kind", ["play_territory_card", "place_piece"])
def test_the_first_page_of_a_battle_takes_few_requests_and_bytes(
    metator: Any, own_page: Any, kind: str, capsys: Any
) -> None:
    """Cold: in a window that has never been here."""
    page = own_page
    fast = Fast.asked_for(metator, kind)
    sit_by(page.context.request, fast.device_link(0))
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.setCacheDisabled", {"cacheDisabled": True})
    sizes: list[float] = []
    asked: list[str] = []
    line.on("Network.loadingFinished", lambda found: sizes.append(found["encodedDataLength"]))
    line.on("Network.requestWillBeSent", lambda found: asked.append(found["request"]["url"]))

    fast.open(page)
    page.wait_for_load_state("load")
    page.wait_for_timeout(100)

    asked = [each for each in asked if "/state/" not in each]
    with capsys.disabled():
        print(f"\n{kind}: {len(asked)} requests, {sum(sizes):.0f} bytes")
    assert len(asked) <= MAX_REQUESTS, asked
    assert sum(sizes) <= MAX_BYTES
