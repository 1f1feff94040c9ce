"""How does one side say something to the other? One short line, open to both, not in the log."""

from __future__ import annotations

import unicodedata
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from setup_app.battles import pubsub
from setup_app.battles.models import Battle, Message, Word
from setup_app.engine.errors import DomainError
from setup_app.engine.values import Side

LONGEST: Final = 160
KEPT: Final = 200

UNSEEN: Final = frozenset({"Cc", "Cs", "Zl", "Zp"})
"""What has no place in one line: control characters, halves of characters, ends of lines."""


def say(*, battle: str, side: Side, text: str = "", word: str = "") -> Message:
    """Say a line of one's own or ready-made words; the message as it is kept.

    The last 200 of a battle are kept, and `MESSAGES_PER_MINUTE` go off; 0 is any number. Raises
    `not_found`, `nothing_said`, `said_both`, `unknown_word`, `not_one_line`, `message_too_long`
    and `too_many_messages`.
    """
    line = _read(text, word)
    with transaction.atomic():
        row = Battle.objects.select_for_update().filter(public_id=battle).first()
        if row is None:
            raise DomainError("not_found")
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
    """The line in one row without needless blanks; empty for ready-made words."""
    line = " ".join(part for part in text.split(" ") if part)
    if word and line:
        raise DomainError("said_both")
    if word:
        if word not in Word.values:
            raise DomainError("unknown_word", {"word": word, "known": list(Word.values)})
        return ""
    if len(line) > LONGEST:
        raise DomainError("message_too_long", {"length": len(line), "most": LONGEST})
    if any(unicodedata.category(letter) in UNSEEN for letter in line):
        raise DomainError("not_one_line")
    # Letters that nobody sees say nothing: formats, marks without a letter, blanks of all kinds.
    if not any(unicodedata.category(letter)[0] in "LNPS" for letter in line):
        raise DomainError("nothing_said")
    return line
