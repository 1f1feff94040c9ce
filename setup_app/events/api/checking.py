"""API views that check, send back, reopen and publish lists."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from setup_app.armies.sheet_archive import MEDIA_TYPE
from setup_app.events.api.endpoint import EventEndpoint, EventListEndpoint, checked
from setup_app.events.api.list_serializers import (
    DecisionSerializer,
    LookSerializer,
    NewDecisionSerializer,
    PeerSerializer,
    PublicationSerializer,
    PublishedListsSerializer,
    RemarkSerializer,
    ReopenedSerializer,
    ReopeningSerializer,
)
from setup_app.events.api.rounds import as_file
from setup_app.events.event import held_roles, list_book, list_queries, services
from setup_app.events.event.access import SEES_LISTS
from setup_app.events.models import Kind
from setup_app.idempotency.services import run_idempotent


class DecisionsView(EventEndpoint):
    """What is said of a list."""

    @extend_schema(
        operation_id="decide_event_list",
        request=NewDecisionSerializer,
        responses={201: DecisionSerializer},
    )
    def post(self, request: Request, event: str, entry: int) -> Response:
        """Approve a version or send it back; by checkers and organisers."""
        standing = self.standing(request, event)
        standing.needs(*SEES_LISTS)
        asked = checked(NewDecisionSerializer(data=request.data))
        plays = held_roles.plays_here(request, standing.event)

        def act() -> Any:
            made = services.decide(
                standing=standing,
                number=entry,
                verdict=services.ListVerdict(**asked),
                plays_here=plays,
            )
            return {"decision": made.number}

        return run_idempotent(request, act, render=partial(Response, status=201))


class ReopenView(EventEndpoint):
    """Time to hand in anew."""

    @extend_schema(
        operation_id="reopen_event_list", request=ReopeningSerializer, responses=ReopenedSerializer
    )
    def post(self, request: Request, event: str, entry: int) -> Response:
        """Let a player hand in anew, after publication too; for organisers."""
        standing = self.standing(request, event)
        standing.needs(Kind.ORGANISER)
        asked = checked(ReopeningSerializer(data=request.data))

        def act() -> Any:
            done = services.reopen_list(standing=standing, number=entry, due=asked["due"])
            return {"entry": done.number, "status": done.status, "due": done.due}

        return run_idempotent(request, act, render=Response)


class PublishListsView(EventEndpoint):
    """The moment when all lists come out."""

    @extend_schema(
        operation_id="publish_event_lists",
        request=PublicationSerializer,
        responses=PublishedListsSerializer,
    )
    def post(self, request: Request, event: str) -> Response:
        """Let everybody see every list, at once and for good; for organisers."""
        standing = self.standing(request, event)
        standing.needs(Kind.ORGANISER)
        asked = checked(PublicationSerializer(data=request.data))

        def act() -> Any:
            out, count = services.publish_lists(standing=standing, anyway=asked["anyway"])
            return {"published": out.lists_published, "lists": count}

        return run_idempotent(request, act, render=Response)


class LooksView(EventListEndpoint):
    """Who opened what was hidden."""

    @extend_schema(operation_id="event_looks", responses=LookSerializer(many=True))
    def get(self, request: Request, event: str) -> Response:
        """For organisers, and for everybody once lists are out."""
        return self.listed(list_queries.looks_view(self.standing(request, event)))


class ListsFileView(EventEndpoint):
    """The list book as a file."""

    @extend_schema(operation_id="event_lists_file", responses={(200, "text/csv"): OpenApiTypes.STR})
    def get(self, request: Request, event: str) -> HttpResponse:
        """Every list as CSV, the number of its entry in front; 404 before publication."""
        return as_file(list_book.as_csv(self.standing(request, event)), "lists.csv")


class ListsSheetView(EventEndpoint):
    """The list book as a spreadsheet."""

    @extend_schema(
        operation_id="event_lists_sheet", responses={(200, MEDIA_TYPE): OpenApiTypes.BINARY}
    )
    def get(self, request: Request, event: str) -> HttpResponse:
        """The same rows as an .xlsx file; 404 before publication."""
        return HttpResponse(
            list_book.as_xlsx(self.standing(request, event)),
            content_type=MEDIA_TYPE,
            headers={"Content-Disposition": 'attachment; filename="lists.xlsx"'},
        )


class PeersView(EventListEndpoint):
    """Lists that a player reads for the checkers."""

    @extend_schema(operation_id="event_peers", responses=PeerSerializer(many=True))
    def get(self, request: Request, event: str) -> Response:
        """Two others' lists without their names, once the time to hand in is over."""
        standing = self.standing(request, event)
        given = services.open_peers(standing=standing)
        return self.listed(list_queries.peers_view(standing.event, given))


class PeerView(EventEndpoint):
    """One of them."""

    @extend_schema(
        operation_id="remark_on_event_peer", request=RemarkSerializer, responses={201: None}
    )
    def post(self, request: Request, event: str, peer: int) -> Response:
        """Put a remark beside a list that one has read, for checkers."""
        standing = self.standing(request, event)
        asked = checked(RemarkSerializer(data=request.data))

        def act() -> None:
            services.remark(standing=standing, peer=peer, words=asked["remark"])

        return run_idempotent(request, act, render=partial(Response, status=201))
