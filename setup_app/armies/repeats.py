"""What when a request that stores something is sent twice with the same `Idempotency-Key`?

It is answered as before and does nothing again, for a day. Refusals are not kept: asked again,
they are judged again. Who had no key of his own yet is given the one that the first request made,
so that a lost answer does not lose the list: the idempotency key, of 32 characters or more, shows
that it is he.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.utils import timezone
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from setup_app.armies.models import AnsweredRequest
from setup_app.askers import asker_of, keep_key
from setup_app.script.errors import DomainError
from setup_app.script.values import canonical, sha256

KEPT_FOR: Final = timedelta(hours=24)
SHORTEST_ANONYMOUS: Final = 32
LONGEST: Final = 255


@dataclass(frozen=True, slots=True)
class Answer:
    """What a request came to."""

    status: int
    body: Any = None


def answered_once(request: Request, act: Callable[[], Answer]) -> Response:
    """Do `act` and answer; where this caller's key was answered before, answer that again.

    Raises `key_unreadable`, `key_too_short`, `key_reused`, and what `act` raises, having then
    done nothing.
    """
    key = request.headers.get("Idempotency-Key")
    if key is None:
        answer = act()
        return Response(answer.body, status=answer.status)
    row = AnsweredRequest(
        caller=_caller(request, key),
        key=key,
        body_hash=sha256(canonical([request.method, request.path, request.data])),
    )
    before = _before(row)
    if before is None:
        try:
            _act(request, row, act)
            before = row
        except _Taken:
            before = _before(row)
            if before is None:  # the other one was refused meanwhile
                return answered_once(request, act)
    if asker_of(request).is_stranger and before.owner_key:
        keep_key(request, before.owner_key)
    return Response(before.answer, status=before.status)


class _Taken(Exception):
    """An equal key came first."""


def _act(request: Request, row: AnsweredRequest, act: Callable[[], Answer]) -> None:
    with transaction.atomic():
        AnsweredRequest.objects.filter(created_at__lte=timezone.now() - KEPT_FOR).delete()
        try:
            with transaction.atomic():
                row.save()
        except IntegrityError as taken:
            raise _Taken from taken
        answer = act()
        row.status = answer.status
        row.answer = json.loads(JSONRenderer().render(answer.body) or b"null")
        row.owner_key = asker_of(request).key
        row.save()


def _before(row: AnsweredRequest) -> AnsweredRequest | None:
    before = AnsweredRequest.objects.filter(
        caller=row.caller, key=row.key, created_at__gt=timezone.now() - KEPT_FOR
    ).first()
    if before is not None and before.body_hash != row.body_hash:
        raise DomainError("key_reused")
    return before


def _caller(request: Request, key: str) -> str:
    if not 1 <= len(key) <= LONGEST or not all("!" <= letter <= "~" for letter in key):
        raise DomainError("key_unreadable")
    account = asker_of(request).account
    if account is None and len(key) < SHORTEST_ANONYMOUS:
        raise DomainError("key_too_short")
    return "" if account is None else f"user:{account}"
