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
"""How long a battle counts for the address that began it: addresses change hands."""


def make_room(asker: Requester) -> None:
    """Raise `too_many_open` if the requester has no room for one more battle.

    A browser or an account has room for `OPEN_BATTLES` unfinished battles, including challenges not
    yet accepted. An address has room for `OPEN_BATTLES_PER_ADDRESS` of the last day, and for
    programs without an account as many as a browser. Of two simultaneous requests, both may get the
    last place.
    """
    if not asker.network:
        # No requester: the server itself stores a log or begins a battle for a test.
        return
    lately = Q(opened_from=asker.network, created__gt=timezone.now() - A_DAY)
    without_owner = lately & Q(owner_key="", account=None)
    _refuse_past(settings.OPEN_BATTLES, without_owner if asker.is_stranger else asker.owned())
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
