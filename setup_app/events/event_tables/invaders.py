"""Who invades at a table: open until the battle in which its players set it up has decided it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from setup_app.events.event.access import EventAccess
from setup_app.events.event_tables.services import rounds_out
from setup_app.events.models import BATTLE, EventTable, Kind
from setup_app.rulebooks import registry


@dataclass(frozen=True)
class Invaders:
    """The invaders of some rounds, as far as one viewer may know them.

    `rule` is the section that decides it; empty for a rulebook in which no side invades. `decided`
    has the number of the entry that invades, by the round and the two entries.
    """

    rule: str
    decided: Mapping[tuple[int, frozenset[int]], int]

    @classmethod
    def of(cls, standing: EventAccess, rounds: Iterable[int]) -> Invaders:
        """Return what a viewer may know: organisers and the two players everything, others what
        belongs to tables that they may see. At most two queries.
        """
        event = standing.event
        roll_off = registry.rulebook(event.rulebook).roll_off
        if roll_off is None:
            return cls("", {})
        found = EventTable.objects.filter(
            event=event,
            round__in=list(rounds),
            terms__kind=BATTLE,
            battle__invader__isnull=False,
        )
        rows: list[Any] = list(found.values_list("round", "players", "battle__invader"))
        out = rounds_out(event) if rows else set()
        own = standing.entry.number if standing.entry else None
        return cls(
            roll_off.rule,
            {
                (number, frozenset(players)): players[side]
                for number, players, side in rows
                if standing.kind == Kind.ORGANISER or number in out or own in players
            },
        )

    @property
    def still_open(self) -> str:
        """Return the sentence for a table whose battle has not decided it, or that has none."""
        return _("Invader: roll off (%(rule)s)") % {"rule": self.rule} if self.rule else ""

    def words(self, round_: int, entries: Iterable[int], names: Mapping[int, str]) -> str:
        """Return who of these two invades, or that it is open."""
        invader = self.decided.get((round_, frozenset(entries)))
        return (
            self.still_open
            if invader is None
            else _("Invader: %(name)s") % {"name": names[invader]}
        )

    def words_of_round(
        self, round_: int, tables: Iterable[tuple[Sequence[int], bool]], names: Mapping[int, str]
    ) -> tuple[str, list[str]]:
        """Return one sentence for all tables of a round, and one for each.

        A table is its entries and whether its result counts. While every invader is open, the first
        sentence says so once and the others are empty; from the first decided one on, each table
        has its own. A bye has none, nor a table that was played without a decision known here.
        """
        known = [
            (entries, settled, self._is_decided(round_, entries)) for entries, settled in tables
        ]
        each = [
            self.words(round_, entries, names)
            if decided or (len(entries) > 1 and not settled)
            else ""
            for entries, settled, decided in known
        ]
        if any(decided for _entries, _settled, decided in known):
            return "", each
        return next(filter(None, each), ""), [""] * len(each)

    def _is_decided(self, round_: int, entries: Iterable[int]) -> bool:
        return (round_, frozenset(entries)) in self.decided
