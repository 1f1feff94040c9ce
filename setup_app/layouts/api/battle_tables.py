"""How does a program get a battle's table, and its picture?"""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from config.negotiation import AnyForm
from setup_app.battles import queries as battles
from setup_app.battles.api.endpoint import BattleEndpoint
from setup_app.layouts import queries
from setup_app.layouts.serializers import LayoutSerializer
from setup_app.script.errors import DomainError

SVG = "image/svg+xml; charset=utf-8"
PNG = "image/png"
PDF = "application/pdf"


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
