"""API views for a club's kit, and for plans of what it can build."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from setup_app.events.api.endpoint import EventEndpoint, checked
from setup_app.events.api.kit_serializers import (
    ImportedKitSerializer,
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
from setup_app.spreadsheets.parsers import TEXT_OR_SHEET, import_notes
from setup_app.web.uncached import Uncached


class KitView(EventEndpoint):
    """The kit of an event: the pieces that its club owns."""

    parser_classes = TEXT_OR_SHEET

    @extend_schema(operation_id="event_kit", responses=KeptKitSerializer)
    def get(self, request: Request, event: str) -> Response:
        """List every piece, in the order in which they were sent; for organisers."""
        return Response({"pieces": kits.kit_view(self.standing(request, event))})

    @extend_schema(
        operation_id="keep_event_kit", request=KitSerializer, responses=ImportedKitSerializer
    )
    def put(self, request: Request, event: str) -> Response:
        """Replace the kit with these pieces, all or none; for organisers."""
        standing = self.standing(request, event)
        standing.needs(Kind.ORGANISER)
        asked = checked(KitSerializer(data=request.data))
        notes: dict[str, Any] = {}
        if "from" in asked:
            other = standing if asked["from"] == event else self._other(request, asked["from"])
            pieces = kits.kit_view(other)
        elif "text" in asked:
            table = read_kit(asked["text"], standing.event)
            pieces, notes = table.pieces, import_notes(request.data, table.ignored)
        else:
            pieces = judged_kit(asked["pieces"], standing.event)

        def act() -> Any:
            kits.keep_kit(standing=standing, pieces=pieces)
            packing.plan_again(event)
            return {"pieces": kits.kit_view(standing), **notes}

        return run_idempotent(request, act, render=Response)

    def _other(self, request: Request, event: str) -> EventAccess:
        """Return the access to the event whose kit is copied, which the requester must organise
        too.
        """
        return queries.standing_of(
            queries.event_named(event),
            asker=asker_of(request),
            noted=held_roles.held(request, event),
        )


class KitFileView(EventEndpoint):
    """The kit as a file."""

    @extend_schema(operation_id="event_kit_file", responses={(200, "text/csv"): OpenApiTypes.STR})
    def get(self, request: Request, event: str) -> HttpResponse:
        """Get the kit as CSV, without outlines; for organisers."""
        return as_file(kit_csv(kits.kit_view(self.standing(request, event))), "kit.csv")


class PlanView(Uncached):
    """A plan of which boxes provide which tables."""

    @extend_schema(
        operation_id="plan_kit",
        request=WantedPlanSerializer,
        responses={202: JobTicketSerializer},
    )
    def post(self, request: Request) -> Response:
        """Plan which pieces build which tables, in a job. It first maximises the pieces built, then
        minimises the difference in size, then the number of boxes. The job's result says which
        piece of which box goes where, what is missing and why, and whether each step is proven
        optimal. No token is needed.
        """
        asked = checked(WantedPlanSerializer(data=request.data))

        def act() -> Any:
            return {"job": str(ask_for_plan(asked, caller=caller_of(request)).pk)}

        return run_idempotent(request, act, render=partial(Response, status=202))
