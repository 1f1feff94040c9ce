"""Load stored battles into the engine, and store what the engine adds to them.

Every change of a battle goes through `locked_battle`: one transaction that holds its row's lock.
"""

from __future__ import annotations

import logging
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.db import connection, transaction
from django.db.models import QuerySet
from django.utils import timezone

from setup_app.battles import battle_cache, pubsub
from setup_app.battles.models import Battle, LogEntry, Submission, SubmissionState, entry_fields
from setup_app.battles.seats.tokens import Seated, generation
from setup_app.battles.signals import battle_finished
from setup_app.engine.battle import EngineBattle, Move
from setup_app.engine.errors import DomainError, ReplayMismatch, ScriptFault
from setup_app.engine.log import ACT, Entry, broken_head
from setup_app.engine.run import WHAT_SCRIPTS_RAISE
from setup_app.engine.situation import BattleSetup
from setup_app.idempotency import refusals
from setup_app.rulebooks import registry

log = logging.getLogger(__name__)


class Unreplayable(DomainError):
    """A stored log that its script no longer follows. The battle becomes read-only."""

    def __init__(self, battle: str, reason: str) -> None:
        super().__init__("read_only", {"reason": reason})
        self.battle = battle
        self.reason = reason


class SeatReplaced(DomainError):
    """The caller's seat was reissued after their token was checked: it lets no one in any more."""

    def __init__(self) -> None:
        super().__init__("not_signed_in")


@dataclass(frozen=True)
class LockedBattle:
    """A battle under its lock: the row, and the engine's battle, which may be played on."""

    row: Battle
    played: EngineBattle


def row_named(public_id: str) -> Battle:
    """Return the row of a battle. Raises `not_found`."""
    return _get(Battle.objects.all(), public_id)


def lock_row(public_id: str) -> Battle:
    """Return the row of a battle, locked until the transaction ends. Raises `not_found`."""
    return _get(Battle.objects.select_for_update(), public_id)


def _get(battles: QuerySet[Battle], public_id: str) -> Battle:
    try:
        return battles.get(public_id=public_id)
    except Battle.DoesNotExist:
        raise DomainError("not_found") from None


def entries_of(row: Battle, *, after: int = 0) -> list[Entry]:
    rows = LogEntry.objects.filter(battle=row).order_by("number")
    if after:
        rows = rows.filter(number__gt=after)
    return [Entry.from_json(entry_fields(entry)) for entry in rows]


def setup_of(row: Battle) -> BattleSetup:
    return BattleSetup.from_json(row.setup)


def load(row: Battle) -> EngineBattle:
    """Return the battle at the version of its row, from the cache or by a replay of its log.

    Raises `Unreplayable`.
    """
    played = _load_cached(row)
    if played is None:
        played = replayed(row)
        battle_cache.add(row.public_id, played)
    return played


def _load_cached(row: Battle) -> EngineBattle | None:
    """Return the cached battle, brought up to the version of its row; None without one.

    Only the log entries that it lacks are read. A cached battle that does not fit the row is
    discarded, which says nothing about the log.
    """
    played = battle_cache.acquire(row.public_id)
    if played is None:
        return None
    if not row.read_only and (played.version, played.head) == (row.version, row.head):
        return played
    if not row.read_only and played.version < row.version:
        try:
            played.follow(entries_of(row, after=played.version))
            return played
        except WHAT_SCRIPTS_RAISE as mismatch:
            log.info("a cached battle %s was discarded: %s", row.public_id, reason_of(mismatch))
    battle_cache.discard(row.public_id)
    return None


def replayed(row: Battle) -> EngineBattle:
    """Return the battle by a replay of its whole log, whatever the cache holds.

    Raises `Unreplayable`, also where a script breaks: the stored moves were played once.
    """
    entries = entries_of(row)
    try:
        played = _build(row, entries)
        played.check()
    except WHAT_SCRIPTS_RAISE as mismatch:
        # Frames, but no message: a script's error may quote a card.
        frames = "".join(traceback.format_tb(mismatch.__traceback__))
        log.error("battle %s does not replay: %s\n%s", row.public_id, reason_of(mismatch), frames)
        raise Unreplayable(row.public_id, reason_of(mismatch)) from mismatch
    return played


def reason_of(mismatch: Exception) -> str:
    """Return what did not fit, without the message of a script's error, which may quote a card."""
    if isinstance(mismatch, ReplayMismatch):
        return f"entry {mismatch.params['entry']}"
    if isinstance(mismatch, DomainError):
        return mismatch.code
    return type(mismatch).__name__


@contextmanager
def locked_battle(public_id: str, *, seated: Seated | None = None) -> Iterator[LockedBattle]:
    """Lock and load a battle, and store the entries that were added when the block ends.

    All of it is one transaction: an exception undoes everything. `seated` is the caller, whose seat
    must still be theirs: raises `SeatReplaced`. Raises `not_found` and `read_only`.
    """
    with (
        battle_cache.holding(),
        marking_mismatches(),
        _discarding_on_errors(public_id),
        transaction.atomic(),
    ):
        row = lock_row(public_id)
        if seated is not None and generation(row, seated.seat) != seated.generation:
            raise SeatReplaced
        if row.read_only:
            raise DomainError("read_only", {"reason": row.read_only_reason})
        locked = LockedBattle(row, load(row))
        may_be_checked = any(each.prompt.judged_by_worker for each in locked.played.askings())
        try:
            yield locked
        except ReplayMismatch as fault:
            raise ScriptFault("the script does not accept a new move that it asked for") from fault
        store(locked)
        if may_be_checked:
            _outdate_submissions(locked)


@contextmanager
def _discarding_on_errors(public_id: str) -> Iterator[None]:
    """Discard the cached battle after any exception, of the commit too."""
    try:
        yield
    except BaseException:
        battle_cache.discard(public_id)
        raise


@contextmanager
def marking_mismatches() -> Iterator[None]:
    """Mark a battle as read-only once the transaction that found a mismatch is undone.

    Inside an outer transaction nothing is marked: the outermost caller does it.
    """
    try:
        yield
    except Unreplayable as found:
        if not connection.in_atomic_block:
            mark_read_only(found.battle, found.reason)
        raise


def mark_read_only(public_id: str, reason: str) -> None:
    Battle.objects.filter(public_id=public_id, read_only=False).update(
        read_only=True, read_only_reason=reason
    )


def store(locked: LockedBattle) -> None:
    """Store the entries that were added. Needs the lock; publishes the version after the commit."""
    row, played = locked.row, locked.played
    new = [entry for entry in played.entries if entry.number > row.version]
    if not new:
        return
    was_over = row.finished is not None
    now = timezone.now()
    LogEntry.objects.bulk_create(
        LogEntry(battle=row, created=now, **entry.as_json()) for entry in new
    )
    row.version, row.head, row.changed = played.version, played.head, now
    row.digest = next((entry.digest for entry in reversed(new) if entry.digest), row.digest)
    row.invader = played.rulebook.invader(played.run.situation)
    row.finished = (row.finished or now) if played.over else None
    row.closed = (row.closed or now) if played.closed else None
    row.save(
        update_fields=["version", "head", "changed", "digest", "invader", "finished", "closed"]
    )
    if was_over != played.over:
        battle_finished.send(sender=Battle, battle=row)
    announce(row)


def announce(row: Battle) -> None:
    """Publish the version after the commit. Subscribers look again, whether or not this fails."""
    public_id, version = row.public_id, row.version
    transaction.on_commit(lambda: pubsub.publish(public_id, version), robust=True)


def _outdate_submissions(locked: LockedBattle) -> None:
    """Mark the answers that a worker still checks and that are no longer asked for as stale."""
    for waiting in Submission.objects.filter(battle=locked.row, state=SubmissionState.CHECKING):
        try:
            locked.played.open_asking(waiting.side, move_of(waiting))
        except DomainError as late:
            waiting.state = SubmissionState.STALE
            waiting.refusal = refusals.as_json(late)
            waiting.save(update_fields=["state", "refusal"])


def move_of(submission: Submission) -> Move:
    return Move(submission.prompt, submission.expected_version, submission.answer)


def last_good(row: Battle) -> EngineBattle | None:
    """Return the battle as far as its log still replays; None where not even its beginning does.

    A binary search finds the longest part that replays. It may be shown, never played on.
    """
    entries = entries_of(row)
    good, bad = 0, broken_head(entries) or len(entries) + 1
    found = None
    while bad - good > 1:
        middle = (good + bad) // 2
        part = _replayed(row, entries[:middle])
        if part is None:
            bad = middle
        else:
            good, found = middle, part
    return found


def _build(row: Battle, entries: list[Entry]) -> EngineBattle:
    return EngineBattle(registry.rulebook(row.rulebook), setup_of(row), bytes(row.seed), entries)


def _replayed(row: Battle, entries: list[Entry]) -> EngineBattle | None:
    try:
        played = _build(row, entries)
    except WHAT_SCRIPTS_RAISE:
        return None
    # A digest stands with the last entry of a move: where there is one, it must agree.
    stored = played.entries[-1].digest
    if played.entries[-1].type != ACT and stored is not None and stored != played.digest():
        return None
    return played
