"""How is a request done once, and its answer given again for a day?

A key is kept with the hash of its request and what came of it, refusals included. It is written in
the transaction of what it does, after that: of two requests at once the later one finds it there,
is undone, and gets what the first one came to. A request that cannot even be read claims no key.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.utils import timezone
from rest_framework.request import Request

from setup_app.engine.errors import DomainError
from setup_app.engine.values import canonical, sha256
from setup_app.idempotency import refusals
from setup_app.idempotency.models import KeyedRequest
from setup_app.identity.callers import caller_of

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
    """Another request with this key came first, as it seems; `why` is what the database said."""

    def __init__(self, why: IntegrityError) -> None:
        super().__init__()
        self.why = why


def once(
    request: Request,
    act: Callable[[], Outcome],
    *,
    fleeting: tuple[type[DomainError], ...] = (),
    act_first: bool = False,
) -> Outcome:
    """Do `act`, or give what it came to when this caller's key was sent before; refusals included.

    Those that are `fleeting` are not kept: they say nothing of the request. `act_first` spares a
    look at the key to who sends it once: for an act that has no effect beside its transaction. One
    that is repeated is refused or undone, and the key is looked at then. Raises `key_unreadable`,
    `key_too_short`, `key_reused`, and what `act` raises, having done nothing.
    """
    claimed = _claim(request)
    return act() if claimed is None else _once(claimed, act, fleeting, looks=not act_first)


def known(request: Request, *, within: timedelta) -> Outcome | None:
    """What this caller's key came to where it was first sent at most so long ago; else None.

    Does nothing. Raises what `once` raises.
    """
    claimed = _claim(request)
    row = _remembered(claimed) if claimed is not None else None
    return row.outcome if row is not None and row.created > timezone.now() - within else None


def stands_with_its_key() -> bool:
    """Whether what this thread does now is undone as a whole where its key is not kept with it.

    A transaction within needs no savepoint then, unless somebody catches what is raised in it.
    """
    return _with_key.now


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
    claimed: KeyClaim,
    act: Callable[[], Outcome],
    fleeting: tuple[type[DomainError], ...],
    *,
    looks: bool,
) -> Outcome:
    """In two rounds at most: whoever finds the key taken twice was given no answer by anybody."""
    try:
        return _round(claimed, act, fleeting, looks=looks)
    except _Taken:
        _drop_of_a_day_before(claimed)
    try:
        return _round(claimed, act, fleeting)
    except _Taken as taken:
        before = _remembered(claimed)
        if before is None:
            # Not an equal request: the database would not keep the key for another reason.
            raise taken.why from None
        return before.outcome


def _round(
    claimed: KeyClaim,
    act: Callable[[], Outcome],
    fleeting: tuple[type[DomainError], ...],
    *,
    looks: bool = True,
) -> Outcome:
    """Do `act`, or give what it came to. Raises `_Taken` where an equal request was first, and that
    may be all that this one was refused for. Where it `looks` not, only a refusal lets it look."""
    before = _remembered(claimed) if looks else None
    if before is not None:
        return before.outcome
    try:
        with transaction.atomic(), _as_one_with_its_key():
            outcome = act()
            _keep(claimed, outcome=outcome)
            return outcome
    except DomainError as refused:
        before = None if looks else _remembered(claimed)
        if before is not None:
            return before.outcome
        if isinstance(refused, fleeting):
            raise
        with transaction.atomic():
            _keep(claimed, refusal=refusals.as_json(refused))
        raise


def _drop_of_a_day_before(claimed: KeyClaim) -> None:
    """Where what took the key is of a day before, it is this request's turn now."""
    KeyedRequest.objects.filter(
        caller=claimed.caller, key=claimed.key, created__lte=timezone.now() - KEPT_FOR
    ).delete()


class _WithKey(threading.local):
    now = False


_with_key = _WithKey()


@contextmanager
def _as_one_with_its_key() -> Iterator[None]:
    before, _with_key.now = _with_key.now, True
    try:
        yield
    finally:
        _with_key.now = before


def _remembered(claimed: KeyClaim) -> KeyedRequest | None:
    row = KeyedRequest.objects.filter(caller=claimed.caller, key=claimed.key).first()
    if row is None or row.created <= timezone.now() - KEPT_FOR:
        return None
    if row.body_hash != claimed.body_hash:
        raise DomainError("key_reused")
    if row.refusal is not None:
        raise refusals.from_json(row.refusal)
    return row


def _keep(claimed: KeyClaim, *, outcome: Outcome = None, refusal: Any = None) -> None:
    """Write down what a request came to; raises `_Taken` where another one with its key has."""
    kept = {
        "body_hash": claimed.body_hash,
        "outcome": outcome,
        "refusal": refusal,
        "created": timezone.now(),
    }
    try:
        KeyedRequest.objects.create(caller=claimed.caller, key=claimed.key, **kept)
    except IntegrityError as taken:
        raise _Taken(taken) from taken
