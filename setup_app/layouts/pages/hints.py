"""Hints for the piece in hand while a table is edited, requested by a script.

A worker answers. A refusal is a problem in JSON, never a page.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_POST

from setup_app.engine.errors import DomainError
from setup_app.jobs.models import State
from setup_app.jobs.queries import error_of
from setup_app.jobs.timeouts import by_worker
from setup_app.layouts import job_handlers
from setup_app.layouts.pages import changes as changing
from setup_app.layouts.pages.table_page import get_generated_table
from setup_app.layouts.requests import read_placing, read_with_rules
from setup_app.web.json_body import read_field
from setup_app.web.problem_answers import MAX_OUTLINE, answered, problem


@answered
@require_POST
def hints(request: HttpRequest, table: str) -> HttpResponse:
    """Return where the outline in hand may not lie, rule by rule, and the remaining room."""
    return hints_of(request, get_generated_table(table).layout)


@answered
@require_POST
def nearest(request: HttpRequest, table: str) -> HttpResponse:
    """Return the shortest slide of the outline in hand to a legal place; nulls if there is none."""
    return nearest_of(request, get_generated_table(table).layout)


def hints_of(request: HttpRequest, layout: Any) -> HttpResponse:
    """Return the same as `hints` for the edited table."""
    seen_from = "invader" if request.POST.get("from") == "invader" else "defender"
    return _about_held(
        job_handlers.GROUND,
        request,
        layout,
        lambda placing: {"placing": placing, "seen_from": seen_from},
    )


def nearest_of(request: HttpRequest, layout: Any) -> HttpResponse:
    """Return the same as `nearest` for the edited table."""
    return _about_held(job_handlers.NEAREST, request, layout)


def _about_held(
    kind: str,
    request: HttpRequest,
    table: Any,
    asked: Callable[[Any], Any] = lambda placing: placing,
) -> HttpResponse:
    sent, chosen = request.POST.get("outline", ""), request.POST.get("chosen", "")
    if len(sent) > MAX_OUTLINE:
        raise DomainError("too_much")
    _layout, rules = read_with_rules(table)
    changes = changing.parse_changes(request.POST.get("changes", ""))
    layout = changing.applied(table, rules, changes)
    if all(each["id"] != chosen for each in layout["pieces"]):
        raise DomainError("places_nothing")
    placing = changing.in_hand(layout, chosen)
    placing["piece"] = {**placing["piece"], "outline": read_field(sent, "/outline")}
    read_placing({name: placing[name] for name in ("layout", "piece")})
    job = by_worker(kind, asked(placing), most=job_handlers.MAX_PLACES)
    if job.state == State.DONE:
        return JsonResponse(job.result)
    return problem(error_of(job))
