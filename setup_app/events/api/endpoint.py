"""The base class of every API view below an event."""

from __future__ import annotations

from typing import Any

from rest_framework.exceptions import AuthenticationFailed
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from setup_app.engine.errors import DomainError
from setup_app.events.event import held_roles, queries
from setup_app.events.event.access import EventAccess
from setup_app.events.event.tokens import RoleHolder, find_voided
from setup_app.events.models import Event, Kind
from setup_app.idempotency.voided_tokens import VoidedTokenMixin
from setup_app.identity.authentication import holder_in
from setup_app.identity.requesters import asker_of
from setup_app.web.uncached import Uncached


class EventEndpoint(Uncached):
    """An address under one event."""

    is_stranger = False
    """Whether the requester has no role in the event, neither by a token nor by their browser."""

    def handle_exception(self, exc: Exception) -> Response:
        """Return 403 to a requester whose role does not allow the action, and 401 to one without a
        role.
        """
        if self.is_stranger and isinstance(exc, DomainError) and exc.code == "not_allowed":
            exc = DomainError("not_signed_in", exc.params)
        answer: Response = super().handle_exception(exc)
        return answer

    def standing(self, request: Request, event: str) -> EventAccess:
        """Return the caller's access to the event: by their token, or by their browser or account.

        A token of another event gives 401, whether or not this event exists; without a token a
        private event gives 404.
        """
        holder = holder_in(request)
        if holder is not None:
            if not isinstance(holder, RoleHolder) or holder.event != event or holder.row is None:
                raise AuthenticationFailed
            role = holder.row
            return EventAccess(role.event, Kind(role.kind), role)
        found = queries.standing_of(
            queries.event_named(event),
            asker=asker_of(request),
            noted=held_roles.held(request, event),
            acting_as=held_roles.number_in(request.query_params.get("as")),
        )
        self.is_stranger = found.kind is None
        return found


class VoidingEndpoint(VoidedTokenMixin, EventEndpoint):
    """An address under one event that may void the caller's token."""

    find_voided = staticmethod(find_voided)


class EventListEndpoint(EventEndpoint, GenericAPIView[Event]):
    """An address under one event that returns a list."""

    queryset = Event.objects.none()
    filter_backends = ()

    def listed(self, results: list[dict[str, Any]]) -> Response:
        """Return a list, page by page."""
        page = self.paginate_queryset(results)
        return self.get_paginated_response(page)


def checked(serializer: Any) -> dict[str, Any]:
    """Return the validated data of a request; raises its errors."""
    serializer.is_valid(raise_exception=True)
    read: dict[str, Any] = dict(serializer.validated_data)
    return read
