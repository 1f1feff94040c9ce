"""Build the view of one viewer from what is declared visible."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from setup_app.engine.agreements import with_agreed_troops, with_agreements
from setup_app.engine.battle import EngineBattle, Proposal
from setup_app.engine.hidden import Role, Viewer, refuse_secrets
from setup_app.engine.log import ACT, Entry, effective
from setup_app.engine.run import Asking
from setup_app.engine.situation import Known
from setup_app.engine.undo import open_proposals, undoable
from setup_app.engine.values import LogMessage

Say = Callable[[LogMessage], str]
"""A function that turns a code and its parameters into a sentence; the edge passes it in."""


def view(
    battle: EngineBattle,
    viewer: Viewer,
    *,
    say: Say,
    checking: frozenset[str] = frozenset(),
    with_options: bool = True,
) -> dict[str, Any]:
    """Return the battle at its head as `viewer` may see it.

    `checking` names the askings whose answers a worker is judging: they count as answered. An
    earlier version is shown `with_options=False`, because no one can answer there.
    """
    known = battle.known(viewer)
    settings = battle.rulebook.settings_of(battle.setup)
    implied = battle.rulebook.following
    rule = None if battle.over else battle.run.situation.step or "sit_down"
    return {
        "version": battle.version,
        "head": battle.head,
        "step": None if rule is None else {"rule": rule, "title": say(LogMessage(f"step.{rule}"))},
        "prompts": [
            _prompt(battle, viewer, asking, say, with_options and asking.id not in checking)
            for asking in battle.askings()
        ],
        "proposals": [
            {
                "id": proposal.id,
                "side": proposal.side,
                **{
                    key: value
                    for key, value in _proposed(battle, viewer, proposal).items()
                    if key in ("kind", "to", "prompt", "answer", "violations")
                },
            }
            for proposal in open_proposals(battle)
        ],
        "can_undo": with_options
        and viewer.role is Role.SEAT
        and viewer.side is not None
        and undoable(battle, viewer.side) is not None,
        "house_rulings": battle.rulebook.differing_settings(settings),
        "implied_rulings": dict(implied(settings)) if implied else {},
        "umpire": battle.setup.umpire,
        "closed": battle.closed,
        "resigned_by": battle.resigned_by,
        **_presented(battle, viewer, known),
    }


def _proposed(battle: EngineBattle, viewer: Viewer, proposal: Proposal) -> Mapping[str, Any]:
    """Return a proposal as far as this viewer may see it."""
    whole = battle.closed or viewer.may_read(proposal.side)
    return proposal.value if whole else proposal.public


def _presented(battle: EngineBattle, viewer: Viewer, known: Known) -> dict[str, Any]:
    """Return the rulebook's presentation, with what stands on the table by agreement."""
    shown = dict(battle.rulebook.present(known, viewer))
    if "layout" in shown:
        shown["layout"] = with_agreements(shown["layout"], battle.entries)
    if "deployment" in shown:
        shown["deployment"] = with_agreed_troops(shown["deployment"], battle.entries)
    return shown


def _prompt(
    battle: EngineBattle, viewer: Viewer, asking: Asking, say: Say, answerable: bool
) -> dict[str, Any]:
    prompt = asking.prompt
    shown: dict[str, Any] = {
        "id": asking.id,
        "side": asking.side,
        "kind": prompt.kind,
        "rule": prompt.rule,
        "text": say(_open(prompt.text())),
        "why": say(_open(prompt.why())),
        "about": prompt.about(),
        "sealed": prompt.sealed,
        "waiting": True,
    }
    refuse_secrets(shown["about"])
    # A device that holds both seats shows such a question only after one seat is taken up.
    hidden_from_both = viewer.role is Role.BOTH and prompt.for_one_seat()
    if (
        not viewer.acts_for(asking.side)
        or hidden_from_both
        or asking.answered_by is not None
        or not answerable
    ):
        return shown
    answer_side = asking.side
    options = prompt.options(answer_side, battle.known_to(asking, viewer.side))
    shown["waiting"] = False
    shown["answer"] = prompt.schema()
    if options is not None:
        shown["options"] = list(options)
    return shown


def _open(line: LogMessage) -> LogMessage:
    refuse_secrets(line.params)
    return line


def events(
    battle: EngineBattle, viewer: Viewer, *, say: Say, after: int = 0
) -> list[dict[str, Any]]:
    """Return the log after entry `after` as `viewer` may see it, with undone entries marked."""
    counted = {entry.number for entry in effective(battle.entries)}
    return [
        _event(battle, viewer, entry, say, entry.number in counted or entry.type == ACT)
        for entry in battle.entries
        if entry.number > after
    ]


def _event(
    battle: EngineBattle, viewer: Viewer, entry: Entry, say: Say, counts: bool
) -> dict[str, Any]:
    readable = not entry.secret or battle.closed or viewer.may_read(entry.owner)
    first, last = battle.run.told_after.get(entry.number, (0, 0)) if counts else (0, 0)
    told = [
        line
        for line in battle.run.situation.told[first:last]
        if line.to is None or battle.closed or viewer.may_read(line.to)
    ]
    if entry.type == ACT:
        told = [LogMessage(_act_code(entry), {**entry.public, "side": entry.side})]
    if battle.rulebook.log_lines is not None:
        told = list(battle.rulebook.log_lines(battle.run.situation, entry, told))
    rule = battle.run.rules.get(entry.number) if counts else None
    return {
        "number": entry.number,
        "type": entry.type,
        "side": entry.side,
        "kind": entry.kind,
        "rule": rule,
        "value": entry.value if readable else entry.public,
        "hidden": not readable,
        "undone": not counts,
        "reveals": [dict(reveal) for reveal in entry.reveals],
        "commitments": list(entry.commitments),
        "head": entry.head,
        "text": [say(line) for line in told],
        "rules": [line.rule or rule for line in told],
    }


def _act_code(entry: Entry) -> str:
    """Return the code of an act's sentence; proposals and agreements have their own sentences."""
    if entry.kind == "proposed":
        return f"act.proposed.{entry.public['kind']}"
    if entry.kind == "back" and entry.public["agreed"]:
        return "act.back.agreed"
    if entry.kind == "seat_freed" and entry.public.get("by") == "creator":
        return "act.seat_freed.creator"
    return f"act.{entry.kind}"
