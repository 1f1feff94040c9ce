"""The side that a form acts for: only seats that its browser holds."""

from __future__ import annotations

from django.http import HttpRequest

from setup_app.battles import queries
from setup_app.battles.models import Battle
from setup_app.battles.pages import held_seats
from setup_app.battles.pages.answers import side_of, whole
from setup_app.battles.pages.held_seats import Holding
from setup_app.engine.errors import DomainError
from setup_app.engine.values import Side


def seated(request: HttpRequest, battle: str) -> tuple[Battle, Holding]:
    """Return the battle and the seats that this browser holds. Raises `not_found` if it holds
    none.
    """
    row = queries.row_named(battle)
    found = held_seats.heard_of(request, row)
    if not found.sides:
        raise DomainError("not_found")
    return row, found


def acting_side(found: Holding, prompt: str) -> Side | None:
    """Return the side for which this browser answers a prompt. Raises `not_your_prompt`."""
    side = side_of(prompt)
    if not found.acts_for(side):
        raise DomainError("not_your_prompt")
    return found.acting if side is None else side


def version_in(request: HttpRequest) -> int:
    return whole(request.POST.get("version", "")) or 0
