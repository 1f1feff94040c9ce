"""Serializer fields that accept only the matching JSON type for numbers, words and booleans."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from setup_app.engine.names import is_blank
from setup_app.rulebooks.army_faults import code_point, hidden_in

MAX_SIZE = 2**31 - 1
RFC_3339: Final = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]+)?"
    r"(?:[Zz]|[+-][0-9]{2}:[0-9]{2})"
)


class NumberField(serializers.FloatField):
    """A JSON number; text that looks like a number is refused."""

    def to_internal_value(self, data: Any) -> float:
        if isinstance(data, bool) or not isinstance(data, (int, float)):
            self.fail("invalid")
        return super().to_internal_value(data)


class WholeField(serializers.IntegerField):
    """A JSON number without a decimal point, by default 0 to 2^31 - 1."""

    def __init__(self, *, min_value: int = 0, max_value: int = MAX_SIZE, **kwargs: Any) -> None:
        super().__init__(min_value=min_value, max_value=max_value, **kwargs)

    def to_internal_value(self, data: Any) -> int:
        if isinstance(data, bool) or not isinstance(data, int):
            self.fail("invalid")
        return super().to_internal_value(data)


class FlagField(serializers.BooleanField):
    """True or false; equivalent words or numbers are refused."""

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data


class MomentField(serializers.DateTimeField):
    """A moment as RFC 3339 writes it: date, time with seconds, and zone. A date alone and a time
    without a zone are refused.
    """

    def to_internal_value(self, value: Any) -> datetime:
        if not isinstance(value, str) or not RFC_3339.fullmatch(value):
            self.fail("invalid", format="YYYY-MM-DDThh:mm:ss[.ffffff](Z|±hh:mm)")
        read: datetime = super().to_internal_value(value.upper())
        return read


class WordsField(serializers.CharField):
    """A JSON text in one line, without invisible or direction-changing characters."""

    may_be_unseen = False
    """Whether a text of nothing but unseen characters is accepted here."""

    default_error_messages = {
        "hidden": _(
            "Character {position} is {character}, which is invisible or changes the text "
            "direction. Remove it."
        )
    }

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        words: str = super().to_internal_value(data)
        if is_blank(words) and not (self.allow_blank or self.may_be_unseen):
            self.fail("blank")
        hidden = hidden_in(self.judged(words))
        if hidden is not None:
            self.fail("hidden", position=hidden.start() + 1, character=code_point(hidden.group()))
        return words

    def judged(self, words: str) -> str:
        """Return the text to search for hidden characters, every character at its index."""
        return words


class TextField(WordsField):
    """The same with any number of lines."""

    def to_internal_value(self, data: Any) -> str:
        # A form sends two characters for a line break; they count as one.
        return super().to_internal_value(
            data.replace("\r\n", "\n") if isinstance(data, str) else data
        )

    def judged(self, words: str) -> str:
        return words.translate(_BLANKS)


_BLANKS = str.maketrans("\n\t", "  ")
"""The separators of lines and words are not hidden characters in a text."""
