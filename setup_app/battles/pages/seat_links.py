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

from setup_app.battles import queries, services, tokens
from setup_app.battles.models import Battle
from setup_app.battles.pages import held_seats, house
from setup_app.battles.pages.held_seats import Holding
from setup_app.battles.pages.moves import seated
from setup_app.battles.pages.refusal_page import page
from setup_app.battles.record import setup_of
from setup_app.battles.tokens import Seat
from setup_app.script.errors import DomainError
from setup_app.script.values import SIDES, Side
from setup_app.web.addresses import code_for, here_only


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
    return row, Seat(claim.holder)


@page
@require_GET
def take(request: HttpRequest, battle: str, token: str) -> HttpResponse:
    """Take the seat that a link stands for; this browser keeps it.

    The creator's link leads to the links that he may hand out.
    """
    row, seat = claimed(battle, token)
    if seat is Seat.SPECTATOR:
        return redirect("battle-watch", row.public_id, token)
    if seat is Seat.UMPIRE:
        raise DomainError("not_found")
    if seat.side is not None and seat.side == row.bot_side:
        raise DomainError("not_found")
    held_seats.take(request, row, seat)
    return redirect("battle-links" if seat is Seat.CREATOR else "battle", row.public_id)


@page
@require_GET
def links(request: HttpRequest, battle: str) -> HttpResponse:
    """The links of a battle: to watch it, and, for who began it, to its seats.

    He is shown those of free seats; one that is taken he can only replace, which its player sees.
    """
    row = queries.row_named(battle)
    found = _of_house(request, row)
    free = queries.free_seats(row) if found.creator else ()
    return _links(request, row, tuple(side for side in free if side not in found.sides))


@page
@require_POST
def replace(request: HttpRequest, battle: str) -> HttpResponse:
    """Make a seat's link anew, for who began the battle: the old one is void, the log says so."""
    row = queries.row_named(battle)
    text = request.POST.get("side", "")
    if text not in ("0", "1") or int(text) not in _replaceable(row, _of_house(request, row)):
        raise DomainError("not_allowed")
    services.reissue_seat(battle=row.public_id, seat=Seat(text))
    return _links(request, queries.row_named(battle), (int(text),))


def _of_house(request: HttpRequest, row: Battle) -> Holding:
    """What this browser holds, a seat or the creator's link. Raises `not_found` without either."""
    found = held_seats.held(request, row)
    if not (found.sides or found.creator):
        raise DomainError("not_found")
    return found


def _replaceable(row: Battle, found: Holding) -> tuple[Side, ...]:
    """The seats whose links this browser may replace: those of others."""
    if not found.creator or row.finished:
        return ()
    return tuple(side for side in SIDES if side not in found.sides and side != row.bot_side)


@page
@require_POST
def give(request: HttpRequest, battle: str) -> HttpResponse:
    """Hand one of both seats on to another device: this one forgets it and shows its link once."""
    row, found = seated(request, battle)
    text = request.POST.get("side", "")
    if text not in ("0", "1") or not found.both:
        raise DomainError("not_allowed")
    held_seats.give_up(request, row, int(text))
    return _links(request, row, (int(text),))


def _links(request: HttpRequest, row: Battle, sides: tuple[Side, ...]) -> HttpResponse:
    found = held_seats.held(request, row)
    names = queries.speaker_for(row)
    watching = watch_link(request, row)
    shown = {
        "row": row,
        "back": reverse("battle", args=(row.public_id,)) if found.sides else "",
        "watching": reverse(
            "battle-watch", args=(row.public_id, tokens.token(row, Seat.SPECTATOR))
        ),
        "replacing": [
            (side, names.player(side)) for side in _replaceable(row, found) if side not in sides
        ],
        "rulings": house.told_of(setup_of(row)),
        "links": [*(side_link(request, row, side) for side in sides), watching],
        "another": side_link(request, row, found.acting) if found.acting is not None else None,
        "giving": [(side, names.player(side)) for side in found.sides] if found.both else [],
        "may_resign": [
            (side, capfirst(names.player(side))) for side in found.sides if not row.finished
        ],
    }
    return render(request, "battles/links.html", shown)
