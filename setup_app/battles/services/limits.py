"""How many battles may one have under way, and how long may a log become?

As many and as long as the server's owner says; 0 is any number. An open challenge counts as the
battle that it is to become.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils import timezone

from setup_app.battles.models import Battle, Challenge, ChallengeState
from setup_app.people.askers import Asker
from setup_app.script.battle import Battle as Played
from setup_app.script.errors import DomainError

A_DAY: Final = timedelta(days=1)
"""So long a battle counts for the address that it was begun from: addresses change hands."""


def make_room(asker: Asker) -> None:
    """Raise `too_many_open` where this asker has no room for one more battle.

    A browser or an account has room for `OPEN_BATTLES` that are not finished, challenges that
    nobody has accepted yet among them, an address for
    `OPEN_BATTLES_PER_ADDRESS` of the last day, and as many as a browser for programs that ask
    without account. Two that ask at the same moment may both get the last place.
    """
    if not asker.network:
        # Nobody's: this server itself keeps a log or begins one for a test.
        return
    lately = Q(opened_from=asker.network, created__gt=timezone.now() - A_DAY)
    nobodys = lately & Q(owner_key="", account=None)
    _refuse_past(settings.OPEN_BATTLES, nobodys if asker.is_stranger else asker.owned())
    _refuse_past(settings.OPEN_BATTLES_PER_ADDRESS, lately)


def _refuse_past(most: int, whose: Q) -> None:
    if not most:
        return
    under_way: tuple[QuerySet[Any], ...] = (
        Battle.objects.filter(whose, finished=None),
        Challenge.objects.filter(whose, state=ChallengeState.OPEN),
    )
    if sum(rows[:most].count() for rows in under_way) >= most:
        raise DomainError("too_many_open", {"most": most})


def is_full(played: Played) -> bool:
    """Whether a log has no room for another answer. Undo, resigning and closing go on."""
    return bool(settings.LOG_ENTRIES) and played.version >= settings.LOG_ENTRIES


def refuse_full(played: Played) -> None:
    """Raise `log_full` where nothing can be answered any more."""
    if is_full(played):
        raise DomainError("log_full", {"most": settings.LOG_ENTRIES})
