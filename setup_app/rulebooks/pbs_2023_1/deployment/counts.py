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
    """Return the whole number that `round_tugs` makes of a figure; `nearest` takes a half up."""
    if how == "up":
        return math.ceil(number)
    return math.floor(number + HALF if how == "nearest" else number)


def share(percent: int | None) -> Fraction:
    """Return the share of an army that deploys first, a third if neither side is outscouted."""
    return THIRD if percent is None else Fraction(percent, 100)


def first_part(size: int, percent: int | None, how: str) -> int:
    """Return how many TUGs an army of that size is asked for in its first part."""
    return rounded(size * share(percent), how)


def second_part(
    size: int, percent: int | None, how: str, *, same_share: str, of: int, down: int
) -> int:
    """Return how many the second army is asked for.

    With `same_share` = `deployed` that follows from the first, which has put `down` so many TUGs
    `of` its size.
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
    """Yield each turn of 10.E with its side and its number of TUGs, until no units are left.

    `tugs` tells how many a side has in hand at that moment, `waits` whether it has any unit there;
    a side without TUGs gets a turn with 0.
    """
    side = begins
    while any(waits(each) for each in SIDES):
        yield side, min(group(sizes[side], how), tugs(side))
        side = other(side)
