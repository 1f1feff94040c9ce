"""Endpoints for seats: take, free, reissue, links for devices, rematch."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request
from rest_framework.response import Response

from setup_app.battles import queries
from setup_app.battles.api.battles import KEY, created
from setup_app.battles.api.endpoint import Asked, BattleEndpoint, account_of
from setup_app.battles.api.moves import validate_body
from setup_app.battles.seats import services, tokens
from setup_app.battles.seats.queries import TAKEN
from setup_app.battles.seats.state import continued_from, seat_of
from setup_app.battles.seats.tokens import Seat, Seated
from setup_app.battles.serializers import BattleSerializer, NothingSerializer
from setup_app.battles.services import rematch
from setup_app.engine.errors import DomainError
from setup_app.engine.values import Side, other
from setup_app.idempotency.voided_tokens import VoidedTokenMixin

NAMES = {
    "0": Seat.FIRST,
    "1": Seat.SECOND,
    "creator": Seat.CREATOR,
    "umpire": Seat.UMPIRE,
    "spectator": Seat.SPECTATOR,
}


class VoidingEndpoint(VoidedTokenMixin, BattleEndpoint):
    """An endpoint of one battle that may void the caller's token."""

    find_voided = staticmethod(tokens.find_used_up)


class TokenSerializer(serializers.Serializer[Any]):
    """A token that gives access to its holder only, from now on."""

    token = serializers.CharField()


class DeviceLinkSerializer(serializers.Serializer[Any]):
    """A link that works once, for ten minutes, for one more device of the same seat."""

    url = serializers.URLField()


class RematchedSeatSerializer(serializers.Serializer[Any]):
    """The token of a free seat; null if the seat is taken."""

    side = serializers.IntegerField()
    token = serializers.CharField(allow_null=True)


class RematchSerializer(serializers.Serializer[Any]):
    battle = BattleSerializer()
    creator = serializers.CharField()
    seats = RematchedSeatSerializer(many=True)


class LinksSerializer(serializers.Serializer[Any]):
    """The creator's links besides the seats; null if there is no umpire."""

    umpire = serializers.CharField(allow_null=True)
    spectator = serializers.CharField()


class ReissuedSerializer(serializers.Serializer[Any]):
    seat = serializers.ChoiceField(choices=["0", "1", "umpire", "spectator", "creator"])
    side = serializers.IntegerField(allow_null=True)
    token = serializers.CharField()


def only_creator(asked: Asked) -> None:
    if asked.seat is not Seat.CREATOR:
        raise DomainError("not_allowed")


def own_seat(request: Request, asked: Asked, seat: str) -> tuple[Side, int]:
    """Return the caller's side and the generation of their token, if `seat` is theirs.

    Raises `not_found` for a name that is no side's seat, `not_allowed` for another one's seat.
    """
    if seat not in ("0", "1"):
        raise DomainError("not_found")
    # The generation of the token, not the row's: the seat may have been taken since it was read.
    if asked.side() != int(seat) or not isinstance(request.auth, Seated):
        raise DomainError("not_allowed")
    return int(seat), request.auth.generation


class LinksView(BattleEndpoint):
    @extend_schema(operation_id="links", responses=LinksSerializer)
    def get(self, request: Request, battle: str) -> Response:
        """Get the spectator's token and the umpire's (null if there is no umpire); for the creator
        only.
        """
        asked = self.asked(request, battle)
        only_creator(asked)
        umpire = tokens.has_umpire(asked.row)
        return Response(
            {
                "umpire": tokens.token(asked.row, Seat.UMPIRE) if umpire else None,
                "spectator": tokens.token(asked.row, Seat.SPECTATOR),
            }
        )


class ReissueView(VoidingEndpoint):
    @extend_schema(
        operation_id="reissue_seat",
        request=NothingSerializer,
        responses={201: ReissuedSerializer},
        parameters=[KEY],
    )
    def post(self, request: Request, battle: str, seat: str) -> Response:
        """Replace a seat's token and void the old ones.

        A seat's holder may do this at any time; all its other devices are signed out. The battle's
        creator may do it for free seats, for the umpire's and spectator's links and for their own.
        A taken seat gets 403 `seat_taken`, unless it has had an open prompt for `SEAT_QUIET_DAYS`
        and sent no request since; then it becomes free.

        The same `Idempotency-Key` with the holder's old token gets the same response for ten
        minutes.
        """
        if self.repeated is not None:
            return _reissued(battle, NAMES[seat], self.repeated.result)
        asked = self.asked(request, battle)
        own = asked.viewer.side is not None and seat == str(asked.viewer.side)
        if not own:
            only_creator(asked)
        validate_body(NothingSerializer, request)
        if seat not in NAMES or (seat == "umpire" and not tokens.has_umpire(asked.row)):
            raise DomainError("not_found")
        kind = NAMES[seat]

        def act() -> dict[str, int]:
            if own:
                side, of = own_seat(request, asked, seat)
                number = services.keep_seat_alone(battle=battle, side=side, of=of)
            else:
                number = services.reissue_seat(battle=battle, seat=kind)
            return {"generation": number}

        return self.run_idempotent(request, act, render=partial(_reissued, battle, kind))


def _reissued(battle: str, seat: Seat, made: dict[str, int]) -> Response:
    """Answer with the token of a seat that was replaced."""
    token = tokens.token_of(battle, seat, made["generation"])
    name = next(name for name, each in NAMES.items() if each is seat)
    return Response({"seat": name, "side": seat.side, "token": token}, status=201)


class TakeView(VoidingEndpoint):
    """Take a seat, and give it up."""

    @extend_schema(
        operation_id="take_seat",
        request=NothingSerializer,
        responses={201: TokenSerializer},
        parameters=[KEY],
    )
    def post(self, request: Request, battle: str, seat: str) -> Response:
        """Take a seat with its token.

        The token is used up; the response has a new one to play with.

        If two people try at once, one gets the seat and the other's token is void. The same
        `Idempotency-Key` with the used-up token gets the same response for ten minutes. In a
        rematch, the player of this list uses their token of the previous battle.
        """
        if self.repeated is not None:
            return _taken(battle, Seat(seat), self.repeated.result)
        if isinstance(request.auth, Seated) and request.auth.battle != battle:
            return self._continue(request.auth, battle, seat)
        asked = self.asked(request, battle)
        side, of = own_seat(request, asked, seat)
        validate_body(NothingSerializer, request)

        def act() -> dict[str, int]:
            return {"generation": services.take_seat(battle=battle, side=side, of=of)}

        return self.run_idempotent(request, act, render=partial(_taken, battle, Seat(seat)))

    @extend_schema(operation_id="free_seat", request=None, responses={204: None}, parameters=[KEY])
    def delete(self, request: Request, battle: str, seat: str) -> Response:
        """Give up the caller's own seat. All its devices are signed out, and the seat is free.

        The same `Idempotency-Key` with the old token gets the same response for ten minutes.
        """
        if self.repeated is not None:
            return Response(status=204)
        asked = self.asked(request, battle)
        side, of = own_seat(request, asked, seat)

        def act() -> None:
            services.free_seat(battle=battle, side=side, of=of)

        return self.run_idempotent(request, act, render=partial(Response, status=204))

    def _continue(self, before: Seated, battle: str, seat: str) -> Response:
        """Return the token of a rematch's seat, for the same list's player in the battle before."""
        row = queries.row_named(battle) if seat in ("0", "1") else None
        earlier = row.rematch_of if row is not None else None
        if row is None or earlier is None or earlier.public_id != before.battle:
            raise AuthenticationFailed
        side = before.seat.side
        if side is None or other(side) != int(seat):
            raise DomainError("not_allowed")
        state = seat_of(earlier, side)
        if not state.taken or continued_from(row, other(side)) != state.since:
            raise AuthenticationFailed
        return _taken(battle, Seat(seat), {"generation": tokens.generation(row, Seat(seat))})


def _taken(battle: str, seat: Seat, made: dict[str, int]) -> Response:
    """Answer with a seat's token of the generation that an act made."""
    return Response({"token": tokens.token_of(battle, seat, made["generation"])}, status=201)


class DeviceView(BattleEndpoint):
    @extend_schema(
        operation_id="device_link",
        request=NothingSerializer,
        responses={201: DeviceLinkSerializer},
        parameters=[KEY],
    )
    def post(self, request: Request, battle: str, seat: str) -> Response:
        """Create a link for one more device of the caller's own seat.

        It works once, for ten minutes.
        """
        asked = self.asked(request, battle)
        side, of = own_seat(request, asked, seat)
        validate_body(NothingSerializer, request)

        def act() -> dict[str, int]:
            return {"number": services.create_device_link(battle=battle, side=side, of=of)}

        def render(made: dict[str, int]) -> Response:
            token = tokens.device_token(asked.row, side, made["number"])
            address = reverse("battle-device", args=(battle, token))
            return Response({"url": request.build_absolute_uri(address)}, status=201)

        return self.run_idempotent(request, act, render=render)


class RematchView(BattleEndpoint):
    @extend_schema(
        operation_id="rematch",
        request=NothingSerializer,
        responses={201: RematchSerializer},
        parameters=[KEY],
    )
    def post(self, request: Request, battle: str) -> Response:
        """Start a rematch with the sides swapped; for the battle's creator only.

        The response has the tokens of free seats. A player who had a seat keeps their list in the
        new battle, and takes that seat with the token they already have.
        """
        asked = self.asked(request, battle)
        only_creator(asked)
        validate_body(NothingSerializer, request)

        def act() -> dict[str, Any]:
            row = rematch(battle=battle, asker=account_of(request))
            return {"battle": row.public_id, "version": row.version}

        def render(made: dict[str, Any]) -> Response:
            body = created(made)
            for handed, seat in zip(body["seats"], body["battle"]["seats"], strict=True):
                if seat["state"] == TAKEN:
                    handed["token"] = None
            return Response(body, status=201)

        return self.run_idempotent(request, act, render=render)
