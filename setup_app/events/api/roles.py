"""API views for the roles of an event and their links."""

from __future__ import annotations

from functools import partial
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from setup_app.events.api.answers import render_with_tokens, role_token_placeholder
from setup_app.events.api.endpoint import EventListEndpoint, VoidingEndpoint, checked
from setup_app.events.api.serializers import (
    NewRoleSerializer,
    RoleChangeSerializer,
    RoleSerializer,
    RoleTokenSerializer,
)
from setup_app.events.event import held_roles, queries, services
from setup_app.events.event.access import EventAccess
from setup_app.events.models import Kind, Role
from setup_app.idempotency.services import run_idempotent


class RolesView(EventListEndpoint):
    """The roles of an event."""

    @extend_schema(operation_id="event_roles", responses=RoleSerializer(many=True))
    def get(self, request: Request, event: str) -> Response:
        """List every role with its token; for organisers."""
        return self.listed(queries.roles_view(self.standing(request, event)))

    @extend_schema(
        operation_id="add_event_role", request=NewRoleSerializer, responses={201: RoleSerializer}
    )
    def post(self, request: Request, event: str) -> Response:
        """Add a role; for organisers."""
        standing = self.standing(request, event)
        standing.needs(Kind.ORGANISER)
        asked = checked(NewRoleSerializer(data=request.data))

        def act() -> Any:
            kind = Kind(asked["kind"])
            role = services.add_role(
                standing=standing, kind=kind, name=asked["name"], entry=asked["entry"]
            )
            return _kept(standing, role)

        return run_idempotent(request, act, render=partial(render_with_tokens, status=201))


class RoleView(VoidingEndpoint):
    """One role."""

    @extend_schema(
        operation_id="change_event_role", request=RoleChangeSerializer, responses=RoleSerializer
    )
    def patch(self, request: Request, event: str, role: int) -> Response:
        """Change a role's name, or the entry that its holder plays; for organisers."""
        standing = self.standing(request, event)
        standing.needs(Kind.ORGANISER)
        changes = checked(RoleChangeSerializer(data=request.data))

        def act() -> Any:
            changed = services.change_role(standing=standing, number=role, changes=changes)
            return _kept(standing, changed)

        return run_idempotent(request, act, render=render_with_tokens)

    @extend_schema(operation_id="remove_event_role", responses={204: None})
    def delete(self, request: Request, event: str, role: int) -> Response:
        """Remove a role; for organisers."""
        if self.repeated is not None:
            return Response(status=204)
        standing = self.standing(request, event)
        standing.needs(Kind.ORGANISER)

        def act() -> None:
            services.remove_role(standing=standing, number=role)

        return run_idempotent(request, act, render=partial(Response, status=204))


class ReissueView(VoidingEndpoint):
    """The replacement of a role's link."""

    @extend_schema(
        operation_id="reissue_event_role", request=None, responses={201: RoleTokenSerializer}
    )
    def post(self, request: Request, event: str, role: int) -> Response:
        """Replace a link; the old one is void at once. For organisers and the role's own holder,
        and for desks the links of players once the lists are published, unless the player's battle
        is running. The same `Idempotency-Key` with the holder's old token gets the same response
        for ten minutes.
        """
        if self.repeated is not None:
            return render_with_tokens(self.repeated.result, status=201)
        standing = self.standing(request, event)

        def act() -> Any:
            made = services.reissue_role(standing=standing, number=role)
            if standing.role is not None and standing.role.number == role:
                held_roles.take(request, made)
            return {"token": role_token_placeholder(made)}

        return run_idempotent(request, act, render=partial(render_with_tokens, status=201))


def _kept(standing: EventAccess, role: Role) -> dict[str, object]:
    """Return a role as the stored result has it: without its token."""
    view = queries.role_view(standing, role)
    return view if view["token"] is None else {**view, "token": role_token_placeholder(role)}
