"""Choose one candidate for each table so that as many tables as possible can be built at once.

Five objectives, in this order: most tables built, fewest missing or omitted pieces, most similar
halves, smallest size difference, fewest boxes.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from terrain.kits.model import Model, stocks_of
from terrain.kits.pieces import OwnedPiece, Wanted
from terrain.kits.programme import Aim, Solved, solved

SHARE = 0.5
"""The maximum share of the remaining time for a step: the next ones matter too."""


@dataclass(frozen=True)
class Candidate:
    """One possible layout of a table and its wanted pieces; `left_out` pieces of it were not laid.

    `unlike` is the unfairness of the layout; less is better.
    """

    wanted: tuple[Wanted, ...]
    left_out: int = 0
    unlike: int = 0


@dataclass(frozen=True)
class KitAssignment:
    """The result of a choice. `taken` is by table the index of its candidate; `assigned` are, by
    its wanted piece, the ids of the pieces used for it, one a copy. `steps` are the results of the
    steps, with their bounds.
    """

    taken: dict[int, int]
    assigned: dict[str, list[str]]
    tables_built: list[int]
    steps: dict[str, Solved]


def choose(
    pieces: Sequence[OwnedPiece],
    tables: Mapping[int, Sequence[Candidate]],
    *,
    tolerance_mm: int,
    seconds: float,
) -> KitAssignment:
    """Return the best choice that is found within `seconds` for all steps together.

    Every table has at least one candidate and gets one, built or not. Each copy is used once. The
    ids of wanted pieces belong to one table's candidate; two candidates may have the same. The same
    request gives the same choice unless time ran out.
    """
    until = time.monotonic() + seconds
    model = ChoiceModel.of(pieces, tables, tolerance_mm=tolerance_mm)
    steps = solved(model.programme, model.aims, until=until, share=SHARE)
    taken = model.taken()
    assigned = {name.partition("/")[2]: ids for name, ids in model.plan.assigned().items()}
    built = [
        table
        for table, at in taken.items()
        if all(piece.id in assigned for piece in tables[table][at].wanted)
    ]
    return KitAssignment(taken, assigned, sorted(built), steps)


class ChoiceModel:
    """The columns beside a plan for all candidates: which is chosen, which tables are built."""

    @classmethod
    def of(
        cls,
        pieces: Sequence[OwnedPiece],
        tables: Mapping[int, Sequence[Candidate]],
        *,
        tolerance_mm: int,
    ) -> ChoiceModel:
        """Return the programme of a choice, which begins with each table's first candidate."""
        # To the plan they are pieces of so many tables, of which those of one are chosen.
        kinds = [(table, at) for table, each in tables.items() for at in range(len(each))]
        wanted = [
            replace(piece, id=f"{of}/{piece.id}")
            for of, (table, at) in enumerate(kinds)
            for piece in tables[table][at].wanted
        ]
        model = Model(stocks_of(pieces), wanted, tolerance_mm=tolerance_mm)
        return cls(model, kinds, tables)

    def __init__(
        self,
        model: Model,
        kinds: Sequence[tuple[int, int]],
        tables: Mapping[int, Sequence[Candidate]],
    ) -> None:
        self.plan, self._kinds, self._tables = model, kinds, tables
        self.programme = programme = model.programme
        self.laid = [programme.whole(most=1) for _ in kinds]
        self._whole = [programme.whole(most=1) for _ in kinds]
        by_table: dict[int, list[int]] = {}
        for of, (table, _) in enumerate(kinds):
            by_table.setdefault(table, []).append(self.laid[of])
            programme.bound({self._whole[of]: 1.0, self.laid[of]: -1.0}, most=0)
        for columns in by_table.values():
            programme.bound(dict.fromkeys(columns, 1.0), least=1, most=1)
        self._unlike = {
            self.laid[of]: float(tables[table][at].unlike) for of, (table, at) in enumerate(kinds)
        }
        self._short = {
            self.laid[of]: float(len(tables[table][at].wanted) + tables[table][at].left_out)
            for of, (table, at) in enumerate(kinds)
        }
        for at, piece in enumerate(model.wanted):
            of = int(piece.id.partition("/")[0])
            served = dict.fromkeys(model.built.get(at, ()), 1.0)
            self._short |= dict.fromkeys(served, -1.0)
            # A candidate that is not chosen uses nothing, and is complete if each of its pieces is
            # built.
            programme.bound({**served, self.laid[of]: -1.0}, most=0)
            programme.bound({**served, self._whole[of]: -1.0}, least=0)
        programme.begin_with({columns[0]: 1.0 for columns in by_table.values()})
        _, self._difference, self._boxes = model.aims

    def taken(self) -> dict[int, int]:
        """Return by table the index of its candidate in the solution."""
        return {
            table: at
            for of, (table, at) in enumerate(self._kinds)
            if self.programme.value(self.laid[of])
        }

    @property
    def aims(self) -> tuple[Aim, ...]:
        whole = dict.fromkeys(self._whole, 1.0)
        return (
            Aim("tables", whole, largest=True, most=len(self._tables)),
            Aim("short", self._short, largest=False),
            Aim("unlike", self._unlike, largest=False),
            self._difference,
            self._boxes,
        )
