"""Tables for the pairs of a round, so that few players sit where they have sat before.

The minimum is found as an assignment (Kuhn's Hungarian method, in the form with potentials). Its
potentials tell which seats may occur in any assignment that is as good; among those the first pair
takes its lowest table, then the second, and so on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Whole: TypeAlias = npt.NDArray[np.int64]


def seat(had: Sequence[Sequence[frozenset[int]]], *, tables: int = 0) -> list[int]:
    """Return a table for each pair, of `tables`, numbered from 1; at least as many as there are
    pairs.

    `had` holds for each pair the tables that each of its players had. As few players as possible
    sit at a table that they had, however often. The rest follows the order of the pairs: the first
    has the lowest possible table, then the second.
    """
    # Dummy rows for the empty tables: they cost nothing and choose last.
    count = max(len(had), tables)
    costs: Whole = np.zeros((count, count), dtype=np.int64)
    for row, players in enumerate(had):
        for sat_at in players:
            for table in sat_at:
                if 1 <= table <= count:
                    costs[row, table - 1] += 1
    columns, tight = _assigned(costs)
    return [column + 1 for column in _lowest_first(columns, tight)[: len(had)]]


def _assigned(costs: Whole) -> tuple[list[int], list[int]]:
    """Return a cheapest assignment as the column of each row, and the alternatives.

    The second value is a mask for each row: bit c is set if row and column c are tight, that is if
    the cost is the sum of both potentials. The assignments of tight seats are the cheapest ones.
    """
    count = len(costs)
    of_row: Whole = np.zeros(count, dtype=np.int64)
    of_column: Whole = np.zeros(count, dtype=np.int64)
    owner = [-1] * count
    left = []
    for row in range(count):
        free = [column for column in range(count) if owner[column] < 0 and not costs[row, column]]
        if free:
            owner[free[0]] = row
        else:
            left.append(row)
    for row in left:
        _augment(row, costs, of_row, of_column, owner)
    columns = [0] * count
    for column, row in enumerate(owner):
        columns[row] = column
    tight = costs == of_row[:, None] + of_column[None, :]
    masks = [sum(1 << int(column) for column in np.flatnonzero(row)) for row in tight]
    return columns, masks


def _augment(row: int, costs: Whole, of_row: Whole, of_column: Whole, owner: list[int]) -> None:
    """Give a row its column by the shortest augmenting path; changes its arguments."""
    count = len(costs)
    far = np.iinfo(np.int64).max
    slack: Whole = np.full(count, far, dtype=np.int64)
    came_from: Whole = np.full(count, -1, dtype=np.int64)
    used = np.zeros(count, dtype=bool)
    rows, now, last = [row], row, -1
    while True:
        reduced = costs[now] - of_row[now] - of_column
        better = ~used & (reduced < slack)
        slack[better] = reduced[better]
        came_from[better] = last
        nearest = int(np.argmin(np.where(used, far, slack)))
        step = int(slack[nearest])
        of_row[rows] += step
        of_column[used] -= step
        slack[~used] -= step
        last = nearest
        if owner[nearest] < 0:
            break
        used[nearest] = True
        now = owner[nearest]
        rows.append(now)
    while last >= 0:
        before = int(came_from[last])
        owner[last] = owner[before] if before >= 0 else row
        last = before


def _lowest_first(columns: Sequence[int], tight: Sequence[int]) -> list[int]:
    """Return, among the assignments of tight seats, the one whose first row has the lowest column,
    then the second, and so on.

    A row can have a column if its owner can move on to another one, and so on, until one takes the
    column that the row leaves; the rows before it stay where they are.
    """
    count = len(columns)
    columns = list(columns)
    owner = [0] * count
    for row, column in enumerate(columns):
        owner[column] = row
    rows_of = [0] * count
    for row, mask in enumerate(tight):
        for column in _bits(mask):
            rows_of[column] |= 1 << row
    later = (1 << count) - 1
    for row in range(count):
        later &= ~(1 << row)
        leaves = columns[row]
        if not tight[row] & ((1 << leaves) - 1):
            continue
        moves_to: dict[int, int] = {}
        reached, unseen, ahead = 1 << leaves, later, [leaves]
        while ahead:
            column = ahead.pop()
            for other in _bits(rows_of[column] & unseen):
                moves_to[other] = column
                reached |= 1 << columns[other]
                ahead.append(columns[other])
            unseen &= ~rows_of[column]
        column = next(_bits(tight[row] & reached))
        moved = row
        while True:
            displaced = owner[column]
            owner[column], columns[moved] = moved, column
            if column == leaves:
                break
            moved, column = displaced, moves_to[displaced]
    return columns


def _bits(mask: int) -> Iterator[int]:
    """Yield the places of the set bits, the lowest first."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest
