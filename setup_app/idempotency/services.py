"""Run a request once per `Idempotency-Key` and repeat its result for a day.

The key is stored in the transaction of the action, before the action runs. A second request with
the same key therefore waits for the first one to end and gets its result; it acts only if the first
one left nothing behind. A request that cannot be read claims no key.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from setup_app.engine.errors import DomainError
from setup_app.engine.values import canonical, sha256
from setup_app.idempotency import refusals
from setup_app.idempotency.models import KEY_LIFETIME, KeyedRequest
from setup_app.identity.callers import caller_of
from setup_app.identity.requesters import asker_of, keep_key
from setup_app.identity.sessions import REPEATED_WITHIN

MIN_UNGUESSABLE_LENGTH: Final = 32
MAX_KEY_LENGTH: Final = 255

Result = Any
"""JSON data, enough to answer the request, the first time and again."""

Action = Callable[[], Result]


@dataclass(frozen=True)
class KeyClaim:
    """The caller's key, the hash of the request that it stands for, and how long it does."""

    caller: str
    key: str
    body_hash: str
    lifetime: timedelta = KEY_LIFETIME


@dataclass(frozen=True)
class FoundResult:
    """The result of a request that was sent before."""

    result: Result


def run_idempotent(
    request: Request,
    action: Action,
    *,
    render: Callable[[Result], Response],
    transient: tuple[type[DomainError], ...] = (),
    secret: bool = False,
) -> Response:
    """Run `action` and answer with `render(result)`, once per caller and key.

    With a key, `action` runs in one transaction with it, and `render` runs after the commit, for
    the first request and for each repetition. A `DomainError` of the action is stored and raised
    again, except the `transient` ones, which say nothing about the request. Without a key the
    action simply runs, in no transaction of its own.

    `secret`: the answer holds a token that only its first receiver may have. Its key is as long as
    an anonymous caller's, and the result is repeated for ten minutes.

    Raises `key_unreadable`, `key_too_short` and `key_reused` before the action runs.
    """
    claim = _read_claim(request, secret=secret)
    if claim is None:
        return render(refusals.to_json(action()))
    return render(_run_once(request, claim, action, transient))


def find_result(request: Request, *, within: timedelta) -> FoundResult | None:
    """Return the result of this request's key, where it was first sent at most `within` ago.

    Returns None otherwise. Raises the key's errors and the stored refusal.
    """
    claim = _read_claim(request)
    if claim is None:
        return None
    row = KeyedRequest.objects.filter(caller=claim.caller, key=claim.key).first()
    if row is None or row.is_expired(within):
        return None
    return FoundResult(_result_of(row, claim)["result"])


def delete_expired(now: datetime) -> int:
    """Delete the keys that are older than a day and return their number."""
    deleted, _ = KeyedRequest.objects.filter(created__lte=now - KEY_LIFETIME).delete()
    return deleted


def _read_claim(request: Request, *, secret: bool = False) -> KeyClaim | None:
    """Return the request's claim over its method, path and body; None without a key.

    Nothing but the key identifies an anonymous caller, or the only receiver of a secret, so theirs
    has a minimum length.
    """
    key = request.headers.get("Idempotency-Key")
    if key is None:
        return None
    if not 1 <= len(key) <= MAX_KEY_LENGTH or not all("!" <= letter <= "~" for letter in key):
        raise DomainError("key_unreadable")
    caller = caller_of(request)
    if (secret or not caller) and len(key) < MIN_UNGUESSABLE_LENGTH:
        raise DomainError("key_too_short")
    body_hash = sha256(canonical([request.method, request.path, request.data]))
    return KeyClaim(caller, key, body_hash, REPEATED_WITHIN if secret else KEY_LIFETIME)


def _run_once(
    request: Request, claim: KeyClaim, action: Action, transient: tuple[type[DomainError], ...]
) -> Result:
    with transaction.atomic():
        row, is_new = _lock_key(claim)
        refusal = _run(request, row, action, transient) if is_new else None
    if refusal is not None:
        raise refusal
    stored = _result_of(row, claim)
    if stored["owner_key"] and asker_of(request).is_stranger:
        # The answer with this browser's cookie was lost: what the action stored stays theirs.
        keep_key(request, stored["owner_key"])
    return stored["result"]


def _lock_key(claim: KeyClaim) -> tuple[KeyedRequest, bool]:
    """Return the locked row of a key, and whether the key is free for this request.

    A concurrent request with the same key waits here until the other one's transaction ends.
    """
    row, is_free = KeyedRequest.objects.select_for_update().get_or_create(
        caller=claim.caller, key=claim.key, defaults={"body_hash": claim.body_hash}
    )
    if not is_free and row.is_expired(claim.lifetime):
        row.body_hash, row.created, is_free = claim.body_hash, timezone.now(), True
        row.outcome = row.refusal = None
    return row, is_free


def _run(
    request: Request,
    row: KeyedRequest,
    action: Action,
    transient: tuple[type[DomainError], ...],
) -> DomainError | None:
    """Run the action, store what it came to with its key, and return its refusal."""
    refusal = None
    try:
        with transaction.atomic():
            result = refusals.to_json(action())
    except transient:
        raise
    except DomainError as error:
        row.refusal, refusal = refusals.as_json(error), error
    else:
        owner_key = "" if row.caller else asker_of(request).key
        row.outcome = {"result": result, "owner_key": owner_key}
    row.save(update_fields=["body_hash", "created", "outcome", "refusal"])
    return refusal


def _result_of(row: KeyedRequest, claim: KeyClaim) -> Any:
    if row.body_hash != claim.body_hash:
        raise DomainError("key_reused")
    if row.refusal is not None:
        raise refusals.from_json(row.refusal)
    return row.outcome
