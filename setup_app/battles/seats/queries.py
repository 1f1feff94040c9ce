"""Queries about the seats of a battle: free, taken, inactive, and opened by a link."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.utils import timezone

from setup_app.battles.models import Battle, LogEntry
from setup_app.battles.repository import row_named
from setup_app.battles.seats import tokens
from setup_app.battles.seats.state import is_taken, seat_of, seen_at
from setup_app.battles.seats.tokens import SEATS, Seat
from setup_app.engine.battle import EngineBattle
from setup_app.engine.errors import DomainError
from setup_app.engine.hidden import Role, Viewer
from setup_app.engine.log import ACT, Entry
from setup_app.engine.undo import open_proposals
from setup_app.engine.values import SIDES, Side

FREE, TAKEN = "free", "taken"

WATCHING: Final = (Seat.SPECTATOR, Seat.UMPIRE)
"""Seats that only watch; the umpire's shows both hands."""


def read_link(battle: str, token: str, *, or_used: bool = False) -> tuple[Battle, Seat]:
    """Return the battle and the seat that a link opens or, with `or_used`, has opened.

    Raises `not_found`, and `seat_used_up` for a used link to a seat that plays.
    """
    claim = tokens.parse_token(token)
    row = row_named(battle)
    if claim is None or claim.thing != row.public_id:
        raise DomainError("not_found")
    kind = Seat(claim.holder)
    if not tokens.is_current(claim, row):
        if kind not in SEATS or tokens.find_earlier_generation(claim, row) is None:
            raise DomainError("not_found")
        if not or_used:
            raise DomainError("seat_used_up")
    return row, kind


def read_watch_link(battle: str, token: str) -> tuple[Battle, Seat]:
    """Return the battle and the seat of a link that only watches. Raises `not_found` for others."""
    row, kind = read_link(battle, token)
    if kind not in WATCHING:
        raise DomainError("not_found")
    return row, kind


def seats_as_json(
    row: Battle, viewer: Viewer, entries: Iterable[Entry] | None = None
) -> list[dict[str, Any]]:
    """Return both seats as a view shows them, now or after the acts among `entries`.

    Only a seat itself sees its number of devices, which is always the present one.
    """
    acts = None if entries is None else _last_acts(entries)
    taken = [
        is_taken(row, side) if acts is None else side == row.bot_side or acts[side] == "seat_taken"
        for side in SIDES
    ]
    own = viewer.side if viewer.role is Role.SEAT else None
    return [
        {
            "side": side,
            "state": TAKEN if taken[side] else FREE,
            "devices": seat_of(row, side).devices if side == own else None,
        }
        for side in SIDES
    ]


def free_seats(row: Battle, played: EngineBattle | None) -> tuple[Side, ...]:
    """Return the free sides of a loaded battle that someone can still play.

    These are the sides that have not accepted the battle yet and, before it is over, those whose
    seats were given up. Empty for a battle that does not replay.
    """
    if played is None:
        return ()
    open_sides = {
        each.side
        for each in played.askings()
        if each.prompt.kind == "sit_down" and each.answered_by is None
    }
    if not played.over:
        acts = _last_acts(played.entries)
        open_sides |= {side for side in SIDES if acts[side] == "seat_freed"}
    return tuple(side for side in SIDES if side in open_sides and not is_taken(row, side))


def _last_acts(entries: Iterable[Entry]) -> dict[Side | None, str | None]:
    """Return by side how the last act left its seat: taken, freed, or None for no act."""
    acts: dict[Side | None, str | None] = dict.fromkeys(SIDES)
    for entry in entries:
        if entry.type == ACT and entry.kind in ("seat_taken", "seat_freed"):
            acts[entry.side] = entry.kind
    return acts


def is_inactive(row: Battle, played: EngineBattle, side: Side) -> bool:
    """Return whether a side was asked something `SEAT_QUIET_DAYS` ago and not seen since.

    A side that waits for the other one is not inactive, nor is the bot.
    """
    if side == row.bot_side:
        return False
    asked = _asked_at(row, played, side)
    limit = timezone.now() - timedelta(days=settings.SEAT_QUIET_DAYS)
    seen = seen_at(row, side)
    # `seen` is rounded down: the last request may have come at the end of that hour.
    return (
        asked is not None
        and asked <= limit
        and (seen is None or seen + timedelta(hours=1) <= limit)
    )


def _asked_at(row: Battle, played: EngineBattle, side: Side) -> datetime | None:
    """Return the time of the oldest request that a side has not answered, or None."""
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
