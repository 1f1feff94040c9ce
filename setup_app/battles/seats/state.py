"""The state of a seat, as stored in its battle's row: free or taken, and on how many devices.

Taking a seat uses its link up, and one device alone gets a new token. A token (`tokens`) has a
generation, which rises whenever a seat is taken, given up or reissued.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any, Final

from django.utils import timezone

from setup_app.battles.models import Battle
from setup_app.battles.seats.tokens import SEATS, generation
from setup_app.engine.values import Side

SEEN: Final = ("seen_first", "seen_second")
"""The field of a battle's row that stores when a seat was last seen, by side."""

DEVICE_LINK_LIFETIME: Final = timedelta(minutes=10)
MAX_DEVICE_LINKS: Final = 20
"""How many links for more devices of one seat are open at once."""


@dataclass(frozen=True)
class SeatState:
    """A seat as stored in its battle's row.

    `since` is the generation with which it was taken; its player keeps it after replacing the
    token. `kept` is the same for the seat in the previous battle, if a rematch continues it.
    `links` are the open links for more devices, by number, each with its expiry; `made` counts all
    that were ever created.
    """

    taken: bool = False
    devices: int = 0
    since: int = 0
    kept: int | None = None
    links: Mapping[str, str] = field(default_factory=dict)
    made: int = 0

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    def is_open(self, number: int, now: datetime) -> bool:
        """Return whether the link with this number can be used now."""
        expiry = self.links.get(str(number))
        return expiry is not None and now < datetime.fromisoformat(expiry)

    def add_link(self, now: datetime) -> SeatState:
        """Return the state with one more open link, whose number is `made`, and no expired ones."""
        links = [(each, self.links[each]) for each in self.links if self.is_open(int(each), now)]
        made = self.made + 1
        new = (str(made), (now + DEVICE_LINK_LIFETIME).isoformat())
        return replace(self, made=made, links=dict([*links, new][-MAX_DEVICE_LINKS:]))

    def add_device(self, number: int) -> SeatState:
        """Return the state after another device used the link with this number."""
        links = {each: expiry for each, expiry in self.links.items() if each != str(number)}
        return replace(self, devices=self.devices + 1, links=links)


def seat_of(row: Battle, side: Side) -> SeatState:
    """Return the state of a seat. A seat that nothing is stored about is free."""
    return SeatState(**row.seats.get(str(side), {}))


def set_seat(row: Battle, side: Side, state: SeatState) -> None:
    """Set the state of a seat in its row, without saving the row."""
    row.seats = {**row.seats, str(side): state.as_json()}


def is_taken(row: Battle, side: Side) -> bool:
    """Return whether the seat is taken; the computer's always is."""
    return side == row.bot_side or seat_of(row, side).taken


def continued_from(row: Battle, side: Side) -> int | None:
    """Return the `since` of the seat in the previous battle that this seat continues.

    None if the seat continues none, or was freed, taken or reissued since the rematch began.
    """
    state = seat_of(row, side)
    current = state.taken and generation(row, SEATS[side]) == state.since
    return state.kept if current else None


def seen_at(row: Battle, side: Side) -> datetime | None:
    """Return when this seat last sent a request, rounded down to the hour; None if unknown."""
    seen: datetime | None = getattr(row, SEEN[side])
    return seen


def current_hour() -> datetime:
    """Return the current time, rounded down to the hour as `seen_at` is."""
    return timezone.now().replace(minute=0, second=0, microsecond=0)
