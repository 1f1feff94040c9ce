"""What a player types into the form of their list stays in the browser until it is saved."""

from __future__ import annotations

from typing import Any

import pytest

from tests.battles.pages.test_browser_everyone import found_in
from tests.events.callers import RULEBOOK

pytestmark = pytest.mark.browser

KEPT = "Object.keys(localStorage).filter((each) => each.startsWith('event-list:'))"


def asked(page: Any, path: str, body: Any, token: str = "") -> Any:
    headers = {"Authorization": f"Seat {token}"} if token else {}
    answer = page.request.post(path, data=body, headers=headers)
    assert answer.ok, answer.text()
    return answer.json()


def test_typed_text_is_offered_again_restored_and_forgotten_once_it_is_saved(
    metator: Any, page: Any
) -> None:
    api = f"{metator.url}/api/v1/events/"
    limits = {"tugs": {"least": 1}, "home": {"among": ["plains"]}}
    terms = {"name": "Ides of March", "rulebook": RULEBOOK, "lists": {"limits": limits}}
    made = asked(page, api, terms)
    event, token = made["event"]["id"], made["organiser"]
    entered = asked(page, f"{api}{event}/entries/", {"name": "Piso"}, token)["token"]
    page.goto(f"{metator.url}/e/{event}/as/{entered}/")
    if page.get_by_role("button", name="Sign in").count():
        page.get_by_role("button", name="Sign in").click()
    page.get_by_role("link", name="Your list", exact=True).click()
    page.get_by_role("link", name="Write your list").click()
    assert page.locator("#player").input_value() == "Piso"
    tugs, homes = (page.locator(f"[data-measure={each}]") for each in ("tugs", "home"))
    assert tugs.inner_text() == "TUGs: at least 1 ✗ now 0"
    offer = page.locator("[data-offer]")
    assert offer.is_hidden()
    form = page.url
    page.locator("#name").fill("Legions")
    page.locator("#units-0-name").fill("First cohort")
    for _ in range(2):
        page.locator("[data-adds=units]").click()
    page.locator("#units-7-name").fill("Last cohort")

    page.goto(f"{metator.url}/e/{event}/")
    page.goto(form)

    assert offer.is_visible()
    assert page.locator("#name").input_value() == ""
    assert found_in(page) == []
    page.get_by_role("button", name="Restore changes").click()
    page.wait_for_function("document.querySelector('#name')?.value === 'Legions'")
    names = page.locator("#units [data-row] .cell.text input")
    typed = [names.nth(at).input_value() for at in range(names.count())]
    assert [each for each in typed if each] == ["First cohort", "Last cohort"]
    assert offer.is_hidden()
    page.get_by_role("button", name="Save draft").click()
    page.get_by_role("alert").wait_for()
    # A refused form is still kept; a saved one is not.
    assert page.evaluate(KEPT) == [f"event-list:{event}/1"]
    page.locator("[name=home][value=desert]").check()
    page.locator("#commander-level").select_option(index=1)
    page.locator("#pbs_cards").fill("6")
    page.locator("#scouting").fill("4")
    page.locator("#points").fill("700")
    for row in page.locator("#units [data-row]").all():
        if row.locator(".cell.text input").input_value():
            for each in row.locator(".cell select").all():
                each.select_option(index=1)
            for each in row.locator(".cell input[inputmode]").all():
                each.fill("8")
    assert tugs.inner_text() == "TUGs: at least 1 ✓ now 2"
    assert homes.inner_text() == "Home territories: only plains ✗ now desert"
    page.locator("[name=home][value=desert]").uncheck()
    page.locator("[name=home][value=plains]").check()
    assert homes.inner_text() == "Home territories: only plains ✓"
    page.get_by_role("button", name="Save draft").click()
    page.get_by_role("button", name="Submit list").wait_for()
    assert page.evaluate(KEPT) == []
