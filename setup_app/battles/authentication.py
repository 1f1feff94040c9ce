"""How does a request say which seat it speaks for? `Authorization: Seat <token>`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AnonymousUser
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed

from setup_app.battles import tokens
from setup_app.battles.models import Battle
from setup_app.battles.tokens import Seat


@dataclass(frozen=True)
class Seated:
    """A caller whose token was found true: for this battle, this seat, this generation."""

    battle: str
    seat: Seat
    generation: int

    @property
    def caller_key(self) -> str:
        return f"seat:{self.battle}:{self.seat.value}:{self.generation}"


def seated(text: str) -> Seated | None:
    """The seat that a token stands for; None where it stands for none."""
    claim = tokens.read(text)
    if claim is None:
        return None
    battle = Battle.objects.filter(public_id=claim.battle).first()
    if battle is None or not tokens.holds(claim, battle):
        return None
    return Seated(battle.public_id, claim.seat, tokens.generation(battle, claim.seat))


class SeatAuthentication(BaseAuthentication):
    keyword = "Seat"

    def authenticate(self, request: Any) -> tuple[Any, Seated] | None:
        words = get_authorization_header(request).split()
        if not words or words[0].lower() != self.keyword.lower().encode():
            return None
        if len(words) != 2:
            raise AuthenticationFailed
        try:
            found = seated(words[1].decode("ascii"))
        except UnicodeDecodeError:
            found = None
        if found is None:
            raise AuthenticationFailed
        return (AnonymousUser(), found)

    def authenticate_header(self, request: Any) -> str:
        return self.keyword


class SeatScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = SeatAuthentication
    name = "seat"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "`Seat <token>`: the token of one seat of one battle.",
        }
