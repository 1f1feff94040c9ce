"""API views for the tables of an event."""

from __future__ import annotations

from functools import partial
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request
from rest_framework.response import Response

from setup_app.engine.errors import DomainError
from setup_app.events.api.answers import render_with_tokens, seat_token_placeholder
from setup_app.events.api.endpoint import EventEndpoint, EventListEndpoint, checked
from setup_app.events.api.table_serializers import (
    FairnessAcrossSerializer,
    LaySerializer,
    LayShape,
    OneRoundTableSerializer,
    OwnSeatSerializer,
    PrepareSerializer,
    RoundTableSerializer,
)
from setup_app.events.event_tables import queries, seats, services
from setup_app.events.event_tables.packing import services as packing
from setup_app.events.event_tables.table_battles import MOVED
from setup_app.events.models import Kind
from setup_app.idempotency.services import run_idempotent
from setup_app.jobs import kinds
from setup_app.jobs.api import JobTicketSerializer


class PrepareView(EventEndpoint):
    @extend_schema(
        operation_id="prepare_tables",
        request=PrepareSerializer,
        responses={202: JobTicketSerializer},
    )
    def post(self, request: Request, event: str) -> Response:
        """Generate the terrain of tables in a job. Tables that are already set up stay as they are
        unless `again` is set. The job counts the tables; its result says what became of each, and
        so does the table.
        """
        standing = self.standing(request, event)
        standing.needs(Kind.ORGANISER)
        asked = checked(PrepareSerializer(data=request.data))

        def act() -> Any:
            return {"job": str(services.prepare(standing=standing, asked=asked).pk)}

        return run_idempotent(request, act, render=partial(Response, status=202))


class EventTablesView(EventListEndpoint):
    @extend_schema(operation_id="event_tables", responses=RoundTableSerializer(many=True))
    def get(self, request: Request, event: str, number: int) -> Response:
        """List every table of a round that is paired or prepared."""
        return self.listed(queries.tables_view(self.standing(request, event), number))


class EventTableView(EventEndpoint):
    @extend_schema(operation_id="event_table", responses=OneRoundTableSerializer)
    def get(self, request: Request, event: str, number: int, table: int) -> Response:
        """Get one table of a round, with the steps that led to its terrain and its fairness
        card.
        """
        return Response(queries.table_view(self.standing(request, event), number, table))


class LayView(EventEndpoint):
    @extend_schema(
        operation_id="lay_event_table", request=LayShape, responses={202: JobTicketSerializer}
    )
    def post(self, request: Request, event: str, number: int, table: int) -> Response:
        """Give one table different terrain."""
        standing = self.standing(request, event)
        standing.needs(Kind.ORGANISER)
        asked = checked(LaySerializer(data=request.data))

        def act() -> Any:
            job = services.lay_one(standing=standing, round_=number, table=table, asked=asked)
            return {"job": str(job.pk)}

        return run_idempotent(request, act, render=partial(Response, status=202))


class SeatView(EventEndpoint):
    @extend_schema(
        operation_id="take_seat_at_event_table", request=None, responses={201: OwnSeatSerializer}
    )
    def post(self, request: Request, event: str, number: int, table: int) -> Response:
        """Take the caller's seat in the battle that sets up this table; for its two players.

        The response contains the seat's token once, and again for the same `Idempotency-Key`, which
        has at least 32 characters, within ten minutes. After that the seat is taken and gets 403
        `seat_taken`, so no one else with the player's link can join. Add devices with a link of the
        battle (`seats/{side}/device/`).
        """
        standing = self.standing(request, event)
        standing.needs(Kind.PLAYER)

        def act() -> Any:
            own = seats.sit_down(standing=standing, number=number, table=table)
            name, of = own.battle.public_id, own.generation
            token = seat_token_placeholder(name, own.side, of)
            return {"battle": name, "side": own.side, "token": token}

        return run_idempotent(
            request, act, render=partial(render_with_tokens, status=201), secret=True
        )


class FairnessView(EventEndpoint):
    @extend_schema(operation_id="event_fairness", responses=FairnessAcrossSerializer)
    def get(self, request: Request, event: str) -> Response:
        """Compare the tables that the caller may see with each other."""
        return Response(queries.fairness_view(self.standing(request, event)))


def is_organiser(arguments: Any, request: Request) -> bool:
    """Return whether the requester may follow a job of an event: its organisers may."""
    try:
        standing = EventEndpoint().standing(request, arguments["event"])
    except (DomainError, AuthenticationFailed):
        return False
    return standing.kind == Kind.ORGANISER


def register() -> None:
    """Let the organisers of an event follow its runs."""
    kinds.show_to(services.PREPARE, is_organiser)
    kinds.show_to(packing.ROUND_PLAN, is_organiser)
    kinds.show_to(MOVED, is_organiser)
