"""Check that a stored battle is still the one that was played, beyond what heads show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from setup_app.engine.errors import ReplayMismatch
from setup_app.engine.log import ACT, Entry, effective, last_reopening
from setup_app.engine.run import ScriptRun, feed_stored, replay
from setup_app.engine.situation import BattleSetup
from setup_app.engine.writer import committed, secret_parts

if TYPE_CHECKING:
    from setup_app.engine.battle import EngineBattle


def untrue_entry(entries: Iterable[Entry], setup: BattleSetup, seed: bytes) -> int | None:
    """Return the number of the first entry whose value does not match its public form or
    commitment.

    Heads cover public forms only, so this check finds a changed secret or owner.
    """
    for entry in entries:
        parts = tuple(setup.sides) if entry.number == 1 else secret_parts(entry)
        if committed(seed, entry.number, parts) != entry.commitments:
            return entry.number
        if entry.owner != (entry.side if entry.secret else None):
            return entry.number
        # Equality cannot tell 1 from true, but the digest can.
        if not entry.secret and entry.value != entry.public:
            return entry.number
    return None


def runs(battle: EngineBattle) -> Iterator[tuple[Entry, ScriptRun]]:
    """Yield every raw entry and the run right after it, including answers that were undone later.

    The run is the same object until a `back` act, so inspect it before taking the next one.
    """
    run = ScriptRun(battle.rulebook, battle.setup, {})
    for index, entry in enumerate(battle.entries):
        if entry.type != ACT:
            feed_stored(run, entry)
        elif entry.kind == "back":
            so_far = battle.entries[: index + 1]
            run = replay(battle.rulebook, battle.setup, effective(so_far), last_reopening(so_far))
        yield entry, run


def check_every_move(battle: EngineBattle) -> None:
    """Raise `ReplayMismatch` with the first entry after which the situation is not as stored.

    For `replay_all`: it costs a replay for each `back` act and a digest for each move.
    """
    battle.check()
    for entry, run in runs(battle):
        if entry.digest is not None and entry.digest != run.digest():
            raise ReplayMismatch(entry.number, "digest", "another situation")
