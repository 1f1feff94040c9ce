"""Undo a side's own last answer, and proposals that the other side accepts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from setup_app.engine.agreements import AS_PLACED
from setup_app.engine.battle import EngineBattle, Move, Proposal
from setup_app.engine.errors import DomainError
from setup_app.engine.hidden import Secret, secrets_in
from setup_app.engine.log import ACT, ANSWER, CHANCE, FINDING, Entry, effective
from setup_app.engine.run import SitDown
from setup_app.engine.situation import dumped
from setup_app.engine.values import Side, Violation, canonical

STOP = "stop"
"""The proposal to stop a battle as it stands."""

FOR_BOTH = frozenset({"envelope_opened", "close_asked", "closed", "resigned", "stopped"})
"""Acts after which an answer concerns both sides and not only the one that gave it."""


def undoable(battle: EngineBattle, side: Side) -> Entry | None:
    """Return the side's last answer if nothing was revealed, rolled or done by others since.

    "Since" refers to the raw log: an undone reveal was still seen. An entered die counts as rolled;
    the sides correct a mistyped one by agreement. An answer that uncovers a secret of the other
    side cannot be undone.
    """
    last = next((e for e in reversed(effective(battle.entries)) if e.type != FINDING), None)
    if last is None or last.type != ANSWER or last.side != side or last.reveals:
        return None
    if last.kind == SitDown.kind and battle.run.sat_down_at is not None:
        return None
    if any(_forbids_undo(later, side) for later in battle.entries[last.number :]):
        return None
    return None if _uncovers(battle, last, side) else last


def _forbids_undo(later: Entry, side: Side) -> bool:
    if later.type == ACT:
        return later.kind in FOR_BOTH
    return later.type == CHANCE or bool(later.reveals) or later.side not in (side, None)


def _uncovers(battle: EngineBattle, answer: Entry, side: Side) -> bool:
    """Return whether `answer` uncovers a secret that `side` may not read."""
    if battle.run.ordinal == answer.asking:
        return False
    now = Counter(_others(secrets_in(battle.run.situation.shown_values()), side))
    return bool(Counter(_others(_secrets_before(battle, answer), side)) - now)


def _secrets_before(battle: EngineBattle, answer: Entry) -> Iterable[Secret]:
    """Return the secrets before an answer, from the run's record or else from a replay."""
    noted = battle.run.secrets_before
    if noted is not None and noted[0] == answer.number:
        return noted[1]
    return secrets_in(battle.at(answer.number - 1).run.situation.shown_values())


def _others(secrets: Iterable[Secret], side: Side) -> Iterator[bytes]:
    """Yield the secrets of others than this side, in comparable form."""
    for secret in secrets:
        if secret.owner != side:
            yield canonical([secret.owner, dumped(secret.value)])


def undo(battle: EngineBattle, side: Side) -> tuple[Entry, ...]:
    """Undo the side's own last answer. Raises `cannot_undo`."""
    entry = undoable(battle, side)
    if entry is None:
        raise DomainError("cannot_undo")
    return _go_back(battle, side, entry.number - 1, agreed=False)


def _go_back(
    battle: EngineBattle, side: Side | None, to: int, *, agreed: bool
) -> tuple[Entry, ...]:
    before = len(battle.entries)
    fresh = agreed and battle.setup.settings.get("chance_after_back") == "fresh"
    battle.act("back", side, {"to": to, "agreed": agreed, "fresh": fresh})
    battle._rerun()
    battle._advance()
    return tuple(battle.entries[before:])


def open_proposals(battle: EngineBattle) -> tuple[Proposal, ...]:
    """Return the unanswered proposals. They lapse as soon as the battle goes on."""
    waiting: dict[int, Proposal] = {}
    for entry in battle.entries:
        if entry.type != ACT or entry.kind in ("back", "resigned", "closed", "stopped"):
            waiting.clear()
        elif entry.kind == "proposed":
            waiting[entry.number] = Proposal(
                entry.number, entry.side, entry.value["kind"], entry.value, entry.public
            )
        elif entry.kind in ("accepted", "declined"):
            waiting.pop(entry.value["proposal"], None)
    return tuple(waiting.values())


def propose_back(battle: EngineBattle, side: Side | None, to: int) -> tuple[Entry, ...]:
    """Propose to go back to version `to`. Raises `cannot_go_back_there` for a version before both
    sides accepted the table, the current one, one with nothing effective after it, one in a stretch
    that was itself undone, and after a close or a resignation.
    """
    first = battle.run.sat_down_at
    ended = battle.closed or battle.resigned_by is not None
    if ended or first is None or not first <= to < battle.version or not _stands(battle, to):
        raise DomainError("cannot_go_back_there", {"to": to, "from": first})
    return battle.act("proposed", side, {"kind": "back", "to": to})


def _stands(battle: EngineBattle, to: int) -> bool:
    """Return whether version `to` is an earlier part of the current battle."""
    now, then = effective(battle.entries), effective(battle.entries[:to])
    return len(then) < len(now) and now[: len(then)] == then


def propose_stop(battle: EngineBattle, side: Side | None) -> tuple[Entry, ...]:
    """Propose to stop the battle with secrets sealed: both sides continue with real figures.

    Raises `battle_over`, and `cannot_stop_here` if the rulebook does not allow it now.
    """
    if battle.over:
        raise DomainError("battle_over")
    allowed = battle.rulebook.may_stop
    if allowed is None or not allowed(battle.run.situation):
        raise DomainError("cannot_stop_here")
    return battle.act("proposed", side, {"kind": STOP})


def propose_as_placed(
    battle: EngineBattle, side: Side | None, move: Move, violations: tuple[Violation, ...]
) -> tuple[Entry, ...]:
    """Propose an answer that the rules call illegal. `violations` is the worker's verdict.

    For an answer that stays hidden, the other side decides by its public part, and sees only the
    rules and figures of what is broken.

    Raises `nothing_to_accept` if the answer is legal, the violations themselves if an agreement
    cannot allow them or if nothing of the answer may be seen, `wrong_shape`, and whatever
    `EngineBattle.open_asking` raises.
    """
    asking = battle.open_asking(side, move)
    battle.refuse_misshapen(asking, move)
    if not violations:
        raise DomainError("nothing_to_accept", {"prompt": move.prompt})
    prompt, public = asking.prompt, None
    refusal = DomainError(violations[0].code, violations[0].params, violations=violations)
    if prompt.sealed or not prompt.acceptable(violations):
        raise refusal
    if prompt.hides():
        public = prompt.public(move.answer)
        if public is None:
            raise refusal
    who = asking.side if asking.side is not None else side
    noted = [_noted(violation) for violation in violations]
    whole = {
        "kind": AS_PLACED,
        "prompt": move.prompt,
        "answer": move.answer,
        "violations": noted,
    }
    if public is None:
        return battle.act("proposed", who, whole)
    nameless = [{**each, "pieces": []} for each in noted]
    return battle.act(
        "proposed", who, whole, public={**whole, "answer": public, "violations": nameless}
    )


def _noted(violation: Violation) -> dict[str, Any]:
    return {
        "code": violation.code,
        "rule": violation.rule,
        "pieces": list(violation.pieces),
        "measured": violation.measured,
        "required": violation.required,
    }


def reply(
    battle: EngineBattle, side: Side | None, proposal: int, *, accept: bool
) -> tuple[Entry, ...]:
    """Accept or decline the other side's proposal, or withdraw one's own.

    Raises `no_such_proposal`, and `not_your_proposal` if a side accepts its own. `side` None is a
    device that holds both seats: there the page asks for a second tap to accept.
    """
    found = next((open_ for open_ in open_proposals(battle) if open_.id == proposal), None)
    if found is None:
        raise DomainError("no_such_proposal", {"proposal": proposal})
    if accept and side is not None and side == found.side:
        raise DomainError("not_your_proposal", {"proposal": proposal})
    before = len(battle.entries)
    if not accept:
        return battle.act("declined", side, {"proposal": proposal})
    if found.kind == "back":
        battle.act("accepted", side, {"proposal": proposal})
        _go_back(battle, side, int(found.value["to"]), agreed=True)
    elif found.kind == STOP:
        battle.act("accepted", side, {"proposal": proposal})
        battle.act("stopped", None, {})
    else:
        move = Move(found.value["prompt"], battle.version, found.value["answer"])
        battle.open_asking(found.side, move)
        battle.act("accepted", side, {"proposal": proposal})
        battle.answer(found.side, Move(move.prompt, battle.version, move.answer), verdict=())
    return tuple(battle.entries[before:])
