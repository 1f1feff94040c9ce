"""Warnings about a round before it is published, and reasons for its pairings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from setup_app.events.event.rounds.players import AVOIDABLE, History, Pairing, Player


@dataclass(frozen=True)
class Caution:
    """Something to look at twice, and the players involved. It never refuses anything."""

    code: str
    entries: tuple[int, ...]
    params: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Reason:
    """The reason for a pairing, as a code for which the page has a wording."""

    code: str
    params: Mapping[str, Any] = field(default_factory=dict)


def cautions(
    pairings: Iterable[Pairing],
    players: Iterable[Player],
    *,
    history: History,
    avoid: Collection[str],
) -> tuple[Caution, ...]:
    """Return what is remarkable about a round, pairing by pairing.

    The codes are `rematch` (`times` they have met), `same_club` and `same_country` (only what
    `avoid` names, because at an event of one country the warning would stand at each table; `name`
    as the first wrote it), `same_table` (the players who had this table before, and `table`), and
    `second_bye` (the `byes` they had before).
    """
    known = {player.number: player for player in players}
    found: list[Caution] = []
    for pairing in pairings:
        if pairing.table is None:
            byes = history.byes_of(pairing.entries[0])
            if byes:
                found.append(Caution("second_bye", pairing.entries, {"byes": byes}))
            continue
        one, other = (known[entry] for entry in pairing.entries)
        times = history.met(one.number, other.number)
        if times:
            found.append(Caution("rematch", pairing.entries, {"times": times}))
        for what in AVOIDABLE:
            if what in avoid and one.shares(what) and one.shares(what) == other.shares(what):
                name = {"club": one.club, "country": one.country}[what]
                found.append(Caution(f"same_{what}", pairing.entries, {"name": name}))
        again = tuple(
            entry for entry in pairing.entries if pairing.table in history.tables_of(entry)
        )
        if again:
            found.append(Caution("same_table", again, {"table": pairing.table}))
    return tuple(found)


def reasons(
    pairings: Sequence[Pairing], players: Iterable[Player], *, history: History
) -> tuple[tuple[Reason, ...], ...]:
    """Return for each pairing, in order, why these two were paired.

    A bye has `bye` (`total`, `byes` had before, `lowest`: whether no paired player has a lower
    total). Two players have `met_before` (`times`) or `not_met`; `level` or `difference`
    (`points`); and `floated` (`entry`, `to`: `up` or `down`) for a player who plays another total
    although someone else in the round has theirs.
    """
    known = {player.number: player for player in players}
    totals = {entry: known[entry].total for pairing in pairings for entry in pairing.entries}
    alike = Counter(totals.values())
    least = min(totals.values(), default=0)
    found: list[tuple[Reason, ...]] = []
    for pairing in pairings:
        if pairing.table is None:
            entry = pairing.entries[0]
            params = {
                "total": totals[entry],
                "byes": history.byes_of(entry),
                "lowest": totals[entry] == least,
            }
            found.append((Reason("bye", params),))
            continue
        one, other = pairing.entries
        times, difference = history.met(one, other), abs(totals[one] - totals[other])
        floated = [
            Reason("floated", {"entry": entry, "to": "down" if totals[entry] > against else "up"})
            for entry, against in ((one, totals[other]), (other, totals[one]))
            if difference and alike[totals[entry]] > 1
        ]
        found.append(
            (
                Reason("met_before", {"times": times}) if times else Reason("not_met"),
                Reason("difference", {"points": difference}) if difference else Reason("level"),
                *floated,
            )
        )
    return tuple(found)
