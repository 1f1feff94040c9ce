"""API views for a club's kit, and for plans of what it can build."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from setup_app.armies.api.sheet_parser import TEXT_OR_SHEET
from setup_app.events.api.endpoint import EventEndpoint, checked
from setup_app.events.api.kit_serializers import (
    KeptKitSerializer,
    KitSerializer,
    WantedPlanSerializer,
)
from setup_app.events.api.rounds import as_file
from setup_app.events.event import held_roles, queries
from setup_app.events.event.access import EventAccess
from setup_app.events.event_tables import kits
from setup_app.events.event_tables.kit_plan import ask_for_plan
from setup_app.events.event_tables.kit_table import judged_kit, kit_csv, read_kit
from setup_app.events.event_tables.packing import services as packing
from setup_app.events.models import Kind
from setup_app.idempotency.services import run_idempotent
from setup_app.identity.callers import caller_of
from setup_app.identity.requesters import asker_of
from setup_app.jobs.api import JobTicketSerializer
from setup_app.web.uncached import Uncached


class KitView(EventEndpoint):
    """What the club of an event owns."""

    parser_classes = TEXT_OR_SHEET

    @extend_schema(operation_id="event_kit", responses=KeptKitSerializer)
    def get(self, request: Request, event: str) -> Response:
        """Every piece, in the order in which they were sent; by organisers."""
        return Response({"pieces": kits.kit_view(self.standing(request, event))})

    @extend_schema(
        operation_id="keep_event_kit", request=KitSerializer, responses=KeptKitSerializer
    )
    def put(self, request: Request, event: str) -> Response:
        """Keep these pieces in place of those that are there, all or none; by organisers."""
        standing = self.standing(request, event)
        standing.needs(Kind.ORGANISER)
        asked = checked(KitSerializer(data=request.data))
        if "from" in asked:
            other = standing if asked["from"] == event else self._other(request, asked["from"])
            pieces = kits.kit_view(other)
        elif "text" in asked:
            pieces = read_kit(asked["text"], standing.event)
        else:
            pieces = judged_kit(asked["pieces"], standing.event)

        def act() -> Any:
            kits.keep_kit(standing=standing, pieces=pieces)
            packing.plan_again(event)
            return {"pieces": kits.kit_view(standing)}

        return run_idempotent(request, act, render=Response)

    def _other(self, request: Request, event: str) -> EventAccess:
        """The event that a kit is taken from, which must be the asker's own too."""
        return queries.standing_of(
            queries.event_named(event),
            asker=asker_of(request),
            noted=held_roles.held(request, event),
        )


class KitFileView(EventEndpoint):
    """The same as a file."""

    @extend_schema(operation_id="event_kit_file", responses={(200, "text/csv"): OpenApiTypes.STR})
    def get(self, request: Request, event: str) -> HttpResponse:
        """The kit as CSV, without outlines; by organisers."""
        return as_file(kit_csv(kits.kit_view(self.standing(request, event))), "kit.csv")


class PlanView(Uncached):
    """A plan of which boxes build which tables."""

    @extend_schema(
        operation_id="plan_kit",
        request=WantedPlanSerializer,
        responses={202: JobTicketSerializer},
    )
    def post(self, request: Request) -> Response:
        """A worker seeks the most pieces built, then the least difference, then the fewest boxes.

        The job's result tells what of which box stands where, what is short and why, and whether
        each step is proven. Nobody needs a token.
        """
        asked = checked(WantedPlanSerializer(data=request.data))

        def act() -> Any:
            return {"job": str(ask_for_plan(asked, caller=caller_of(request)).pk)}

        return run_idempotent(request, act, render=partial(Response, status=202))
