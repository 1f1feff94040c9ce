"""May this be taken back? Undo by oneself, and proposals that the other side accepts."""

from __future__ import annotations

from typing import Any

from setup_app.script.battle import Battle, Move, Proposal
from setup_app.script.errors import DomainError
from setup_app.script.log import ACT, ANSWER, CHANCE, FINDING, Entry, effective
from setup_app.script.values import Side, Violation


def undoable(battle: Battle, side: Side) -> Entry | None:
    """The side's last answer, if nothing was revealed, rolled or done by others since."""
    if battle.over or battle.closed:
        return None
    for entry in reversed(effective(battle.entries)):
        if entry.type == FINDING and not entry.secret:
            continue
        mine = entry.type in (ANSWER, CHANCE) and entry.counter is None and entry.side == side
        sat_down = battle.run.sat_down_at
        if not mine or entry.reveals or (entry.kind == "sit_down" and sat_down is not None):
            return None
        return entry
    return None


def undo(battle: Battle, side: Side) -> tuple[Entry, ...]:
    """Take back the side's own last answer. Raises `cannot_undo`."""
    entry = undoable(battle, side)
    if entry is None:
        raise DomainError("cannot_undo")
    return _go_back(battle, side, entry.number - 1, agreed=False)


def _go_back(battle: Battle, side: Side | None, to: int, *, agreed: bool) -> tuple[Entry, ...]:
    before = len(battle.entries)
    fresh = agreed and battle.setup.settings.get("chance_after_back") == "fresh"
    battle.act("back", side, {"to": to, "agreed": agreed, "fresh": fresh})
    battle._rerun()
    battle._advance()
    return tuple(battle.entries[before:])


def open_proposals(battle: Battle) -> tuple[Proposal, ...]:
    """Proposals nobody has answered. They lapse as soon as the battle goes on."""
    waiting: dict[int, Proposal] = {}
    for entry in battle.entries:
        if entry.type != ACT or entry.kind == "back":
            waiting.clear()
        elif entry.kind == "proposed":
            waiting[entry.number] = Proposal(
                entry.number, entry.side, entry.value["kind"], entry.value
            )
        elif entry.kind in ("accepted", "declined"):
            waiting.pop(entry.value["proposal"], None)
    return tuple(waiting.values())


def propose_back(battle: Battle, side: Side | None, to: int) -> tuple[Entry, ...]:
    """Propose to go back to version `to`. Raises `cannot_go_back_there` for a version before both
    had sat down, the present one, or one after which nothing counts."""
    first = battle.run.sat_down_at
    counted = [entry.number for entry in effective(battle.entries)]
    if battle.closed or first is None or not first <= to < battle.version or to >= counted[-1]:
        raise DomainError("cannot_go_back_there", {"to": to, "from": first})
    return battle.act("proposed", side, {"kind": "back", "to": to})


def propose_as_placed(
    battle: Battle, side: Side | None, move: Move, violations: tuple[Violation, ...]
) -> tuple[Entry, ...]:
    """Propose an answer that the rules call illegal. `violations` is the worker's verdict.

    Raises `nothing_to_accept` when it is legal, the violations themselves when no agreement can
    mend them, and whatever `Battle.open_asking` raises.
    """
    asking = battle.open_asking(side, move)
    if not violations:
        raise DomainError("nothing_to_accept", {"prompt": move.prompt})
    if not asking.prompt.acceptable(violations):
        raise DomainError(violations[0].code, violations[0].params, violations=violations)
    who = asking.side if asking.side is not None else side
    return battle.act(
        "proposed",
        who,
        {
            "kind": "accept_as_placed",
            "prompt": move.prompt,
            "answer": move.answer,
            "violations": [_noted(violation) for violation in violations],
        },
    )


def _noted(violation: Violation) -> dict[str, Any]:
    return {
        "code": violation.code,
        "rule": violation.rule,
        "pieces": list(violation.pieces),
        "measured": violation.measured,
        "required": violation.required,
    }


def reply(battle: Battle, side: Side | None, proposal: int, *, accept: bool) -> tuple[Entry, ...]:
    """Accept or decline the other side's proposal, or withdraw one's own.

    Raises `no_such_proposal`, and `not_your_proposal` when a side accepts its own. `side` None is a
    device that holds both seats: accepting there takes a second tap, which the page asks for.
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
    else:
        move = Move(found.value["prompt"], battle.version, found.value["answer"])
        battle.open_asking(found.side, move)
        battle.act("accepted", side, {"proposal": proposal})
        battle.answer(found.side, Move(move.prompt, battle.version, move.answer), verdict=())
    return tuple(battle.entries[before:])
