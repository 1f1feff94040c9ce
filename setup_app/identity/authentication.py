"""Authenticate requests by `Authorization: Seat <token>`.

Apps register how to find a token's holder: battles for seats and challenges, events for roles.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Protocol, runtime_checkable

from django.contrib.auth.models import AnonymousUser
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed


@runtime_checkable
class Holder(Protocol):
    """A caller with a valid token. `caller_key` is unique to the caller."""

    @property
    def caller_key(self) -> str: ...


KEYWORD: Final = "Seat"
"""Whatever a token is of, it is sent as `Authorization: Seat <token>`."""

ABOUT: Final = (
    "`Seat <token>`: the token of a battle seat, of your own challenge, or of an event role."
)

Finder = Callable[[str], Holder | None]
"""Who holds a token; None where it is of another kind or stands for nothing."""

_FINDERS: list[Finder] = []


def register(find: Finder) -> None:
    """Let requests speak by tokens of one more kind."""
    if find not in _FINDERS:
        _FINDERS.append(find)


def holder_of(text: str) -> Holder | None:
    """Return the holder of a token of any kind; None if there is none."""
    return next((found for find in _FINDERS if (found := find(text)) is not None), None)


def holder_in(request: Any) -> Holder | None:
    """Who holds the token that a request was let in by; None where it was none."""
    return request.auth if isinstance(request.auth, Holder) else None


class TokenHolderAuthentication(BaseAuthentication):
    """Finds who holds the token that stands in the request's header."""

    def authenticate(self, request: Any) -> tuple[Any, Holder] | None:
        words = get_authorization_header(request).split()
        if not words or words[0].lower() != KEYWORD.lower().encode():
            return None
        if len(words) != 2:
            raise AuthenticationFailed
        try:
            found = holder_of(words[1].decode("ascii"))
        except UnicodeDecodeError:
            found = None
        if found is None:
            raise AuthenticationFailed
        return (AnonymousUser(), found)

    def authenticate_header(self, request: Any) -> str:
        return KEYWORD


class TokenHolderScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # untyped there
    """How the schema tells it: one scheme for each kind of token."""

    target_class = TokenHolderAuthentication

    name = "seat"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": ABOUT,
        }
