"""Answers with tokens: stored as placeholders, filled in when a request is answered."""

from __future__ import annotations

from typing import Any, Final

from rest_framework.response import Response

from setup_app.battles.seats.tokens import KIND as SEAT
from setup_app.events.event.tokens import KIND
from setup_app.events.models import Role

_ROLE: Final = "token_of_role"
_SEAT: Final = "token_of_seat"


def role_token_placeholder(role: Role) -> dict[str, list[Any]]:
    """Return the placeholder for a role's token in a stored result."""
    return {_ROLE: [role.event.public_id, role.number, role.generation]}


def seat_token_placeholder(battle: str, side: int, generation: int) -> dict[str, list[Any]]:
    """Return the placeholder for a seat's token in a stored result."""
    return {_SEAT: [battle, side, generation]}


def render_with_tokens(body: Any, status: int = 200) -> Response:
    """Answer with the body, its placeholders replaced by tokens."""
    return Response(_with_tokens(body), status=status)


def _with_tokens(body: Any) -> Any:
    if isinstance(body, list):
        return [_with_tokens(each) for each in body]
    if not isinstance(body, dict):
        return body
    if list(body) == [_ROLE]:
        event, number, generation = body[_ROLE]
        return KIND.token(event, f"r{number}", generation)
    if list(body) == [_SEAT]:
        battle, side, generation = body[_SEAT]
        return SEAT.token(battle, str(side), generation)
    return {name: _with_tokens(value) for name, value in body.items()}
