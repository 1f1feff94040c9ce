"""Forms of a battle's page, except for placing pieces."""

from __future__ import annotations

from collections.abc import Mapping

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from setup_app.battles import services
from setup_app.battles.models import Battle
from setup_app.battles.pages.answers import acting_side, answer_of, side_in, version_in, whole
from setup_app.battles.pages.look import PageContext
from setup_app.battles.pages.present_page import present_page
from setup_app.battles.pages.refusal_page import page
from setup_app.battles.seats.held import Holding, remember_seats, require_seat
from setup_app.battles.seats.services import take_seat
from setup_app.battles.seats.state import is_taken
from setup_app.battles.seats.tokens import SEATS, Seat, seated_at
from setup_app.battles.services.moves import read_move
from setup_app.engine.errors import DomainError
from setup_app.engine.values import Side, other
from setup_app.identity.requesters import asker_who_stores
from setup_app.identity.sessions import remembered_with
from setup_app.web.throttling import limit_rate

NOT_ODD = 200


@page
@require_POST
def move(request: HttpRequest, battle: str) -> HttpResponse:
    """Answer a prompt whose answers can be listed."""
    row, found = require_seat(request, battle)
    prompt = request.POST.get("prompt", "")
    side = acting_side(found, prompt)
    services.play(
        battle=row.public_id,
        side=side,
        move=read_move(
            prompt=prompt,
            expected_version=version_in(request),
            answer=answer_of(row, prompt, request.POST),
        ),
        seated=seated_at(row, side),
    )
    return present_page(request, row.public_id)


@page
@require_POST
def sit_down(request: HttpRequest, battle: str) -> HttpResponse:
    """Accept table, house rulings and the other list, on a shared device for both sides."""
    row, found = require_seat(request, battle)
    seat_all(row, found, {side: request.POST.get(f"entropy-{side}", "") for side in found.sides})
    return present_page(request, row.public_id)


def seat_all(row: Battle, found: Holding, typed: Mapping[Side, str]) -> None:
    """Answer `sit_down` for every held side, with the typed entropy."""
    look = PageContext(row, found.viewer(row), found)
    for side in found.sides:
        for prompt in look.by_seat[side]["prompts"]:
            if prompt["kind"] == "sit_down" and prompt["side"] == side and not prompt["waiting"]:
                entropy = "".join(letter for letter in typed.get(side, "") if " " <= letter <= "~")
                services.play(
                    battle=row.public_id,
                    side=side,
                    move=read_move(
                        prompt=prompt["id"],
                        expected_version=look.played.version,
                        answer={"accept": True, "entropy": entropy[:NOT_ODD]},
                    ),
                    seated=seated_at(row, side),
                )


@page
@require_POST
def undo(request: HttpRequest, battle: str) -> HttpResponse:
    """Undo one's own last answer, on a shared device the last one of either side."""
    row, found = require_seat(request, battle)
    side = PageContext(row, found.viewer(row), found).undoing()
    if side is None:
        raise DomainError("cannot_undo")
    services.undo(battle=row.public_id, side=side)
    return present_page(request, row.public_id)


@page
@require_POST
def back(request: HttpRequest, battle: str) -> HttpResponse:
    """Propose to go back to an entry of the log."""
    row, found = require_seat(request, battle)
    to = whole(request.POST.get("to", ""))
    if to is None:
        raise DomainError("unreadable")
    services.propose_back(battle=row.public_id, side=found.acting, to=to)
    return present_page(request, row.public_id)


@page
@require_POST
def stop(request: HttpRequest, battle: str) -> HttpResponse:
    """Propose to end the battle as it stands, to go on with real figures."""
    row, found = require_seat(request, battle)
    services.propose_stop(battle=row.public_id, side=found.acting)
    return present_page(request, row.public_id)


@page
@require_POST
def open_envelope(request: HttpRequest, battle: str) -> HttpResponse:
    """Open one of one's own envelopes, on a shared device either side's."""
    row, found = require_seat(request, battle)
    name = request.POST.get("envelope", "")
    look = PageContext(row, found.viewer(row), found)
    secret = look.played.run.situation.envelopes.get(name)
    if secret is None or secret.owner is None or not found.acts_for(secret.owner):
        raise DomainError("no_such_envelope", {"envelope": name})
    services.open_envelope(battle=row.public_id, side=secret.owner, envelope=name)
    return present_page(request, row.public_id)


@page
@require_POST
def reply(request: HttpRequest, battle: str) -> HttpResponse:
    """Accept or decline a proposal, or withdraw one's own."""
    row, found = require_seat(request, battle)
    number = whole(request.POST.get("proposal", ""))
    if number is None:
        raise DomainError("unreadable")
    look = PageContext(row, found.viewer(row), found)
    proposal = next((p for p in look.view["proposals"] if p["id"] == number), None)
    if proposal is None:
        raise DomainError("no_such_proposal", {"proposal": number})
    side = found.acting
    if found.both and proposal["side"] is not None:
        side = other(proposal["side"])
    services.answer_proposal(
        battle=row.public_id,
        side=side,
        proposal=number,
        accept=request.POST.get("do") == "accept",
    )
    return present_page(request, row.public_id)


@page
@require_POST
def close(request: HttpRequest, battle: str) -> HttpResponse:
    """Ask to reveal everything, on a shared device for both sides."""
    row, found = require_seat(request, battle)
    services.close(battle=row.public_id, side=found.acting)
    return present_page(request, row.public_id)


@page
@require_POST
def resign(request: HttpRequest, battle: str) -> HttpResponse:
    """Resign; a shared device says which side does."""
    row, found = require_seat(request, battle)
    side = side_in(request) if found.acting is None else found.acting
    if side is None:
        raise DomainError("unreadable")
    services.resign(battle=row.public_id, side=side)
    return present_page(request, row.public_id)


@page
@require_POST
@limit_rate
def rematch(request: HttpRequest, battle: str) -> HttpResponse:
    """Create a rematch with sides swapped, this browser's seats too. For the creator only.

    The creator holds the links, and a link to the other side would show a closed list.
    """
    row, found = require_seat(request, battle)
    if not found.creator:
        raise DomainError("not_allowed")
    asker = asker_who_stores(request)
    with remembered_with(request):
        fresh = services.rematch(battle=row.public_id, asker=asker)
        for side in (other(side) for side in found.sides):
            if not is_taken(fresh, side):
                # The earlier battle is from before seats could be taken.
                take_seat(battle=fresh.public_id, side=side, of=0)
        fresh.refresh_from_db()
        taken = (SEATS[other(side)] for side in found.sides)
        remember_seats(request, fresh, Seat.CREATOR, *taken)
    return redirect("battle", fresh.public_id)
