"""API views that submit, withdraw and read lists."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from setup_app.armies.api.lists import ArmySerializer
from setup_app.events.api.endpoint import EventEndpoint, EventListEndpoint
from setup_app.events.api.list_serializers import (
    CommitmentSerializer,
    KeptListSerializer,
    ListSerializer,
    PublicListSerializer,
    WithdrawnListSerializer,
)
from setup_app.events.event import held_roles, list_queries, services
from setup_app.events.event.access import EventAccess
from setup_app.events.event.list_source import stated_army
from setup_app.events.event.services.entries import entry_named
from setup_app.events.event.services.lists import own_entry
from setup_app.events.models import Kind
from setup_app.idempotency.services import Action, run_idempotent
from setup_app.identity.requesters import asker_of
from setup_app.spreadsheets.parsers import TEXT_OR_SHEET


class ListView(EventEndpoint):
    """One player's list."""

    parser_classes = TEXT_OR_SHEET

    @extend_schema(operation_id="event_list", responses=ListSerializer)
    def get(self, request: Request, event: str, entry: int) -> Response:
        """Get the list. Opening a hidden one is recorded."""
        standing = self.standing(request, event)
        opened = services.open_list(
            standing=standing,
            number=entry,
            plays_here=held_roles.plays_here(request, standing.event),
        )
        return Response(list_queries.list_view(standing, opened))

    @extend_schema(
        operation_id="keep_event_list", request=ArmySerializer, responses=KeptListSerializer
    )
    def put(self, request: Request, event: str, entry: int) -> Response:
        """Save a draft, which only its player sees: an army, `{"text"}` or `{"stored"}`."""
        standing = self.standing(request, event)
        own_entry(standing, entry)
        stated = stated_army(standing.event, request.data, asker=asker_of(request))

        def act() -> Any:
            services.keep_draft(standing=standing, number=entry, army=stated.army)
            return {}

        return _with_list(request, act, standing, entry, notes=stated.notes)


class SubmitView(EventEndpoint):
    """The submission of a list."""

    parser_classes = TEXT_OR_SHEET

    @extend_schema(
        operation_id="submit_event_list",
        request=ArmySerializer,
        responses={201: KeptListSerializer},
    )
    def post(self, request: Request, event: str, entry: int) -> Response:
        """Submit the draft as a frozen version. An organiser states the list of a player who sent
        it by mail.
        """
        standing = self.standing(request, event)
        stated = None
        if standing.kind == Kind.ORGANISER:
            entry_named(standing.event, entry)
            stated = stated_army(standing.event, request.data, asker=asker_of(request))
        else:
            own_entry(standing, entry)

        def act() -> Any:
            army = None if stated is None else stated.army
            made = services.submit_list(standing=standing, number=entry, army=army)
            return {"version": made.number}

        notes = {} if stated is None else stated.notes
        return _with_list(request, act, standing, entry, status=201, notes=notes)


class WithdrawListView(EventEndpoint):
    """The withdrawal of a list."""

    @extend_schema(
        operation_id="withdraw_event_list", request=None, responses=WithdrawnListSerializer
    )
    def post(self, request: Request, event: str, entry: int) -> Response:
        """Withdraw a submitted list; its version stays on record."""
        standing = self.standing(request, event)

        def act() -> Any:
            done = services.withdraw_list(standing=standing, number=entry)
            return {"status": done.status}

        return _with_list(request, act, standing, entry)


class CommitmentsView(EventListEndpoint):
    """The commitments with which anyone can verify a list."""

    @extend_schema(operation_id="event_commitments", responses=CommitmentSerializer(many=True))
    def get(self, request: Request, event: str) -> Response:
        """List the commitment of every version, from its submission on."""
        return self.listed(list_queries.commitments(self.standing(request, event)))


class ListsView(EventListEndpoint):
    """The public lists of an event."""

    @extend_schema(operation_id="event_lists", responses=PublicListSerializer(many=True))
    def get(self, request: Request, event: str) -> Response:
        """Get every player's list with the salt of its commitment; 404 before publication."""
        return self.listed(list_queries.lists_view(self.standing(request, event)))


def _with_list(
    request: Request,
    act: Action,
    standing: EventAccess,
    number: int,
    *,
    status: int = 200,
    notes: Mapping[str, Any] | None = None,
) -> Response:
    """Return the list, which is read again for a repeated request, and the notes of its import.

    The stored result holds the number of a submitted version, never a part of a hidden list.
    """

    def render(result: dict[str, Any]) -> Response:
        version = result.pop("version", None)
        entry = entry_named(standing.event, number)
        if standing.kind == Kind.ORGANISER:
            shown = list_queries.handed_in_view(standing, entry, version)
        else:
            shown = list_queries.list_view(standing, entry)
        return Response({**result, "list": shown, **(notes or {})}, status=status)

    return run_idempotent(request, act, render=render)
