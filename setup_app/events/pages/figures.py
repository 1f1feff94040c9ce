"""Which numbers stand in a form of an event?"""

from __future__ import annotations

from typing import Final

from django.http import QueryDict

from setup_app.script.errors import DomainError

MOST_DIGITS: Final = 7


def number_of(sent: QueryDict, name: str) -> int:
    """A whole number of a form. Raises `number_missing`."""
    text = sent.get(name, "").strip()
    if not is_number(text):
        raise DomainError("number_missing")
    return int(text)


def is_number(text: str) -> bool:
    """Whether it is a whole number that any of an event's could be."""
    return text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS


def scores_of(sent: QueryDict) -> list[int]:
    """Two typed figures, or what a button says: “3-0”."""
    both = sent.get("scores", "").split("-")
    if len(both) == 2:
        sent = sent.copy()
        sent["score"], sent["other_score"] = both
    return [number_of(sent, "score"), number_of(sent, "other_score")]
