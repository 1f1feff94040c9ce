"""What becomes of a sentence in the pseudo-locale? It gets accents, grows and is bracketed.

Text that stands outside the brackets on a page was never handed to gettext; text that is cut off
has no room for languages that say the same at greater length.
"""

from __future__ import annotations

import re
from typing import Any

from django.utils.translation import trans_real

LANGUAGE = "eo"
"""The code that it goes by: one that Django knows, whose names of months it keeps."""

OPENS, CLOSES = "⟦", "⟧"
_KEPT = re.compile(r"(%\(\w+\)[a-z]|%[sd%]|\{[^{}]*\}|<[^<>]+>|&\w+;)")
_ACCENTS = str.maketrans("aceinosuyzACEINOSUYZ", "áčéíñóšúýžÁČÉÍÑÓŠÚÝŽ")
_LONGER = 0.35
_WORD = 9


def pseudo(text: str) -> str:
    """The text in brackets, a third longer; placeholders and tags as they are, nothing for nothing.

    White space at its ends stays outside: it joins what stands beside it.
    """
    bare = text.strip()
    if not bare:
        return text
    parts = _KEPT.split(bare)
    letters = "".join(
        part if place % 2 else part.translate(_ACCENTS) for place, part in enumerate(parts)
    )
    more = _longer(round(len(bare) * _LONGER), " " in bare)
    start = text.index(bare)
    return f"{text[:start]}{OPENS}{letters}{more}{CLOSES}{text[start + len(bare) :]}"


def _longer(by: int, in_words: bool) -> str:
    """So many letters more: at the end of a word, or, of a sentence, as words of its own."""
    if not in_words:
        return "~" * by
    words, rest = divmod(by, _WORD)
    return "".join([*[" " + "~" * (_WORD - 1)] * words, "~" * rest])


class Pseudo(trans_real.DjangoTranslation):
    """Django's own catalogue for the formats of the language, and `pseudo` for every text."""

    def gettext(self, message: str) -> str:
        return pseudo(message.rpartition(trans_real.CONTEXT_SEPARATOR)[2])

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> Any:
        return pseudo(message)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> Any:
        return pseudo(msgid1 if n == 1 else msgid2)


def install() -> None:
    """Let this process speak it wherever the language is asked for."""
    trans_real._translations[LANGUAGE] = Pseudo(LANGUAGE)
