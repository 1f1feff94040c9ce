"""The army marker's moves on the 5 x 5 map. Section 8.D."""

from __future__ import annotations

from typing import Any

from setup_app.rulebooks.pbs_2023_1.tables import CARDS

Cell = tuple[int, int]
"""Row and column of a box, from 0; the top row first, as the map is printed."""

SIZE = 5


def every_cell() -> tuple[Cell, ...]:
    return tuple((row, column) for row in range(SIZE) for column in range(SIZE))


def start_cells(start_boxes: Any) -> tuple[Cell, ...]:
    """Return the boxes in which 8.C may begin: the setting `start_boxes`, "any" or a list of
    boxes.
    """
    if start_boxes == "any":
        return every_cell()
    return tuple(sorted((int(row), int(column)) for row, column in start_boxes))


def reachable(start: Cell, difference: int, walk_move: str) -> tuple[Cell, ...]:
    """Return the boxes to which a card better by `difference` moves the marker, in map order.

    `walk_move` "up_to": fewer steps or none are allowed. "exact": a box other than the start that
    is reached in exactly that many steps. Source: 8.D.
    """
    move = next(move for move in CARDS.moves if move.better == difference)
    reached = {start}
    fewer = {start}
    for _ in range(move.steps):
        reached = {near for cell in reached for near in _neighbours(cell, move.diagonal)}
        fewer |= reached
    ends = fewer if walk_move == "up_to" else reached - {start}
    return tuple(sorted(ends))


def _neighbours(cell: Cell, diagonal: bool) -> tuple[Cell, ...]:
    row, column = cell
    steps = [
        (down, right)
        for down in (-1, 0, 1)
        for right in (-1, 0, 1)
        if (down or right) and (diagonal or not (down and right))
    ]
    return tuple(
        (row + down, column + right)
        for down, right in steps
        if 0 <= row + down < SIZE and 0 <= column + right < SIZE
    )
