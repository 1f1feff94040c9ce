"""The maximum number of unfinished battles, set by the server's owner; 0 means no limit.

An open challenge counts as a battle.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils import timezone

from setup_app.battles.models import Battle, Challenge, ChallengeState
from setup_app.engine.errors import DomainError
from setup_app.identity.requesters import Requester

A_DAY: Final = timedelta(days=1)
"""So long a battle counts for the address that it was begun from: addresses change hands."""


def make_room(asker: Requester) -> None:
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
