"""How does a program get a battle's table, and its picture?"""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from setup_app.battles import queries as battles
from setup_app.battles import tokens
from setup_app.battles.api.endpoint import Asked, BattleEndpoint
from setup_app.battles.sheets import heading_of
from setup_app.battles.tokens import Seat
from setup_app.layouts import queries
from setup_app.layouts.serializers import LayoutSerializer, SheetAskedSerializer
from setup_app.script.errors import DomainError
from setup_app.web.addresses import here_only
from setup_app.web.negotiation import AnyForm

SVG = "image/svg+xml; charset=utf-8"
PNG = "image/png"
PDF = "application/pdf"


class BattleLayoutView(BattleEndpoint):
    """A battle's table as this caller may see it."""

    def layout(self, request: Request, battle: str) -> Any:
        return self.view_for(self.asked(request, battle))["layout"]

    def view_for(self, asked: Asked) -> Any:
        view = battles.battle_view(asked.row, asked.viewer)
        if view.get("layout") is None:
            raise DomainError("no_layout")
        return view


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
        parameters=[SheetAskedSerializer],
        responses={(200, PDF): OpenApiResponse(OpenApiTypes.BINARY)},
    )
    def get(self, request: Request, battle: str) -> HttpResponse:
        """The table as a sheet to lay it out from; 404 until there is one.

        The map, and each piece with its size and its distances from the edges.
        """
        asked = self.asked(request, battle)
        view = self.view_for(asked)
        order = SheetAskedSerializer(data=request.query_params)
        order.is_valid(raise_exception=True)
        token = tokens.token(asked.row, Seat.SPECTATOR)
        page = reverse("battle-watch", args=(asked.row.public_id, token))
        url = "" if here_only(request) else request.build_absolute_uri(page)
        heading = heading_of(asked.row, view, url=url)
        file = queries.table_sheet(view["layout"], heading, **order.validated_data)
        return HttpResponse(file, content_type=PDF)
