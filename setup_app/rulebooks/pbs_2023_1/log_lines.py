"""Messages of the log that follow from an entry itself.

They are made when the log is read, so battles of every revision show them and no digest covers
them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from setup_app.engine.hidden import Secret
from setup_app.engine.log import ACT, Entry
from setup_app.engine.values import LogMessage, Side
from setup_app.rulebooks.pbs_2023_1.cards import rank
from setup_app.rulebooks.pbs_2023_1.deployment.standing import leader_word
from setup_app.rulebooks.pbs_2023_1.situation import PbsSituation
from setup_app.rulebooks.pbs_2023_1.tables import CARDS


def log_lines(
    battle: PbsSituation, entry: Entry, told: Sequence[LogMessage]
) -> tuple[LogMessage, ...]:
    """Return the messages of an entry with what follows from the entry itself.

    An opened envelope is named with its content; a day's cards with their difference.
    """
    if entry.type == ACT and entry.kind == "envelope_opened" and entry.side is not None:
        return (_opened(battle, entry.side, entry.public),)
    return tuple(_with_difference(line) for line in told)


def _with_difference(line: LogMessage) -> LogMessage:
    if line.code != "day_cards":
        return line
    first, second = (_worth(line.params[card]) for card in ("first", "second"))
    if first == second:
        return line
    better = line.params["first_side" if first > second else "second_side"]
    params = {**line.params, "better": better, "difference": abs(first - second)}
    return replace(line, code="day_cards_differ", params=params)


def _worth(card: str) -> int:
    return rank(CARDS.pass_counts_as if card == "pass" else card)


def _opened(battle: PbsSituation, side: Side, opened: Mapping[str, Any]) -> LogMessage:
    """Return what an opened envelope holds. The units in it are as public as its answer."""
    name, value = opened["envelope"], opened["value"]
    letter = name.rpartition("-")[2]
    if name.startswith("ambush-card-"):
        params = {"letter": letter, "leader": _leader(battle, side, value["leader"])}
        return LogMessage("opened_card", {"side": side, **params})
    if name.startswith("ambush-"):
        units = _names(battle, side, value["ambush"]["units"])
        params = {"side": side, "letter": letter, "units": units}
        return LogMessage("opened_marker" if units else "opened_dummy", params)
    march = value["march"]
    params = {"side": side, "leader": _leader(battle, side, march["leader"])}
    if march["flank"] is None:
        return LogMessage("opened_bluff", params)
    units = _names(battle, side, march["units"])
    return LogMessage("opened_march", {**params, "flank": march["flank"], "units": units})


def _names(battle: PbsSituation, side: Side, units: Sequence[int]) -> str:
    return ", ".join(battle.armies[side].units[unit].name for unit in units)


def _leader(battle: PbsSituation, side: Side, leader: int) -> str:
    """Return a leader's name where the declaration has named them, or else their number."""
    for placed in battle.leaders[side] or ():
        entry = placed["entry"]
        if placed["leader"] == leader and not isinstance(entry, Secret):
            return leader_word(leader, entry["name"])
    return leader_word(leader)
