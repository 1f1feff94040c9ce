"""Preview pictures and lines for a battle's read-only link in a chat.

Anyone with the picture's address also has that link.
"""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from setup_app.battles.pages.look import PageContext
from setup_app.battles.pages.refusal_page import page
from setup_app.battles.pages.rulebook_pages import pages_for
from setup_app.battles.seats.held import Holding
from setup_app.battles.seats.queries import read_link
from setup_app.battles.seats.tokens import Seat
from setup_app.engine.errors import DomainError
from setup_app.layouts.link_pictures import drawn_large, link_picture, sample_table


@page
@require_safe
def watched(request: HttpRequest, battle: str, token: str) -> HttpResponse:
    """Return the picture of a battle's table for the read-only link; before there is one, of a
    plain table.
    """
    row, kind = read_link(battle, token)
    if kind is not Seat.SPECTATOR:
        raise DomainError("not_found")
    look = PageContext(row, Seat.SPECTATOR.viewer, Holding())
    table = look.view["layout"] or sample_table()
    if table is None:
        raise Http404
    names = [look.say.player(side) for side in (0, 1)]
    return link_picture(drawn_large(table), title=" – ".join(names), line=battle_in_one_line(look))


def battle_in_one_line(look: PageContext) -> str:
    """Return how a battle ended, or its present step."""
    if look.view["result"] is not None and look.view["step"] is None:
        return " ".join(pages_for(look).result(look))
    return look.step_title(look.view["step"]["rule"]) if look.view["step"] else ""
