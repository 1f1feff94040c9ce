"""The form that places a piece: dragged or typed, judged by a worker.

A refused outline stays with its submission, so the page shows it again where it was placed.
"""

from __future__ import annotations

import secrets
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_POST

from setup_app.battles import services
from setup_app.battles.job_handlers import suggested_by_worker
from setup_app.battles.models import Battle
from setup_app.battles.pages import visits
from setup_app.battles.pages.answers import Mistyped, Reshaped, acting_side, answer_of, version_in
from setup_app.battles.pages.editor import AnswerDraft
from setup_app.battles.pages.present_page import present_page
from setup_app.battles.pages.refusal_page import page
from setup_app.battles.seats.held import require_seat
from setup_app.battles.seats.tokens import seated_at
from setup_app.battles.services.moves import Sent, read_move
from setup_app.engine.errors import DomainError
from setup_app.engine.values import Side
from setup_app.jobs.models import State
from setup_app.jobs.timeouts import wait_for
from setup_app.wording.sentences import sentence


@page
@require_POST
def place(request: HttpRequest, battle: str) -> HttpResponse:
    """Place, slide or turn a piece, propose its placement, or find it impossible."""
    row, found = require_seat(request, battle)
    prompt = request.POST.get("prompt", "")
    side = acting_side(found, prompt)
    wish = request.POST.get("do", "place")
    if wish == "suggest":
        return _suggested(request, row, side, prompt)
    if wish == "impossible":
        return _impossible(request, row, side, prompt)
    try:
        answer = answer_of(row, prompt, request.POST)
    except Mistyped as mistyped:
        draft = AnswerDraft(mistyped.drawn, typed=mistyped.typed, faults=mistyped.faults)
        return visits.with_draft(request, row, draft, side=side, status=422)
    except Reshaped as wanted:
        return visits.with_draft(request, row, AnswerDraft(None, typed=wanted.typed), side=side)
    move = read_move(prompt=prompt, expected_version=version_in(request), answer=answer)
    act = services.propose_as_placed if wish == "as_placed" else services.play
    _patiently(act(battle=row.public_id, side=side, move=move, seated=seated_at(row, side)))
    if found.both and (still_asked := visits.refused(request, row.public_id, side, prompt)):
        return still_asked
    return present_page(request, row.public_id)


@page
@require_POST
def suggest(request: HttpRequest, battle: str) -> HttpResponse:
    """Return a legal place as JSON for the page's script."""
    row, found = require_seat(request, battle)
    prompt = request.POST.get("prompt", "")
    try:
        return JsonResponse(_suggestion(row, acting_side(found, prompt), prompt))
    except DomainError as refused:
        return JsonResponse({"refused": sentence(refused.code, refused.params)}, status=409)


def _patiently(sent: Sent) -> None:
    """Wait for the verdict for a while. After that the page waits."""
    if sent.job is not None:
        wait_for(sent.job)


def _suggestion(row: Battle, side: Side | None, prompt: str) -> Any:
    job = suggested_by_worker(
        battle=row.public_id, side=side, prompt=prompt, seed=secrets.token_hex(16)
    )
    if job.state == State.DONE:
        return job.result
    raise DomainError((job.error or {}).get("code", "fault"))


def _suggested(request: HttpRequest, row: Battle, side: Side | None, prompt: str) -> HttpResponse:
    """Return the page with a legal place in the editor, for browsers without scripts."""
    found = _suggestion(row, side, prompt)
    return visits.with_draft(request, row, AnswerDraft(found["answer"]), side=side)


def _impossible(request: HttpRequest, row: Battle, side: Side | None, prompt: str) -> HttpResponse:
    """Answer that there is no place, if a search finds none; otherwise show the place found."""
    found = _suggestion(row, side, prompt)
    if not found.get("impossible"):
        return visits.with_draft(
            request, row, AnswerDraft(found["answer"], found_one=True), side=side
        )
    move = read_move(prompt=prompt, expected_version=version_in(request), answer=found["answer"])
    seated = seated_at(row, side)
    _patiently(services.play(battle=row.public_id, side=side, move=move, seated=seated))
    return present_page(request, row.public_id)
