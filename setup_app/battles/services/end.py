"""How does a battle end, and when is everything laid open?"""

from __future__ import annotations

import logging
from datetime import datetime

from setup_app.battles.models import Battle
from setup_app.battles.repository import changing
from setup_app.battles.services.bots import wake_bot
from setup_app.engine.errors import DomainError
from setup_app.engine.values import Side

log = logging.getLogger(__name__)

AT_ONCE = 200


def resign(*, battle: str, side: Side) -> int:
    """Give up; the new version. Raises `battle_over`."""
    with changing(battle) as change:
        change.played.resign(side)
        return change.played.version


def open_envelope(*, battle: str, side: Side, envelope: str) -> int:
    """Show one's own envelope to everybody; the new version. Raises `no_such_envelope`."""
    with changing(battle) as change:
        change.played.open_envelope(side, envelope)
        return change.played.version


def close(*, battle: str, side: Side | None) -> int:
    """Ask to lay everything open, done once both sides have asked; the new version.

    `side` None asks for both at once. Raises `not_over_yet`, `already_answered`.
    """
    with changing(battle) as change:
        change.played.close(side)
        wake_bot(change)
        return change.played.version


def close_due(now: datetime) -> int:
    """Close the finished battles whose stated time has passed; how many there were."""
    due = Battle.objects.filter(
        closes_at__lte=now, finished__isnull=False, closed__isnull=True, read_only=False
    ).values_list("public_id", flat=True)[:AT_ONCE]
    closed = 0
    for public_id in due:
        try:
            with changing(public_id) as change:
                change.played.close_by_time()
        except DomainError as refused:
            # Closed or taken back in between, or read-only now: the next battle is not to wait.
            log.warning("battle %s was not closed: %s", public_id, refused.code)
        else:
            closed += 1
    return closed
