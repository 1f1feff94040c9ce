"""Is an event run in a browser, by an organiser at a desk and a player with a phone?

axe looks at each page in the light and in the dark, and each bears magnifying.
"""

from __future__ import annotations

import pytest

from tests.battles.pages.test_browser_everyone import FOLDED, all_found_in

pytestmark = pytest.mark.browser

PLAYERS = ("Publius Memmius", "Gaius Bestia", "Marcus Scaurus")
LINKS = "(found) => found.map((each) => each.value)"


def test_an_event_from_its_name_to_a_result_is_for_everyone(metator, page, phone_page):
    wrong = []

    def looked_at(at):
        at.evaluate(FOLDED)
        wrong.extend(all_found_in(at))

    page.goto(f"{metator.url}/events/")
    page.get_by_role("link", name="Make an event").click()
    looked_at(page)
    page.get_by_label("Name", exact=True).fill("Ides of March")
    page.get_by_role("button", name="Make the event").click()
    page.get_by_role("heading", name="This link is the event. Keep it.").wait_for()
    page.get_by_role("link", name="Enter the players").click()
    page.locator("#entry-text").fill("\n".join(PLAYERS))
    page.get_by_role("button", name="Enter", exact=True).click()
    page.get_by_text("3 players were entered.").wait_for()
    page.get_by_role("link", name="Links", exact=True).click()
    looked_at(page)
    links = page.locator("input[data-copy]").evaluate_all(LINKS)
    page.get_by_role("link", name="Door", exact=True).click()
    page.get_by_role("button", name=PLAYERS[0]).click()
    page.get_by_text("1 of 3 are here.").wait_for()
    looked_at(page)
    page.get_by_role("link", name="To do", exact=True).click()
    page.get_by_role("link", name="Pair the first round.").click()
    page.get_by_role("button", name="Pair the next round").click()
    page.get_by_role("button", name="Let everybody see it").click()
    page.get_by_text("Round 1 is out.").wait_for()
    looked_at(page)

    pairing = page.locator(".pairings tbody tr").first.locator("bdi").all_inner_texts()
    phone_page.goto(links[1 + PLAYERS.index(pairing[0])])
    assert phone_page.locator(".now").inner_text() == (
        f"Round 1: go to table 1 and play {pairing[1]}."
    )
    looked_at(phone_page)
    phone_page.get_by_role("button", name=f"{pairing[0]} won").click()
    phone_page.get_by_text("waits for the other's word").wait_for()

    scores = page.locator(".result").first.locator("input[inputmode]")
    scores.first.fill("3")
    scores.last.fill("0")
    scores.last.press("Enter")
    page.get_by_text("finished").wait_for()
    phone_page.reload()
    phone_page.get_by_text("your result stands").wait_for()
    page.get_by_role("link", name="To do", exact=True).click()
    page.get_by_role("link", name="The page that everybody sees").click()
    looked_at(page)
    page.goto(f"{metator.url}/events/")
    page.get_by_role("link", name="Ides of March").first.wait_for()
    looked_at(page)
    assert wrong == [], "\n".join(wrong)
