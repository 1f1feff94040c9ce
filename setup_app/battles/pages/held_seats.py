"""The seats that this browser holds: battles, seats and generations in its session.

A device with both seats of a battle passes between two players. What belongs to one seat is then
shown only in the answer to a POST that takes this seat up.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.http import HttpRequest

from setup_app.battles import queries, seats, services
from setup_app.battles.models import Battle
from setup_app.battles.tokens import Seat, generation
from setup_app.engine.errors import DomainError
from setup_app.engine.hidden import BOTH, Viewer, seat
from setup_app.engine.values import SIDES, Side, other

_SESSION_FIELD: Final = "battle_seats"
_ASKED_FIELD: Final = "asked_to_sit_at"
MAX_REMEMBERED: Final = 200
MAX_ASKED: Final = 20
MAX_BACK: Final = 4
"""So many rematches may be made before this browser looks at the last: each one costs a look."""


@dataclass(frozen=True)
class Holding:
    """The seats of one battle that a browser holds."""

    seats: frozenset[Seat] = frozenset()

    @property
    def sides(self) -> tuple[Side, ...]:
        return tuple(side for side in SIDES if Seat(str(side)) in self.seats)

    @property
    def both(self) -> bool:
        return len(self.sides) == len(SIDES)

    @property
    def creator(self) -> bool:
        return Seat.CREATOR in self.seats

    @property
    def acting(self) -> Side | None:
        """The side for which this browser acts by itself; None where it holds both."""
        return self.sides[0] if len(self.sides) == 1 else None

    def acts_for(self, side: Side | None) -> bool:
        return bool(self.sides) if side is None else side in self.sides

    def viewer(self, row: Battle) -> Viewer:
        """As what this browser looks at the battle. Raises `not_found` where it may not."""
        if self.both:
            return BOTH
        if self.sides:
            return seat(self.sides[0])
        if self.creator:
            return Seat.CREATOR.viewer
        return queries.watcher_of(row)


def held(request: HttpRequest, row: Battle) -> Holding:
    """Return the seats of a battle that this browser holds, without seats that were replaced
    since.
    """
    return _held(request, row, back=MAX_BACK)


def _held(request: HttpRequest, row: Battle, *, back: int) -> Holding:
    battles = request.session.get(_SESSION_FIELD)
    if not battles:
        return Holding()
    noted = battles.get(row.public_id, {})
    found = {kind for kind in Seat if noted.get(kind.value) == generation(row, kind)}
    if back and (kept := _from_before(request, row, back=back - 1) - found):
        take(request, row, *kept)
        found |= kept
    return Holding(frozenset(found))


def heard_of(request: HttpRequest, row: Battle) -> Holding:
    """The same for a page of the battle itself: that its seats were heard of is noted."""
    holding = held(request, row)
    for side in holding.sides:
        services.note_seen(row=row, side=side)
    return holding


def _from_before(request: HttpRequest, row: Battle, *, back: int) -> set[Seat]:
    """Return the seats of a rematch that this browser holds by its seats in the previous battle.

    The browser has not opened the rematch yet. At most `back` battles are searched, since anyone
    may ask.
    """
    noted = request.session.get(_SESSION_FIELD, {}).get(row.public_id, {})
    new = [
        (side, since)
        for side in SIDES
        if str(side) not in noted and (since := seats.sits_from_before(row, side)) is not None
    ]
    before = row.rematch_of if new else None
    if before is None:
        return set()
    sat = _held(request, before, back=back).sides
    return {
        Seat(str(side))
        for side, since in new
        if other(side) in sat and seats.seat_of(before, other(side)).since == since
    }


def was_taken_back(request: HttpRequest, row: Battle) -> bool:
    """Return whether this browser held a seat until its holder took it back on another device.

    False for a seat that was given up, or that another player has taken.
    """
    noted = request.session.get(_SESSION_FIELD, {}).get(row.public_id, {})
    had = {side: noted[str(side)] for side in SIDES if str(side) in noted}
    return any(
        state.taken and state.since <= number < generation(row, Seat(str(side)))
        for side, number in had.items()
        for state in (seats.seat_of(row, side),)
    )


def held_generation(request: HttpRequest, row: Battle, side: Side) -> int:
    """The generation by which this browser holds a side's seat. Raises `not_allowed`."""
    if not held(request, row).acts_for(side):
        raise DomainError("not_allowed")
    noted = request.session.get(_SESSION_FIELD, {}).get(row.public_id, {})
    return int(noted[str(side)])


def take(request: HttpRequest, row: Battle, *taken: Seat) -> None:
    """Remember seats of a battle; the battles that were taken first are forgotten first."""
    battles = dict(request.session.get(_SESSION_FIELD, {}))
    noted = dict(battles.pop(row.public_id, {}))
    for each in taken:
        noted[each.value] = generation(row, each)
    battles[row.public_id] = noted
    for forgotten in list(battles)[:-MAX_REMEMBERED]:
        del battles[forgotten]
    request.session[_SESSION_FIELD] = battles


def put_down(request: HttpRequest, row: Battle, side: Side) -> None:
    """Forget one side's seat, for another player to take."""
    battles = dict(request.session.get(_SESSION_FIELD, {}))
    noted = dict(battles.get(row.public_id, {}))
    noted.pop(str(side), None)
    request.session[_SESSION_FIELD] = {**battles, row.public_id: noted}


def mark(request: HttpRequest, name: str) -> None:
    """Let a browser have a session before it sits down.

    Its answer may be lost: what it then holds is found by a cookie that it has already.
    """
    asked = [each for each in request.session.get(_ASKED_FIELD, ()) if each != name]
    request.session[_ASKED_FIELD] = [*asked, name][-MAX_ASKED:]


def forget(request: HttpRequest, battle: str) -> None:
    """Forget a battle with every seat of it."""
    battles = dict(request.session.get(_SESSION_FIELD, {}))
    battles.pop(battle, None)
    request.session[_SESSION_FIELD] = battles


def remembered(request: HttpRequest) -> tuple[str, ...]:
    """The battles of which this browser holds a seat, the latest first."""
    return tuple(reversed(request.session.get(_SESSION_FIELD, {})))
