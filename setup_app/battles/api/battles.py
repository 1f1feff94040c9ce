"""Endpoints for battles: list, create, view, events, proof."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from setup_app.battles import queries, services
from setup_app.battles.api import examples
from setup_app.battles.api.endpoint import BattleEndpoint, Endpoint, account_of, number_in
from setup_app.battles.log_serializers import EventPageSerializer, ProofSerializer
from setup_app.battles.models import Battle
from setup_app.battles.seats import tokens
from setup_app.battles.seats.tokens import SEATS, Seat
from setup_app.battles.serializers import (
    BattleSerializer,
    BattleSummarySerializer,
    CreatedBattleSerializer,
    NewBattleSerializer,
)
from setup_app.battles.services import NewBattle
from setup_app.battles.setup_sources import army_stated, maps_stated
from setup_app.engine.errors import DomainError
from setup_app.engine.hidden import ORGANISER
from setup_app.identity.requesters import asker_of
from setup_app.web.pagination import Parts
from setup_app.web.slices import slice_of

EVENTS_AT_ONCE = 500

KEY = OpenApiParameter(
    "Idempotency-Key",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="Repeating the same key and body within a day has no further effect.",
)


class BattlesView(Endpoint):
    """The list of battles, and new ones."""

    pagination_class = Parts

    @extend_schema(
        operation_id="battles",
        responses=BattleSummarySerializer(many=True),
        parameters=[
            OpenApiParameter(
                "place",
                OpenApiTypes.STR,
                description="Where the page starts; take it from `next` or `previous`.",
            ),
            OpenApiParameter("page_size", OpenApiTypes.INT),
        ],
        filters=False,
    )
    def get(self, request: Request) -> Response:
        """List public battles and the account's own, newest first."""
        parts = Parts()
        listed = queries.battles_for(account_of(request))
        found = slice_of(listed, by="created", size=parts.size(request), place=parts.place(request))
        count = sum(each.count() for each in listed)
        return parts.answer(request, found, [summary(row) for row in found.things], count=count)

    @extend_schema(
        operation_id="create_battle",
        request=NewBattleSerializer,
        responses={201: CreatedBattleSerializer},
        parameters=[KEY],
        examples=examples.NEW_BATTLE,
    )
    def post(self, request: Request) -> Response:
        """Start a battle. No account is needed; the response contains the seats' tokens."""

        def act() -> dict[str, Any]:
            row = services.create_battle(wanted=new_battle(request), asker=account_of(request))
            return {"battle": row.public_id, "version": row.version}

        return self.run_idempotent(
            request, act, render=lambda made: Response(created(made), status=201)
        )


def new_battle(request: Request) -> NewBattle:
    """Return the requested battle, with stored lists and maps in place of their ids."""
    read = NewBattleSerializer(data=request.data)
    read.is_valid(raise_exception=True)
    stated: dict[str, Any] = dict(read.validated_data)
    if stated["bot_side"] is not None and "entered" in (stated["dice"], stated["cards"]):
        raise DomainError("bot_needs_server")
    asker = asker_of(request)
    first, second = (army_stated(asker, army) for army in stated.pop("sides"))
    maps = maps_stated(asker, stated.pop("maps"), rulebook=stated["rulebook"])
    return NewBattle(sides=(first, second), maps=maps, **stated)


def created(made: Mapping[str, Any]) -> dict[str, Any]:
    """Return the body for a created battle: its tokens are of the first generation."""
    row = queries.row_named(made["battle"])
    return {
        "battle": queries.battle_view(row, ORGANISER, at=made["version"], as_it_was_answered=True),
        "creator": tokens.token(row, Seat.CREATOR, of=0),
        "seats": [{"side": seat.side, "token": tokens.token(row, seat, of=0)} for seat in SEATS],
    }


def summary(row: Battle) -> dict[str, Any]:
    return {
        "id": row.public_id,
        "rulebook": row.rulebook,
        "visibility": row.visibility,
        "version": row.version,
        "created": row.created,
        "changed": row.changed,
        "finished": row.finished,
    }


class BattleView(BattleEndpoint):
    @extend_schema(
        operation_id="battle",
        responses=BattleSerializer,
        parameters=[OpenApiParameter("at", OpenApiTypes.INT, description="An earlier version.")],
    )
    def get(self, request: Request, battle: str) -> Response:
        """Get what the caller may see of a battle, now or at an earlier version."""
        asked = self.asked(request, battle)
        return Response(queries.battle_view(asked.row, asked.viewer, at=number_in(request, "at")))


class EventsView(BattleEndpoint):
    @extend_schema(
        operation_id="battle_events",
        responses=EventPageSerializer,
        parameters=[
            OpenApiParameter("after", OpenApiTypes.INT, description="The last entry already seen.")
        ],
    )
    def get(self, request: Request, battle: str) -> Response:
        """Get the log after an entry, as the caller may see it; at most 500 entries."""
        asked = self.asked(request, battle)
        after = number_in(request, "after") or 0
        lines = queries.events(asked.row, asked.viewer, after=after, most=EVENTS_AT_ONCE)
        last = lines[-1]["number"] if lines else after
        more = asked.row.version > last and len(lines) == EVENTS_AT_ONCE
        address = request.build_absolute_uri(request.path)
        return Response(
            {
                "count": max(asked.row.version - after, len(lines)),
                "next": f"{address}?after={last}" if more else None,
                "previous": None,
                "results": lines,
            }
        )


class ProofView(BattleEndpoint):
    @extend_schema(operation_id="battle_proof", responses=ProofSerializer)
    def get(self, request: Request, battle: str) -> Response:
        """Get the log for checking. Before the close it has commitments in place of secrets."""
        asked = self.asked(request, battle)
        return Response(queries.proof(asked.row, asked.viewer))
