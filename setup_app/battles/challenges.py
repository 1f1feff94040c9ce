"""Challenges and who may know what of them: everyone the terms, no one else the list.

The creator holds the token `<challenge>-c-<code>`, and with it, after acceptance, the first seat of
the battle.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from setup_app.armies.points import compare
from setup_app.battles.models import Challenge, ChallengeState
from setup_app.battles.seats import tokens
from setup_app.battles.seats.tokens import Seat
from setup_app.engine.errors import DomainError
from setup_app.engine.rulebook import Rulebook
from setup_app.engine.values import PerSide
from setup_app.identity.authentication import Holder
from setup_app.identity.tokens import TokenKind
from setup_app.rulebooks import registry

KIND = TokenKind("challenge", thing="[2-9a-z]{14}", holder="c")

SAT_DOWN_WITH = 1
"""The generation of both seats of a battle that began with a challenge."""


@dataclass(frozen=True)
class Challenger:
    """A caller with a valid token of a challenge."""

    challenge: str

    @property
    def caller_key(self) -> str:
        return f"challenge:{self.challenge}"


def token_of(row: Challenge) -> str:
    """Return the token that the maker of a challenge holds."""
    return KIND.token(row.public_id, "c", 0)


def holder_of(text: str) -> Holder | None:
    """Return the holder of a token of a battle's seat or of a challenge; None for neither."""
    seated = tokens.find_seated(text)
    if seated is not None:
        return seated
    claim = KIND.read(text)
    row = Challenge.objects.filter(public_id=claim.thing).first() if claim else None
    if claim is None or row is None or not KIND.holds(claim, thing=row.public_id, generation=0):
        return None
    return Challenger(row.public_id)


def challenge_named(public_id: str) -> Challenge:
    """Return the challenge with this id. Raises `not_found`."""
    row = Challenge.objects.select_related("battle").filter(public_id=public_id).first()
    if row is None:
        raise DomainError("not_found")
    return row


def listed() -> QuerySet[Challenge]:
    """Return the open challenges that anyone may find, the latest first."""
    return Challenge.objects.filter(state=ChallengeState.OPEN, listed=True).order_by(
        "-created", "-pk"
    )


def points_of(rulebook: Rulebook, army: Mapping[str, Any]) -> float | None:
    """Return the total points of a list's units; None if the rulebook's rows state no points."""
    compared = compare(army, rulebook)
    return None if compared is None else compared.found


def public_list(row: Challenge) -> Mapping[str, Any]:
    """Return the part of the challenger's list that the other side may see."""
    rulebook = registry.rulebook(row.rulebook)
    shown: Mapping[str, Any] = rulebook.public_list(row.army, row.wanted["settings"])
    return shown


def goes_until(row: Challenge) -> str:
    """Return how far the battle goes: as chosen, or as far as the known lists allow."""
    if row.battle is not None:
        return str(row.battle.setup["until"])
    chosen: str | None = row.wanted["until"]
    return chosen or registry.rulebook(row.rulebook).can_go_until(PerSide(row.army, row.army))


def view(row: Challenge, *, url: str) -> dict[str, Any]:
    """Return the public view of a challenge, for anyone with its address."""
    wanted = row.wanted
    return {
        "id": row.public_id,
        "state": row.state,
        "url": url,
        "rulebook": row.rulebook,
        "settings": wanted["settings"],
        "table": wanted["table"],
        "base_width_mm": wanted["base_width_mm"],
        "until": goes_until(row),
        "dice": wanted["dice"],
        "cards": wanted["cards"],
        "points": row.points,
        "umpire": wanted["umpire"],
        "listed": row.listed,
        "list": dict(public_list(row)),
    }


def came_of(row: Challenge) -> dict[str, Any]:
    """Return the outcome of an accepted challenge for its maker; an empty mapping before that. The
    seat is null after its token was reissued: the new token went to another device.
    """
    battle = row.battle
    if battle is None:
        return {}
    own = tokens.generation(battle, Seat.FIRST) == SAT_DOWN_WITH
    token = tokens.token(battle, Seat.FIRST, of=SAT_DOWN_WITH)
    return {
        "battle": battle.public_id,
        "creator": tokens.token(battle, Seat.CREATOR, of=0),
        "seat": {"side": 0, "token": token} if own else None,
    }
