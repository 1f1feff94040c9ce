"""The view that opens a stream. It refuses whatever can be refused, as any other view does."""

from __future__ import annotations

import re
from typing import Any, Final

from django.contrib.auth.models import AnonymousUser
from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.authentication import (
    SessionAuthentication,
    TokenAuthentication,
    get_authorization_header,
)
from rest_framework.authtoken.models import Token
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from setup_app.battles.models import Battle
from setup_app.battles.seats import tokens
from setup_app.battles.seats.services import record_seen
from setup_app.battles.seats.tokens import Seat, Seated, generation
from setup_app.battles.stream import admission, event_ids, leases
from setup_app.battles.stream.admission import Watcher
from setup_app.battles.stream.broadcaster import broadcaster
from setup_app.battles.stream.subscriber import BattleSubscriber
from setup_app.engine.errors import DomainError
from setup_app.identity.authentication import TokenHolderAuthentication
from setup_app.identity.network import network_key
from setup_app.web.event_stream import EventStream, can_stream
from setup_app.web.uncached import Uncached

MAX_BATTLES: Final = 50
_ID: Final = re.compile(r"[2-9a-z]{14}", re.ASCII)
_SEAT: Final = b"seat"
ANYBODY: Final[Any] = [{"seat": []}, {"tokenAuth": []}, {"cookieAuth": []}, {}]
"""Who may call, for the schema: as everywhere. The schema cannot say that a header holds several
tokens.
"""


class SeatsAuthentication(TokenHolderAuthentication):
    """Authentication by `Seat T1, T2`: one token for each of several battles."""

    def authenticate(self, request: Any) -> tuple[Any, Any] | None:
        given = tokens_in(request)
        if given is None:
            return super().authenticate(request)
        found = self._seated(given)
        asked = set(battles_in(request))
        if found is None or not {each.battle for each in found} <= asked:
            raise AuthenticationFailed
        return (AnonymousUser(), found)

    def _seated(self, given: list[str]) -> tuple[Seated, ...] | None:
        """Return the seats of all tokens; None if one of them is invalid."""
        claims = [tokens.parse_token(each) for each in given]
        if len(given) > MAX_BATTLES or None in claims:
            return None
        rows = Battle.objects.in_bulk(
            [each.thing for each in claims if each], field_name="public_id"
        )
        found = []
        for claim in claims:
            row = rows.get(claim.thing) if claim else None
            if claim is None or row is None or not tokens.is_current(claim, row):
                return None
            seat = Seat(claim.holder)
            found.append(Seated(row.public_id, seat, generation(row, seat)))
        return tuple(found)


def tokens_in(request: Any) -> list[str] | None:
    """Return the tokens of the header; None if it is not about seats."""
    keyword, _, rest = get_authorization_header(request).strip().partition(b" ")
    if keyword.lower() != _SEAT:
        return None
    return [each.strip() for each in rest.decode("latin-1").split(",")]


def battles_in(request: Any) -> list[str]:
    """Return the requested battles, as the address names them."""
    return str(request.GET.get("battles", "")).split(",")


def refuse_unreadable(request: Any) -> None:
    """Check the request before authentication. Raises `unreadable`, `too_many_battles`."""
    asked = battles_in(request)
    if len(set(asked)) < len(asked) or not all(_ID.fullmatch(each) for each in asked):
        raise DomainError("unreadable")
    claims = [claim for each in tokens_in(request) or () if (claim := tokens.parse_token(each))]
    if len({each.thing for each in claims}) < len(claims):
        raise DomainError("unreadable")
    if len(asked) > MAX_BATTLES:
        raise DomainError("too_many_battles", {"most": MAX_BATTLES})


class StreamView(Uncached):
    """Updates of battles, as they happen."""

    authentication_classes = (SeatsAuthentication, TokenAuthentication, SessionAuthentication)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        if request.method in ("GET", "HEAD"):
            refuse_unreadable(request)
        super().initial(request, *args, **kwargs)

    @extend_schema(
        operation_id="stream",
        auth=ANYBODY,
        parameters=[
            OpenApiParameter(
                "battles",
                OpenApiTypes.STR,
                required=True,
                description="Ids of 1 to 50 battles, separated by commas.",
            ),
            OpenApiParameter(
                "Last-Event-ID",
                OpenApiTypes.STR,
                OpenApiParameter.HEADER,
                description="The id of the last event received; the stream continues after it.",
            ),
        ],
        responses={
            (200, "text/event-stream"): OpenApiResponse(
                OpenApiTypes.STR,
                description="Server-sent events: `version`, `said`, `check` and `gone`.",
            )
        },
    )
    def get(self, request: Request) -> HttpResponse:
        """Send server-sent events for several battles, each as far as the caller may see it.

        Authenticate with `Authorization: Seat T1, T2` and at most one token per battle, with the
        browser's session, or with an account. `version` `{"battle", "version"}` comes at the
        opening and whenever a battle has changed; `said` `{"battle", "said"}` goes to the two
        seats; `check` `{"battle", "job"}` to the seat whose answer was checked; `gone` `{"battle"}`
        comes when the caller may no longer watch it. The stream opens for all requested battles or
        for none.
        """
        watcher = watcher_of(request)
        asked = battles_in(request)
        rows = Battle.objects.defer("setup", "seed").in_bulk(asked, field_name="public_id")
        seats = admission.admitted(watcher, rows, request._request)
        allowed = {battle: sides for battle in asked if (sides := seats.get(battle)) is not None}
        if len(allowed) < len(asked):
            raise DomainError("not_found")
        for battle, sides in allowed.items():
            for side in sides:
                record_seen(row=rows[battle], side=side)
        if request.method == "GET":
            if not can_stream(request._request):
                raise DomainError("no_stream")
            lease = leases.take(watcher, network_key(request))
            if lease is None:
                raise DomainError("too_many_streams")
            subscriber = BattleSubscriber(
                broadcaster,
                watcher=watcher,
                seats=allowed,
                access={battle: admission.access_of(rows[battle]) for battle in asked},
                told=event_ids.parse_event_id(request.headers.get("Last-Event-ID", "")),
                lease=lease,
            )
            if not broadcaster.make_room():
                leases.end([lease])
                raise DomainError("streams_full")
            answer: HttpResponse = EventStream(subscriber)
        else:
            answer = HttpResponse(content_type="text/event-stream; charset=utf-8")
        answer["X-Accel-Buffering"] = "no"
        return answer


def watcher_of(request: Request) -> Watcher:
    """Return the identity under which later checks admit the caller again."""
    if isinstance(request.auth, tuple):
        return Watcher(seats=request.auth)
    account = request.user.pk if request.user.is_authenticated else None
    if isinstance(request.auth, Token):
        return Watcher(account=account, api_token=str(request.auth.pk))
    return Watcher(session=request._request.session.session_key or "", account=account)
