"""The printed sheet for the real table: map, pieces with distances, QR code."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_safe

from setup_app.battles import position_sheets, queries
from setup_app.battles.pages import deployed_table, question_wording
from setup_app.battles.pages.look import PageContext
from setup_app.battles.pages.offline_copy import kept_offline
from setup_app.battles.pages.refusal_page import page
from setup_app.battles.pages.seats import seat_url
from setup_app.battles.pages.sides import sides
from setup_app.battles.seats.held import Holding, get_holding
from setup_app.battles.seats.queries import read_watch_link
from setup_app.battles.seats.tokens import Seat
from setup_app.battles.sheets import heading_of
from setup_app.engine.errors import DomainError
from setup_app.layouts.names import map_names
from setup_app.layouts.queries import table_sheet
from setup_app.layouts.table_picture import printed_svg
from setup_app.web.addresses import code_for, here_only
from terrain.core.layout import read_layout
from terrain.draw.piece_list import rows
from terrain.draw.sheet import table_line
from terrain.draw.view import ViewFrom


@page
@require_safe
def print_view(request: HttpRequest, battle: str) -> HttpResponse:
    """Show the sheet to a viewer who may see the battle."""
    row = queries.row_named(battle)
    found = get_holding(request, row)
    return _sheet(request, PageContext(row, found.viewer(row), found))


@page
@require_safe
def print_watched(request: HttpRequest, battle: str, token: str) -> HttpResponse:
    """Show the sheet to anyone with the read-only link."""
    row, kind = read_watch_link(battle, token)
    answer = _sheet(request, PageContext(row, kind.viewer, Holding()), token)
    return kept_offline(request, row, answer)


@page
@require_safe
def sheet(request: HttpRequest, battle: str) -> HttpResponse:
    """Return the sheet as a PDF, from the requested edge or that of the requester's own side."""
    row = queries.row_named(battle)
    found = get_holding(request, row)
    return _pdf(request, PageContext(row, found.viewer(row), found))


@page
@require_safe
def sheet_watched(request: HttpRequest, battle: str, token: str) -> HttpResponse:
    """Return the sheet as a PDF to anyone with the read-only link."""
    row, kind = read_watch_link(battle, token)
    return _pdf(request, PageContext(row, kind.viewer, Holding()))


def _pdf(request: HttpRequest, look: PageContext) -> HttpResponse:
    layout = _layout(look)
    url = "" if here_only(request) else seat_url(request, look.row, Seat.SPECTATOR)
    paper = "letter" if request.GET.get("paper") == "letter" else "a4"
    heading = heading_of(look.row, look.view, url=url, told=question_wording.result_words(look))
    file = table_sheet(layout, heading, view_from=_view_from(request, look), paper=paper)
    return HttpResponse(file, content_type="application/pdf")


def _layout(look: PageContext) -> dict[str, Any]:
    layout: dict[str, Any] | None = look.view["layout"]
    if layout is None:
        raise DomainError("no_layout")
    return layout


def _view_from(request: HttpRequest, look: PageContext) -> ViewFrom:
    """Return the near edge: the requested one, the requester's own, or the defender's."""
    own = None if look.viewer.side is None else look.view["sides"][look.viewer.side]["role"]
    for role in (request.GET.get("view_from"), own):
        if role in ("defender", "invader"):
            return "invader" if role == "invader" else "defender"
    return "defender"


def _sheet(request: HttpRequest, look: PageContext, token: str = "") -> HttpResponse:
    layout = _layout(look)
    view_from = _view_from(request, look)
    url = seat_url(request, look.row, Seat.SPECTATOR)
    names = map_names(layout["rulebook"])
    shown = {
        "row": look.row,
        "sides": sides(look),
        "result": question_wording.result_words(look),
        "svg": printed_svg(layout, view_from),
        "pieces": rows(read_layout(layout), view_from=view_from, names=names),
        "ground": table_line(read_layout(layout), names, "cm"),
        "view_from": view_from,
        "pdf": _pdf_of(look, token),
        "here": request.path,
        "deployed": _deployed(request, look, token, view_from),
        "url": url,
        "live": reverse("battle", args=(look.row.public_id,)) if look.holding.sides else url,
        "here_only": here_only(request),
        "qr": code_for(request, url),
    }
    return render(request, "battles/print.html", shown)


def _pdf_of(look: PageContext, token: str) -> str:
    if token:
        return reverse("battle-watch-sheet", args=(look.row.public_id, token))
    return reverse("battle-sheet", args=(look.row.public_id,))


def _deployed(
    request: HttpRequest, look: PageContext, token: str, view_from: ViewFrom
) -> dict[str, Any] | None:
    """Return the deployed table with both orders of battle; None before either side deploys."""
    view = deployed_table.seen(request, look)
    if view.get("deployment") is None:
        return None
    both = position_sheets.armies(look.row.rulebook, view)
    return {
        "svg": mark_safe(position_sheets.drawn_for_paper(look.row.rulebook, view, view_from)),
        "armies": sorted(both, key=lambda army: army.role != view_from),
        "whose": deployed_table.for_whom(request, look),
        "may_choose": deployed_table.may_choose(look),
        "for_everybody": deployed_table.for_everybody(request, look),
        "pdf": deployed_table.address(look, token, "pdf"),
        "png": deployed_table.address(look, token, "png"),
    }
