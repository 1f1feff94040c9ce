"""API views that check, send back, reopen and publish lists."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from setup_app.engine.errors import DomainError
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
from setup_app.identity.authentication import holder_in
from setup_app.spreadsheets.archive import MEDIA_TYPE
from setup_app.web.origins import comes_from_elsewhere


class DecisionsView(EventEndpoint):
    """Decisions about a list."""

    @extend_schema(
        operation_id="decide_event_list",
        request=NewDecisionSerializer,
        responses={201: DecisionSerializer},
    )
    def post(self, request: Request, event: str, entry: int) -> Response:
        """Approve a version or send it back; for checkers and organisers."""
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
    """Reopening a list."""

    @extend_schema(
        operation_id="reopen_event_list", request=ReopeningSerializer, responses=ReopenedSerializer
    )
    def post(self, request: Request, event: str, entry: int) -> Response:
        """Reopen a player's list for another submission, after publication too; for organisers."""
        standing = self.standing(request, event)
        standing.needs(Kind.ORGANISER)
        asked = checked(ReopeningSerializer(data=request.data))

        def act() -> Any:
            done = services.reopen_list(standing=standing, number=entry, due=asked["due"])
            return {"entry": done.number, "status": done.status, "due": done.due}

        return run_idempotent(request, act, render=Response)


class PublishListsView(EventEndpoint):
    """The publication of all lists."""

    @extend_schema(
        operation_id="publish_event_lists",
        request=PublicationSerializer,
        responses=PublishedListsSerializer,
    )
    def post(self, request: Request, event: str) -> Response:
        """Publish every list at once, which cannot be undone; for organisers."""
        standing = self.standing(request, event)
        standing.needs(Kind.ORGANISER)
        asked = checked(PublicationSerializer(data=request.data))

        def act() -> Any:
            out, count = services.publish_lists(standing=standing, anyway=asked["anyway"])
            return {"published": out.lists_published, "lists": count}

        return run_idempotent(request, act, render=Response)


class LooksView(EventListEndpoint):
    """The record of who opened hidden lists."""

    @extend_schema(operation_id="event_looks", responses=LookSerializer(many=True))
    def get(self, request: Request, event: str) -> Response:
        """List who opened hidden lists; for organisers, and for everyone once lists are
        published.
        """
        return self.listed(list_queries.looks_view(self.standing(request, event)))


class ListsFileView(EventEndpoint):
    """The list book as a CSV file."""

    @extend_schema(operation_id="event_lists_file", responses={(200, "text/csv"): OpenApiTypes.STR})
    def get(self, request: Request, event: str) -> HttpResponse:
        """Get every list as CSV, with the number of its entry first; 404 before publication."""
        return as_file(list_book.as_csv(self.standing(request, event)), "lists.csv")


class ListsSheetView(EventEndpoint):
    """The list book as a spreadsheet."""

    @extend_schema(
        operation_id="event_lists_sheet", responses={(200, MEDIA_TYPE): OpenApiTypes.BINARY}
    )
    def get(self, request: Request, event: str) -> HttpResponse:
        """Get the same rows as an .xlsx file; 404 before publication."""
        return HttpResponse(
            list_book.as_xlsx(self.standing(request, event)),
            content_type=MEDIA_TYPE,
            headers={"Content-Disposition": 'attachment; filename="lists.xlsx"'},
        )


class PeersView(EventListEndpoint):
    """The lists that a player reads for the checkers."""

    @extend_schema(operation_id="event_peers", responses=PeerSerializer(many=True))
    def get(self, request: Request, event: str) -> Response:
        """Get two other players' lists without their names, once the deadline has passed.

        From then on the caller's own list can change only if it is sent back, so a link on another
        site's page gets 403 `foreign_page` in a browser.
        """
        if holder_in(request) is None and comes_from_elsewhere(request):
            raise DomainError("foreign_page")
        standing = self.standing(request, event)
        given = services.open_peers(standing=standing)
        return self.listed(list_queries.peers_view(standing.event, given))


class PeerView(EventEndpoint):
    """One of the lists that a player reads."""

    @extend_schema(
        operation_id="remark_on_event_peer", request=RemarkSerializer, responses={201: None}
    )
    def post(self, request: Request, event: str, peer: int) -> Response:
        """Add a remark, for checkers, to a list that the player has read."""
        standing = self.standing(request, event)
        asked = checked(RemarkSerializer(data=request.data))

        def act() -> None:
            services.remark(standing=standing, peer=peer, words=asked["remark"])

        return run_idempotent(request, act, render=partial(Response, status=201))
