"""API views for a battle's table, its deployment, and their pictures."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from setup_app.battles import position_sheets
from setup_app.battles import queries as battles
from setup_app.battles.api.endpoint import Asked, BattleEndpoint
from setup_app.battles.seats import tokens
from setup_app.battles.seats.tokens import Seat
from setup_app.battles.serializers import PositionSerializer
from setup_app.battles.sheets import heading_of, who_may_read
from setup_app.engine.errors import DomainError
from setup_app.layouts import queries
from setup_app.layouts.serializers import LayoutSerializer, SeenFromSerializer, SheetAskedSerializer
from setup_app.web.addresses import here_only
from setup_app.web.negotiation import AnyForm
from terrain.draw.sheet import Heading
from terrain.draw.view import ViewFrom

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
        """Get the table as a layout; 404 until there is one."""
        return Response(self.layout(request, battle))


class BattleLayoutSVGView(BattleLayoutView):
    content_negotiation_class = AnyForm

    @extend_schema(
        operation_id="battle_layout_svg",
        responses={(200, "image/svg+xml"): OpenApiResponse(OpenApiTypes.STR)},
    )
    def get(self, request: Request, battle: str) -> HttpResponse:
        """Get the table as an SVG picture; 404 until there is one."""
        return HttpResponse(queries.render_layout(self.layout(request, battle)), content_type=SVG)


class BattleLayoutPNGView(BattleLayoutView):
    content_negotiation_class = AnyForm

    @extend_schema(
        operation_id="battle_layout_png",
        responses={(200, PNG): OpenApiResponse(OpenApiTypes.BINARY)},
    )
    def get(self, request: Request, battle: str) -> HttpResponse:
        """Get the table as a PNG picture; 404 until there is one."""
        return HttpResponse(queries.drawn_png(self.layout(request, battle)), content_type=PNG)


class BattleLayoutPDFView(BattleLayoutView):
    content_negotiation_class = AnyForm

    @extend_schema(
        operation_id="battle_layout_pdf",
        parameters=[SheetAskedSerializer],
        responses={(200, PDF): OpenApiResponse(OpenApiTypes.BINARY)},
    )
    def get(self, request: Request, battle: str) -> HttpResponse:
        """Get a sheet for setting up the table; 404 until there is one.

        It has the map, and each piece with its size and its distances from the edges.
        """
        asked = self.asked(request, battle)
        view = self.view_for(asked)
        heading, order = headed(request, asked, view)
        return HttpResponse(queries.table_sheet(view["layout"], heading, **order), content_type=PDF)


def headed(request: Request, asked: Asked, view: Any) -> tuple[Heading, dict[str, Any]]:
    """Return the heading of a battle's sheet and its options."""
    order = SheetAskedSerializer(data=request.query_params)
    order.is_valid(raise_exception=True)
    token = tokens.token(asked.row, Seat.SPECTATOR)
    page = reverse("battle-watch", args=(asked.row.public_id, token))
    url = "" if here_only(request) else request.build_absolute_uri(page)
    return heading_of(asked.row, view, url=url), dict(order.validated_data)


def seen_from(request: Request) -> ViewFrom:
    """From which edge a picture is asked for."""
    asked = SeenFromSerializer(data=request.query_params)
    asked.is_valid(raise_exception=True)
    edge: ViewFrom = asked.validated_data["view_from"]
    return edge


class BattlePositionView(BattleEndpoint):
    """A battle's deployed table as this caller may see it; nothing before 10.D."""

    content_negotiation_class = AnyForm

    def seen(self, request: Request, battle: str) -> tuple[Asked, Any]:
        asked = self.asked(request, battle)
        return asked, battles.battle_view(asked.row, asked.viewer)


class BattlePositionJSONView(BattlePositionView):
    @extend_schema(operation_id="battle_position", responses=PositionSerializer)
    def get(self, request: Request, battle: str) -> Response:
        """Get the deployed table; 404 before the first deployment."""
        _asked, view = self.seen(request, battle)
        return Response(position_sheets.position(view))


class BattlePositionSVGView(BattlePositionView):
    @extend_schema(
        operation_id="battle_position_svg",
        parameters=[SeenFromSerializer],
        responses={(200, "image/svg+xml"): OpenApiResponse(OpenApiTypes.STR)},
    )
    def get(self, request: Request, battle: str) -> HttpResponse:
        """Get the deployed table as an SVG picture; 404 before the first deployment."""
        asked, view = self.seen(request, battle)
        picture = position_sheets.render_position(
            asked.row.rulebook, view, view_from=seen_from(request)
        )
        return HttpResponse(picture, content_type=SVG)


class BattlePositionPNGView(BattlePositionView):
    @extend_schema(
        operation_id="battle_position_png",
        parameters=[SeenFromSerializer],
        responses={(200, PNG): OpenApiResponse(OpenApiTypes.BINARY)},
    )
    def get(self, request: Request, battle: str) -> HttpResponse:
        """Get the deployed table as a PNG picture; 404 before the first deployment."""
        asked, view = self.seen(request, battle)
        picture = position_sheets.drawn_png(asked.row.rulebook, view, view_from=seen_from(request))
        return HttpResponse(picture, content_type=PNG)


class BattlePositionPDFView(BattlePositionView):
    @extend_schema(
        operation_id="battle_position_pdf",
        parameters=[SheetAskedSerializer],
        responses={(200, PDF): OpenApiResponse(OpenApiTypes.BINARY)},
    )
    def get(self, request: Request, battle: str) -> HttpResponse:
        """Get the deployed table as a sheet, with the map, the order of battle as far as the caller
        knows it and the cards spent; 404 before the first deployment.
        """
        asked, view = self.seen(request, battle)
        position_sheets.position(view)
        heading, order = headed(request, asked, view)
        heading = replace(heading, told=(who_may_read(asked.row, view, asked.viewer),))
        file = position_sheets.printed(asked.row.rulebook, view, heading, **order)
        return HttpResponse(file, content_type=PDF)
