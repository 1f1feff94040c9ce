"""How is a piece laid from the page? Dragged or typed, then a worker judges; nothing is lost.

What was refused is kept with its submission, so the page shows it again where it was put.
"""

from __future__ import annotations

import math
import secrets
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from config.sentences import sentence
from setup_app.battles import services
from setup_app.battles.models import Battle
from setup_app.battles.pages import looking, outlines
from setup_app.battles.pages.acting import acting_side, seated, version_in
from setup_app.battles.pages.answers import stated
from setup_app.battles.pages.editing import Draft
from setup_app.battles.pages.house import figure, readable
from setup_app.battles.pages.refusing import page
from setup_app.battles.services.playing import Sent, read_move
from setup_app.battles.work import suggested_by_worker
from setup_app.jobs.models import State
from setup_app.jobs.queries import wait_for
from setup_app.script.errors import DomainError
from setup_app.script.values import Side
from terrain.core.rules import SizeLimits

PATIENCE = 5.0
FIGURES = ("width", "depth", "degrees", "left", "near", "from_at", "to_at", "right", "away")
"""The fields for typed measures, of every form."""


@page
@require_POST
def place(request: HttpRequest, battle: str) -> HttpResponse:
    """Lay, slide or turn a piece; or ask the other side to accept it; or find it impossible."""
    row, found = seated(request, battle)
    prompt = request.POST.get("prompt", "")
    side = acting_side(found, prompt)
    wish = request.POST.get("do", "place")
    if wish == "suggest":
        return _suggested(request, row, side, prompt)
    if wish == "impossible":
        return _impossible(request, row, side, prompt)
    faults = {} if wish == "leave" else unreadable(request.POST)
    if faults:
        fields = (*FIGURES, "shape")
        typed = {name: request.POST[name] for name in fields if name in request.POST}
        drawn = stated(request.POST["answer"]) if request.POST.get("answer") else None
        draft = Draft(drawn, typed=typed, faults=faults)
        return looking.with_draft(request, row, draft, status=422)
    answer = {"leave": True} if wish == "leave" else laid(request.POST, row)
    move = read_move(prompt=prompt, expected_version=version_in(request), answer=answer)
    act = services.propose_as_placed if wish == "as_placed" else services.play
    _patiently(act(battle=row.public_id, side=side, move=move))
    return redirect("battle", row.public_id)


@page
@require_POST
def suggest(request: HttpRequest, battle: str) -> HttpResponse:
    """A legal place, as JSON for the page's script."""
    row, found = seated(request, battle)
    prompt = request.POST.get("prompt", "")
    try:
        return JsonResponse(_suggestion(row, acting_side(found, prompt), prompt))
    except DomainError as refused:
        return JsonResponse({"refused": sentence(refused.code, refused.params)}, status=409)


def _patiently(sent: Sent) -> None:
    """Wait for the verdict a while; after that the page itself waits for it."""
    if sent.job is not None:
        wait_for(sent.job, PATIENCE)


def _suggestion(row: Battle, side: Side | None, prompt: str) -> Any:
    job = suggested_by_worker(
        battle=row.public_id, side=side, prompt=prompt, seed=secrets.token_hex(16)
    )
    if job.state == State.DONE:
        return job.result
    raise DomainError((job.error or {}).get("code", "fault"))


def _suggested(request: HttpRequest, row: Battle, side: Side | None, prompt: str) -> HttpResponse:
    """The page again, with a legal place in the editor: for whoever plays without a script."""
    found = _suggestion(row, side, prompt)
    return looking.with_draft(request, row, Draft(found["answer"]))


def _impossible(request: HttpRequest, row: Battle, side: Side | None, prompt: str) -> HttpResponse:
    """Only a search may say that there is no place; where it finds one, this one is shown."""
    found = _suggestion(row, side, prompt)
    if not found.get("impossible"):
        return looking.with_draft(request, row, Draft(found["answer"], found_one=True))
    move = read_move(prompt=prompt, expected_version=version_in(request), answer=found["answer"])
    _patiently(services.play(battle=row.public_id, side=side, move=move))
    return redirect("battle", row.public_id)


def unreadable(sent: QueryDict) -> dict[str, str]:
    """What is said beside each typed measure that is no figure; nothing is placed while one is."""
    if sent.get("drafted"):
        return {}
    return {
        name: _("“%(found)s” is no figure. Write one such as 6 or 6.5.")
        % {"found": sent[name].strip()[:40]}
        for name in FIGURES
        if name in sent and readable(sent[name]) is None
    }


def laid(sent: QueryDict, row: Battle) -> dict[str, Any]:
    """The answer that a sent form stands for: the script's own, or one from typed measures.

    Raises `unreadable`.
    """
    given = sent.get("drafted") or sent.get("answer")
    if given:
        answer = stated(given)
        if not isinstance(answer, dict):
            raise DomainError("unreadable")
        if "outline" in answer and sent.get("declared"):
            answer["declared"] = sent["declared"]
        return answer
    form = sent.get("form", "")
    if form == "slide":
        return {"by": [figure(sent.get("right"), 0), figure(sent.get("away"), 0)]}
    if form == "turn":
        return _turn(sent)
    answer = {"outline": outlines.as_polygon(_ring(form, sent, row.setup["table"]))}
    return {**answer, "declared": sent["declared"]} if sent.get("declared") else answer


def _turn(sent: QueryDict) -> dict[str, Any]:
    try:
        about = [float(each) for each in sent.get("about", "").split(",")]
    except ValueError as wrong:
        raise DomainError("unreadable") from wrong
    if not all(math.isfinite(each) for each in about):
        raise DomainError("unreadable")
    return {"about": about, "degrees": figure(sent.get("degrees"), 0)}


def _ring(form: str, sent: QueryDict, table: dict[str, float]) -> outlines.Ring:
    if form == "strip":
        return outlines.strip(sent.get("side", "left"), figure(sent.get("depth"), 4), table)
    if form == "band":
        ends = (
            _end(sent.get("from_edge", "near"), figure(sent.get("from_at"), 0), table),
            _end(sent.get("to_edge", "far"), figure(sent.get("to_at"), 0), table),
        )
        return outlines.band(ends, figure(sent.get("width"), 1), table)
    return outlines.outline(
        outlines.Measured(
            sent.get("shape", "blob"),
            figure(sent.get("width"), 6),
            figure(sent.get("depth"), 6),
            figure(sent.get("degrees"), 0),
            figure(sent.get("left"), 0),
            figure(sent.get("near"), 0),
            _limits(sent.get("limits", "")),
        )
    )


def _limits(text: str) -> SizeLimits | None:
    """The limits that the page showed, for which a typed piece is drawn; the rules judge it."""
    figures = [readable(each) for each in text.split()]
    if len(figures) != 4 or None in figures:
        return None
    least, long, more_than, most = (float(each or 0) for each in figures)
    return SizeLimits(least, long, most, bool(more_than))


def _end(edge: str, at: float, table: dict[str, float]) -> tuple[float, float]:
    """A point on an edge, `at` from the left corner or from the near one."""
    width, depth = table["width"], table["depth"]
    return {
        "near": (at, 0.0),
        "far": (at, depth),
        "left": (0.0, at),
        "right": (width, at),
    }.get(edge, (at, 0.0))
