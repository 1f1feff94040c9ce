"""What goes to the real table? An A4 sheet: the map, its pieces with distances, the way back."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from setup_app.battles import queries
from setup_app.battles.pages import holding, telling
from setup_app.battles.pages.drawing import label, table_svg
from setup_app.battles.pages.holding import Holding
from setup_app.battles.pages.reading import Look
from setup_app.battles.pages.refusing import page
from setup_app.battles.pages.seats import claimed, qr_code, seat_url
from setup_app.battles.tokens import Seat
from setup_app.layouts.naming import map_names
from setup_app.script.errors import DomainError
from terrain.core.layout import read_layout
from terrain.draw.wording import size_text


@page
@require_GET
def print_view(request: HttpRequest, battle: str) -> HttpResponse:
    """The sheet for whoever may see the battle."""
    row = queries.row_named(battle)
    found = holding.held(request, row)
    return _sheet(request, Look(row, found.viewer(row), found))


@page
@require_GET
def print_watched(request: HttpRequest, battle: str, token: str) -> HttpResponse:
    """The sheet for whoever has the read-only link."""
    row, kind = claimed(battle, token)
    if kind is not Seat.SPECTATOR:
        raise DomainError("not_found")
    return _sheet(request, Look(row, Seat.SPECTATOR.viewer, Holding()))


def _sheet(request: HttpRequest, look: Look) -> HttpResponse:
    layout = look.view["layout"]
    if layout is None:
        raise DomainError("no_layout")
    url = seat_url(request, look.row, Seat.SPECTATOR)
    shown = {
        "row": look.row,
        "sides": telling.sides(look),
        "result": telling.result_words(look),
        "svg": table_svg(layout, interactive=False),
        "pieces": _distances(look, layout),
        "table": layout["table"],
        "base_width_mm": layout["base_width_mm"],
        "url": url,
        "qr": qr_code(url),
    }
    return render(request, "battles/print.html", shown)


def _distances(look: Look, layout: dict[str, Any]) -> list[dict[str, Any]]:
    """Each piece with what a tape measure says: BW and cm from the left and the near edge."""
    mm = float(layout["base_width_mm"])
    names = map_names(layout["rulebook"])
    rows = []
    for piece in read_layout(layout).pieces:
        left, near, right, far = piece.bounds
        rows.append(
            {
                "label": label(piece.type),
                "size": size_text(piece, names),
                "by": look.word(piece.placed_by),
                "left": (left, left * mm / 10),
                "right": (right, right * mm / 10),
                "near": (near, near * mm / 10),
                "far": (far, far * mm / 10),
                "declared": look.word(piece.declared) if piece.declared else "",
                "moved": piece.moved,
            }
        )
    return rows
