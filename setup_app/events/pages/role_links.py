"""How does the link of a role stand on a page, to be copied, scanned or made anew?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString

from setup_app.events import queries
from setup_app.events.models import Kind, Role
from setup_app.events.standing import Standing
from setup_app.events.tokens import token_of
from setup_app.web.addresses import code_for


@dataclass(frozen=True)
class RoleLink:
    """A link to hand out; no `url` where its holder made it anew himself, no `qr` where it was
    not asked for."""

    number: int
    title: str
    kind: str
    url: str
    qr: SafeString | str
    plays: bool


def role_links(
    request: HttpRequest, standing: Standing, players: set[int], *, drawn: bool
) -> list[RoleLink]:
    """The links of everybody who helps, with their codes, and of these players, where `drawn` with
    theirs. For organisers."""
    return [
        _link(request, standing, each, drawn=drawn or each["kind"] != Kind.PLAYER)
        for each in queries.roles_view(standing, players)
    ]


def own_link(request: HttpRequest, standing: Standing) -> RoleLink | None:
    """The link of the role as which somebody looks at the page; None for who has none."""
    role: Role | None = standing.role
    if role is None:
        return None
    named = {"role": role.number, "name": role.name, "kind": role.kind, "token": token_of(role)}
    return _link(request, standing, named, drawn=True)


def _link(
    request: HttpRequest, standing: Standing, role: dict[str, Any], *, drawn: bool
) -> RoleLink:
    token, event = role["token"], standing.event.public_id
    url = request.build_absolute_uri(reverse("event-as", args=(event, token))) if token else ""
    return RoleLink(
        number=role["role"],
        title=role["name"],
        kind=str(Kind(role["kind"]).label),
        url=url,
        qr=code_for(request, url) if url and drawn else "",
        plays=role["kind"] == Kind.PLAYER,
    )
