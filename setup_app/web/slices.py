"""Keyset pagination: the part of a long list after or before a cursor.

The cursor in the address holds the time and number of a thing. So the thousandth page costs what
the first does, and nothing appears twice when new things arrive. The things may come from several
queries, each in the order of its own index: a union in the database would be sorted as a whole.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final, Generic, TypeVar

from django.db.models import Model, Q, QuerySet

Thing = TypeVar("Thing", bound=Model)

AFTER, BEFORE = "a", "b"
MAX_SIZE: Final = 2**63


@dataclass(frozen=True)
class PageCursor:
    """The boundary of a part: the time and number of a thing. The part lies `BEFORE` or `AFTER`
    it.
    """

    side: str
    time: datetime
    number: int

    def __str__(self) -> str:
        words = f"{self.side} {self.time.isoformat()} {self.number}"
        return base64.urlsafe_b64encode(words.encode()).decode().rstrip("=")

    @classmethod
    def read(cls, text: str) -> PageCursor | None:
        """Return the place in an address; None for an invalid one."""
        try:
            words = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
            side, time, number = words.decode("ascii").split(" ")
            stated = datetime.fromisoformat(time)
            # At either end of the calendar a moment with an offset may not exist in UTC.
            place = cls(side, stated.astimezone(UTC), int(number))
        except (binascii.Error, ValueError, OverflowError):
            return None
        told = stated.utcoffset() is not None and side in (AFTER, BEFORE)
        return place if told and abs(place.number) < MAX_SIZE else None


@dataclass(frozen=True)
class Slice(Generic[Thing]):
    """A part of a list, newest first; `next` and `previous` name the places beside it."""

    things: list[Thing]
    next: PageCursor | None
    previous: PageCursor | None


def slice_of(
    parts: Sequence[QuerySet[Thing]], *, by: str, size: int, place: PageCursor | None = None
) -> Slice[Thing]:
    """Return the newest `size` things by the time in the field `by`, from a place on.

    `parts` together are the list; a thing in two of them is listed once. One query for one part,
    else one for each of them and one more; none without parts.
    """
    if not parts:
        return Slice([], None, None)
    back = place is not None and place.side == BEFORE
    ordered = [_ordered(each, by, place, back=back)[: size + 1] for each in parts]
    found = list(ordered[0]) if len(ordered) == 1 else _together(ordered, by, size + 1, back=back)
    more, found = len(found) > size, found[:size]
    if back:
        found.reverse()
    before = more if back else place is not None
    after = True if back else more
    return Slice(
        found,
        next=_place(AFTER, found[-1], by) if found and after else None,
        previous=_place(BEFORE, found[0], by) if found and before else None,
    )


def _ordered(
    part: QuerySet[Thing], by: str, place: PageCursor | None, *, back: bool
) -> QuerySet[Thing]:
    if place is not None:
        # The first condition lets an index be used; "or" alone would scan the whole index.
        word = "gt" if back else "lt"
        part = part.filter(
            Q(**{f"{by}__{word}e": place.time})
            & (Q(**{f"{by}__{word}": place.time}) | Q(**{f"pk__{word}": place.number}))
        )
    return part.order_by(by, "pk") if back else part.order_by(f"-{by}", "-pk")


def _together(parts: Sequence[QuerySet[Thing]], by: str, size: int, *, back: bool) -> list[Thing]:
    """Return the first things of all parts. Only the numbers of unlisted things are read."""
    heads = {head for each in parts for head in each.values_list(by, "pk")}
    first = [number for _, number in sorted(heads, reverse=not back)[:size]]
    rows: dict[Any, Thing] = parts[0].model._default_manager.in_bulk(first)
    return [rows[number] for number in first if number in rows]


def _place(side: str, thing: Model, by: str) -> PageCursor:
    return PageCursor(side, getattr(thing, by), thing.pk)
