"""How does a program ask whether a table is legal, and get a battle's table?"""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.request import Request
from rest_framework.response import Response

from setup_app.battles import queries as battles
from setup_app.battles.api.endpoint import (
    PATIENCE,
    BattleEndpoint,
    Endpoint,
    failed,
    wants_no_waiting,
)
from setup_app.battles.idempotency import Outcome
from setup_app.jobs.callers import caller_of
from setup_app.jobs.models import Job, State
from setup_app.jobs.presence import worker_is_there
from setup_app.jobs.queries import is_swamped, wait_for
from setup_app.jobs.services import enqueue
from setup_app.layouts import queries
from setup_app.layouts.reading import read
from setup_app.layouts.serializers import (
    LayoutJobSerializer,
    LayoutSerializer,
    LayoutVerdictSerializer,
)
from setup_app.layouts.work import CHECK
from setup_app.script.errors import DomainError

SVG = "image/svg+xml; charset=utf-8"
PNG = "image/png"
PDF = "application/pdf"
MOST_CHECKS_WAITING = 100


class CheckView(Endpoint):
    @extend_schema(
        operation_id="check_layout",
        request=LayoutSerializer,
        responses={200: LayoutVerdictSerializer, 202: LayoutJobSerializer},
    )
    def post(self, request: Request) -> Response:
        """Everything that is wrong with a layout. A worker answers, within 5 s, else 202."""
        stated = request.data
        # What cannot be read is refused at once, without a worker.
        read(stated)
        if not worker_is_there() or is_swamped(CHECK, most=MOST_CHECKS_WAITING):
            raise DomainError("no_worker")
        outcome = self.once(request, lambda: asked_of_worker(request))
        if not Job.objects.filter(pk=outcome.job).exists():
            # Sent again after its job was forgotten: the same question has the same answer.
            outcome = asked_of_worker(request)
        assert outcome.job is not None
        job = wait_for(outcome.job, 0 if wants_no_waiting(request) else PATIENCE)
        if job.state == State.DONE:
            return Response(job.result)
        if job.state == State.FAILED:
            return failed(job)
        return Response({"job": str(job.pk)}, status=202)


def asked_of_worker(request: Request) -> Outcome:
    job = enqueue(CHECK, {"layout": request.data}, caller=caller_of(request))
    return Outcome("job", job=job.pk)


class BattleLayoutView(BattleEndpoint):
    """A battle's table as this caller may see it."""

    def layout(self, request: Request, battle: str) -> Any:
        asked = self.asked(request, battle)
        layout = battles.battle_view(asked.row, asked.viewer).get("layout")
        if layout is None:
            raise DomainError("no_layout")
        return layout


class BattleLayoutJSONView(BattleLayoutView):
    @extend_schema(operation_id="battle_layout", responses=LayoutSerializer)
    def get(self, request: Request, battle: str) -> Response:
        """The table as a layout; 404 until there is one."""
        return Response(self.layout(request, battle))


class AnyForm(BaseContentNegotiation):
    """A picture is asked for by its address, whatever the caller says it accepts."""

    def select_parser(self, request: Any, parsers: Any) -> Any:
        return parsers[0]

    def select_renderer(self, request: Any, renderers: Any, format_suffix: Any = None) -> Any:
        return renderers[0], renderers[0].media_type


class BattleLayoutSVGView(BattleLayoutView):
    content_negotiation_class = AnyForm

    @extend_schema(
        operation_id="battle_layout_svg",
        responses={(200, "image/svg+xml"): OpenApiResponse(OpenApiTypes.STR)},
    )
    def get(self, request: Request, battle: str) -> HttpResponse:
        """The table as a picture; 404 until there is one."""
        return HttpResponse(queries.drawn(self.layout(request, battle)), content_type=SVG)


class BattleLayoutPNGView(BattleLayoutView):
    content_negotiation_class = AnyForm

    @extend_schema(
        operation_id="battle_layout_png",
        responses={(200, PNG): OpenApiResponse(OpenApiTypes.BINARY)},
    )
    def get(self, request: Request, battle: str) -> HttpResponse:
        """The table as a picture for those who cannot take SVG; 404 until there is one."""
        return HttpResponse(queries.drawn_png(self.layout(request, battle)), content_type=PNG)


class BattleLayoutPDFView(BattleLayoutView):
    content_negotiation_class = AnyForm

    @extend_schema(
        operation_id="battle_layout_pdf",
        responses={(200, PDF): OpenApiResponse(OpenApiTypes.BINARY)},
    )
    def get(self, request: Request, battle: str) -> HttpResponse:
        """The table as one page of A4 to print; 404 until there is one."""
        return HttpResponse(queries.drawn_pdf(self.layout(request, battle)), content_type=PDF)
