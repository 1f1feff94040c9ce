"""How is a request answered once whose answer holds tokens? They are made anew, and not kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from rest_framework.request import Request
from rest_framework.response import Response

from setup_app.battles.tokens import KIND as SEAT
from setup_app.events.models import Role
from setup_app.events.tokens import KIND
from setup_app.idempotency.answers import Answer, answered_once

_MARK: Final = "token_of_role"
_SEAT_MARK: Final = "token_of_seat"


def token_later(role: Role) -> dict[str, list[Any]]:
    """What stands for a role's token in an answer until it is given."""
    return {_MARK: [role.event.public_id, role.number, role.generation]}


def seat_token_later(battle: str, side: int, generation: int) -> dict[str, list[Any]]:
    """The same for the seat of a side at a battle."""
    return {_SEAT_MARK: [battle, side, generation]}


def once(request: Request, act: Callable[[], Answer]) -> Response:
    """Do `act` and answer, or answer again; see `answered_once`."""
    answer = answered_once(request, act)
    return Response(_with_tokens(answer.data), status=answer.status_code)


def _with_tokens(body: Any) -> Any:
    if isinstance(body, list):
        return [_with_tokens(each) for each in body]
    if not isinstance(body, dict):
        return body
    if list(body) == [_MARK]:
        event, number, generation = body[_MARK]
        return KIND.token(event, f"r{number}", generation)
    if list(body) == [_SEAT_MARK]:
        battle, side, generation = body[_SEAT_MARK]
        return SEAT.token(battle, str(side), generation)
    return {name: _with_tokens(value) for name, value in body.items()}
