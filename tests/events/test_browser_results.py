"""A desk types result slips without looking at the screen."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.events.callers import RULEBOOK

pytestmark = pytest.mark.browser

SCORING = {"kind": "points", "most": 20, "sum": 20, "bye": 15}
TYPED = "3 Tab 1 0 Tab 1 0 Enter 4 Tab 1 2 Tab 8 Enter"
"""Table 3 has another result, table 4 has none."""


class Hall:
    """An event with four tables in round 1, which a browser runs as its organiser."""

    def __init__(self, page: Any, url: str) -> None:
        self.page, self.url, self.token = page, url, ""
        terms = {"name": "Ides of March", "rulebook": RULEBOOK, "scoring": SCORING}
        made = self.ask("POST", "events/", terms)
        self.event, self.token = made["event"]["id"], made["organiser"]
        names = "\n".join(("name", *(f"Player {number}" for number in range(1, 9))))
        self.ask("POST", f"events/{self.event}/entries/import/", {"text": names})
        self.ask("POST", f"events/{self.event}/rounds/", {})
        self.ask("POST", f"events/{self.event}/rounds/1/publish/")
        for table in (1, 2, 3):
            self.settle(table, [12, 8])
        page.goto(f"{url}/e/{self.event}/as/{self.token}/")

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        answer = self.page.request.fetch(
            f"{self.url}/api/v1/{path}",
            method=method,
            headers={
                "Content-Type": "application/json",
                **({"Authorization": f"Seat {self.token}"} if self.token else {}),
            },
            data=None if body is None else json.dumps(body),
        )
        assert answer.ok, answer.text()
        return answer.json()

    def settle(self, table: int, scores: list[int]) -> None:
        path = f"events/{self.event}/rounds/1/"
        pairings = self.ask("GET", path)["pairings"]
        entries = next(each["entries"] for each in pairings if each["table"] == table)
        body = {"scores": scores, "entries": entries}
        self.ask("PUT", f"{path}tables/{table}/result/", body)

    @property
    def results(self) -> dict[int, list[int] | None]:
        pairings = self.ask("GET", f"events/{self.event}/rounds/1/")["pairings"]
        return {each["table"]: each["scores"] for each in pairings}


def test_a_question_swallows_no_key_of_the_next_slips(metator: Any, page: Any) -> None:
    hall = Hall(page, metator.url)
    page.goto(f"{metator.url}/e/{hall.event}/r1/slips/")

    for key in (*TYPED.split(), *TYPED.split()):
        page.keyboard.press(key)

    page.get_by_text("Table 4 already has this result.").wait_for()
    assert hall.results == {1: [12, 8], 2: [12, 8], 3: [12, 8], 4: [12, 8]}
    question = page.locator(".question")
    assert question.count() == 1
    assert "Table 3 already has “12 : 8”. Replace it with “10 : 10”?" in " ".join(
        question.inner_text().split()
    )
    assert page.evaluate("document.activeElement.id") == "table"
    page.reload()
    page.get_by_role("button", name="Replace with 10 : 10").click()
    page.get_by_text("Table 3: Player").wait_for()
    assert hall.results[3] == [10, 10]
    assert page.evaluate("document.activeElement.id") == "table"


def test_a_slip_that_no_server_took_is_kept_and_sent_again(metator: Any, page: Any) -> None:
    hall = Hall(page, metator.url)
    page.goto(f"{metator.url}/e/{hall.event}/r1/slips/")
    page.route("**/slips/**", lambda route: route.abort())

    for key in ("4", "Tab", "1", "2", "Tab", "8", "Enter"):
        page.keyboard.press(key)

    page.get_by_text("Not saved yet: no connection. We keep trying. · 4: 12 : 8").wait_for()
    assert hall.results[4] is None
    page.unroute_all()
    page.get_by_text("Table 4: Player").wait_for()
    assert hall.results[4] == [12, 8]
    assert page.locator("#unsent").is_hidden()


def test_no_key_of_a_slip_leads_to_a_no_show(metator: Any, page: Any) -> None:
    hall = Hall(page, metator.url)
    page.goto(f"{metator.url}/e/{hall.event}/r1/slips/")

    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.closest('.no-show') !== null"):
            break
        assert page.evaluate("document.activeElement.name !== 'who'")
    assert page.evaluate("document.activeElement.matches('.no-show > summary')")
    page.keyboard.press("Enter")
    page.get_by_label("Who did not appear?").select_option(index=1)
    page.get_by_role("button", name="Continue").press("Enter")
    page.get_by_role("button", name="Record the no-show").wait_for()
    assert page.evaluate("document.activeElement.id") == "table"
    assert hall.results[4] is None
