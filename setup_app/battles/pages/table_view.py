"""The table as this viewer sees it: picture, words, and data for the page's script."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from setup_app.battles.pages.look import PageContext
from setup_app.battles.pages.rulebook_pages import pages_for
from setup_app.engine.values import canonical
from setup_app.layouts.names import map_names
from setup_app.layouts.table_picture import drawn_with_view, label, places, words
from terrain.core.layout import read_layout
from terrain.draw.view import ViewFrom
from terrain.draw.wording import size_text

COOKIE = "edge"
A_YEAR = 365 * 24 * 3600


def edge_in(text: str | None) -> ViewFrom | None:
    """Return the edge that a request names; None for anything else."""
    if text == "invader":
        return "invader"
    return "defender" if text == "defender" else None


def own_edge(look: PageContext) -> ViewFrom:
    """Return the edge of this browser's side; a browser with both seats or none sees the table as
    the defender.
    """
    side = look.holding.acting
    role = None if side is None else look.view["sides"][side]["role"]
    return edge_in(role) or "defender"


def seen_from(request: HttpRequest, look: PageContext) -> ViewFrom:
    """Return the near edge: the one that this browser chose for this battle, or its own."""
    return edge_in(request.COOKIES.get(COOKIE)) or own_edge(look)


def remember(answer: HttpResponse, look: PageContext, edge: ViewFrom) -> None:
    """Store the edge in a cookie for this battle's pages only."""
    path = reverse("battle", args=(look.row.public_id,))
    answer.set_cookie(COOKIE, edge, max_age=A_YEAR, path=path, samesite="Lax", httponly=True)


def picture(look: PageContext, layout: dict[str, Any], edge: ViewFrom) -> SafeString:
    """Return the table as a page shows it, with what stands on it."""
    drawn, view = drawn_with_view(layout, use="page", view_from=edge)
    marks = pages_for(look).marks(look, view)
    before, end, after = drawn.rpartition("</svg>")
    return mark_safe(f"{before}{marks}{end}{after}")


def stage(
    request: HttpRequest, look: PageContext, layout: dict[str, Any], *, token: str = ""
) -> dict[str, Any]:
    """Return the context of the page's part with the table."""
    edge = seen_from(request, look)
    turned: ViewFrom = "defender" if edge == "invader" else "invader"
    address = reverse("battle-table", args=(look.row.public_id,))
    if token:
        address = reverse("battle-watch-table", args=(look.row.public_id, token))
    # Turning a past version of the table keeps the version.
    then = {} if look.at is None else {"at": look.at}
    return {
        "svg": picture(look, layout, edge),
        "pieces": in_words(look, layout, edge),
        "standing": pages_for(look).marks_told(look, edge),
        "address": f"{address}?{urlencode(then)}",
        "turned": f"{address}?{urlencode({**then, 'from': turned})}",
        "base_width_mm": f"{layout.get('base_width_mm') or 40:g}",
        "words": json.dumps(words()),
    }


def in_words(look: PageContext, layout: dict[str, Any], edge: ViewFrom) -> list[dict[str, str]]:
    """Return every piece in words for readers who do not see the picture: its type, owner, size and
    place.
    """
    placers = sorted({piece["placed_by"] for piece in layout["pieces"]})
    called = tuple((placer, look.word(placer)) for placer in placers)
    return _in_words(canonical(layout).decode(), edge, called, get_language())


@lru_cache(maxsize=64)
def _in_words(
    text: str, edge: ViewFrom, called: tuple[tuple[str, str], ...], language: str | None
) -> list[dict[str, str]]:
    layout = json.loads(text)
    laid, names = read_layout(layout), map_names(str(layout.get("rulebook", "")))
    ruler: Any = {"in_unit": True, "scale": laid.base_width_mm / 10, "unit": "cm"}
    words = dict(called)
    return [
        {
            "label": label(piece.type),
            "by": ", ".join(
                [words[piece.placed_by], *([names.word("agreed")] if piece.agreed else [])]
            ),
            "size": f"{size_text(piece, names, in_unit=True)} · {size_text(piece, names, **ruler)}",
            "where": places(piece, laid, edge),
        }
        for piece in laid.pieces
    ]
