"""How does a stored battle become the engine's, and what the engine added become rows?

Everything that changes a battle goes through `changing`: one transaction that holds its lock.
"""

from __future__ import annotations

import logging
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.db import connection, transaction
from django.utils import timezone

from setup_app.battles import battle_cache, pubsub
from setup_app.battles.models import Battle, LogEntry, Submission, SubmissionState, entry_fields
from setup_app.battles.signals import battle_finished
from setup_app.battles.statements import add_rows, change_row, locked_row
from setup_app.battles.tokens import Seated, generation
from setup_app.engine.battle import EngineBattle as Played
from setup_app.engine.battle import Move
from setup_app.engine.errors import DomainError, ReplayMismatch, ScriptFault
from setup_app.engine.log import ACT, Entry, broken_head
from setup_app.engine.run import WHAT_SCRIPTS_RAISE
from setup_app.engine.situation import BattleSetup
from setup_app.idempotency import refusals
from setup_app.rulebooks import registry

log = logging.getLogger(__name__)


class Unreplayable(DomainError):
    """A stored log that its script no longer follows: from here on the battle is read-only."""

    def __init__(self, battle: str, reason: str) -> None:
        super().__init__("read_only", {"reason": reason})
        self.battle = battle
        self.reason = reason


class SeatReplaced(DomainError):
    """The caller's seat was reissued after their token was checked: it lets no one in any more."""

    def __init__(self) -> None:
        super().__init__("not_signed_in")


@dataclass
class Changing:
    """A battle under its lock: the row, and the engine's battle that may be played on.

    `judged` says whether a worker may be at an answer: at the beginning something was asked whose
    answers workers judge.
    """

    row: Battle
    played: Played
    judged: bool = False


def row_named(public_id: str) -> Battle:
    """Raises `DomainError` `not_found`."""
    # Unlike `first`, it puts no order to one row, which would take a tenth of a move.
    try:
        return Battle.objects.get(public_id=public_id)
    except Battle.DoesNotExist:
        raise DomainError("not_found") from None


def entries_of(row: Battle, *, after: int = 0) -> list[Entry]:
    rows = LogEntry.objects.filter(battle=row).order_by("number")
    if after:
        rows = rows.filter(number__gt=after)
    return [Entry.from_json(entry_fields(entry)) for entry in rows]


def setup_of(row: Battle) -> BattleSetup:
    return BattleSetup.from_json(row.setup)


def load(row: Battle) -> Played:
    """The battle as its log leads to it, by a run that this process has kept where it has one.

    Raises `Unreplayable`.
    """
    played = _kept_run(row)
    if played is None:
        played = replayed(row)
    battle_cache.hold(row, played)
    return played


def _kept_run(row: Battle) -> Played | None:
    """The kept run of a battle once it is where the row is; None where there is none that is.

    Of the log only what the run lacks is read. A run that does not fit is dropped, and it says
    nothing of the log, which is read from its beginning then.
    """
    live = battle_cache.found(row.public_id)
    if live is None:
        return None
    played = live.played
    if not row.read_only and (played.version, played.head) == (row.version, row.head):
        return played
    if not row.read_only and played.version < row.version:
        try:
            played.follow(entries_of(row, after=played.version))
            return played
        except WHAT_SCRIPTS_RAISE as mismatch:
            log.info("a kept run of %s was dropped: %s", row.public_id, reason_of(mismatch))
    battle_cache.let_go(row.public_id)
    return None


def replayed(row: Battle) -> Played:
    """The battle as its whole log leads to it, whatever this process has kept.

    Raises `Unreplayable`. A script that breaks while it replays what was stored is a mismatch too:
    the moves were played once.
    """
    entries = entries_of(row)
    try:
        played = Played(registry.rulebook(row.rulebook), setup_of(row), bytes(row.seed), entries)
        played.check()
    except WHAT_SCRIPTS_RAISE as mismatch:
        # Frames, but no message: a script's error may quote a card.
        frames = "".join(traceback.format_tb(mismatch.__traceback__))
        log.error("battle %s does not replay: %s\n%s", row.public_id, reason_of(mismatch), frames)
        raise Unreplayable(row.public_id, reason_of(mismatch)) from mismatch
    return played


def reason_of(mismatch: Exception) -> str:
    """What did not fit, without anything that a script's own error may have quoted."""
    if isinstance(mismatch, ReplayMismatch):
        return f"entry {mismatch.params['entry']}"
    if isinstance(mismatch, DomainError):
        return mismatch.code
    return type(mismatch).__name__


@contextmanager
def changing(public_id: str, *, seated: Seated | None = None) -> Iterator[Changing]:
    """Change a battle: one transaction, its row locked, the new entries stored at the end.

    `seated` is the caller: raises `SeatReplaced` if their seat was reissued since they were
    authenticated. Raises `not_found`, `read_only`; an exception inside leaves everything as it was.
    """
    with (
        battle_cache.loan(),
        marking_mismatches(),
        _dropped_with_exceptions(public_id),
        transaction.atomic(),
    ):
        row = locked_row(Battle, public_id=public_id)
        if row is None:
            raise DomainError("not_found")
        if seated is not None and generation(row, seated.seat) != seated.generation:
            raise SeatReplaced
        if row.read_only:
            raise DomainError("read_only", {"reason": row.read_only_reason})
        change = Changing(row, load(row))
        change.judged = any(each.prompt.judged_by_worker for each in change.played.askings())
        try:
            yield change
        except ReplayMismatch as fault:
            raise ScriptFault("a new move does not fit the script that asked for it") from fault
        store(change)


@contextmanager
def _dropped_with_exceptions(public_id: str) -> Iterator[None]:
    """Keep no run that something broke off, be it the commit: who catches it goes on without."""
    try:
        yield
    except BaseException:
        battle_cache.let_go(public_id)
        raise


@contextmanager
def marking_mismatches() -> Iterator[None]:
    """Note a mismatch once its transaction is undone; in one transaction too many, leave it."""
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


def store(change: Changing) -> None:
    """Write down what was added. Needs the battle's lock; tells watchers after the commit."""
    row, played = change.row, change.played
    new = [entry for entry in played.entries if entry.number > row.version]
    if not new:
        return
    was_over = row.finished is not None
    now = timezone.now()
    add_rows(LogEntry, [{"battle_id": row.pk, "created": now, **entry.as_json()} for entry in new])
    changed = {
        "version": played.version,
        "head": played.head,
        "digest": next((entry.digest for entry in reversed(new) if entry.digest), row.digest),
        "changed": now,
        "finished": (row.finished or now) if played.over else None,
        "closed": (row.closed or now) if played.closed else None,
    }
    change_row(row, changed)
    if change.judged:
        _outdate_submissions(change)
    if was_over != played.over:
        battle_finished.send(sender=Battle, battle=row)
    announce(row)


def announce(row: Battle) -> None:
    public_id, version = row.public_id, row.version
    # Who listens looks again by himself: what is stored does not depend on his being told.
    transaction.on_commit(lambda: pubsub.publish(public_id, version), robust=True)


def _outdate_submissions(change: Changing) -> None:
    """What a worker still checks and nobody asks any more has come too late."""
    for waiting in Submission.objects.filter(battle=change.row, state=SubmissionState.CHECKING):
        try:
            change.played.open_asking(waiting.side, move_of(waiting))
        except DomainError as late:
            waiting.state = SubmissionState.STALE
            waiting.refusal = refusals.as_json(late)
            waiting.save(update_fields=["state", "refusal"])


def move_of(submission: Submission) -> Move:
    return Move(submission.prompt, submission.expected_version, submission.answer)


def last_good(row: Battle) -> Played | None:
    """The battle as far as its log still replays; None where not even its beginning does.

    Halves its way to the longest part that replays; it may be shown, never played on.
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


def _replayed(row: Battle, entries: list[Entry]) -> Played | None:
    try:
        played = Played(registry.rulebook(row.rulebook), setup_of(row), bytes(row.seed), entries)
    except WHAT_SCRIPTS_RAISE:
        return None
    # A digest stands with the last entry of a move: where there is one, it must agree.
    stored = played.entries[-1].digest
    if played.entries[-1].type != ACT and stored is not None and stored != played.digest():
        return None
    return played
