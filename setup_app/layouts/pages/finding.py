"""Where may the piece in hand of an edited table lie? Asked by a script while it is dragged.

A worker answers. What is refused is a problem, in JSON, never a page.
"""

from __future__ import annotations

import json
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_POST

from setup_app.jobs.models import State
from setup_app.jobs.presence import worker_is_there
from setup_app.jobs.queries import error_of, is_swamped, wait_for
from setup_app.jobs.services import cancel, enqueue
from setup_app.layouts import work
from setup_app.layouts.pages import changes as changing
from setup_app.layouts.pages.looking import laid
from setup_app.layouts.reading import read, read_placing
from setup_app.problem_answers import MOST_OUTLINE, answered, problem
from setup_app.script.errors import DomainError

PATIENCE = 5.0


@answered
@require_POST
def hints(request: HttpRequest, table: str) -> HttpResponse:
    """Where the outline in hand may not lie, rule by rule, and where that leaves it room."""
    return _by_worker(work.GROUND, request, table)


@answered
@require_POST
def nearest(request: HttpRequest, table: str) -> HttpResponse:
    """The shortest slide of the outline in hand to a legal place; nulls where there is none."""
    return _by_worker(work.NEAREST, request, table)


def _by_worker(kind: str, request: HttpRequest, table: str) -> HttpResponse:
    row = laid(table)
    assert row.layout is not None
    sent, chosen = request.POST.get("outline", ""), request.POST.get("chosen", "")
    if len(sent) > MOST_OUTLINE:
        raise DomainError("too_much")
    _layout, rules = read(row.layout)
    changes = changing.read(request.POST.get("changes", ""))
    layout = changing.applied(row.layout, rules, changes)
    held = next((each for each in layout["pieces"] if each["id"] == chosen), None)
    if held is None:
        raise DomainError("places_nothing")
    others = [each for each in layout["pieces"] if each["id"] != chosen]
    piece = {**held, "outline": _stated(sent)}
    wanted = {"layout": {**layout, "pieces": others}, "piece": piece}
    read_placing(wanted)
    if is_swamped(kind, most=work.MOST_PLACES) or not worker_is_there():
        raise DomainError("no_worker")
    job = wait_for(enqueue(kind, wanted).pk, PATIENCE)
    if job.state == State.DONE:
        return JsonResponse(job.result)
    if job.over:
        return problem(error_of(job))
    cancel(job.pk)
    raise DomainError("no_worker")


def _stated(sent: str) -> Any:
    try:
        return json.loads(sent)
    except (ValueError, RecursionError) as wrong:
        raise DomainError("unreadable", {"where": "/outline"}) from wrong
