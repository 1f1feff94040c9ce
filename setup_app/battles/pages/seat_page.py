"""The page on which a browser sits down at a seat. Opening the link changes nothing.

Chats and mail programs open links that they pass on. Sitting down uses the link up; from then on
the seat belongs to that browser, and the same link says that it was used.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.text import capfirst
from django.views.decorators.http import require_http_methods

from setup_app.battles import queries, seats, services, tokens
from setup_app.battles.models import Battle
from setup_app.battles.pages import held_seats
from setup_app.battles.pages.refusal_page import page
from setup_app.battles.pages.seat_links import claimed
from setup_app.battles.tokens import Seat
from setup_app.engine.errors import DomainError
from setup_app.engine.values import SIDES, Side
from setup_app.identity.sessions import remembered_with


@page
@require_http_methods(["GET", "HEAD", "POST"])
def seat(request: HttpRequest, battle: str, token: str) -> HttpResponse:
    """Ask whether this browser shall sit down, and do so on `POST`.

    The creator's link leads to the links that they may hand out, the read-only one to the table.
    """
    row, side = _side_of(battle, token)
    if side is None:
        kind = claimed(battle, token)[1]
        if kind is Seat.CREATOR:
            held_seats.take(request, row, kind)
            return redirect("battle-links", row.public_id)
        return redirect("battle-watch", row.public_id, token)
    if held_seats.held(request, row).acts_for(side):
        # Also when the answer to its sitting down was lost: the link is used up, and not by others.
        return redirect("battle", row.public_id)
    row, kind = claimed(battle, token)
    if request.method != "POST":
        held_seats.mark(request, row.public_id)
        return _asked(request, row, side)
    with remembered_with(request):
        services.take_seat(
            battle=row.public_id, side=side, of=tokens.generation(row, Seat(str(side)))
        )
        held_seats.take(request, queries.row_named(battle), kind)
    return redirect("battle", row.public_id)


@page
@require_http_methods(["GET", "HEAD", "POST"])
def device(request: HttpRequest, battle: str, token: str) -> HttpResponse:
    """Ask the same for one more device of a taken seat."""
    row = queries.row_named(battle)
    claim = tokens.device_claimed(token, row)
    if claim is None:
        raise DomainError("not_found")
    if held_seats.held(request, row).acts_for(claim.side):
        return redirect("battle", row.public_id)
    if not claim.present:
        raise DomainError("link_used_up")
    if request.method != "POST":
        state = seats.seat_of(row, claim.side)
        if not state.opened(claim.number, timezone.now()):
            raise DomainError("link_used_up")
        held_seats.mark(request, row.public_id)
        return _asked(request, row, claim.side, more=True)
    kind = Seat(str(claim.side))
    with remembered_with(request):
        services.join_seat(
            battle=row.public_id,
            side=claim.side,
            number=claim.number,
            of=tokens.generation(row, kind),
        )
        held_seats.take(request, row, kind)
    return redirect("battle", row.public_id)


def _side_of(battle: str, token: str) -> tuple[Battle, Side | None]:
    """The side whose link this is or was, None for other links. Raises `not_found`."""
    row = queries.row_named(battle)
    claim = tokens.parse_token(token)
    if claim is not None and tokens.was_held(claim, row) is not None:
        return row, Seat(claim.holder).side
    row, kind = claimed(battle, token)
    if kind.side is not None and kind.side == row.bot_side:
        raise DomainError("not_found")
    return row, kind.side


def _asked(request: HttpRequest, row: Battle, side: Side, *, more: bool = False) -> HttpResponse:
    names = queries.speaker_for(row)
    holding = held_seats.held(request, row)
    shown = {
        "row": row,
        "name": capfirst(names.player(side)),
        "icon": f"side-{side}",
        "players": [capfirst(names.player(each)) for each in SIDES],
        "more": more,
        "beside": capfirst(names.player(holding.sides[0])) if holding.sides else "",
        "over": row.finished is not None,
    }
    return render(request, "battles/seat.html", shown)
