"""Pages and forms about seats: take one, join with another device, links, give up, take back.

Opening a seat's link changes nothing, since chats and mail programs open links that they pass on.
Taking the seat uses the link up; from then on the seat belongs to that browser.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from setup_app.battles import queries
from setup_app.battles.models import Battle
from setup_app.battles.pages import house
from setup_app.battles.pages.answers import side_in
from setup_app.battles.pages.refusal_page import page
from setup_app.battles.repository import setup_of
from setup_app.battles.seats import services, tokens
from setup_app.battles.seats.held import (
    Holding,
    forget_seat,
    get_holding,
    remember_seats,
    require_seat,
    start_session,
)
from setup_app.battles.seats.queries import WATCHING, free_seats, is_inactive, read_link
from setup_app.battles.seats.state import is_taken, seat_of
from setup_app.battles.seats.tokens import SEATS, Seat
from setup_app.engine.errors import DomainError
from setup_app.engine.values import SIDES, Side
from setup_app.identity.sessions import follow_renewed, mark_link, remembered_with
from setup_app.web.addresses import code_for, here_only


@page
@require_http_methods(["GET", "HEAD", "POST"])
def take(request: HttpRequest, battle: str, token: str) -> HttpResponse:
    """Ask whether this browser should take the seat, and take it on `POST`.

    The creator's link leads to the links that they may pass on, the read-only one to the table.
    """
    follow_renewed(request)
    row, kind = read_link(battle, token, or_used=True)
    if kind is Seat.CREATOR:
        remember_seats(request, row, kind)
        return redirect("battle-links", battle)
    side = kind.side
    if side is None:
        return redirect("battle-watch", battle, token)
    if get_holding(request, row).acts_for(side):
        # Also by this link: the answer to the browser's own request may have been lost.
        return redirect("battle", battle)
    row, kind = read_link(battle, token)
    if side == row.bot_side:
        raise DomainError("not_found")
    if request.method != "POST":
        return _ask(request, row, side)
    with remembered_with(request):
        services.take_seat(battle=battle, side=side, of=tokens.generation(row, kind))
        remember_seats(request, queries.row_named(battle), kind)
    return redirect("battle", battle)


@page
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, battle: str, token: str) -> HttpResponse:
    """Ask whether this browser should hold a taken seat too, and let it on `POST`."""
    follow_renewed(request)
    row = queries.row_named(battle)
    claim = tokens.read_device_token(token, row)
    if claim is None:
        raise DomainError("not_found")
    side = claim.side
    if get_holding(request, row).acts_for(side):
        return redirect("battle", battle)
    if not claim.current:
        raise DomainError("link_used_up")
    if request.method != "POST":
        if not seat_of(row, side).is_open(claim.number, timezone.now()):
            raise DomainError("link_used_up")
        return _ask(request, row, side, more=True)
    with remembered_with(request):
        of = tokens.generation(row, SEATS[side])
        services.join_seat(battle=battle, side=side, number=claim.number, of=of)
        remember_seats(request, row, SEATS[side])
    return redirect("battle", battle)


def _ask(request: HttpRequest, row: Battle, side: Side, *, more: bool = False) -> HttpResponse:
    start_session(request, row.public_id)
    speaker = queries.speaker_for(row)
    names = [capfirst(speaker.player(each)) for each in SIDES]
    held = get_holding(request, row).sides
    context = {
        "row": row,
        "name": names[side],
        "icon": f"side-{side}",
        "players": names,
        "more": more,
        "beside": names[held[0]] if held else "",
        "over": row.finished is not None,
    }
    answer = render(request, "battles/seat.html", context)
    mark_link(request, answer)
    return answer


@dataclass(frozen=True)
class Link:
    """A link to pass on, with its picture; `sheet` is the address that prints what it shows."""

    title: str
    note: str
    url: str
    qr: SafeString
    secret: bool
    here_only: bool
    sheet: str = ""


def _link(request: HttpRequest, title: str, note: str, url: str, *, sheet: str = "") -> Link:
    """Return a link; one with a `sheet` is not secret."""
    return Link(
        title,
        note,
        url,
        code_for(request, url),
        secret=not sheet,
        here_only=here_only(request),
        sheet=sheet,
    )


def seat_url(request: HttpRequest, row: Battle, seat: Seat) -> str:
    name = "battle-watch" if seat in WATCHING else "battle-seat"
    return _url(request, name, row, tokens.token(row, seat))


def _url(request: HttpRequest, name: str, row: Battle, token: str) -> str:
    return request.build_absolute_uri(reverse(name, args=(row.public_id, token)))


def watch_link(request: HttpRequest, row: Battle) -> Link:
    token = tokens.token(row, Seat.SPECTATOR)
    return _link(
        request,
        _("Link to watch"),
        _("Anyone with this link can watch. They see no secrets and can't change anything."),
        seat_url(request, row, Seat.SPECTATOR),
        sheet=reverse("battle-watch-print", args=(row.public_id, token)),
    )


def umpire_link(request: HttpRequest, row: Battle) -> Link:
    return _link(
        request,
        _("Umpire link"),
        _(
            "Anyone with this link sees both hands and both lists, but can't change anything. "
            "Both players know that there is an umpire. Players must not open this link."
        ),
        seat_url(request, row, Seat.UMPIRE),
    )


def side_link(request: HttpRequest, row: Battle, side: Side) -> Link:
    """Return the link to a free seat, for the player who will take it."""
    return _link(
        request,
        _("Seat of %(name)s") % {"name": queries.speaker_for(row).player(side)},
        _("The first person to join with this link plays this side. The link works only once."),
        seat_url(request, row, SEATS[side]),
    )


def device_link(request: HttpRequest, row: Battle, side: Side, number: int) -> Link:
    """Return the link with which one more device holds this seat."""
    return _link(
        request,
        _("Another device for the seat of %(name)s")
        % {"name": queries.speaker_for(row).player(side)},
        _("Works once, within ten minutes. Don't let your opponent see it."),
        _url(request, "battle-device", row, tokens.device_token(row, side, number)),
    )


@page
@require_GET
def links(request: HttpRequest, battle: str) -> HttpResponse:
    """Show the links of a battle: to watch it and, for its creator, to its free seats.

    A taken seat has none: its player creates links for their own devices.
    """
    row = queries.row_named(battle)
    return _links(request, row, _links_to_pass_on(row, _holder(request, row)))


@page
@require_POST
def replace(request: HttpRequest, battle: str) -> HttpResponse:
    """Replace a free seat's link, for the battle's creator; the old one stops working.

    Also for an inactive player's seat; the log says so.
    """
    row = queries.row_named(battle)
    side = side_in(request)
    if side is None or side not in _replaceable(row, _holder(request, row)):
        raise DomainError("not_allowed")
    services.reissue_seat(battle=battle, seat=SEATS[side])
    return _links(request, queries.row_named(battle), (side,))


@page
@require_POST
def give(request: HttpRequest, battle: str) -> HttpResponse:
    """Free one of both seats for another device, and show its link."""
    row, found = require_seat(request, battle)
    side = side_in(request)
    if side is None or not found.both:
        raise DomainError("not_allowed")
    _free(request, row, side)
    return _links(request, queries.row_named(battle), (side,))


@page
@require_POST
def leave(request: HttpRequest, battle: str) -> HttpResponse:
    """Give up one's own seat, so that the battle's creator can pass on a new link to it."""
    row, found = require_seat(request, battle)
    if found.acting is None:
        raise DomainError("not_allowed")
    _free(request, row, found.acting)
    messages.success(
        request, _("You gave up the seat. The person who set up the battle can pass it on.")
    )
    return redirect("battle-links", battle) if found.creator else redirect("battles")


@page
@require_POST
def add_device(request: HttpRequest, battle: str) -> HttpResponse:
    """Create a link for one more device of one's own seat, and show it."""
    row, found = require_seat(request, battle)
    side = _own_side(request, found)
    of = tokens.generation(row, SEATS[side])
    number = services.create_device_link(battle=battle, side=side, of=of)
    link = device_link(request, row, side, number)
    return _links(request, row, _links_to_pass_on(row, found), another=link)


@page
@require_POST
def keep_alone(request: HttpRequest, battle: str) -> HttpResponse:
    """Take one's own seat back from all other devices."""
    if follow_renewed(request):
        return redirect("battle-links", battle)
    row, found = require_seat(request, battle)
    side = _own_side(request, found)
    with remembered_with(request):
        of = tokens.generation(row, SEATS[side])
        services.keep_seat_alone(battle=battle, side=side, of=of)
        remember_seats(request, queries.row_named(battle), SEATS[side])
    messages.success(request, _("Only this device holds the seat now."))
    return redirect("battle-links", battle)


def _own_side(request: HttpRequest, found: Holding) -> Side:
    """Return the side that a form is about: a browser's only one, or the one in the form."""
    side = side_in(request) if found.acting is None else found.acting
    if side is None or not found.acts_for(side):
        raise DomainError("not_allowed")
    return side


def _free(request: HttpRequest, row: Battle, side: Side) -> None:
    with remembered_with(request):
        of = tokens.generation(row, SEATS[side])
        services.free_seat(battle=row.public_id, side=side, of=of)
        forget_seat(request, row, side)


def _holder(request: HttpRequest, row: Battle) -> Holding:
    """Return the seats of this browser, or its creator's link. Raises `not_found` for neither."""
    found = get_holding(request, row)
    if not (found.sides or found.creator):
        raise DomainError("not_found")
    return found


def _links_to_pass_on(row: Battle, found: Holding) -> tuple[Side, ...]:
    """Return the free seats whose links this browser may pass on."""
    free = free_seats(row, queries.readable(row).played) if found.creator else ()
    return tuple(side for side in free if side not in found.sides)


def _replaceable(row: Battle, found: Holding) -> tuple[Side, ...]:
    """Return the seats of others whose links this browser may replace: free and inactive ones."""
    if not found.creator or row.finished:
        return ()
    others = [side for side in SIDES if side not in found.sides and side != row.bot_side]
    taken = [side for side in others if is_taken(row, side)]
    played = queries.readable(row).played if taken else None
    return tuple(
        side
        for side in others
        if side not in taken or (played is not None and is_inactive(row, played, side))
    )


def _links(
    request: HttpRequest, row: Battle, sides: tuple[Side, ...], *, another: Link | None = None
) -> HttpResponse:
    found = get_holding(request, row)
    speaker = queries.speaker_for(row)
    names = [speaker.player(side) for side in SIDES]
    watching = watch_link(request, row)
    # Without devices, no one has used the seat's first link, which still opens it.
    own = [
        {"side": side, "name": capfirst(names[side]), "devices": seat_of(row, side).devices}
        for side in found.sides
    ]
    token = tokens.token(row, Seat.SPECTATOR)
    umpire = found.creator and tokens.has_umpire(row)
    context = {
        "row": row,
        "back": reverse("battle", args=(row.public_id,)) if found.sides else "",
        "watching": reverse("battle-watch", args=(row.public_id, token)),
        "replacing": [
            (side, names[side], is_taken(row, side))
            for side in _replaceable(row, found)
            if side not in sides
        ],
        "taken": [
            capfirst(names[side])
            for side in SIDES
            if found.creator
            and side not in found.sides
            and side != row.bot_side
            and is_taken(row, side)
        ],
        "rulings": house.told_of(setup_of(row)),
        "seat_links": [side_link(request, row, side) for side in sides],
        "links": [watching, *([umpire_link(request, row)] if umpire else ())],
        "another": another,
        "own": own[0] if len(own) == 1 else None,
        "giving": [(side, names[side]) for side in SIDES] if found.both else [],
        "may_resign": [(each["side"], each["name"]) for each in own if not row.finished],
    }
    return render(request, "battles/links.html", context)
