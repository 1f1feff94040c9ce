"""How is a request done once, and its answer given again for a day?

A key is kept with the hash of its request and what came of it, refusals included. It is claimed in
the transaction of what it does: two requests at once cannot both do it. A request that cannot even
be read claims no key.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.utils import timezone
from rest_framework.request import Request

from setup_app.people.callers import caller_of
from setup_app.repeats import refusals
from setup_app.repeats.models import KeyedRequest
from setup_app.script.errors import DomainError
from setup_app.script.values import canonical, sha256

KEPT_FOR: Final = timedelta(hours=24)
SHORTEST_ANONYMOUS: Final = 32
LONGEST: Final = 255

Outcome = Any
"""As JSON: what an app needs to answer the request, again too."""


@dataclass(frozen=True)
class KeyClaim:
    """Whose key it is, and the hash of what it stands for."""

    caller: str
    key: str
    body_hash: str


class _Taken(Exception):
    """Another request with this key came first."""


def once(
    request: Request,
    act: Callable[[], Outcome],
    *,
    fleeting: tuple[type[DomainError], ...] = (),
) -> Outcome:
    """Do `act`, or give what it came to when this caller's key was sent before; refusals included.

    Those that are `fleeting` are not kept: they say nothing of the request. Raises
    `key_unreadable`, `key_too_short`, `key_reused`, and what `act` raises, having done nothing.
    """
    claimed = _claim(request)
    return act() if claimed is None else _once(claimed, act, fleeting)


def known(request: Request, *, within: timedelta) -> Outcome | None:
    """What this caller's key came to where it was first sent at most so long ago; else None.

    Does nothing. Raises what `once` raises.
    """
    claimed = _claim(request)
    row = _remembered(claimed) if claimed is not None else None
    return row.outcome if row is not None and row.created > timezone.now() - within else None


def forget(now: datetime) -> int:
    """Drop the keys that are older than a day; how many there were."""
    forgotten, _ = KeyedRequest.objects.filter(created__lte=now - KEPT_FOR).delete()
    return forgotten


def _claim(request: Request) -> KeyClaim | None:
    """The claim that a request makes: its method, address and body under its key; None without one.

    The key of an anonymous caller is all that tells him from others.
    """
    key = request.headers.get("Idempotency-Key")
    if key is None:
        return None
    if not 1 <= len(key) <= LONGEST or not all("!" <= letter <= "~" for letter in key):
        raise DomainError("key_unreadable")
    caller = caller_of(request)
    if not caller and len(key) < SHORTEST_ANONYMOUS:
        raise DomainError("key_too_short")
    return KeyClaim(caller, key, sha256(canonical([request.method, request.path, request.data])))


def _once(
    claimed: KeyClaim, act: Callable[[], Outcome], fleeting: tuple[type[DomainError], ...]
) -> Outcome:
    before = _remembered(claimed)
    if before is not None:
        return before.outcome
    try:
        with transaction.atomic():
            row = _take(claimed)
            row.outcome = act()
            row.save()
            return row.outcome
    except _Taken:
        # Where the first one was refused and undone between our two looks, it is our turn now.
        return _once(claimed, act, fleeting)
    except fleeting:
        raise
    except DomainError as refused:
        _keep_refusal(claimed, refused)
        raise


def _remembered(claimed: KeyClaim) -> KeyedRequest | None:
    row = KeyedRequest.objects.filter(
        caller=claimed.caller, key=claimed.key, created__gt=timezone.now() - KEPT_FOR
    ).first()
    if row is None:
        return None
    if row.body_hash != claimed.body_hash:
        raise DomainError("key_reused")
    if row.refusal is not None:
        raise refusals.from_json(row.refusal)
    return row


def _take(claimed: KeyClaim) -> KeyedRequest:
    KeyedRequest.objects.filter(
        caller=claimed.caller, key=claimed.key, created__lte=timezone.now() - KEPT_FOR
    ).delete()
    try:
        with transaction.atomic():
            return KeyedRequest.objects.create(
                caller=claimed.caller, key=claimed.key, body_hash=claimed.body_hash
            )
    except IntegrityError as taken:
        raise _Taken from taken


def _keep_refusal(claimed: KeyClaim, refused: DomainError) -> None:
    try:
        with transaction.atomic():
            row = _take(claimed)
            row.refusal = refusals.as_json(refused)
            row.save()
    except _Taken:
        pass  # an equal request that came at the same time has kept its own outcome
