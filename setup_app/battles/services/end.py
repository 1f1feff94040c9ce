"""End battles: resign, open envelopes, close."""

from __future__ import annotations

import logging
from datetime import datetime

from setup_app.battles.models import Battle
from setup_app.battles.repository import locked_battle
from setup_app.battles.services.bots import wake_bot
from setup_app.engine.errors import DomainError
from setup_app.engine.values import Side

log = logging.getLogger(__name__)

AT_ONCE = 200


def resign(*, battle: str, side: Side) -> int:
    """Resign and return the new version. Raises `battle_over`."""
    with locked_battle(battle) as locked:
        locked.played.resign(side)
        return locked.played.version


def open_envelope(*, battle: str, side: Side, envelope: str) -> int:
    """Open the side's own envelope and return the new version. Raises `no_such_envelope`."""
    with locked_battle(battle) as locked:
        locked.played.open_envelope(side, envelope)
        return locked.played.version


def close(*, battle: str, side: Side | None) -> int:
    """Ask to reveal everything and return the new version. It is done once both sides have asked.

    `side` None asks for both. Raises `not_over_yet`, `already_answered`.
    """
    with locked_battle(battle) as locked:
        locked.played.close(side)
        wake_bot(locked)
        return locked.played.version


def close_due(now: datetime) -> int:
    """Close the finished battles whose closing time has passed and return their number."""
    due = Battle.objects.filter(
        closes_at__lte=now, finished__isnull=False, closed__isnull=True, read_only=False
    ).values_list("public_id", flat=True)[:AT_ONCE]
    closed = 0
    for public_id in due:
        try:
            with locked_battle(public_id) as locked:
                locked.played.close_by_time()
        except DomainError as refused:
            # Closed, undone or made read-only meanwhile: the next battle must not wait.
            log.warning("battle %s was not closed: %s", public_id, refused.code)
        else:
            closed += 1
    return closed
