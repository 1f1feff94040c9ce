"""Messages between the sides: one short line, open to both, outside the log."""

from __future__ import annotations

import unicodedata
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from setup_app.battles import pubsub
from setup_app.battles.models import Message, Word
from setup_app.battles.repository import lock_row
from setup_app.engine.errors import DomainError
from setup_app.engine.values import Side

MAX_LENGTH: Final = 160
KEPT: Final = 200

UNSEEN: Final = frozenset({"Cc", "Cs", "Zl", "Zp"})
"""Categories that one line must not hold: control characters, surrogates, line ends."""


def say(*, battle: str, side: Side, text: str = "", word: str = "") -> Message:
    """Store a written line or ready-made words and return the message.

    A battle keeps its last 200; `MESSAGES_PER_MINUTE` limits a side, 0 does not. Raises
    `not_found`, `nothing_said`, `said_both`, `unknown_word`, `not_one_line`, `message_too_long`
    and `too_many_messages`.
    """
    line = _read(text, word)
    with transaction.atomic():
        row = lock_row(battle)
        now = timezone.now()
        most = settings.MESSAGES_PER_MINUTE
        lately = Message.objects.filter(
            battle=row, side=side, created__gt=now - timedelta(minutes=1)
        )
        if most and lately[:most].count() == most:
            raise DomainError("too_many_messages", {"most": most})
        row.said += 1
        row.save(update_fields=["said"])
        message = Message.objects.create(
            battle=row, number=row.said, side=side, text=line, word=word, created=now
        )
        Message.objects.filter(battle=row, number__lte=row.said - KEPT).delete()
        said = row.said
        transaction.on_commit(lambda: pubsub.publish_message(battle, said), robust=True)
    return message


def _read(text: str, word: str) -> str:
    """Return the line without needless blanks; empty for ready-made words."""
    line = " ".join(part for part in text.split(" ") if part)
    if word and line:
        raise DomainError("said_both")
    if word:
        if word not in Word.values:
            raise DomainError("unknown_word", {"word": word, "known": list(Word.values)})
        return ""
    if len(line) > MAX_LENGTH:
        raise DomainError("message_too_long", {"length": len(line), "most": MAX_LENGTH})
    if any(unicodedata.category(letter) in UNSEEN for letter in line):
        raise DomainError("not_one_line")
    # Invisible characters alone say nothing: formats, marks without a letter, blanks.
    if not any(unicodedata.category(letter)[0] in "LNPS" for letter in line):
        raise DomainError("nothing_said")
    return line
