"""No code word, such as `forced_march`, is visible on a page of a stock battle or event."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests import stock
from tests.battles.pages.hands import Browser
from tests.events.test_event_prints import hall
from tests.events.test_pages import sitting

pytestmark = pytest.mark.django_db(transaction=True)

HIDDEN = re.compile(r"<(script|style|textarea|code|pre|template)\b.*?</\1>", re.DOTALL)
"""Elements without text for readers, and samples of file formats."""
PAGES = {
    1: ("", "terms", "rounds", "players", "tables", "packing", "print", "kit", "links", "journal"),
    2: ("", "lists", "lists/1"),
    3: ("", "rounds", "players", "print", "slips"),
    4: ("", "list"),
}
"""Pages of the organiser, the checker, the desk and a player, by the number of their role."""


def code_words(html: str) -> list[str]:
    """Return the words with an underscore in the text and labels of a page."""
    body = HIDDEN.sub(" ", html)
    labels = re.findall(r'\b(?:aria-label|title|alt|placeholder)="([^"]*)"', body)
    text = " ".join([re.sub(r"<[^>]+>", " ", body), *labels])
    return re.findall(r"\b[a-z]+(?:_[a-z0-9]+)+\b", text)


@pytest.mark.parametrize("kind", [*stock.KINDS, *stock.DEPLOYING])
def test_a_battle_shows_no_code_word(kind: str) -> None:
    browser = Browser.asked_for(kind)

    assert code_words(browser.page()) == []
    for side in (0, 1):
        alone = Browser(battle=browser.battle)
        alone.sit(side)
        assert code_words(alone.page()) == []


def test_an_event_shows_no_code_word() -> None:
    meeting = hall()

    for role, pages in PAGES.items():
        browser: Client = sitting(meeting, role)
        for page in pages:
            answer = browser.get(
                f"/e/{meeting.id}/r{role}/{page}{'/' if page else ''}", follow=True
            )
            assert (page, answer.status_code) == (page, 200)
            assert (page, code_words(answer.content.decode())) == (page, [])
