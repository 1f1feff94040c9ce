"""Numbers of TUGs deployed in each step, as exact fractions. Sections 10.D and 10.E.

The size of an army is all TUGs of its list, including those off the table. SUGs never count.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from fractions import Fraction

from setup_app.engine.values import SIDES, PerSide, Side, other

THIRD = Fraction(1, 3)
HALF = Fraction(1, 2)


def rounded(number: Fraction, how: str) -> int:
    """Return the whole number that `round_tugs` makes of a figure; `nearest` rounds a half up."""
    if how == "up":
        return math.ceil(number)
    return math.floor(number + HALF if how == "nearest" else number)


def share(percent: int | None) -> Fraction:
    """Return the share of an army that deploys first, a third if neither side is outscouted."""
    return THIRD if percent is None else Fraction(percent, 100)


def first_part(size: int, percent: int | None, how: str) -> int:
    """Return how many TUGs an army of that size deploys in its first part."""
    return rounded(size * share(percent), how)


def second_part(
    size: int, percent: int | None, how: str, *, same_share: str, of: int, down: int
) -> int:
    """Return how many TUGs the second army deploys.

    With `same_share` = `deployed` the number follows from the first army, which has put down `down`
    TUGs `of` its size.
    """
    if same_share == "stated":
        return first_part(size, percent, how)
    return rounded(Fraction(size * down, of), how)


def group(size: int, how: str) -> int:
    """Return how many TUGs an army puts down in each turn of 10.E, at least 1."""
    return max(1, rounded(size * THIRD, how))


def groups(
    sizes: PerSide[int],
    begins: Side,
    how: str,
    *,
    tugs: Callable[[Side], int],
    waits: Callable[[Side], bool],
) -> Iterator[tuple[Side, int]]:
    """Yield the side of each turn of 10.E and its number of TUGs, until no unit is left.

    `tugs` returns how many TUGs a side has in hand at that moment, `waits` whether it has any unit
    in hand; a side without units yields 0.
    """
    side = begins
    while any(waits(each) for each in SIDES):
        yield side, min(group(sizes[side], how), tugs(side))
        side = other(side)
