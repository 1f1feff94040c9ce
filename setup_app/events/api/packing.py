"""API views that plan a round's kit and tick off what was carried."""

from __future__ import annotations

from functools import partial
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from setup_app.events.api.endpoint import EventEndpoint, checked
from setup_app.events.api.kit_serializers import MAX_SECONDS
from setup_app.events.event_tables.kit_plan import SECONDS, TOLERANCE_MM
from setup_app.events.event_tables.kit_table import MAX_MM
from setup_app.events.event_tables.packing import queries, services
from setup_app.events.models import Kind
from setup_app.idempotency.services import run_idempotent
from setup_app.jobs.api import JobTicketSerializer
from setup_app.web.json_fields import FlagField, WholeField
from setup_app.web.strict import Strict


class RoundPlanSerializer(Strict):
    round = WholeField()
    tolerance_mm = WholeField(required=False, default=TOLERANCE_MM, max_value=MAX_MM)
    seconds = WholeField(required=False, default=SECONDS, min_value=1, max_value=MAX_SECONDS)


class TicksSerializer(Strict):
    out = FlagField(required=False)
    back = FlagField(required=False)


class PackingLineSerializer(serializers.Serializer[Any]):
    line = serializers.IntegerField()
    box = serializers.CharField()
    table = serializers.IntegerField()
    piece = serializers.CharField(help_text="The ID of a kit piece, one line per copy.")
    out = serializers.BooleanField()
    back = serializers.BooleanField()


class PackingSerializer(serializers.Serializer[Any]):
    lines = PackingLineSerializer(many=True)


class RoundPlanView(EventEndpoint):
    @extend_schema(
        operation_id="plan_event_kit",
        request=RoundPlanSerializer,
        responses={202: JobTicketSerializer},
    )
    def post(self, request: Request, event: str) -> Response:
        """Plan which pieces of the event's kit build the tables of a round, as in `plan_kit`."""
        standing = self.standing(request, event)
        standing.needs(Kind.ORGANISER)
        asked = checked(RoundPlanSerializer(data=request.data))

        def act() -> Any:
            job = services.ask_for_plan(
                standing=standing,
                round_=asked["round"],
                tolerance_mm=asked["tolerance_mm"],
                seconds=asked["seconds"],
            )
            return {"job": str(job.pk)}

        return run_idempotent(request, act, render=partial(Response, status=202))


class PackingView(EventEndpoint):
    @extend_schema(operation_id="packing", responses=PackingSerializer)
    def get(self, request: Request, event: str, number: int) -> Response:
        """Get what goes from which box to which table, by the round's last plan; 404 without a
        plan.
        """
        lines = queries.packing_view(self.standing(request, event), number)
        return Response({"lines": lines})


class PackingLineView(EventEndpoint):
    @extend_schema(
        operation_id="tick_packing_line",
        request=TicksSerializer,
        responses=PackingLineSerializer,
    )
    def patch(self, request: Request, event: str, number: int, line: int) -> Response:
        """Tick a line at set-up or at pack-up; the last tick wins."""
        standing = self.standing(request, event)
        ticks = checked(TicksSerializer(data=request.data))

        def act() -> Any:
            services.tick(standing=standing, round_=number, lines=[line], ticks=ticks)
            return queries.line_view(standing, number, line)

        return run_idempotent(request, act, render=Response)
