"""How does a request say for what it speaks? `Authorization: <Keyword> <token>`.

Which keywords there are, and who is found by a token, is registered by the apps whose things are
held: `Seat` by battles.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from django.contrib.auth.models import AnonymousUser
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed


class Holder(Protocol):
    """A caller whose token was found true. `caller_key` tells him from every other caller."""

    @property
    def caller_key(self) -> str: ...


@dataclass(frozen=True)
class Credential:
    """One kind of token in a request's header: its keyword, its name and words in the schema.

    `find` is who holds a token; None where it stands for nothing.
    """

    keyword: str
    scheme: str
    about: str
    find: Callable[[str], Holder | None]


_CREDENTIALS: dict[str, Credential] = {}


def register(credential: Credential) -> None:
    """Let requests speak by tokens of one more kind. A keyword that is taken is a mistake."""
    if _CREDENTIALS.setdefault(credential.keyword.lower(), credential) != credential:
        raise ValueError(f"registered twice: {credential.keyword}")


class TokenHolderAuthentication(BaseAuthentication):
    """Finds who holds the token that stands in the request's header."""

    def authenticate(self, request: Any) -> tuple[Any, Holder] | None:
        words = get_authorization_header(request).split()
        credential = _CREDENTIALS.get(words[0].decode("latin-1").lower()) if words else None
        if credential is None:
            return None
        if len(words) != 2:
            raise AuthenticationFailed
        try:
            found = credential.find(words[1].decode("ascii"))
        except UnicodeDecodeError:
            found = None
        if found is None:
            raise AuthenticationFailed
        return (AnonymousUser(), found)

    def authenticate_header(self, request: Any) -> str:
        return ", ".join(credential.keyword for credential in _CREDENTIALS.values())


class TokenHolderScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # untyped there
    """How the schema tells it: one scheme for each kind of token."""

    target_class = TokenHolderAuthentication

    @property
    def name(self) -> list[str]:  # type: ignore[override]  # it is only read
        return [credential.scheme for credential in _CREDENTIALS.values()]

    def get_security_definition(self, auto_schema: Any) -> list[dict[str, str]]:
        return [
            {
                "type": "apiKey",
                "in": "header",
                "name": "Authorization",
                "description": credential.about,
            }
            for credential in _CREDENTIALS.values()
        ]
