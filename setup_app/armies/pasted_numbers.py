"""The numbers of a row in a pasted text: the column of each, and those that are not certain."""

from __future__ import annotations

from collections.abc import Mapping

from setup_app.armies.fields import Column, Kind
from setup_app.armies.pasted_words import Found
from setup_app.armies.points import POINTS


def numbers_of(
    found: Found, columns: Mapping[str, Column]
) -> tuple[dict[str, int], list[str], bool]:
    """Return the numbers of a row, those that were not used, and whether the points are of each.

    The first number without a word is the first number of the row, such as the bases, and the next
    one the points. If there are more than that, only one that begins the line is certain; where the
    bases are stated and the points are of each unit, it is how many units there are. A number
    outside the limits of its column is not used.
    """
    counts = [each.name for each in columns.values() if each.kind is Kind.NUMBER]
    counts.sort(key=lambda each: each == POINTS)
    free = [each for each in counts if each not in found.numbers and each not in found.twice]
    bare = list(enumerate(found.bare))
    is_shared = found.is_together or any(each not in counts[:1] for each in found.each)
    if found.starts_bare and found.copies == 1 and is_shared and counts[:1] != free[:1]:
        found.copies = bare.pop(0)[1]
        certain = 0
    else:
        certain = int(found.starts_bare and free[:1] == counts[:1])
    taken = len(bare) if len(bare) <= len(free) else certain
    stated = dict(found.numbers)
    is_each = bool({POINTS, ""} & set(found.each))
    for name, (at, value) in zip(free, bare[:taken], strict=False):
        stated[name] = value
        is_each = is_each or (name == POINTS and at in found.each)
    unused = [str(value) for _, value in bare[taken:]]
    numbers: dict[str, int] = {}
    for name, value in stated.items():
        if name in columns and _fits(columns[name], value):
            numbers[name] = value
        else:
            unused.append(f"{value} {name}")
    return numbers, unused, is_each


def _fits(column: Column, value: int) -> bool:
    least, most = column.limits
    return least <= value <= most
