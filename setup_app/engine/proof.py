"""Proof bundles: what anyone can recompute before and after the close.

Before the close a proof contains public forms, heads and commitments; afterwards also the seed,
every secret value with its salt, and the request of each roll and draw. Checking it needs only
hashes; the formulas are those of `log`, `chance` and `values.canonical`.
"""

from __future__ import annotations

from typing import Any

from setup_app.engine import chance
from setup_app.engine.audit import runs
from setup_app.engine.battle import EngineBattle
from setup_app.engine.hidden import Secret, Sight
from setup_app.engine.log import Entry
from setup_app.engine.values import sha256
from setup_app.engine.writer import agreed, secret_parts

FORMAT = "metator-proof/1"


def proof(battle: EngineBattle, sight: Sight) -> dict[str, Any]:
    """Return the proof that `sight` may have, as JSON.

    `secrets`: the parts of committed entries with their salts, in the order of the commitments;
    before the close only those that the viewer may read anyway. `chances`: after the close, the
    request behind each result from the seed; the log has the entropies. The proof includes undone
    answers.
    """
    closed = sight.closed
    return {
        "format": FORMAT,
        "setup": agreed(battle.rulebook, battle.setup),
        "seed_hash": sha256(battle.seed),
        "seed": battle.seed.hex() if closed else None,
        "entries": [entry.public_form() | {"head": entry.head} for entry in battle.entries],
        "secrets": [
            {"entry": entry.number, "parts": _salted(battle, entry)}
            for entry in battle.entries
            if _readable(entry, sight)
        ],
        "chances": _chances(battle) if closed else [],
    }


def _readable(entry: Entry, sight: Sight) -> bool:
    if entry.number == 1:
        # The two lists: each side knows its own, and both are revealed together.
        return sight.closed
    return entry.secret and sight.reads(Secret(entry.owner, None))


def _salted(battle: EngineBattle, entry: Entry) -> list[dict[str, Any]]:
    parts = tuple(battle.setup.sides) if entry.number == 1 else secret_parts(entry)
    return [
        {"value": part, "salt": chance.salt(battle.seed, entry.number, place)}
        for place, part in enumerate(parts)
    ]


def _chances(battle: EngineBattle) -> list[dict[str, Any]]:
    return [
        {"entry": entry.number, "request": run.fell_for[entry.number]}
        for entry, run in runs(battle)
        if entry.counter is not None
    ]
