"""What when a request is sent twice? With the same key it gets the same answer and is done once.

A key is kept for a day with the hash of its request and enough to make the answer again. It is
claimed in the transaction of what it does: two requests at once cannot both do it.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from setup_app.battles import refusals
from setup_app.battles.models import Battle, IdempotentRequest
from setup_app.battles.record import Unreplayable, marking_mismatches
from setup_app.script.errors import DomainError
from setup_app.script.values import canonical, sha256

KEPT_FOR = timedelta(hours=24)
SHORTEST_ANONYMOUS = 32
LONGEST = 255


@dataclass(frozen=True)
class Outcome:
    """What a request did, and all that is needed to answer it, again too."""

    kind: str
    battle: Battle | None = None
    version: int | None = None
    job: uuid.UUID | None = None
    seat: str = ""
    generation: int | None = None


@dataclass(frozen=True)
class Claim:
    """Whose key it is, and the hash of what it stands for."""

    caller: str
    key: str
    body_hash: str


class _Taken(Exception):
    """Another request with this key came first."""


def claim(*, caller: str, key: str | None, request: Any) -> Claim | None:
    """The claim that a request makes; None without a key.

    `request` is what must be the same again: method, address, body. Raises `key_unreadable`, and
    `key_too_short` for an anonymous caller, whose key is all that tells him from others.
    """
    if key is None:
        return None
    if not 1 <= len(key) <= LONGEST or not all("!" <= letter <= "~" for letter in key):
        raise DomainError("key_unreadable")
    if not caller and len(key) < SHORTEST_ANONYMOUS:
        raise DomainError("key_too_short")
    return Claim(caller, key, sha256(canonical(request)))


def once(claimed: Claim | None, act: Callable[[], Outcome]) -> Outcome:
    """Do `act`, or give what it came to when this key was sent before; refusals included.

    Raises `key_reused`, and whatever `act` raises, having done nothing.
    """
    if claimed is None:
        return act()
    before = _remembered(claimed)
    if before is not None:
        return before
    try:
        with marking_mismatches(), transaction.atomic():
            row = _take(claimed)
            outcome = act()
            _note(row, outcome)
            return outcome
    except _Taken:
        found = _remembered(claimed)
        # The first one was refused and undone between our two looks: now it is our turn.
        return found if found is not None else once(claimed, act)
    except Unreplayable:
        raise
    except DomainError as refused:
        _keep_refusal(claimed, refused)
        raise


def _remembered(claimed: Claim) -> Outcome | None:
    row = (
        IdempotentRequest.objects.select_related("battle")
        .filter(caller=claimed.caller, key=claimed.key, created__gt=timezone.now() - KEPT_FOR)
        .first()
    )
    if row is None:
        return None
    if row.body_hash != claimed.body_hash:
        raise DomainError("key_reused")
    if row.refusal is not None:
        raise refusals.from_json(row.refusal)
    return Outcome(row.kind, row.battle, row.version, row.job, row.seat, row.generation)


def _take(claimed: Claim) -> IdempotentRequest:
    IdempotentRequest.objects.filter(
        caller=claimed.caller, key=claimed.key, created__lte=timezone.now() - KEPT_FOR
    ).delete()
    try:
        with transaction.atomic():
            return IdempotentRequest.objects.create(
                caller=claimed.caller, key=claimed.key, body_hash=claimed.body_hash
            )
    except IntegrityError as taken:
        raise _Taken from taken


def _note(row: IdempotentRequest, outcome: Outcome) -> None:
    row.kind = outcome.kind
    row.battle = outcome.battle
    row.version = outcome.version
    row.job = outcome.job
    row.seat = outcome.seat
    row.generation = outcome.generation
    row.save()


def _keep_refusal(claimed: Claim, refused: DomainError) -> None:
    try:
        with transaction.atomic():
            row = _take(claimed)
            row.kind = "refused"
            row.refusal = refusals.as_json(refused)
            row.save()
    except _Taken:
        pass  # an equal request that came at the same time has kept its own outcome


def forget(now: datetime) -> int:
    """Drop the keys that are older than a day; how many there were."""
    forgotten, _ = IdempotentRequest.objects.filter(created__lte=now - KEPT_FOR).delete()
    return forgotten
