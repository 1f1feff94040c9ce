"""Hints for the piece in hand, requested by the page's script, and the edge of the view.

A worker answers without any lock. A refusal is a problem in JSON, never a page.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from setup_app.battles import queries
from setup_app.battles.job_handlers import GROUND, NEAREST, asked_of_worker
from setup_app.battles.pages import table_view
from setup_app.battles.pages.answers import FARTHEST, acting_side, stated, whole
from setup_app.battles.pages.look import PageContext
from setup_app.battles.pages.refusal_page import page
from setup_app.battles.pages.rulebook_pages import pages_for
from setup_app.battles.seats.held import Holding, get_holding, require_seat
from setup_app.battles.seats.queries import read_watch_link
from setup_app.engine.errors import DomainError
from setup_app.jobs.models import State
from setup_app.jobs.queries import error_of
from setup_app.layouts.job_handlers import MOVED_GROUND, NEAREST_SLIDE, NEAREST_TURN
from setup_app.web.problem_answers import MAX_OUTLINE, answered, problem


@answered
@require_POST
def hints(request: HttpRequest, battle: str) -> HttpResponse:
    """Return where the outline in hand may not lie, rule by rule, and the room that remains."""
    return _by_worker(GROUND, request, battle)


@answered
@require_POST
def nearest(request: HttpRequest, battle: str) -> HttpResponse:
    """Return the shortest slide of the outline in hand to a legal place; nulls if there is none."""
    return _by_worker(NEAREST, request, battle)


@answered
@require_POST
def zones(request: HttpRequest, battle: str) -> HttpResponse:
    """Return where the thing in hand may stand and why not elsewhere, for the asked seat only."""
    row, found = require_seat(request, battle)
    prompt = request.POST.get("prompt", "")
    side = acting_side(found, prompt)
    unit = whole(request.POST.get("unit", ""))
    return JsonResponse(queries.zones(row, side, prompt, unit))


def _by_worker(kind: str, request: HttpRequest, battle: str) -> HttpResponse:
    row, found = require_seat(request, battle)
    prompt, sent = request.POST.get("prompt", ""), request.POST.get("outline", "")
    side = acting_side(found, prompt)
    edge = table_view.edge_in(request.POST.get("from")) or "defender"
    if len(sent) > MAX_OUTLINE:
        raise DomainError("too_much")
    if queries.places_something(row, side, prompt):
        asked = {"battle": row.public_id, "side": side, "prompt": prompt, "seen_from": edge}
        return _answer(kind, {**asked, "outline": stated(sent)})
    moving = _moving(PageContext(row, found.viewer(row), found), prompt)
    if moving is None:
        raise DomainError("places_nothing", {"prompt": prompt})
    if kind == GROUND:
        return _answer(MOVED_GROUND, {**moving, "outline": stated(sent), "seen_from": edge})
    if moving["most"] is None:
        about, degrees = _turn(request.POST.get("answer", ""))
        return _answer(NEAREST_TURN, {**moving, "about": about, "degrees": degrees})
    return _answer(NEAREST_SLIDE, {**moving, "outline": stated(sent)})


def _moving(look: PageContext, prompt: str) -> dict[str, Any] | None:
    """Return the worker's arguments for a piece that already lies on the table, if the question is
    about one.
    """
    shown = next((each for each in look.view["prompts"] if each["id"] == prompt), None)
    editor = pages_for(look).editors.get(shown["kind"]) if shown else None
    return editor.moving(look, shown) if editor and shown else None


def _turn(sent: str) -> tuple[list[float], float]:
    """Return the point and the degrees of a turn that was not sent yet. Raises `unreadable`."""
    answer = stated(sent)
    turn: Mapping[str, Any] = answer if isinstance(answer, dict) else {}
    about: Any = turn.get("about")
    degrees: Any = turn.get("degrees")
    if not isinstance(about, list) or len(about) != 2:
        raise DomainError("unreadable", {"where": "/about"})
    for where, each in (("/about", about[0]), ("/about", about[1]), ("/degrees", degrees)):
        if isinstance(each, bool) or not isinstance(each, int | float) or not abs(each) <= FARTHEST:
            raise DomainError("unreadable", {"where": where})
    return about, degrees


def _answer(kind: str, wanted: dict[str, Any]) -> HttpResponse:
    job = asked_of_worker(kind, wanted)
    if job.state == State.DONE:
        return JsonResponse(job.result)
    return problem(error_of(job))


@page
@require_safe
def table(request: HttpRequest, battle: str) -> HttpResponse:
    """Show the table from the requested edge, which this browser remembers for this battle."""
    row = queries.row_named(battle)
    found = get_holding(request, row)
    return _table(request, PageContext(row, found.viewer(row), found, at=_then(request)))


@page
@require_safe
def table_watched(request: HttpRequest, battle: str, token: str) -> HttpResponse:
    """Show the table, as `table` does, to anyone with the read-only link."""
    row, kind = read_watch_link(battle, token)
    return _table(request, PageContext(row, kind.viewer, Holding(), at=_then(request)), token)


def _then(request: HttpRequest) -> int | None:
    """Return the version of the battle at which its table is shown; None for the present one."""
    return whole(request.GET.get("at", ""))


def _table(request: HttpRequest, look: PageContext, token: str = "") -> HttpResponse:
    """Return the picture alone for a script. A plain link gets the page, which shows the new edge
    from now on.
    """
    layout = look.view["layout"]
    if layout is None:
        raise DomainError("no_layout")
    seen_from = table_view.edge_in(request.GET.get("from"))
    if request.GET.get("picture"):
        edge = seen_from or table_view.own_edge(look)
        answer = render(
            request,
            "battles/_table_picture.html",
            {
                "stage": {
                    "svg": table_view.picture(look, layout, edge),
                    "pieces": table_view.in_words(look, layout, edge),
                    "standing": pages_for(look).marks_told(look, edge),
                }
            },
        )
    else:
        there = (
            ("battle-watch", look.row.public_id, token) if token else ("battle", look.row.public_id)
        )
        then = "" if look.at is None else f"?at={look.at}"
        answer = redirect(f"{reverse(there[0], args=there[1:])}{then}")
    if seen_from:
        table_view.remember(answer, look, seen_from)
    return answer
