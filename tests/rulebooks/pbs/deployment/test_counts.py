"""Does each step ask for as many TUGs as the reading's own table, and a second one, say?"""

from itertools import product

import pytest

from setup_app.engine.values import PerSide
from setup_app.rulebooks.pbs_2023_1.deployment.counts import (
    first_part,
    group,
    groups,
    rounded,
    second_part,
    share,
)

WORKED = """
    0   |  9, 11 | F3 * S4 F3 S4 F3 S3
    0   | 10, 13 | F4 * S5 F4 S5 F2 S3
    10  |  3, 15 | F1 * S2 F1 S5 F1 S5 S3
    30  | 10, 10 | F3 * S3 F4 S4 F3 S3
    40  | 10, 13 | F4 * S6 F4 S5 F2 S2
    50  | 11, 8  | F6 * S4 F4 S3 F1 S1
    70  | 12, 8  | F9 * S6 F3 S2
    100 | 10, 13 | F10 * S13
"""
"""As the reading has it: F the army that begins, S the other, * hiding; rounded up, as stated."""


def worked():
    for line in WORKED.strip().splitlines():
        percent, sizes, steps = (part.strip() for part in line.split("|"))
        first, second = (int(size) for size in sizes.split(","))
        wanted = [
            (0 if step[0] == "F" else 1, int(step[1:])) for step in steps.split() if step != "*"
        ]
        yield pytest.param(int(percent) or None, (first, second), wanted, id=line.strip())


def plan(sizes, percent, *, how, same_share="stated", off=(0, 0)):
    """Who puts down how many in turn, by what the script asks: 0 begins, 1 is the other.

    `off` are the TUGs that each hides in between. The army that begins puts down fewer than it is
    asked where it needs them to hide. First parts of 0 stand in it.
    """
    down = min(first_part(sizes[0], percent, how), sizes[0] - off[0])
    of = {"of": sizes[0], "down": down}
    also = second_part(sizes[1], percent, how, same_share=same_share, **of)
    steps = [(0, down), (1, min(also, sizes[1] - off[1]))]
    left = [sizes[who] - off[who] - number for who, number in steps]
    for who, number in groups(sizes, 0, how, tugs=left.__getitem__, waits=lambda who: left[who]):
        left[who] -= number
        if number:
            steps.append((who, number))
    return tuple(steps)


@pytest.mark.parametrize(("percent", "sizes", "wanted"), list(worked()))
def test_every_worked_example(percent, sizes, wanted) -> None:
    assert list(plan(PerSide(*sizes), percent, how="up")) == wanted


def test_the_worked_figures_beside_the_table() -> None:
    assert (first_part(9, 40, "up"), first_part(12, 40, "up")) == (4, 5)
    assert second_part(12, 40, "up", same_share="deployed", of=9, down=4) == 6
    assert [rounded(11 * share(50), how) for how in ("up", "down", "nearest")] == [6, 5, 6]
    assert list(plan(PerSide(9, 9), 10, how="down"))[::2] == [(0, 0), (0, 3), (0, 3), (0, 3)]
    assert group(1, "down") == 1


# The second table: nothing but whole numbers, counted off one TUG after the other.


def part_of(size: int, percent: int, how: str) -> int:
    """Hundredths of an army; 0 percent stands for a third, which is counted in thirds."""
    pieces, whole = (size * percent, 100) if percent else (size, 3)
    number = 0
    while pieces >= whole:
        pieces -= whole
        number += 1
    more = {"up": pieces > 0, "down": False, "nearest": 2 * pieces >= whole}[how]
    return number + more


def second_table(sizes, percent, how, same_share, off):
    hands = [size - hidden for size, hidden in zip(sizes, off, strict=True)]
    steps = []

    def put(who: int, number: int) -> None:
        number = min(number, hands[who])
        hands[who] -= number
        steps.append((who, number))

    put(0, part_of(sizes[0], percent, how))
    if same_share == "stated":
        put(1, part_of(sizes[1], percent, how))
    else:
        parts = sizes[1] * steps[0][1]
        least = parts // sizes[0]
        rest = parts - least * sizes[0]
        more = {"up": rest > 0, "down": False, "nearest": 2 * rest >= sizes[0]}[how]
        put(1, least + more)
    turn = 0
    while hands[0] or hands[1]:
        if hands[turn % 2]:
            put(turn % 2, max(1, part_of(sizes[turn % 2], 0, how)))
        turn += 1
    return steps


@pytest.mark.parametrize("same_share", ["stated", "deployed"])
@pytest.mark.parametrize("how", ["up", "down", "nearest"])
@pytest.mark.parametrize("percent", range(0, 101, 10))
def test_a_second_table_of_every_difference_size_and_rounding(percent, how, same_share) -> None:
    for first, second in product(range(3, 16), repeat=2):
        for off in ((0, 0), (1, 0), (0, 1), (2, 3), (3, 2)):
            # Somebody is always to be seen.
            if first > off[0] and second > off[1]:
                found = plan(
                    PerSide(first, second),
                    percent or None,
                    how=how,
                    same_share=same_share,
                    off=PerSide(*off),
                )
                wanted = second_table((first, second), percent, how, same_share, off)
                assert list(found) == wanted, (first, second, off)
                for who, size in enumerate((first, second)):
                    assert sum(number for each, number in found if each == who) == size - off[who]
