"""How many TUGs are put down in each step? Sections 10.D and 10.E, as exact fractions.

An army's size is all TUGs of its list, those off the table included; SUGs count in no number.
"""

from __future__ import annotations

import math
from fractions import Fraction

from setup_app.script.values import PerSide

THIRD = Fraction(1, 3)
HALF = Fraction(1, 2)
NOBODY_HIDDEN = PerSide(0, 0)


def rounded(number: Fraction, how: str) -> int:
    """Return the whole number that `round_tugs` makes of a figure; `nearest` takes a half up."""
    if how == "up":
        return math.ceil(number)
    return math.floor(number + HALF if how == "nearest" else number)


def share(percent: int | None) -> Fraction:
    """Return the share of an army that goes down first, a third where nobody is outscouted."""
    return THIRD if percent is None else Fraction(percent, 100)


def first_part(size: int, percent: int | None, how: str) -> int:
    """Return how many TUGs an army of that size is asked for in its first part."""
    return rounded(size * share(percent), how)


def same_part(size: int, *, of: int, down: int, how: str) -> int:
    """Return how many the second army is asked for where `same_share` is `deployed`.

    The first has put `down` so many TUGs `of` its size.
    """
    return rounded(Fraction(size * down, of), how)


def group(size: int, how: str) -> int:
    """Return how many TUGs an army puts down in each turn of 10.E, at least 1."""
    return max(1, rounded(size * THIRD, how))


def plan(
    sizes: PerSide[int],
    percent: int | None,
    *,
    how: str,
    same_share: str = "stated",
    off: PerSide[int] = NOBODY_HIDDEN,
) -> tuple[tuple[int, int], ...]:
    """Return who puts down how many in turn: 0 for the army that begins, 1 for the other.

    `off` are the TUGs that each hides in between, as the sheet has it. The army that begins puts
    down fewer than it is asked where it needs them to hide. First parts of 0 stand in it.
    """
    asked = first_part(sizes[0], percent, how)
    down = min(asked, sizes[0] - off[0])
    if same_share == "deployed":
        also = same_part(sizes[1], of=sizes[0], down=down, how=how)
    else:
        also = first_part(sizes[1], percent, how)
    steps = [(0, down), (1, min(also, sizes[1] - off[1]))]
    left = [sizes[who] - off[who] - number for who, number in steps]
    who = 0
    while any(left):
        number = min(group(sizes[who], how), left[who])
        if number:
            steps.append((who, number))
            left[who] -= number
        who = 1 - who
    return tuple(steps)
