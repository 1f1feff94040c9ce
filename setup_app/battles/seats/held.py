"""The seats that a browser holds: battles, seats and generations in its session.

A device with both seats of a battle passes between two players. What belongs to one seat is then
shown only in the answer to a POST that takes this seat up.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from django.http import HttpRequest

from setup_app.battles import queries
from setup_app.battles.models import Battle
from setup_app.battles.seats.services import record_seen
from setup_app.battles.seats.state import continued_from, seat_of
from setup_app.battles.seats.tokens import SEATS, Seat, generation
from setup_app.engine.errors import DomainError
from setup_app.engine.hidden import BOTH, Viewer, seat
from setup_app.engine.values import SIDES, Side, other
from setup_app.identity.sessions import renew_session

_SEATS_FIELD: Final = "battle_seats"
_ASKED_FIELD: Final = "asked_to_sit_at"
MAX_REMEMBERED: Final = 200
MAX_ASKED: Final = 20
MAX_REMATCHES_BACK: Final = 4
"""How many rematches in a row are searched for a seat that this browser continues to hold."""


@dataclass(frozen=True)
class Holding:
    """The seats of one battle that a browser holds."""

    seats: frozenset[Seat] = frozenset()

    @property
    def sides(self) -> tuple[Side, ...]:
        return tuple(side for side in SIDES if SEATS[side] in self.seats)

    @property
    def both(self) -> bool:
        return len(self.sides) == len(SIDES)

    @property
    def creator(self) -> bool:
        return Seat.CREATOR in self.seats

    @property
    def acting(self) -> Side | None:
        """The side of a browser that holds one side's seat; None if it holds both or none."""
        return self.sides[0] if len(self.sides) == 1 else None

    def acts_for(self, side: Side | None) -> bool:
        return bool(self.sides) if side is None else side in self.sides

    def viewer(self, row: Battle) -> Viewer:
        """Return the viewer of the battle that this browser is. Raises `not_found` for none."""
        if self.both:
            return BOTH
        if self.sides:
            return seat(self.sides[0])
        if self.creator:
            return Seat.CREATOR.viewer
        return queries.watcher_of(row)


def get_holding(request: HttpRequest, row: Battle, *, back: int = MAX_REMATCHES_BACK) -> Holding:
    """Return the seats of a battle that this browser holds, without those reissued since.

    A seat of the previous battle that a rematch continues is included and remembered. At most
    `back` previous battles are searched, since anyone may ask.
    """
    if not request.session.get(_SEATS_FIELD):
        return Holding()
    generations = _generations(request, row)
    found = {each for each in Seat if generations.get(each.value) == generation(row, each)}
    if back and (continued := _continued_seats(request, row, back=back - 1) - found):
        _remember(request, row, *continued)
        found |= continued
    return Holding(frozenset(found))


def _continued_seats(request: HttpRequest, row: Battle, *, back: int) -> set[Seat]:
    """Return the seats of a rematch that this browser holds because of the previous battle.

    Only seats that the browser has not held in the rematch before.
    """
    generations = _generations(request, row)
    new = {
        side: since
        for side in SIDES
        if str(side) not in generations and (since := continued_from(row, side)) is not None
    }
    before = row.rematch_of if new else None
    if before is None:
        return set()
    held = get_holding(request, before, back=back).sides
    return {
        SEATS[side]
        for side, since in new.items()
        if other(side) in held and seat_of(before, other(side)).since == since
    }


def record_visit(request: HttpRequest, row: Battle) -> Holding:
    """Return the seats that this browser holds, and record that they sent a request."""
    holding = get_holding(request, row)
    for side in holding.sides:
        record_seen(row=row, side=side)
    return holding


def require_seat(request: HttpRequest, battle: str) -> tuple[Battle, Holding]:
    """Return the battle and the seats that this browser holds, for a form.

    Raises `not_found` if it holds no side's seat.
    """
    row = queries.row_named(battle)
    found = record_visit(request, row)
    if not found.sides:
        raise DomainError("not_found")
    return row, found


def was_taken_back(request: HttpRequest, row: Battle) -> bool:
    """Return whether this browser held a seat until its holder took it back on another device.

    False for a seat that was given up, or that another player has taken.
    """
    generations = _generations(request, row)
    return any(
        seat.taken and seat.since <= generations[str(side)] < generation(row, SEATS[side])
        for side in SIDES
        if str(side) in generations
        for seat in (seat_of(row, side),)
    )


def remember_seats(request: HttpRequest, row: Battle, *seats: Seat) -> None:
    """Remember seats of a battle, for the 200 battles in which this was done last.

    The session gets a new id.
    """
    _remember(request, row, *seats)
    renew_session(request)


def _remember(request: HttpRequest, row: Battle, *seats: Seat) -> None:
    generations = _generations(request, row) | {each.value: generation(row, each) for each in seats}
    _forget(request, row.public_id)
    battles = [*request.session[_SEATS_FIELD].items(), (row.public_id, generations)]
    request.session[_SEATS_FIELD] = dict(battles[-MAX_REMEMBERED:])


def forget_seat(request: HttpRequest, row: Battle, side: Side) -> None:
    """Forget one side's seat, for another player to take."""
    generations = _generations(request, row)
    generations.pop(str(side), None)
    battles = request.session.get(_SEATS_FIELD, {})
    request.session[_SEATS_FIELD] = {**battles, row.public_id: generations}
    renew_session(request)


def forget_battle(request: HttpRequest, battle: str) -> None:
    """Forget a battle with all its seats."""
    _forget(request, battle)
    renew_session(request)


def _forget(request: HttpRequest, battle: str) -> None:
    battles = request.session.get(_SEATS_FIELD, {})
    request.session[_SEATS_FIELD] = {each: battles[each] for each in battles if each != battle}


def remembered_battles(request: HttpRequest) -> tuple[str, ...]:
    """Return the battles of which this browser holds a seat, the latest first."""
    return tuple(reversed(request.session.get(_SEATS_FIELD, {})))


def start_session(request: HttpRequest, name: str) -> None:
    """Give a browser a session before it takes a seat.

    If the answer is lost, the browser still has the cookie that finds the seat.
    """
    asked = [each for each in request.session.get(_ASKED_FIELD, ()) if each != name]
    request.session[_ASKED_FIELD] = [*asked, name][-MAX_ASKED:]


def _generations(request: HttpRequest, row: Battle) -> dict[str, Any]:
    """Return a copy of the generations that this browser's session has for a battle, by seat."""
    return dict(request.session.get(_SEATS_FIELD, {}).get(row.public_id, {}))
