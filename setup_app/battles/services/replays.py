"""Replay a stored battle move by move, and mark it read-only if it differs."""

from __future__ import annotations

from dataclasses import dataclass

from setup_app.battles.models import Battle
from setup_app.battles.repository import (
    Unreplayable,
    mark_read_only,
    reason_of,
    replayed,
    row_named,
)
from setup_app.engine.audit import check_every_move
from setup_app.engine.errors import ReplayMismatch


@dataclass(frozen=True)
class Replayed:
    """The result of a replay: what does not match, or that an earlier mismatch is gone."""

    mismatch: str = ""
    mended: bool = False


def replay_stored(*, battle: str, mark: bool = True) -> Replayed:
    """Compare every head, commitment and digest of a stored battle with its replay.

    With `mark`, a battle that does not replay becomes read-only, and one that replays again after a
    repair becomes playable.
    """
    row = row_named(battle)
    reason = _mismatch(row)
    if reason:
        if mark:
            mark_read_only(battle, reason)
        return Replayed(reason)
    if not row.read_only:
        return Replayed()
    if mark:
        Battle.objects.filter(public_id=battle).update(read_only=False, read_only_reason="")
    return Replayed(mended=True)


def _mismatch(row: Battle) -> str:
    try:
        played = replayed(row)
        check_every_move(played)
    except Unreplayable as found:
        return found.reason
    except ReplayMismatch as found:
        return reason_of(found)
    stored, at_its_end = (row.version, row.head), (played.version, played.head)
    return "" if stored == at_its_end else "the last entry is not the stored version"
