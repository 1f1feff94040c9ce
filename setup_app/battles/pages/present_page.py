"""Answer an act on a battle's page with the page as it is now."""

from __future__ import annotations

from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from setup_app.battles import queries
from setup_app.battles.pages.battle_page import battle_page
from setup_app.battles.pages.look import PageContext
from setup_app.battles.seats.held import get_holding
from setup_app.engine.hidden import Role

DRAWS_HERE: Final = "Draws-Here"
"""The header by which a page says that it draws what is answered where it stands."""


def present_page(request: HttpRequest, battle: str) -> HttpResponse:
    """Answer an act: redirect a browser to the battle, or render the page for one that draws it
    where it stands, which spares a second request."""
    if request.headers.get(DRAWS_HERE) != "1":
        return redirect("battle", battle)
    row = queries.row_named(battle)
    found = get_holding(request, row)
    viewer = found.viewer(row)
    if viewer.role is Role.ORGANISER:
        return redirect("battle", battle)
    return render_page(request, PageContext(row, viewer, found))


def render_page(
    request: HttpRequest, look: PageContext, *, status: int = 200, **given: Any
) -> HttpResponse:
    """A battle's page, with what `battle_page` may be given."""
    shown = battle_page(request, look, **given)
    return render(request, "battles/battle.html", shown, status=status)
