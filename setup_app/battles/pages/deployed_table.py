"""The deployed table as a picture and as a sheet with both orders of battle.

Each viewer gets their own, with their hidden units; the query `for` returns the public version,
which can lie beside the table.
"""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from setup_app.battles import position_sheets, queries
from setup_app.battles.pages import question_wording, table_view
from setup_app.battles.pages.look import PageContext
from setup_app.battles.pages.refusal_page import page
from setup_app.battles.pages.seats import seat_url
from setup_app.battles.seats.held import Holding, get_holding
from setup_app.battles.seats.queries import read_watch_link
from setup_app.battles.seats.tokens import Seat
from setup_app.battles.sheets import heading_of, who_may_read
from setup_app.engine.errors import DomainError
from setup_app.engine.hidden import SPECTATOR, Role
from setup_app.web.addresses import here_only
from terrain.draw.view import ViewFrom

EVERYBODY = "everybody"
TYPES = {"svg": "image/svg+xml; charset=utf-8", "png": "image/png", "pdf": "application/pdf"}


@page
@require_safe
def position(request: HttpRequest, battle: str, kind: str) -> HttpResponse:
    """Serve the position to a viewer who may see the battle; a seat sees its own secrets."""
    row = queries.row_named(battle)
    found = get_holding(request, row)
    return _position(request, PageContext(row, found.viewer(row), found), kind)


@page
@require_safe
def position_watched(request: HttpRequest, battle: str, token: str, kind: str) -> HttpResponse:
    """Serve the position to anyone with the read-only link."""
    row, holder = read_watch_link(battle, token)
    return _position(request, PageContext(row, holder.viewer, Holding()), kind)


def _position(request: HttpRequest, look: PageContext, kind: str) -> HttpResponse:
    if kind not in TYPES:
        raise DomainError("not_found")
    view, edge = seen(request, look), edge_of(request, look)
    rulebook = look.row.rulebook
    if kind == "pdf":
        url = "" if here_only(request) else seat_url(request, look.row, Seat.SPECTATOR)
        paper = "letter" if request.GET.get("paper") == "letter" else "a4"
        told = (*question_wording.result_words(look), for_whom(request, look))
        heading = heading_of(look.row, view, url=url, told=told)
        made: Any = position_sheets.printed(rulebook, view, heading, view_from=edge, paper=paper)
    elif kind == "png":
        made = position_sheets.drawn_png(rulebook, view, view_from=edge)
    else:
        made = position_sheets.render_position(rulebook, view, view_from=edge)
    return HttpResponse(made, content_type=TYPES[kind])


def address(look: PageContext, token: str, kind: str) -> str:
    """Return where this viewer finds the deployed table as a file of one kind."""
    if token:
        return reverse("battle-watch-position", args=(look.row.public_id, token, kind))
    return reverse("battle-position-page", args=(look.row.public_id, kind))


def may_choose(look: PageContext) -> bool:
    """Return whether this viewer sees more than a spectator, so that the page asks which version
    they want.
    """
    return look.viewer.role in (Role.SEAT, Role.UMPIRE) and not look.view["closed"]


def for_everybody(request: HttpRequest, look: PageContext) -> bool:
    """Return whether the page shows only what everyone who sees the battle may know."""
    return not may_choose(look) or request.GET.get("for") == EVERYBODY


def seen(request: HttpRequest, look: PageContext) -> dict[str, Any]:
    """Return the view for a sheet: this viewer's own, or the public one."""
    return look.seen_by(SPECTATOR) if for_everybody(request, look) else look.view


def for_whom(request: HttpRequest, look: PageContext) -> str:
    """Return the sentence on a sheet that says who may read it."""
    viewer = SPECTATOR if for_everybody(request, look) else look.viewer
    return who_may_read(look.row, look.view, viewer)


def edge_of(request: HttpRequest, look: PageContext) -> ViewFrom:
    """Return the near edge: the requested one, or the requester's own."""
    return table_view.edge_in(request.GET.get("view_from")) or table_view.own_edge(look)
