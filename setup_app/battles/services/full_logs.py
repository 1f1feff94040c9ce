"""The maximum length of a battle's log, set by the server's owner; 0 means no limit."""

from __future__ import annotations

from django.conf import settings

from setup_app.engine.battle import EngineBattle
from setup_app.engine.errors import DomainError


def is_full(played: EngineBattle) -> bool:
    """Return whether a log has no room for another answer or proposal.

    Undoing, answering an open proposal, resigning and closing stay possible: each of them ends.
    """
    return bool(settings.LOG_ENTRIES) and played.version >= settings.LOG_ENTRIES


def refuse_full(played: EngineBattle) -> None:
    """Raise `log_full` if the log has no room for another answer or proposal."""
    if is_full(played):
        raise DomainError("log_full", {"most": settings.LOG_ENTRIES})
