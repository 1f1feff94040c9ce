"""Take, free and reissue seats. Each of these acts is in the battle's log."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from django.db import OperationalError, connection, transaction
from django.utils import timezone

from setup_app.battles import pubsub, seats
from setup_app.battles.models import Battle
from setup_app.battles.repository import lock_row, locked_battle
from setup_app.battles.seats import SeatState, seat_of
from setup_app.battles.tokens import Seat, generation
from setup_app.engine.battle import EngineBattle
from setup_app.engine.errors import DomainError
from setup_app.engine.values import Side
from setup_app.identity.requesters import Requester

log = logging.getLogger(__name__)

Came = TypeVar("Came")


def take_seat(*, battle: str, side: Side, of: int) -> int:
    """Sit down by the token of generation `of` and return the new one, which only the caller gets.

    Raises `seat_used_up` if `of` is no longer the current generation, since someone else sat down
    first or the seat was reissued. Raises `seat_taken` for the bot's.
    """

    def sit(row: Battle, played: EngineBattle | None) -> int:
        _refuse_another(row, side, of)
        if side == row.bot_side:
            raise DomainError("seat_taken")
        number = _raise_generation(row, Seat(str(side)))
        before = seat_of(row, side)
        # Who sat there already and takes it again is still the same player.
        since = before.since if before.taken else number
        seats.set_seat_state(
            row, side, SeatState(taken=True, devices=1, since=since, made=before.made)
        )
        setattr(row, seats.SEEN[side], seats.this_hour())
        _write(played, "seat_taken", side)
        return _stored(row, number)

    return _at_battle(battle, sit)


def free_seat(*, battle: str, side: Side, of: int) -> int:
    """Give a seat up, on all its devices, and return the generation of a new link to it.

    Raises `seat_used_up` as `take_seat` does.
    """

    def leave(row: Battle, played: EngineBattle | None) -> int:
        _refuse_another(row, side, of)
        return _freed(row, played, side, by="seat")

    return _at_battle(battle, leave)


def reissue_seat(*, battle: str, seat: Seat) -> int:
    """Void the tokens of a seat, for the battle's creator, and return the new generation.

    The log shows both players that a seat may have changed hands. Raises `seat_taken` for a seat
    that someone holds, unless they were asked something and were not seen for `SEAT_QUIET_DAYS`:
    then it becomes free.
    """

    def anew(row: Battle, played: EngineBattle | None) -> int:
        side = seat.side
        if side is not None and seats.is_taken(row, side):
            if played is None or not seats.is_quiet(row, played, side):
                raise DomainError("seat_taken")
            _freed(row, played, side, by="creator")
        if played is not None:
            played.act("seat_reissued", side, {"seat": seat.value})
        return _stored(row, _raise_generation(row, seat))

    return _at_battle(battle, anew)


def keep_seat_alone(*, battle: str, side: Side, of: int) -> int:
    """Take a seat from all other devices and return the new generation.

    The caller sits there from then on. Raises `seat_used_up` as `take_seat` does.
    """

    def alone(row: Battle, played: EngineBattle | None) -> int:
        _refuse_another(row, side, of)
        state = seat_of(row, side)
        if state.taken:
            _write(played, "seat_reissued", side, by="seat")
        else:
            _write(played, "seat_reissued", side)
            _write(played, "seat_taken", side)
        number = _raise_generation(row, Seat(str(side)))
        since = state.since if state.taken else number
        seats.set_seat_state(
            row, side, replace(state, taken=True, devices=1, since=since, links={})
        )
        return _stored(row, number)

    return _at_battle(battle, alone)


def open_device_link(*, battle: str, side: Side, of: int) -> int:
    """Make a link for another device of a seat and return its number. Raises `seat_used_up`."""
    with transaction.atomic():
        row = lock_row(battle)
        _refuse_another(row, side, of)
        state = seat_of(row, side).with_link(timezone.now())
        seats.set_seat_state(row, side, state)
        row.save(update_fields=["seats"])
    return state.made


def join_seat(*, battle: str, side: Side, number: int, of: int) -> None:
    """Let another device hold a seat, by such a link.

    Raises `link_used_up` if it was used, has expired, or the seat was reissued since.
    """
    with transaction.atomic():
        row = lock_row(battle)
        state = seat_of(row, side)
        if generation(row, Seat(str(side))) != of or not state.opened(number, timezone.now()):
            raise DomainError("link_used_up")
        seats.set_seat_state(row, side, state.joined(number))
        setattr(row, seats.SEEN[side], seats.this_hour())
        row.save(update_fields=["seats", seats.SEEN[side]])


def leave_with_device(*, battle: str, side: Side, of: int) -> None:
    """Let one device forget its seat. The last one of an unfinished battle gives the seat up."""

    def leave(row: Battle, played: EngineBattle | None) -> None:
        if generation(row, Seat(str(side))) != of or not (state := seat_of(row, side)).taken:
            return
        if state.devices > 1 or row.finished:
            seats.set_seat_state(row, side, replace(state, devices=max(0, state.devices - 1)))
            row.save(update_fields=["seats"])
        else:
            _freed(row, played, side, by="seat")

    _at_battle(battle, leave)


def note_seen(*, row: Battle, side: Side) -> None:
    """Store that a request of this seat came, once an hour.

    A request that only reads is answered even if this cannot be stored.
    """
    now = seats.this_hour()
    if seats.seen_at(row, side) == now:
        return
    name = seats.SEEN[side]
    setattr(row, name, now)
    try:
        Battle.objects.filter(pk=row.pk).update(**{name: now})
    except OperationalError as cannot:
        if connection.in_atomic_block:
            raise
        log.warning("could not record that a seat was seen: %s", type(cannot).__name__)


def disown(*, battle: str, asker: Requester) -> None:
    """Remove a battle from those of a browser. The battle stays, and so do an account's own."""
    if asker.key:
        Battle.objects.filter(public_id=battle, owner_key=asker.key).update(owner_key="")


def _at_battle(battle: str, act: Callable[[Battle, EngineBattle | None], Came]) -> Came:
    """Change a battle's seats under its lock; without its log if that does not replay."""
    try:
        with locked_battle(battle) as locked:
            return act(locked.row, locked.played)
    except DomainError as refused:
        if refused.code != "read_only":
            raise
    # A log that does not replay gets no more entries, but its links can still be replaced.
    with transaction.atomic():
        return act(lock_row(battle), None)


def _refuse_another(row: Battle, side: Side, of: int) -> None:
    if generation(row, Seat(str(side))) != of:
        raise DomainError("seat_used_up")


def _freed(row: Battle, played: EngineBattle | None, side: Side, *, by: str) -> int:
    made = seat_of(row, side).made
    seats.set_seat_state(row, side, SeatState(made=made))
    _write(played, "seat_freed", side, by=by)
    return _stored(row, _raise_generation(row, Seat(str(side))))


def _write(played: EngineBattle | None, kind: str, side: Side, **more: str) -> None:
    if played is not None:
        played.act(kind, side, {"seat": str(side), **more})


def _stored(row: Battle, number: int) -> int:
    row.save(update_fields=["generations", "seats", *seats.SEEN])
    transaction.on_commit(lambda: pubsub.seats(row.public_id), robust=True)
    return number


def _raise_generation(row: Battle, seat: Seat) -> int:
    number = generation(row, seat) + 1
    row.generations = {**row.generations, seat.value: number}
    return number
