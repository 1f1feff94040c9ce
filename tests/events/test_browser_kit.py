"""Ticking the types of a kit piece in a list."""

from __future__ import annotations

from typing import Any

import pytest

from tests.events.callers import RULEBOOK

pytestmark = pytest.mark.browser


def test_types_are_ticked_in_a_list_that_keeps_what_it_does_not_know(
    metator: Any, page: Any
) -> None:
    terms = {"name": "Ides of March", "rulebook": RULEBOOK}
    made = page.request.post(f"{metator.url}/api/v1/events/", data=terms).json()
    event = made["event"]["id"]
    page.goto(f"{metator.url}/e/{event}/as/{made['organiser']}/")
    page.goto(f"{metator.url}/e/{event}/r1/kit/")
    types = page.get_by_role("textbox", name="Types, line 2")
    types.fill("woods, big ones")

    page.get_by_role("button", name="Choose types, line 2").click()
    shown = page.get_by_role("dialog", name="Types of this piece")
    assert shown.get_by_role("checkbox", checked=True).count() == 1
    shown.get_by_role("checkbox", name="Hills").check()
    shown.get_by_role("button", name="Use these types").click()
    assert types.input_value() == "Hills, Woods, big ones"

    page.get_by_role("button", name="Choose types, line 2").click()
    shown.get_by_role("checkbox", name="Hills").uncheck()
    page.keyboard.press("Escape")
    assert types.input_value() == "Hills, Woods, big ones"
    assert page.evaluate("document.activeElement.name") == "types"
