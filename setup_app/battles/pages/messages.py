"""Messages between the two sides, on each one's page.

Only for a device with one seat: players who share a device can talk, and the computer does not
read. Spectators see no messages.
"""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.text import capfirst
from django.views.decorators.http import require_POST, require_safe

from setup_app.battles import queries, services
from setup_app.battles.models import Battle, Word
from setup_app.battles.pages.refusal_page import page
from setup_app.battles.seats.held import Holding, require_seat
from setup_app.battles.services.messages import MAX_LENGTH
from setup_app.engine.errors import DomainError
from setup_app.engine.hidden import seat
from setup_app.engine.values import Side
from setup_app.web.throttling import limit_rate
from setup_app.wording.sentences import sentence

SHOWN = 4
TOO_MANY = "too_many_messages"


def talk(row: Battle, found: Holding) -> dict[str, Any] | None:
    """Return the context of the page's message line; None if there is no one to write to."""
    side = _speaks(row, found)
    if side is None:
        return None
    lines = _lines(row, side)
    return {
        "number": row.said,
        "lines": lines,
        "last": lines[-1] if lines else None,
        "words": Word.choices,
        "most": MAX_LENGTH,
    }


@page
@require_POST
@limit_rate
def say(request: HttpRequest, battle: str) -> HttpResponse:
    """Send a message; answer with JSON for the page's script, or with the page again."""
    row, found = require_seat(request, battle)
    side = _speaks(row, found)
    if side is None:
        raise DomainError("not_allowed")
    told = request.headers.get("Accept", "").startswith("application/json")
    try:
        services.say(
            battle=row.public_id,
            side=side,
            text=request.POST.get("text", "") if not request.POST.get("word") else "",
            word=request.POST.get("word", ""),
        )
    except DomainError as refused:
        words = sentence(refused.code, refused.params)
        if told:
            status = 429 if refused.code == TOO_MANY else 422
            return JsonResponse({"refused": words}, status=status)
        messages.error(request, words)
    if told:
        row.refresh_from_db(fields=["said"])
        return JsonResponse(_as_json(row, side), status=201)
    return redirect("battle", row.public_id)


@page
@require_safe
def show_messages(request: HttpRequest, battle: str) -> HttpResponse:
    """Return the latest messages, for a page that learned of new ones."""
    row, found = require_seat(request, battle)
    side = _speaks(row, found)
    if side is None:
        raise DomainError("not_allowed")
    return JsonResponse(_as_json(row, side))


def _speaks(row: Battle, found: Holding) -> Side | None:
    """Return the side for which this browser speaks; None if it holds both or none, or plays a
    bot.
    """
    return found.acting if row.bot_side is None else None


def _as_json(row: Battle, side: Side) -> dict[str, Any]:
    return {"number": row.said, "lines": _lines(row, side)}


def _lines(row: Battle, side: Side) -> list[dict[str, Any]]:
    if not row.said:
        return []
    names = queries.speaker_for(row)
    found = queries.messages(row, seat(side), after=row.said - SHOWN)
    return [
        {
            "number": each.number,
            "by": capfirst(names.player(each.side)),
            "side": each.side,
            "mine": each.side == side,
            "words": each.words,
        }
        for each in found
    ]
