"""API views for results, standings and the clock."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from setup_app.battles.api.endpoint import number_in
from setup_app.events.api.endpoint import EventEndpoint, EventListEndpoint, checked
from setup_app.events.api.round_serializers import (
    ClockChangeSerializer,
    ClockSerializer,
    PairingSerializer,
    ResultSerializer,
    StandingSerializer,
)
from setup_app.events.api.rounds import as_file
from setup_app.events.event import round_queries, services
from setup_app.events.event.access import RUNS_ROUNDS
from setup_app.events.event_prints.documents.standings import standings_pdf
from setup_app.idempotency.services import run_idempotent

AFTER = OpenApiParameter(
    "after", OpenApiTypes.INT, description="A round number. Later rounds are ignored."
)


class ResultView(EventEndpoint):
    """The result of a table."""

    @extend_schema(
        operation_id="report_event_result", request=ResultSerializer, responses=PairingSerializer
    )
    def put(self, request: Request, event: str, number: int, table: int) -> Response:
        """Report, confirm or settle a result. Players report and confirm; desks and organisers
        settle, corrections included.
        """
        standing = self.standing(request, event)
        asked = checked(ResultSerializer(data=request.data))

        def act() -> Any:
            told = services.TableReport(number, table, tuple(asked["entries"]))
            if "absent" in asked:
                match = services.note_absent(standing=standing, told=told, absent=asked["absent"])
            else:
                match = services.report(standing=standing, told=told, scores=asked["scores"])
            view = round_queries.pairing_view(replace(standing, event=match.round.event), match)
            return view

        return run_idempotent(request, act, render=Response)


class StandingsView(EventListEndpoint):
    """The standings."""

    @extend_schema(
        operation_id="event_standings",
        responses=StandingSerializer(many=True),
        parameters=[AFTER],
    )
    def get(self, request: Request, event: str) -> Response:
        """Get the standings by confirmed results, after all published rounds or after one of
        them.
        """
        standing = self.standing(request, event)
        return self.listed(
            round_queries.standings_view(standing, after=number_in(request, "after"))
        )


class StandingsFileView(EventEndpoint):
    """The standings as a file."""

    @extend_schema(
        operation_id="event_standings_file",
        responses={(200, "text/csv"): OpenApiTypes.STR},
        parameters=[AFTER],
    )
    def get(self, request: Request, event: str) -> HttpResponse:
        """Get the standings as CSV, with a column for each tie-break."""
        standing = self.standing(request, event)
        text = round_queries.standings_csv(standing, after=number_in(request, "after"))
        return as_file(text, "standings.csv")


class StandingsSheetView(EventEndpoint):
    """The standings to print."""

    @extend_schema(
        operation_id="event_standings_pdf",
        responses={(200, "application/pdf"): OpenApiTypes.BINARY},
    )
    def get(self, request: Request, event: str) -> HttpResponse:
        """Get the standings as PDF, on A4. Places that only the lot decides are marked; players who
        dropped out or have not played stand below, without a place.
        """
        standing = self.standing(request, event)
        return HttpResponse(
            standings_pdf(standing, paper="a4"),
            content_type="application/pdf",
            headers={"Content-Disposition": 'inline; filename="standings.pdf"'},
        )


class ClockView(EventEndpoint):
    """The clock of a round."""

    @extend_schema(operation_id="event_clock", responses=ClockSerializer)
    def get(self, request: Request, event: str) -> Response:
        """Get the remaining time by the server's clock."""
        return Response(round_queries.clock_view(self.standing(request, event)))

    @extend_schema(
        operation_id="set_event_clock", request=ClockChangeSerializer, responses=ClockSerializer
    )
    def put(self, request: Request, event: str) -> Response:
        """Set the remaining seconds, running or paused; for desks and organisers."""
        standing = self.standing(request, event)
        standing.needs(*RUNS_ROUNDS)
        asked = checked(ClockChangeSerializer(data=request.data))

        def act() -> Any:
            held = services.set_clock(
                standing=standing,
                round_=asked["round"],
                seconds=asked["seconds"],
                running=asked["running"],
            )
            return round_queries.clock_view(held)

        return run_idempotent(request, act, render=Response)
