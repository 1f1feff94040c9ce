"""The seats of a battle: free or taken, and on how many devices.

Sitting down takes a seat: its link is used up, and one device alone gets a new token. A token
(`tokens`) has a generation, which rises whenever a seat is taken, given up or replaced.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.utils import timezone

from setup_app.battles.models import Battle, LogEntry
from setup_app.battles.tokens import Seat, generation
from setup_app.engine.battle import EngineBattle
from setup_app.engine.hidden import Role, Viewer
from setup_app.engine.log import ACT, Entry
from setup_app.engine.undo import open_proposals
from setup_app.engine.values import SIDES, Side

FREE, TAKEN = "free", "taken"
NOTED_TO: Final = timedelta(hours=1)
"""How exactly it is noted when a seat was last heard of."""

SEEN: Final = ("seen_first", "seen_second")
"""Under which field of its row it is noted, by side."""

LINK_LASTS: Final = timedelta(minutes=10)
"""How long a link for one more device of a seat can be used."""

MAX_LINKS: Final = 20
"""So many links for more devices of one seat lie open at once."""


@dataclass(frozen=True)
class SeatState:
    """A seat as stored in its battle's row.

    `since` is the generation with which it was taken; its player keeps it after replacing the
    token. `kept` is the same for the seat in the previous battle, if a rematch continues it.
    `links` are the open links for more devices, by number, each with its expiry; `made` counts all
    that were ever made.
    """

    taken: bool = False
    devices: int = 0
    since: int = 0
    kept: int | None = None
    links: Mapping[str, str] = field(default_factory=dict)
    made: int = 0

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    def opened(self, number: int, now: datetime) -> bool:
        """Whether the link of this number can be used now."""
        until = self.links.get(str(number))
        return until is not None and now < datetime.fromisoformat(until)

    def with_link(self, now: datetime) -> SeatState:
        """The same with one more open link, whose number is `made`."""
        standing = {
            number: until for number, until in self.links.items() if self._lasts(until, now)
        }
        made = self.made + 1
        kept = dict(list(standing.items())[1 - MAX_LINKS :])
        return replace(self, made=made, links={**kept, str(made): (now + LINK_LASTS).isoformat()})

    def joined(self, number: int) -> SeatState:
        """The same once another device has come by a link."""
        links = {each: until for each, until in self.links.items() if each != str(number)}
        return replace(self, devices=self.devices + 1, links=links)

    @staticmethod
    def _lasts(until: str, now: datetime) -> bool:
        return now < datetime.fromisoformat(until)


def seat_of(row: Battle, side: Side) -> SeatState:
    """One seat as it stands; a battle that was made before there was any sitting down has free
    ones."""
    kept = row.seats.get(str(side))
    return SeatState(**kept) if kept else SeatState()


def set_seat_state(row: Battle, side: Side, state: SeatState) -> None:
    """Let a seat stand so in its row, which is not saved yet."""
    row.seats = {**row.seats, str(side): state.as_json()}


def is_taken(row: Battle, side: Side) -> bool:
    """Return whether the seat is taken; the computer's always is."""
    return side == row.bot_side or seat_of(row, side).taken


def seats_as_json(
    row: Battle, viewer: Viewer, entries: Iterable[Entry] | None = None
) -> list[dict[str, Any]]:
    """Both seats as a view tells of them, now or as the acts among `entries` left them.

    How many devices hold a seat is told to that seat alone, as it is now.
    """
    return [
        {
            "side": side,
            "state": TAKEN if taken else FREE,
            "devices": seat_of(row, side).devices
            if viewer.role is Role.SEAT and viewer.side == side
            else None,
        }
        for side in SIDES
        for taken in (is_taken(row, side) if entries is None else _was_taken(row, side, entries),)
    ]


def _was_taken(row: Battle, side: Side, entries: Iterable[Entry]) -> bool:
    return side == row.bot_side or _last_act(side, entries) == "seat_taken"


def left(entries: Iterable[Entry]) -> tuple[Side, ...]:
    """Return the sides whose seats were taken once and are free now."""
    acts = tuple(entries)
    return tuple(side for side in SIDES if _last_act(side, acts) == "seat_freed")


def _last_act(side: Side, entries: Iterable[Entry]) -> str | None:
    """How a seat was left by the last act on it: taken, freed, or never touched."""
    acts = [
        entry.kind
        for entry in entries
        if entry.type == ACT and entry.side == side and entry.kind in ("seat_taken", "seat_freed")
    ]
    return acts[-1] if acts else None


def sits_from_before(row: Battle, side: Side) -> int | None:
    """By which sitting down in the battle before who sits there came to it; None where the seat is
    not held by that any more."""
    state = seat_of(row, side)
    if not state.taken or generation(row, Seat(str(side))) != state.since:
        return None
    return state.kept


def seen_at(row: Battle, side: Side) -> datetime | None:
    """When a request of this seat came last, to the hour; None where none was noted."""
    found: datetime | None = getattr(row, SEEN[side])
    return found


def this_hour() -> datetime:
    """Now, as exactly as it is noted."""
    return timezone.now().replace(minute=0, second=0, microsecond=0)


def is_quiet(row: Battle, played: EngineBattle, side: Side) -> bool:
    """Whether who sits there was asked something `SEAT_QUIET_DAYS` ago and not seen since then.

    Who waits for the other side is not quiet, nor is the machine.
    """
    if side == row.bot_side:
        return False
    asked = _asked_at(row, played, side)
    long_ago = timezone.now() - timedelta(days=settings.SEAT_QUIET_DAYS)
    seen = seen_at(row, side)
    # It is noted to the hour: he may have been seen at its end.
    return asked is not None and asked <= long_ago and (seen is None or seen + NOTED_TO <= long_ago)


def _asked_at(row: Battle, played: EngineBattle, side: Side) -> datetime | None:
    """When a side was asked what it has been asked longest; None where it is asked nothing."""
    numbers = [
        each.opened_at
        for each in played.askings()
        if each.side in (side, None) and each.answered_by is None
    ]
    numbers += [each.id for each in open_proposals(played) if each.side not in (side, None)]
    if played.over and not played.closed:
        asked = {
            e.side: e.number for e in played.entries if e.type == ACT and e.kind == "close_asked"
        }
        numbers += [
            number for who, number in asked.items() if who not in (side, None) and side not in asked
        ]
    if not numbers:
        return None
    times = LogEntry.objects.filter(battle=row, number__in=numbers).values_list(
        "created", flat=True
    )
    return min(times, default=None)
