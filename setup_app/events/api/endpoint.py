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
from setup_app.events.event.tokens import RoleHolder
from setup_app.events.models import Event, Kind
from setup_app.identity.authentication import holder_in
from setup_app.identity.requesters import asker_of
from setup_app.web.uncached import Uncached


class EventEndpoint(Uncached):
    """An address under one event."""

    nobody = False
    """Whether who asks has no part in the event: he sent no token, and his browser holds none."""

    def handle_exception(self, exc: Exception) -> Response:
        """What somebody may not who has another part, nobody may who has none: 401, not 403."""
        if self.nobody and isinstance(exc, DomainError) and exc.code == "not_allowed":
            exc = DomainError("not_signed_in", exc.params)
        answer: Response = super().handle_exception(exc)
        return answer

    def standing(self, request: Request, event: str) -> EventAccess:
        """What the caller is in the event: by his token, else by his browser or account.

        A token that is not for this event gives 401, whether or not there is such an event; none
        gives 404 where the event is private.
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
        self.nobody = found.kind is None
        return found


class EventListEndpoint(EventEndpoint, GenericAPIView[Event]):
    """An address under one event that answers a list."""

    queryset = Event.objects.none()
    filter_backends = ()

    def listed(self, results: list[dict[str, Any]]) -> Response:
        """A list, page by page."""
        page = self.paginate_queryset(results)
        return self.get_paginated_response(page)


def checked(serializer: Any) -> dict[str, Any]:
    """What a request states; raises what is wrong with it."""
    serializer.is_valid(raise_exception=True)
    read: dict[str, Any] = dict(serializer.validated_data)
    return read
