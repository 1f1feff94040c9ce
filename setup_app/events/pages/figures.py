"""Numbers and texts from an event's forms."""

from __future__ import annotations

import secrets
from typing import Final

from django.http import QueryDict
from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError

from setup_app.engine.errors import DomainError
from setup_app.events.models import MAX_NOTE_LENGTH
from setup_app.web.json_fields import WordsField

MAX_DIGITS: Final = 7
MAX_TYPED_SEED_LENGTH: Final = 60
"""Leaves room for the random characters within the length of a seed."""


def number_of(sent: QueryDict, name: str) -> int:
    """Return a whole number of a form. Raises `number_missing`."""
    text = sent.get(name, "").strip()
    if not is_number(text):
        raise DomainError("number_missing")
    return int(text)


def is_number(text: str) -> bool:
    """Return whether it is a whole number within the range of an event's numbers."""
    return text.isascii() and text.isdigit() and len(text) <= MAX_DIGITS


def scores_of(sent: QueryDict) -> list[int]:
    """Return two typed figures, or those of a button: “3-0”."""
    both = sent.get("scores", "").split("-")
    if len(both) == 2:
        sent = sent.copy()
        sent["score"], sent["other_score"] = both
    return [number_of(sent, "score"), number_of(sent, "other_score")]


def words_of(sent: QueryDict, name: str, *, title: str, field: WordsField) -> str:
    """Return the text of a form, validated by a field of the API, without blanks around it.

    Raises `field_refused` with its error; `title` is the form's name of the field.
    """
    try:
        read: str = field.run_validation(sent.get(name, ""))
    except ValidationError as wrong:
        fault = " ".join(str(each) for each in wrong.detail)
        raise DomainError("field_refused", {"field": title, "fault": fault}) from wrong
    return read


def note_of(sent: QueryDict) -> str:
    """Return the reason for a change of terrain from a form, or an empty text. Raises
    `field_refused`.
    """
    field = WordsField(allow_blank=True, max_length=MAX_NOTE_LENGTH)
    return words_of(sent, "note", title=_("Reason for the change"), field=field)


def seed_of(sent: QueryDict) -> str:
    """Return a seed that no one can guess: the typed text, if any, with random characters.

    Anyone can try short seeds against a published table or pairing, and then compute those to come.
    Raises `field_refused`.
    """
    field = WordsField(allow_blank=True, max_length=MAX_TYPED_SEED_LENGTH)
    typed = words_of(sent, "seed", title=_("Seed"), field=field)
    return "-".join(part for part in (typed, secrets.token_hex(8)) if part)
