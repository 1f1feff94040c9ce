"""How does a seat come to be somebody's, and nobody else's? Each sitting down stands in the log."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from django.db import OperationalError, connection, transaction
from django.utils import timezone

from setup_app.battles import pubsub, seats
from setup_app.battles.models import Battle
from setup_app.battles.repository import changing
from setup_app.battles.seats import SeatState, seat_of
from setup_app.battles.tokens import Seat, generation
from setup_app.engine.battle import EngineBattle as Played
from setup_app.engine.errors import DomainError
from setup_app.engine.values import Side
from setup_app.identity.requesters import Requester

log = logging.getLogger(__name__)

Came = TypeVar("Came")


def take_seat(*, battle: str, side: Side, of: int) -> int:
    """Sit down by the token of generation `of`; the new generation, for who sits there alone.

    Raises `seat_used_up` where it is not the present one any more: somebody sat down by it first,
    or it was made anew. Raises `seat_taken` for the machine's.
    """

    def sit(row: Battle, played: Played | None) -> int:
        _refuse_another(row, side, of)
        if side == row.bot_side:
            raise DomainError("seat_taken")
        number = _raise_generation(row, Seat(str(side)))
        before = seat_of(row, side)
        # Who sat there already, and takes it once more, is still he.
        since = before.since if before.taken else number
        seats.set_seat_state(
            row, side, SeatState(taken=True, devices=1, since=since, made=before.made)
        )
        setattr(row, seats.SEEN[side], seats.this_hour())
        _write(played, "seat_taken", side)
        return _stored(row, number)

    return _at_battle(battle, sit)


def free_seat(*, battle: str, side: Side, of: int) -> int:
    """Give a seat up, for who holds it; the generation that a new link to it has.

    No device holds it any more. Raises `seat_used_up` as `take_seat` does.
    """

    def leave(row: Battle, played: Played | None) -> int:
        _refuse_another(row, side, of)
        return _freed(row, played, side, by="seat")

    return _at_battle(battle, leave)


def reissue_seat(*, battle: str, seat: Seat) -> int:
    """Make a new token for a seat and void the old ones, for who began the battle; its generation.

    It stands in the log: both players can see that a seat may have changed hands. Raises
    `seat_taken` for a seat that somebody holds, unless he was asked something and has been quiet
    for `SEAT_QUIET_DAYS`: it is free then.
    """

    def anew(row: Battle, played: Played | None) -> int:
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
    """Let all other devices of a seat hold it no more, for one that does; the new generation.

    Whoever asks for it sits there from then on. Raises `seat_used_up` as `take_seat` does.
    """

    def alone(row: Battle, played: Played | None) -> int:
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
    """Make a link for one more device of a seat; its number. Raises `seat_used_up`."""
    with transaction.atomic():
        row = _locked(battle)
        _refuse_another(row, side, of)
        state = seat_of(row, side).with_link(timezone.now())
        seats.set_seat_state(row, side, state)
        row.save(update_fields=["seats"])
    return state.made


def join_seat(*, battle: str, side: Side, number: int, of: int) -> None:
    """Let one more device hold a seat, by such a link. Raises `link_used_up`: it was used, its time
    is over, or the seat was made anew since."""
    with transaction.atomic():
        row = _locked(battle)
        state = seat_of(row, side)
        if generation(row, Seat(str(side))) != of or not state.opened(number, timezone.now()):
            raise DomainError("link_used_up")
        seats.set_seat_state(row, side, state.joined(number))
        setattr(row, seats.SEEN[side], seats.this_hour())
        row.save(update_fields=["seats", seats.SEEN[side]])


def leave_with_device(*, battle: str, side: Side, of: int) -> None:
    """Let one device forget its seat. With the last one of a battle under way it is given up."""

    def leave(row: Battle, played: Played | None) -> None:
        if generation(row, Seat(str(side))) != of or not (state := seat_of(row, side)).taken:
            return
        if state.devices > 1 or row.finished:
            seats.set_seat_state(row, side, replace(state, devices=max(0, state.devices - 1)))
            row.save(update_fields=["seats"])
        else:
            _freed(row, played, side, by="seat")

    _at_battle(battle, leave)


def note_seen(*, row: Battle, side: Side) -> None:
    """Note that a request of this seat came, once an hour.

    A reader is not turned away because it cannot be noted: what he reads is there.
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
        log.warning("not noted that a seat was seen: %s", type(cannot).__name__)


def disown(*, battle: str, asker: Requester) -> None:
    """Take a battle off what a browser began; the battle stays, and so do an account's own."""
    if asker.key:
        Battle.objects.filter(public_id=battle, owner_key=asker.key).update(owner_key="")


def _at_battle(battle: str, act: Callable[[Battle, Played | None], Came]) -> Came:
    """Do something with a battle's seats under its lock; with no log where it does not replay."""
    try:
        with changing(battle) as change:
            return act(change.row, change.played)
    except DomainError as refused:
        if refused.code != "read_only":
            raise
    # Nothing more is written into a log that cannot be replayed; its links are still replaced.
    with transaction.atomic():
        return act(_locked(battle), None)


def _locked(battle: str) -> Battle:
    row = Battle.objects.select_for_update().filter(public_id=battle).first()
    if row is None:
        raise DomainError("not_found")
    return row


def _refuse_another(row: Battle, side: Side, of: int) -> None:
    if generation(row, Seat(str(side))) != of:
        raise DomainError("seat_used_up")


def _freed(row: Battle, played: Played | None, side: Side, *, by: str) -> int:
    made = seat_of(row, side).made
    seats.set_seat_state(row, side, SeatState(made=made))
    _write(played, "seat_freed", side, by=by)
    return _stored(row, _raise_generation(row, Seat(str(side))))


def _write(played: Played | None, kind: str, side: Side, **more: str) -> None:
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
