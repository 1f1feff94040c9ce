"""Tokens of the form `<event>-r<role>-<code>`, which give their holder a role of an event.

Unlike a seat's link a token is not used up when it is opened: it stands on printed cards.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from setup_app.events.models import Role
from setup_app.identity.tokens import TokenKind

KIND = TokenKind("role", thing="[2-9a-z]{14}", holder="r[1-9][0-9]{0,6}")
MAX_FORMER: Final = 50
"""The number of former generations of a link that are still recognised as replaced."""


@dataclass(frozen=True)
class RoleHolder:
    """A caller with a valid token of a role, in the generation of that token.

    `row` is the role as it was when the token was looked up.
    """

    event: str
    role: int
    generation: int
    row: Role | None = field(default=None, compare=False, repr=False)

    @property
    def caller_key(self) -> str:
        return f"role:{self.event}:{self.role}:{self.generation}"


def token_of(role: Role, *, generation: int | None = None) -> str:
    """Return the token of a role: of its present generation, or of the given one."""
    number = role.generation if generation is None else generation
    return KIND.token(role.event.public_id, f"r{role.number}", number)


def holder_of(text: str) -> RoleHolder | None:
    """Return the holder of a token; None if it is not a role's token, or is void."""
    found = role_of(text)
    if found is None:
        return None
    return RoleHolder(found.event.public_id, found.number, found.generation, found)


def role_of(text: str) -> Role | None:
    """Return the role for which a token is valid now. One query, none for a malformed token."""
    claim = KIND.read(text)
    if claim is None:
        return None
    number = int(claim.holder.removeprefix("r"))
    named = Role.objects.select_related("event", "entry")
    role = named.filter(event__public_id=claim.thing, number=number).first()
    if role is None or not KIND.holds(claim, thing=claim.thing, generation=role.generation):
        return None
    return role


def find_voided(text: str) -> RoleHolder | None:
    """Return the holder of a token that was valid before its link was replaced or removed; one of
    many generations ago is forgotten. One query, none for a malformed token.
    """
    claim = KIND.read(text)
    if claim is None:
        return None
    number = int(claim.holder.removeprefix("r"))
    role = Role.objects.filter(event__public_id=claim.thing, number=number).first()
    present = MAX_FORMER if role is None else role.generation
    for former in range(present - 1, max(-1, present - 1 - MAX_FORMER), -1):
        if KIND.holds(claim, thing=claim.thing, generation=former):
            return RoleHolder(claim.thing, number, former)
    return None


def was_replaced(text: str) -> bool:
    """Return whether a link was valid once and was replaced since, not removed. Two queries at
    most, none for a malformed token.
    """
    holder = find_voided(text)
    if holder is None:
        return False
    return Role.objects.filter(event__public_id=holder.event, number=holder.role).exists()
