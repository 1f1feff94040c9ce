"""Take, free and reissue seats. Each of these acts is in the battle's log."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace

from django.db import OperationalError, connection, transaction
from django.utils import timezone

from setup_app.battles import pubsub
from setup_app.battles.models import Battle
from setup_app.battles.repository import lock_row, locked_battle
from setup_app.battles.seats import state
from setup_app.battles.seats.queries import is_inactive
from setup_app.battles.seats.state import SeatState, is_taken, seat_of, set_seat
from setup_app.battles.seats.tokens import SEATS, Seat, generation
from setup_app.engine.battle import EngineBattle
from setup_app.engine.errors import DomainError
from setup_app.engine.values import Side

log = logging.getLogger(__name__)


def take_seat(*, battle: str, side: Side, of: int) -> int:
    """Take a seat by the token of generation `of`; return the new generation, for the caller only.

    Raises `seat_used_up` if `of` is no longer the current generation, since someone else took the
    seat first or it was reissued. Raises `seat_taken` for the bot's.
    """
    with _locked_seats(battle) as (row, played):
        _check_generation(row, side, of)
        if side == row.bot_side:
            raise DomainError("seat_taken")
        number = _raise_generation(row, SEATS[side])
        before = seat_of(row, side)
        # A player who takes their own seat again is still the same player.
        since = before.since if before.taken else number
        set_seat(row, side, SeatState(taken=True, devices=1, since=since, made=before.made))
        setattr(row, state.SEEN[side], state.current_hour())
        _log_act(played, "seat_taken", side)
        _save(row)
    return number


def free_seat(*, battle: str, side: Side, of: int) -> int:
    """Give a seat up, on all its devices, and return the generation of its new link.

    Raises `seat_used_up` as `take_seat` does.
    """
    with _locked_seats(battle) as (row, played):
        _check_generation(row, side, of)
        return _free(row, played, side, by="seat")


def reissue_seat(*, battle: str, seat: Seat) -> int:
    """Void the tokens of a seat, for the battle's creator, and return the new generation.

    The log shows both players that a seat may have changed hands. Raises `seat_taken` for a seat
    that someone holds, unless it is inactive (`is_inactive`): then it becomes free.
    """
    side = seat.side
    with _locked_seats(battle) as (row, played):
        if side is not None and is_taken(row, side):
            if played is None or not is_inactive(row, played, side):
                raise DomainError("seat_taken")
            _free(row, played, side, by="creator")
        if played is not None:
            played.act("seat_reissued", side, {"seat": seat.value})
        number = _raise_generation(row, seat)
        _save(row)
    return number


def keep_seat_alone(*, battle: str, side: Side, of: int) -> int:
    """Take a seat from all other devices and return the new generation.

    The caller holds the seat from then on. Raises `seat_used_up` as `take_seat` does.
    """
    with _locked_seats(battle) as (row, played):
        _check_generation(row, side, of)
        seat = seat_of(row, side)
        if seat.taken:
            _log_act(played, "seat_reissued", side, by="seat")
        else:
            _log_act(played, "seat_reissued", side)
            _log_act(played, "seat_taken", side)
        number = _raise_generation(row, SEATS[side])
        since = seat.since if seat.taken else number
        set_seat(row, side, replace(seat, taken=True, devices=1, since=since, links={}))
        _save(row)
    return number


def create_device_link(*, battle: str, side: Side, of: int) -> int:
    """Create a link for another device of a seat and return its number. Raises `seat_used_up`."""
    with transaction.atomic():
        row = lock_row(battle)
        _check_generation(row, side, of)
        seat = seat_of(row, side).add_link(timezone.now())
        set_seat(row, side, seat)
        row.save(update_fields=["seats"])
    return seat.made


def join_seat(*, battle: str, side: Side, number: int, of: int) -> None:
    """Let another device hold a seat, by such a link.

    Raises `link_used_up` if it was used, has expired, or the seat was reissued since.
    """
    with transaction.atomic():
        row = lock_row(battle)
        seat = seat_of(row, side)
        if generation(row, SEATS[side]) != of or not seat.is_open(number, timezone.now()):
            raise DomainError("link_used_up")
        set_seat(row, side, seat.add_device(number))
        setattr(row, state.SEEN[side], state.current_hour())
        row.save(update_fields=["seats", state.SEEN[side]])


def leave_with_device(*, battle: str, side: Side, of: int) -> None:
    """Remove one device from its seat. The last one of an unfinished battle gives the seat up."""
    with _locked_seats(battle) as (row, played):
        seat = seat_of(row, side)
        if generation(row, SEATS[side]) != of or not seat.taken:
            return
        if seat.devices > 1 or row.finished:
            set_seat(row, side, replace(seat, devices=max(0, seat.devices - 1)))
            row.save(update_fields=["seats"])
        else:
            _free(row, played, side, by="seat")


def record_seen(*, row: Battle, side: Side) -> None:
    """Store that this seat sent a request, once an hour.

    A request that only reads is answered even if this cannot be stored.
    """
    now = state.current_hour()
    if state.seen_at(row, side) == now:
        return
    field = state.SEEN[side]
    setattr(row, field, now)
    try:
        Battle.objects.filter(pk=row.pk).update(**{field: now})
    except OperationalError as error:
        if connection.in_atomic_block:
            raise
        log.warning("could not record that a seat was seen: %s", type(error).__name__)


@contextmanager
def _locked_seats(battle: str) -> Iterator[tuple[Battle, EngineBattle | None]]:
    """Lock a battle to change its seats.

    A log that does not replay gets no more entries, but its links can still be replaced: then the
    engine's battle is None.
    """
    with ExitStack() as stack:
        locked = None
        try:
            locked = stack.enter_context(locked_battle(battle))
        except DomainError as refused:
            if refused.code != "read_only":
                raise
        if locked is None:
            stack.enter_context(transaction.atomic())
            yield lock_row(battle), None
        else:
            yield locked.row, locked.played


def _check_generation(row: Battle, side: Side, of: int) -> None:
    if generation(row, SEATS[side]) != of:
        raise DomainError("seat_used_up")


def _free(row: Battle, played: EngineBattle | None, side: Side, *, by: str) -> int:
    set_seat(row, side, SeatState(made=seat_of(row, side).made))
    _log_act(played, "seat_freed", side, by=by)
    number = _raise_generation(row, SEATS[side])
    _save(row)
    return number


def _log_act(played: EngineBattle | None, kind: str, side: Side, **more: str) -> None:
    if played is not None:
        played.act(kind, side, {"seat": str(side), **more})


def _save(row: Battle) -> None:
    row.save(update_fields=["generations", "seats", *state.SEEN])
    transaction.on_commit(lambda: pubsub.seats(row.public_id), robust=True)


def _raise_generation(row: Battle, seat: Seat) -> int:
    number = generation(row, seat) + 1
    row.generations = {**row.generations, seat.value: number}
    return number
