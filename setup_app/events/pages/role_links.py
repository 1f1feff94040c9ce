"""A role's link on a page, to copy, scan or replace."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q
from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString

from setup_app.events.event import queries
from setup_app.events.event.access import EventAccess
from setup_app.events.models import Entry, Kind, Role
from setup_app.web.addresses import code_for


@dataclass(frozen=True)
class RoleLink:
    """A link to hand out; no `url` where its holder made it anew himself, no `qr` where it was
    not asked for. `devices` have opened it, `entry` is whom its holder plays."""

    number: int
    title: str
    kind: str
    url: str
    qr: SafeString | str
    plays: bool
    devices: int
    entry: int | None


def role_links(
    request: HttpRequest, standing: EventAccess, players: set[int], *, drawn: bool
) -> list[RoleLink]:
    """The links of everybody who helps, with their codes, and of these players, where `drawn` with
    theirs. For organisers."""
    standing.needs(Kind.ORGANISER)
    rows = standing.event.role_rows.select_related("entry")
    shown = rows.filter(~Q(kind=Kind.PLAYER) | Q(entry__number__in=players))
    return [
        _link(request, standing, each, drawn=drawn or each.kind != Kind.PLAYER) for each in shown
    ]


def player_links(request: HttpRequest, standing: EventAccess, entry: Entry) -> list[RoleLink]:
    """A player's links, drawn, for whoever stands at the desk: by organisers, and once lists are
    out by a desk too."""
    desk = standing.kind == Kind.DESK and standing.event.lists_published is not None
    if standing.kind == Kind.ORGANISER:
        found = role_links(request, standing, {entry.number}, drawn=True)
        return [each for each in found if each.plays]
    rows = entry.roles.filter(kind=Kind.PLAYER).select_related("entry") if desk else ()
    return [_link(request, standing, each, drawn=True) for each in rows]


def as_text(links: Iterable[RoleLink]) -> str:
    """So many links as lines of a name and an address, for a message or a table of one's own."""
    return "\n".join(f"{each.title}\t{each.url}" for each in links if each.url)


def own_link(request: HttpRequest, standing: EventAccess) -> RoleLink | None:
    """The link of the role as which somebody looks at the page; None for who has none."""
    role: Role | None = standing.role
    return None if role is None else _link(request, standing, role, drawn=True)


def _link(request: HttpRequest, standing: EventAccess, role: Role, *, drawn: bool) -> RoleLink:
    token, event = queries.role_view(standing, role)["token"], standing.event.public_id
    url = request.build_absolute_uri(reverse("event-as", args=(event, token))) if token else ""
    return RoleLink(
        number=role.number,
        title=role.name,
        kind=str(Kind(role.kind).label),
        url=url,
        qr=code_for(request, url) if url and drawn else "",
        plays=role.kind == Kind.PLAYER,
        devices=role.devices,
        entry=role.entry.number if role.entry else None,
    )
