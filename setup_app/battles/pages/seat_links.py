"""Links and QR codes that bring a seat to another device."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from setup_app.battles import queries, seats, services, tokens
from setup_app.battles.models import Battle
from setup_app.battles.pages import held_seats, house
from setup_app.battles.pages.form_side import seated
from setup_app.battles.pages.held_seats import Holding
from setup_app.battles.pages.refusal_page import page
from setup_app.battles.repository import setup_of
from setup_app.battles.tokens import SEATS, Seat
from setup_app.engine.errors import DomainError
from setup_app.engine.values import SIDES, Side
from setup_app.identity.sessions import remembered_with
from setup_app.web.addresses import code_for, here_only

WATCHING = (Seat.SPECTATOR, Seat.UMPIRE)
"""Whose links only look: the umpire's, where there is one, with both hands."""


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
    name = "battle-watch" if seat in WATCHING else "battle-seat"
    token = tokens.token(row, seat)
    return request.build_absolute_uri(reverse(name, args=(row.public_id, token)))


def watch_link(request: HttpRequest, row: Battle) -> Link:
    url = seat_url(request, row, Seat.SPECTATOR)
    return Link(
        _("Link to watch"),
        _("Anyone with this link can watch. They see no secrets and can't change anything."),
        url,
        code_for(request, url),
        secret=False,
        here_only=here_only(request),
        sheet=reverse(
            "battle-watch-print", args=(row.public_id, tokens.token(row, Seat.SPECTATOR))
        ),
    )


def umpire_link(request: HttpRequest, row: Battle) -> Link:
    url = seat_url(request, row, Seat.UMPIRE)
    return Link(
        _("Umpire link"),
        _(
            "Anyone with this link sees both hands and both lists, but can't change anything. "
            "Both players know that there is an umpire. Players must not open this link."
        ),
        url,
        code_for(request, url),
        secret=True,
        here_only=here_only(request),
    )


def side_link(request: HttpRequest, row: Battle, side: int) -> Link:
    """The link to a free seat, to be passed on to who is to sit there."""
    name = queries.speaker_for(row).player(side)
    url = seat_url(request, row, Seat(str(side)))
    return Link(
        _("Seat of %(name)s") % {"name": name},
        _("The first person to join with this link plays this side. The link works only once."),
        url,
        code_for(request, url),
        secret=True,
        here_only=here_only(request),
    )


def device_link(request: HttpRequest, row: Battle, side: Side, number: int) -> Link:
    """A link by which one more device comes to hold a seat that this one holds."""
    token = tokens.device_token(row, side, number)
    url = request.build_absolute_uri(reverse("battle-device", args=(row.public_id, token)))
    return Link(
        _("Another device for the seat of %(name)s")
        % {"name": queries.speaker_for(row).player(side)},
        _("Works once, within ten minutes. Don't let your opponent see it."),
        url,
        code_for(request, url),
        secret=True,
        here_only=here_only(request),
    )


def claimed(battle: str, token: str) -> tuple[Battle, Seat]:
    """The battle and seat that a link's token stands for. Raises `not_found`, and `seat_used_up`
    where it stood for a side's seat once."""
    claim = tokens.parse_token(token)
    row = queries.row_named(battle)
    if claim is None or claim.thing != row.public_id:
        raise DomainError("not_found")
    if not tokens.holds(claim, row):
        used = Seat(claim.holder) in SEATS and tokens.was_held(claim, row) is not None
        raise DomainError("seat_used_up" if used else "not_found")
    return row, Seat(claim.holder)


def watcher(battle: str, token: str) -> tuple[Battle, Seat]:
    """The battle and as what a link looks at it. Raises `not_found` for one that does more."""
    row, kind = claimed(battle, token)
    if kind not in WATCHING:
        raise DomainError("not_found")
    return row, kind


def watches(battle: str, token: str) -> bool:
    """Whether a link only looks. Raises what `claimed` raises."""
    return claimed(battle, token)[1] in WATCHING


@page
@require_GET
def links(request: HttpRequest, battle: str) -> HttpResponse:
    """Show the links of a battle: to watch it and, for its creator, to its free seats.

    A taken seat has none: its player makes links for their own devices.
    """
    row = queries.row_named(battle)
    return _links(request, row, _to_hand_out(request, row))


@page
@require_POST
def replace(request: HttpRequest, battle: str) -> HttpResponse:
    """Replace a free seat's link, for the battle's creator; the old one stops working.

    Also for a seat whose player was asked something and has been inactive for days; the log says
    so.
    """
    row = queries.row_named(battle)
    text = request.POST.get("side", "")
    if text not in ("0", "1") or int(text) not in _replaceable(row, _of_house(request, row)):
        raise DomainError("not_allowed")
    services.reissue_seat(battle=row.public_id, seat=Seat(text))
    return _links(request, queries.row_named(battle), (int(text),))


@page
@require_POST
def give(request: HttpRequest, battle: str) -> HttpResponse:
    """Hand one of both seats on to another device: it is free, and this one shows its link."""
    row, found = seated(request, battle)
    text = request.POST.get("side", "")
    if text not in ("0", "1") or not found.both:
        raise DomainError("not_allowed")
    _free(request, row, int(text))
    return _links(request, queries.row_named(battle), (int(text),))


@page
@require_POST
def leave(request: HttpRequest, battle: str) -> HttpResponse:
    """Give up one's own seat, so that the battle's creator can hand out a new link to it."""
    row, found = seated(request, battle)
    if found.acting is None:
        raise DomainError("not_allowed")
    _free(request, row, found.acting)
    messages.success(
        request, _("You gave up the seat. The person who set up the battle can pass it on.")
    )
    return redirect("battle-links" if found.creator else "battles", *[battle] * found.creator)


@page
@require_POST
def another(request: HttpRequest, battle: str) -> HttpResponse:
    """Make a link for one more device of one's own seat, and show it."""
    row, found = seated(request, battle)
    side = _own_side(found, request.POST.get("side", ""))
    number = services.open_device_link(
        battle=row.public_id, side=side, of=held_seats.held_generation(request, row, side)
    )
    link = device_link(request, row, side, number)
    return _links(request, row, _to_hand_out(request, row), another=link)


@page
@require_POST
def alone(request: HttpRequest, battle: str) -> HttpResponse:
    """Take one's own seat back from all other devices."""
    row, found = seated(request, battle)
    side = _own_side(found, request.POST.get("side", ""))
    with remembered_with(request):
        services.keep_seat_alone(
            battle=row.public_id, side=side, of=held_seats.held_generation(request, row, side)
        )
        held_seats.take(request, queries.row_named(battle), Seat(str(side)))
    messages.success(request, _("Only this device holds the seat now."))
    return redirect("battle-links", row.public_id)


def _own_side(found: Holding, text: str) -> Side:
    """The side that a form means: of a browser with one seat, its own."""
    side = found.acting if found.acting is not None else {"0": 0, "1": 1}.get(text)
    if side is None or not found.acts_for(side):
        raise DomainError("not_allowed")
    return side


def _free(request: HttpRequest, row: Battle, side: Side) -> None:
    with remembered_with(request):
        services.free_seat(
            battle=row.public_id, side=side, of=held_seats.held_generation(request, row, side)
        )
        held_seats.put_down(request, row, side)


def _of_house(request: HttpRequest, row: Battle) -> Holding:
    """What this browser holds, a seat or the creator's link. Raises `not_found` without either."""
    found = held_seats.held(request, row)
    if not (found.sides or found.creator):
        raise DomainError("not_found")
    return found


def _to_hand_out(request: HttpRequest, row: Battle) -> tuple[Side, ...]:
    """The free seats whose links this browser may pass on."""
    found = _of_house(request, row)
    free = queries.free_seats(row) if found.creator else ()
    return tuple(side for side in free if side not in found.sides)


def _replaceable(row: Battle, found: Holding) -> tuple[Side, ...]:
    """Return the seats whose links this browser may replace: free seats of others, and inactive
    ones.
    """
    if not found.creator or row.finished:
        return ()
    others = [side for side in SIDES if side not in found.sides and side != row.bot_side]
    free = [side for side in others if not seats.is_taken(row, side)]
    return tuple(sorted((*free, *_quiet(row, others))))


def _quiet(row: Battle, sides: list[Side]) -> list[Side]:
    """The taken seats of these whose players were asked and have been quiet for days."""
    taken = [side for side in sides if seats.is_taken(row, side)]
    played = queries.readable(row).played if taken else None
    return [side for side in taken if played and seats.is_quiet(row, played, side)]


@dataclass(frozen=True)
class SeatLink:
    """A seat that this browser holds, and the number of its devices.

    The number is 0 if no one has sat down with the seat's first link, which still leads to it.
    """

    side: Side
    name: str
    devices: int


def _links(
    request: HttpRequest, row: Battle, sides: tuple[Side, ...], *, another: Link | None = None
) -> HttpResponse:
    found = held_seats.held(request, row)
    names = queries.speaker_for(row)
    watching = watch_link(request, row)
    replaceable = _replaceable(row, found)
    own = [
        SeatLink(side, capfirst(names.player(side)), seats.seat_of(row, side).devices)
        for side in found.sides
    ]
    shown = {
        "row": row,
        "back": reverse("battle", args=(row.public_id,)) if found.sides else "",
        "watching": reverse(
            "battle-watch", args=(row.public_id, tokens.token(row, Seat.SPECTATOR))
        ),
        "replacing": [
            (side, names.player(side), seats.is_taken(row, side))
            for side in replaceable
            if side not in sides
        ],
        "taken": [
            capfirst(names.player(side))
            for side in SIDES
            if found.creator
            and side not in found.sides
            and side != row.bot_side
            and seats.is_taken(row, side)
        ],
        "rulings": house.told_of(setup_of(row)),
        "seat_links": [side_link(request, row, side) for side in sides],
        "links": [
            watching,
            *([umpire_link(request, row)] if found.creator and tokens.has_umpire(row) else ()),
        ],
        "another": another,
        "own": own[0] if len(own) == 1 else None,
        "giving": [(each.side, names.player(each.side)) for each in own] if found.both else [],
        "may_resign": [(each.side, each.name) for each in own if not row.finished],
    }
    return render(request, "battles/links.html", shown)
