"""Finding a house rule on a form."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.browser


def test_only_the_settings_with_the_sought_words_are_shown(metator: Any, page: Any) -> None:
    page.goto(f"{metator.url}/battles/new/")
    page.get_by_text("House rules", exact=True).click()
    settings = page.locator(".ruling:visible")
    assert settings.count() == 0

    field = page.get_by_label("Find a setting")
    field.fill("ambush markers centre")
    page.get_by_text("Minimum distance of ambush markers from the centre line").wait_for()
    assert settings.count() == 1
    field.fill("placing a piece")
    assert page.locator("details.step:visible").count() == 1
    assert settings.count() > 5
    field.fill("nothing like this")
    page.get_by_text("No setting has these words.").wait_for()
    field.press("Enter")
    assert page.url.endswith("/battles/new/")

    field.fill("")
    assert settings.count() == 0
    assert page.locator("details.step:visible").count() > 10
