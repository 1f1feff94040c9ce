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
from setup_app.events.pages.player_messages import PlayerMessage, message_for
from setup_app.web.addresses import code_for


@dataclass(frozen=True)
class RoleLink:
    """A link to pass on. It has no `url` if its holder replaced it, and no `qr` unless requested.
    `devices` counts those that have opened it, `entry` is the holder's entry, `message` is ready to
    send to a player.
    """

    number: int
    title: str
    kind: str
    url: str
    qr: SafeString | str
    plays: bool
    devices: int
    entry: int | None
    message: PlayerMessage | None = None


def role_links(
    request: HttpRequest, standing: EventAccess, players: set[int], *, drawn: bool
) -> list[RoleLink]:
    """Return the links of all helpers with their codes, and those of these players, with codes if
    `drawn`. For organisers.
    """
    standing.needs(Kind.ORGANISER)
    rows = standing.event.role_rows.select_related("entry")
    shown = rows.filter(~Q(kind=Kind.PLAYER) | Q(entry__number__in=players))
    return [
        _link(request, standing, each, drawn=drawn or each.kind != Kind.PLAYER) for each in shown
    ]


def player_links(request: HttpRequest, standing: EventAccess, entry: Entry) -> list[RoleLink]:
    """Return a player's links with codes, to show at the desk: for organisers, and after
    publication of the lists for desks too.
    """
    desk = standing.kind == Kind.DESK and standing.event.lists_published is not None
    if standing.kind == Kind.ORGANISER:
        found = role_links(request, standing, {entry.number}, drawn=True)
        return [each for each in found if each.plays]
    rows = entry.roles.filter(kind=Kind.PLAYER).select_related("entry") if desk else ()
    return [_link(request, standing, each, drawn=True) for each in rows]


def as_text(links: Iterable[RoleLink]) -> str:
    """Return the links as lines of a name and an address, for a message or a spreadsheet."""
    return "\n".join(f"{each.title}\t{each.url}" for each in links if each.url)


def own_link(request: HttpRequest, standing: EventAccess) -> RoleLink | None:
    """Return the link of the viewer's role; None for a viewer without one."""
    role: Role | None = standing.role
    return None if role is None else _link(request, standing, role, drawn=True)


def _link(request: HttpRequest, standing: EventAccess, role: Role, *, drawn: bool) -> RoleLink:
    token, event = queries.role_view(standing, role)["token"], standing.event.public_id
    url = request.build_absolute_uri(reverse("event-as", args=(event, token))) if token else ""
    plays = role.kind == Kind.PLAYER
    message = message_for(standing.event, name=role.name, url=url) if plays and url else None
    return RoleLink(
        number=role.number,
        title=role.name,
        kind=str(Kind(role.kind).label),
        url=url,
        qr=code_for(request, url) if url and drawn else "",
        plays=plays,
        devices=role.devices,
        entry=role.entry.number if role.entry else None,
        message=message,
    )
