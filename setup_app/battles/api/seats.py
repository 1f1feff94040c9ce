"""How does a battle's creator hand out links anew, and begin the return match?"""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from setup_app.battles import services, tokens
from setup_app.battles.api.battles import KEY, created
from setup_app.battles.api.endpoint import Asked, BattleEndpoint, account_of
from setup_app.battles.api.moves import read
from setup_app.battles.idempotency import Outcome
from setup_app.battles.serializers import (
    CreatedBattleSerializer,
    LinksSerializer,
    NothingSerializer,
    ReissuedSerializer,
)
from setup_app.battles.tokens import Seat
from setup_app.script.errors import DomainError

NAMES = {
    "0": Seat.FIRST,
    "1": Seat.SECOND,
    "creator": Seat.CREATOR,
    "umpire": Seat.UMPIRE,
    "spectator": Seat.SPECTATOR,
}


def only_creator(asked: Asked) -> None:
    if asked.seat is not Seat.CREATOR:
        raise DomainError("not_allowed")


class LinksView(BattleEndpoint):
    @extend_schema(operation_id="links", responses=LinksSerializer)
    def get(self, request: Request, battle: str) -> Response:
        """The umpire's and the spectator's token, for the battle's creator alone."""
        asked = self.asked(request, battle)
        only_creator(asked)
        return Response(
            {
                "umpire": tokens.token(asked.row, Seat.UMPIRE),
                "spectator": tokens.token(asked.row, Seat.SPECTATOR),
            }
        )


class ReissueView(BattleEndpoint):
    @extend_schema(
        operation_id="reissue_seat",
        request=NothingSerializer,
        responses={201: ReissuedSerializer},
        parameters=[KEY],
    )
    def post(self, request: Request, battle: str, seat: str) -> Response:
        """Make a seat's token anew and void the old one, for the battle's creator alone."""
        asked = self.asked(request, battle)
        only_creator(asked)
        read(NothingSerializer, request)
        if seat not in NAMES:
            raise DomainError("not_found")
        outcome = self.once(
            request,
            lambda: Outcome(
                "seat",
                seat=seat,
                generation=services.reissue_seat(battle=battle, seat=NAMES[seat]),
            ),
        )
        return Response(
            {
                "seat": seat,
                "side": NAMES[seat].side,
                "token": tokens.token(asked.row, NAMES[seat], of=outcome.generation),
            },
            status=201,
        )


class RematchView(BattleEndpoint):
    @extend_schema(
        operation_id="rematch",
        request=NothingSerializer,
        responses={201: CreatedBattleSerializer},
        parameters=[KEY],
    )
    def post(self, request: Request, battle: str) -> Response:
        """The same again with sides swapped, for the battle's creator alone."""
        asked = self.asked(request, battle)
        only_creator(asked)
        read(NothingSerializer, request)

        def act() -> Outcome:
            row = services.rematch(battle=battle, asker=account_of(request))
            return Outcome("created", battle=row.public_id, version=row.version)

        return Response(created(self.once(request, act)), status=201)
