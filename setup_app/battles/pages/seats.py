"""How does a seat get to another device? By its link, or the same link as a QR code."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from setup_app.addresses import code_for, here_only
from setup_app.battles import queries, tokens
from setup_app.battles.models import Battle
from setup_app.battles.pages import holding, house
from setup_app.battles.pages.acting import seated
from setup_app.battles.pages.refusing import page
from setup_app.battles.record import setup_of
from setup_app.battles.tokens import Seat
from setup_app.script.errors import DomainError
from setup_app.script.values import SIDES, Side


@dataclass(frozen=True)
class Link:
    """A link to pass on, with its picture; `sheet` is what it shows, to be printed."""

    title: str
    note: str
    url: str
    qr: SafeString
    secret: bool
    here_only: bool
    sheet: str = ""


def seat_url(request: HttpRequest, row: Battle, seat: Seat) -> str:
    name = "battle-watch" if seat is Seat.SPECTATOR else "battle-seat"
    token = tokens.token(row, seat)
    return request.build_absolute_uri(reverse(name, args=(row.public_id, token)))


def watch_link(request: HttpRequest, row: Battle) -> Link:
    url = seat_url(request, row, Seat.SPECTATOR)
    return Link(
        _("To watch"),
        _("Whoever has this link sees the table and nothing secret, and can change nothing."),
        url,
        code_for(request, url),
        secret=False,
        here_only=here_only(request),
        sheet=reverse(
            "battle-watch-print", args=(row.public_id, tokens.token(row, Seat.SPECTATOR))
        ),
    )


def side_link(request: HttpRequest, row: Battle, side: int) -> Link:
    name = queries.speaker_for(row).player(side)
    url = seat_url(request, row, Seat(str(side)))
    return Link(
        _("The seat of %(name)s") % {"name": name},
        _("Anyone with this link plays this side and sees its cards."),
        url,
        code_for(request, url),
        secret=True,
        here_only=here_only(request),
    )


def claimed(battle: str, token: str) -> tuple[Battle, Seat]:
    """The battle and seat that a link's token stands for. Raises `not_found`."""
    claim = tokens.read(token)
    row = queries.row_named(battle)
    if claim is None or not tokens.holds(claim, row):
        raise DomainError("not_found")
    return row, claim.seat


@page
@require_GET
def take(request: HttpRequest, battle: str, token: str) -> HttpResponse:
    """Take the seat that a link stands for; this browser keeps it."""
    row, seat = claimed(battle, token)
    if seat is Seat.SPECTATOR:
        return redirect("battle-watch", row.public_id, token)
    if seat is Seat.UMPIRE:
        raise DomainError("not_found")
    if seat.side is not None and seat.side == row.bot_side:
        raise DomainError("not_found")
    holding.take(request, row, seat)
    return redirect("battle", row.public_id)


@page
@require_GET
def links(request: HttpRequest, battle: str) -> HttpResponse:
    """The links of a battle: to watch it, and, for who began it, to its seats."""
    row, found = seated(request, battle)
    others = [side for side in SIDES if side not in found.sides and side != row.bot_side]
    return _links(request, row, tuple(others) if found.creator else ())


@page
@require_POST
def give(request: HttpRequest, battle: str) -> HttpResponse:
    """Hand one of both seats on to another device: this one forgets it and shows its link once."""
    row, found = seated(request, battle)
    text = request.POST.get("side", "")
    if text not in ("0", "1") or not found.both:
        raise DomainError("not_allowed")
    holding.give_up(request, row, int(text))
    return _links(request, row, (int(text),))


def _links(request: HttpRequest, row: Battle, sides: tuple[Side, ...]) -> HttpResponse:
    found = holding.held(request, row)
    names = queries.speaker_for(row)
    shown = {
        "row": row,
        "rulings": house.told_of(setup_of(row)),
        "links": [*(side_link(request, row, side) for side in sides), watch_link(request, row)],
        "another": side_link(request, row, found.acting) if found.acting is not None else None,
        "giving": [(side, names.player(side)) for side in found.sides] if found.both else [],
        "may_resign": [
            (side, capfirst(names.player(side))) for side in found.sides if not row.finished
        ],
    }
    return render(request, "battles/links.html", shown)
