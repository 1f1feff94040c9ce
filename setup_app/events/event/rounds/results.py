"""The result of a pairing: scores, a bye, or an absence."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from setup_app.events.event.rounds.players import History, Pairing
from setup_app.events.event.rounds.scores import Scoring


@dataclass(frozen=True)
class Result:
    """A pairing of a round, and what is known of its result.

    - `scores`: in the order of the pairing's entries; None for a bye, for an absence, and while
      nothing is confirmed.
    - `absent`: those of the two who were absent, as the organiser stated; that is confirmed.
    """

    round: int
    pairing: Pairing
    scores: tuple[int, int] | None = None
    absent: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        if not self.absent <= set(self.pairing.entries):
            raise ValueError("who is absent was not paired here")
        if self.scores is not None and (self.pairing.is_bye or self.absent):
            raise ValueError("scores for a table without players")

    @property
    def confirmed(self) -> bool:
        """Return whether the result counts: confirmed scores, a bye, or an absence."""
        return self.scores is not None or self.pairing.is_bye or bool(self.absent)

    @property
    def played(self) -> bool:
        """Return whether two players met at this table and its result is known."""
        return self.scores is not None

    def scored(self, scoring: Scoring) -> dict[int, int]:
        """Return the score of each entry, empty unless confirmed. A bye has its score, and so does
        a player whose opponent was absent; an absent entry has 0.
        """
        if self.scores is not None:
            return dict(zip(self.pairing.entries, self.scores, strict=True))
        if not self.confirmed:
            return {}
        return {entry: 0 if entry in self.absent else scoring.bye for entry in self.pairing.entries}


def history_of(results: Iterable[Result]) -> History:
    """Return what `pair` must know of the rounds before this one.

    A table without a confirmed result counts as met. If one player was absent, the two have not
    met, the one who came had a bye, and neither has had the table.
    """
    pairings: list[Pairing] = []
    for result in results:
        if not result.absent:
            pairings.append(result.pairing)
            continue
        came = [entry for entry in result.pairing.entries if entry not in result.absent]
        pairings += [Pairing(None, (entry,)) for entry in came]
    return History.of(pairings)
