"""How does a test's browser come to hold a seat? By a link for one more device of it.

That uses no link up and writes nothing into the log: the seat's token goes on, and so do versions.
Sitting down itself has tests of its own.
"""

from __future__ import annotations

from typing import Any

from django.test import Client

from setup_app.battles.models import Battle
from setup_app.battles.seats.services import create_device_link
from setup_app.battles.seats.tokens import Seat, device_token, generation


def device_path(battle: str, side: int) -> str:
    """A fresh link for one more device of a seat."""
    row = Battle.objects.get(public_id=battle)
    number = create_device_link(battle=battle, side=side, of=generation(row, Seat(str(side))))
    return f"/b/{battle}/device/{device_token(row, side, number)}/"


def sit(client: Client, battle: str, *sides: int) -> Any:
    """Let a client hold these seats; the last answer."""
    answer = None
    for side in sides:
        answer = client.post(device_path(battle, side))
        assert answer.status_code == 302, answer.content
    return answer


def sit_by_link(client: Client, battle: str, token: str) -> Any:
    """Sit down by a seat's own link, as a player does: look at it, and confirm."""
    link = f"/b/{battle}/seat/{token}/"
    asked = client.get(link)
    assert asked.status_code == 200, asked.content
    return client.post(link)
