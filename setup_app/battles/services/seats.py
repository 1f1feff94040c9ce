"""What when a seat's link fell into the wrong hands, or a browser wants no part in a battle?"""

from __future__ import annotations

from setup_app.battles.models import Battle
from setup_app.battles.record import changing, row_named
from setup_app.battles.tokens import Seat, generation
from setup_app.people.askers import Asker
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


def disown(*, battle: str, asker: Asker) -> None:
    """Take a battle off what a browser began; the battle stays, and so do an account's own."""
    if asker.key:
        Battle.objects.filter(public_id=battle, owner_key=asker.key).update(owner_key="")


def _raise_generation(row: Battle, seat: Seat) -> int:
    number = generation(row, seat) + 1
    row.generations = {**row.generations, seat.value: number}
    row.save(update_fields=["generations"])
    return number
