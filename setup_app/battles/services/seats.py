"""What when a seat's link fell into the wrong hands? It is replaced, and the old one is void."""

from __future__ import annotations

from setup_app.battles.models import Battle
from setup_app.battles.record import changing, row_named
from setup_app.battles.tokens import Seat, generation
from setup_app.script.errors import DomainError


def reissue_seat(*, battle: str, seat: Seat) -> int:
    """Make a new token for a seat and void the old ones; the new generation.

    It stands in the log: both players can see that a seat may have changed hands.
    """
    try:
        with changing(battle) as change:
            change.played.act("seat_reissued", seat.side, {"seat": seat.value})
            return _raise_generation(change.row, seat)
    except DomainError as refused:
        if refused.code != "read_only":
            raise
    # Nothing more is written into a log that cannot be replayed; its links are still replaced.
    return _raise_generation(row_named(battle), seat)


def _raise_generation(row: Battle, seat: Seat) -> int:
    number = generation(row, seat) + 1
    row.generations = {**row.generations, seat.value: number}
    row.save(update_fields=["generations"])
    return number
