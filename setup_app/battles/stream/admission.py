"""Battles that a watcher may follow, and the seats that they hold there.

Checked when a stream opens, and again when a seat is re-issued, a battle is hidden or the watcher
signs out: so the answer depends on the credentials shown at the start, not on the request.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from importlib import import_module
from typing import Any, Final

from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.http import HttpRequest
from django.utils import timezone
from rest_framework.authtoken.models import Token

from setup_app.battles import queries
from setup_app.battles.models import Battle
from setup_app.battles.seats.held import get_holding
from setup_app.battles.seats.tokens import Seated, generation
from setup_app.engine.errors import DomainError
from setup_app.engine.values import SIDES, Side
from setup_app.identity.requesters import Requester

Sides = frozenset[Side]

NO_SEAT: Final[Sides] = frozenset()
SEATS: Final[Mapping[Sides, Sides]] = {
    each: each for each in (NO_SEAT, *(frozenset({side}) for side in SIDES), frozenset(SIDES))
}
"""One shared object for each combination, however many subscribers there are."""


@dataclass(frozen=True, slots=True)
class Watcher:
    """What a caller presented: tokens of seats, a session's key, an account with or without a
    token. An account from a session keeps that session.
    """

    seats: tuple[Seated, ...] = ()
    session: str = ""
    account: int | None = None
    api_token: str = ""

    @property
    def callers(self) -> tuple[str, ...]:
        """Return the keys under which this caller's streams are counted: each seat that plays,
        otherwise the account or the session.
        """
        if self.seats:
            playing = (each for each in self.seats if each.seat.side is not None)
            return tuple(f"seat:{each.battle}:{each.seat.value}" for each in playing)
        if self.account is not None:
            return (f"account:{self.account}",)
        if self.session:
            return (f"session:{sha256(self.session.encode()).hexdigest()[:32]}",)
        return ()


@dataclass(frozen=True, slots=True)
class BattleProgress:
    """How far a battle is: its version, and the number of the last message."""

    version: int
    said: int


@dataclass(frozen=True, slots=True)
class Stored:
    """The stored state of a battle. `access` changes with everything that decides who may watch
    it.
    """

    progress: BattleProgress
    access: int


COLUMNS: Final = ("public_id", "version", "said", "visibility", "account_id", "owner_key")
AT_ONCE: Final = 500


def stored(battles: Iterable[str]) -> dict[str, Stored]:
    """Return the stored state of these battles, without those that no longer exist. One query for
    500.
    """
    asked = list(battles)
    found = {}
    for first in range(0, len(asked), AT_ONCE):
        rows = Battle.objects.filter(public_id__in=asked[first : first + AT_ONCE])
        for row in rows.only(*COLUMNS, "generations").order_by():
            found[row.public_id] = Stored(BattleProgress(row.version, row.said), access_of(row))
    return found


def access_of(row: Battle) -> int:
    """Return a number that changes with everything that decides who may watch a battle."""
    generations = tuple(sorted(row.generations.items()))
    return hash((row.visibility, row.account_id, row.owner_key, generations))


def proofs_of(watchers: Iterable[Watcher]) -> dict[Watcher, int]:
    """Return the stored proofs of watchers with a session or an account; a proof changes when it
    becomes invalid. Two or three queries for 500.
    """
    asked = [each for each in set(watchers) if each.session or each.account is not None]
    found: dict[Watcher, int] = {}
    for first in range(0, len(asked), AT_ONCE):
        part = asked[first : first + AT_ONCE]
        sessions = dict(
            Session.objects.filter(
                pk__in={each.session for each in part} - {""}, expire_date__gt=timezone.now()
            ).values_list("pk", "session_data")
        )
        accounts = {
            pk: (password, active)
            for pk, password, active in User.objects.filter(
                pk__in={each.account for each in part if each.account is not None}
            ).values_list("pk", "password", "is_active")
        }
        wanted = {each.api_token for each in part} - {""}
        api = (
            set(Token.objects.filter(pk__in=wanted).values_list("pk", flat=True)) if wanted else ()
        )
        for each in part:
            found[each] = hash(
                (sessions.get(each.session), accounts.get(each.account or 0), each.api_token in api)
            )
    return found


def admitted(
    watcher: Watcher, rows: Mapping[str, Battle], request: HttpRequest | None = None
) -> dict[str, Sides | None]:
    """Return the watcher's sides in each battle; None for a battle that they may not watch.

    `request` is the watcher's own, if there is one: changes to its session are stored with it. A
    watcher with tokens is known by them alone. What the browser holds besides is ignored: it is not
    checked again, so the stream would stay open after the browser had lost it.
    """
    asked = None if watcher.seats else request or _request(watcher)
    found = {battle: _sides(watcher, row, asked) for battle, row in rows.items()}
    return {battle: None if each is None else SEATS[each] for battle, each in found.items()}


def _sides(watcher: Watcher, row: Battle, request: HttpRequest | None) -> Sides | None:
    for each in watcher.seats:
        if each.battle == row.public_id:
            return _at_seat(each, row)
    try:
        if request is not None and row.is_of(Requester(_account(watcher, request))):
            return _held(watcher, row, request)
        if request is None or watcher.api_token:
            queries.watcher_of(row)
            return NO_SEAT
        get_holding(request, row).viewer(row)
    except DomainError:
        return None
    return _held(watcher, row, request)


def _held(watcher: Watcher, row: Battle, request: HttpRequest) -> Sides:
    """Return what the watcher's browser holds; a program with an account's token holds nothing."""
    return NO_SEAT if watcher.api_token else frozenset(get_holding(request, row).sides)


def _at_seat(seated: Seated, row: Battle) -> Sides | None:
    if generation(row, seated.seat) != seated.generation:
        return None
    return NO_SEAT if seated.seat.side is None else frozenset({seated.seat.side})


def _account(watcher: Watcher, request: HttpRequest) -> int | None:
    if watcher.account is None:
        return None
    if watcher.api_token:
        there = Token.objects.filter(pk=watcher.api_token, user__is_active=True).exists()
        return watcher.account if there else None
    user = getattr(request, "user", None)
    return user.pk if user is not None and user.is_authenticated else None


def _request(watcher: Watcher) -> HttpRequest:
    """Return a request as the watcher's browser would send it now."""
    engine: Any = import_module(settings.SESSION_ENGINE)
    request: Any = HttpRequest()
    request.session = engine.SessionStore(watcher.session or None)
    request.user = get_user(request)
    asked: HttpRequest = request
    return asked
