"""API views that list, create, read, change, copy and delete events."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from setup_app.events.api.answers import render_with_tokens, role_token_placeholder
from setup_app.events.api.endpoint import EventEndpoint, EventListEndpoint, VoidingEndpoint, checked
from setup_app.events.api.serializers import (
    CreatedEventSerializer,
    EventSummarySerializer,
    JournalLineSerializer,
    ShownEventSerializer,
)
from setup_app.events.event import held_roles, queries, services
from setup_app.events.event.access import EventAccess
from setup_app.events.event.terms import TermsSerializer
from setup_app.events.event.tokens import RoleHolder
from setup_app.events.models import Event, Kind, Role
from setup_app.events.queries import event_view
from setup_app.idempotency.services import run_idempotent
from setup_app.identity.authentication import holder_in
from setup_app.identity.requesters import asker_of, asker_who_stores
from setup_app.web.uncached import Uncached


class EventsView(Uncached, GenericAPIView[Event]):
    """The events that the caller may find, and new ones."""

    queryset = Event.objects.none()
    filter_backends = ()

    @extend_schema(operation_id="events", responses=EventSummarySerializer(many=True))
    def get(self, request: Request) -> Response:
        """List public events, the caller's own, and those where they have a role; newest first."""
        found = queries.events_for(asker_of(request), _roles(request))
        page = self.paginate_queryset(queries.with_entry_counts(found))
        return self.get_paginated_response([queries.summary(each) for each in page or ()])

    @extend_schema(
        operation_id="create_event",
        request=TermsSerializer,
        responses={201: CreatedEventSerializer},
    )
    def post(self, request: Request) -> Response:
        """Create an event. No account is needed; the response contains the organiser's token."""
        terms = checked(TermsSerializer(data=request.data))

        def act() -> Any:
            return _created(*services.create_event(terms=terms, asker=asker_who_stores(request)))

        return run_idempotent(request, act, render=partial(render_with_tokens, status=201))


class EventView(VoidingEndpoint):
    """One event."""

    @extend_schema(operation_id="event", responses=ShownEventSerializer)
    def get(self, request: Request, event: str) -> Response:
        """Get an event's settings, the caller's role in it, and the caller's next steps."""
        return Response(event_view(self.standing(request, event)))

    @extend_schema(
        operation_id="change_event", request=TermsSerializer, responses=ShownEventSerializer
    )
    def patch(self, request: Request, event: str) -> Response:
        """Change some settings; inner objects are replaced as a whole. For organisers."""
        standing = self.standing(request, event)
        standing.needs(Kind.ORGANISER)
        sent = request.data
        if isinstance(sent, dict):
            # Omitted terms stay, even if they would be refused today.
            kept = {"name": standing.event.name, "rulebook": standing.event.rulebook}
            sent = {**kept, **sent}
        terms = checked(TermsSerializer(data=sent))

        def act() -> Any:
            given = {name: terms[name] for name in request.data}
            changed = services.change_event(standing=standing, terms=given)
            return event_view(replace(standing, event=changed))

        return run_idempotent(request, act, render=Response)

    @extend_schema(operation_id="delete_event", responses={204: None})
    def delete(self, request: Request, event: str) -> Response:
        """Delete an event with everything in it; for organisers."""
        if self.repeated is not None:
            return Response(status=204)
        standing = self.standing(request, event)
        standing.needs(Kind.ORGANISER)

        def act() -> None:
            services.delete_event(standing=standing)

        return run_idempotent(request, act, render=partial(Response, status=204))


class CopyView(EventEndpoint):
    """A copy of an event."""

    @extend_schema(operation_id="copy_event", request=None, responses={201: CreatedEventSerializer})
    def post(self, request: Request, event: str) -> Response:
        """Copy an event with its settings and roles, without players; for organisers."""
        standing = self.standing(request, event)
        standing.needs(Kind.ORGANISER)
        terms = queries.terms_of(standing.event)

        def act() -> Any:
            asker = asker_who_stores(request)
            made = services.copy_event(standing=standing, asker=asker, terms=terms)
            return _created(*made)

        return run_idempotent(request, act, render=partial(render_with_tokens, status=201))


class JournalView(EventListEndpoint):
    """The journal of an event."""

    @extend_schema(operation_id="event_journal", responses=JournalLineSerializer(many=True))
    def get(self, request: Request, event: str) -> Response:
        """List every action with its role and time, the latest first; for organisers."""
        return self.listed(queries.journal(self.standing(request, event)))


def _roles(request: Request) -> dict[str, dict[str, int]]:
    """Return the roles that a caller holds: the one of their token, or those of their browser."""
    holder = holder_in(request)
    if holder is None:
        return held_roles.all_held(request)
    if not isinstance(holder, RoleHolder):
        return {}
    return {holder.event: {str(holder.role): holder.generation}}


def _created(event: Event, organiser: Role) -> dict[str, Any]:
    standing = EventAccess(event, Kind.ORGANISER, organiser)
    return {
        "event": event_view(standing),
        "organiser": role_token_placeholder(organiser),
    }
