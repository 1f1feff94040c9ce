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
    """A caller with a valid token. `caller_key` distinguishes them from every other caller."""

    @property
    def caller_key(self) -> str: ...


KEYWORD: Final = "Seat"
"""The keyword of every kind of token: `Authorization: Seat <token>`."""

ABOUT: Final = (
    "`Seat <token>`: the token of a battle seat, of your own challenge, or of an event role."
)

Finder = Callable[[str], Holder | None]
"""A function that returns the holder of a token; None for a token of another kind or an invalid
one.
"""

_FINDERS: list[Finder] = []


def register(find: Finder) -> None:
    """Register a kind of token for authentication."""
    if find not in _FINDERS:
        _FINDERS.append(find)


def holder_of(text: str) -> Holder | None:
    """Return the holder of a token of any kind, or None."""
    return next((found for find in _FINDERS if (found := find(text)) is not None), None)


def holder_in(request: Any) -> Holder | None:
    """Return the holder of the token that authenticated a request, or None."""
    return request.auth if isinstance(request.auth, Holder) else None


class TokenHolderAuthentication(BaseAuthentication):
    """Authentication by a token in the request's header."""

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
    """The OpenAPI security schemes: one for each kind of token."""

    target_class = TokenHolderAuthentication

    name = "seat"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": ABOUT,
        }
