"""The views of a battle's page, which always shows the present question.

On a shared device a secret is shown only in the answer to the POST that takes a seat up. The page
itself never contains one, so going back never shows one.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from setup_app.battles import queries
from setup_app.battles.models import Battle
from setup_app.battles.pages.answers import side_in, version_in, whole
from setup_app.battles.pages.battle_page import address, battle_page, rematches
from setup_app.battles.pages.editor import AnswerDraft
from setup_app.battles.pages.look import PageContext, checked_for
from setup_app.battles.pages.offline_copy import kept_offline
from setup_app.battles.pages.present_page import render_page
from setup_app.battles.pages.refusal_page import page
from setup_app.battles.seats.held import Holding, get_holding, record_visit, require_seat
from setup_app.battles.seats.queries import WATCHING, read_link, read_watch_link
from setup_app.battles.seats.tokens import Seat
from setup_app.engine.errors import DomainError
from setup_app.engine.hidden import Role, Viewer, seat
from setup_app.engine.values import Side


@page
@require_safe
def battle(request: HttpRequest, battle: str) -> HttpResponse:
    """Show the battle as this browser may see it, with the question that it may answer."""
    row = queries.row_named(battle)
    found = record_visit(request, row)
    viewer = found.viewer(row)
    if viewer.role is Role.ORGANISER:
        return redirect("battle-links", row.public_id)
    return _looked_at(request, row, viewer, found)


@page
@require_POST
def take_up(request: HttpRequest, battle: str) -> HttpResponse:
    """Show one seat of a shared device: its hand and its secret question.

    Once the battle has moved on, the same POST redirects to the neutral page, so that the back
    button reveals nothing.
    """
    row, found = require_seat(request, battle)
    side = side_in(request)
    if not found.both or side is None:
        raise DomainError("not_allowed")
    if version_in(request) != row.version:
        return redirect("battle", row.public_id)
    look = PageContext(row, seat(side), found)
    return render_page(request, look, taken_up=True)


@page
@require_safe
def watch(request: HttpRequest, battle: str, token: str) -> HttpResponse:
    """Show the battle to anyone with the read-only link, or with the umpire's link, which shows
    both hands.
    """
    row, kind = read_watch_link(battle, token)
    if kind is Seat.UMPIRE and get_holding(request, row).sides:
        raise DomainError("umpire_plays")
    answer = _looked_at(request, row, kind.viewer, Holding(), token=token)
    # No browser stores a page with both hands.
    open_to_all = kind is Seat.SPECTATOR and not request.GET
    return kept_offline(request, row, answer) if open_to_all else answer


@page
@require_safe
def screen(request: HttpRequest, battle: str) -> HttpResponse:
    """Show the public view in large type, for a screen beside the table, to a viewer who may see
    the battle.
    """
    row = queries.row_named(battle)
    get_holding(request, row).viewer(row)
    return _screen(request, row)


@page
@require_safe
def screen_watched(request: HttpRequest, battle: str, token: str) -> HttpResponse:
    """Show the same screen to anyone with the read-only link."""
    row, _kind = read_watch_link(battle, token)
    return _screen(request, row, token=token)


@page
@require_safe
def state(request: HttpRequest, battle: str) -> HttpResponse:
    """Answer the polling of a waiting page: whether the battle has moved on and a check is over."""
    row = queries.row_named(battle)
    token = request.GET.get("token", "")
    found = Holding()
    if not (token and read_link(battle, token)[1] in WATCHING):
        found = record_visit(request, row)
        found.viewer(row)
    told = {"version": row.version, "checking": len(checked_for(row, found))}
    if found.acting is not None:
        told["said"] = row.said
    offered = rematches(row, found)
    if offered is not None:
        told["rematches"] = offered
    return JsonResponse(told)


def with_draft(
    request: HttpRequest, row: Battle, draft: AnswerDraft, *, side: Side | None, status: int = 200
) -> HttpResponse:
    """Return the page with a place already in the editor of the question that `side` answers.

    On a shared device, the seat of that side stays open if the answer is its secret.
    """
    found = get_holding(request, row)
    look = PageContext(row, found.viewer(row), found)
    if side in look.secret_turns():
        return render_page(
            request, PageContext(row, seat(side), found), status=status, draft=draft, taken_up=True
        )
    return render_page(request, look, status=status, draft=draft)


def refused(
    request: HttpRequest, battle: str, side: Side | None, prompt: str
) -> HttpResponse | None:
    """Return the page of a side on a shared device whose secret answer was just refused, with the
    reason.

    None if no answer was refused, or if the page for both players gives the reason. Otherwise the
    refusal would stand behind the cover, and the next person to take the device would read it.
    """
    row = queries.row_named(battle)
    found = get_holding(request, row)
    look = PageContext(row, found.viewer(row), found)
    if side not in look.secret_turns() or look.attempt(prompt) is None:
        return None
    return render_page(request, PageContext(row, seat(side), found), taken_up=True)


def _looked_at(
    request: HttpRequest, row: Battle, viewer: Viewer, found: Holding, *, token: str = ""
) -> HttpResponse:
    """Return the battle now or, with `?at=`, as this viewer could have seen it at that version."""
    asked = request.GET.get("at")
    at = None if asked is None else whole(asked)
    if asked is not None and at is None:
        return _no_moment(request, row, 400, token)
    try:
        look = PageContext(row, viewer, found, at=at)
    except DomainError as refused:
        if refused.code != "no_such_version":
            raise
        return _no_moment(request, row, 404, token)
    return render_page(request, look, token=token)


def _no_moment(request: HttpRequest, row: Battle, status: int, token: str) -> HttpResponse:
    shown = {"latest": row.version, "here": address(row, token)}
    return render(request, "battles/no_moment.html", shown, status=status)


def _screen(request: HttpRequest, row: Battle, *, token: str = "") -> HttpResponse:
    """Return the screen as a spectator sees it, whatever this browser holds: other people see this
    screen too.
    """
    look = PageContext(row, Seat.SPECTATOR.viewer, Holding())
    return render(request, "battles/screen.html", battle_page(request, look, token=token))
