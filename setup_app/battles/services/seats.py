"""What when a seat's link fell into the wrong hands? It is replaced, and the old one is void."""

from __future__ import annotations

from django.db import transaction

from setup_app.battles.models import Battle
from setup_app.battles.tokens import Seat, generation
from setup_app.script.errors import DomainError


def reissue_seat(*, battle: str, seat: Seat) -> int:
    """Make a new token for a seat and void the old ones; the new generation."""
    with transaction.atomic():
        row = Battle.objects.select_for_update().filter(public_id=battle).first()
        if row is None:
            raise DomainError("not_found")
        number = generation(row, seat) + 1
        row.generations = {**row.generations, seat.value: number}
        row.save(update_fields=["generations"])
    return number
