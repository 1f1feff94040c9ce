"""The big screen of the hall: pairings, time left, then standings."""

from __future__ import annotations

from hashlib import sha256
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.views.decorators.http import require_safe

from setup_app.events.event import held_roles, queries, round_queries
from setup_app.events.event.access import EventAccess
from setup_app.events.event.ranking import ranking_view
from setup_app.events.event.shown_names import shown_names
from setup_app.events.event_tables.invaders import Invaders
from setup_app.events.pages.clock_parts import clock_parts
from setup_app.events.pages.refusal import page
from setup_app.events.pages.round_parts import is_over
from setup_app.identity.requesters import asker_of

Line = tuple[int | None, list[str], str]
SIZES: Final = ((9, "few"), (18, "some"))
"""The maximum number of lines for one or two columns, each with the largest type that fits."""


@page
@require_safe
def screen(request: HttpRequest, event: str) -> HttpResponse:
    """Show the public view of the event, legible at ten metres.

    Its ETag is a hash of its content, so an unchanged screen gets a 304.
    """
    found = queries.event_named(event)
    noted = held_roles.held(request, event)
    # A viewer who may not know of the event gets a 404; everyone else, organisers too, gets the
    # public view.
    queries.standing_of(found, asker=asker_of(request), noted=noted)
    body = render_to_string("events/wall.html", _shown(EventAccess(found)), request)
    etag = quote_etag(sha256(body.encode()).hexdigest())
    answer = HttpResponse(body, headers={"ETag": etag})
    told: HttpResponse = get_conditional_response(request, etag=etag, response=answer) or answer
    return told


def _shown(standing: EventAccess) -> dict[str, Any]:
    event = standing.event
    names = shown_names(event)
    rounds = round_queries.rounds_view(standing)
    last = rounds[-1] if rounds else None
    finished_last = last is not None and last["state"] == "finished"
    tables, invaders = _tables(standing, last, names) if last else ([], "")
    finished = any(each["state"] == "finished" for each in rounds)
    return {
        "event": event,
        "round": last and last["round"],
        "over": is_over(event, rounds[::-1]),
        "tables": tables,
        "invaders": invaders,
        "names": _by_name(tables),
        "ranking": ranking_view(standing) if finished else None,
        "players": sorted(names.values(), key=str.casefold) if last is None else [],
        "clock": None if finished_last else clock_parts(standing, last["round"] if last else None),
        "size": _size(max(2 * len(tables), len(names))),
    }


def _size(lines: int) -> str:
    """Return the size of the type: few lines fill the screen."""
    return next((size for most, size in SIZES if lines <= most), "many")


def _tables(
    standing: EventAccess, round_: dict[str, Any], names: dict[int, str]
) -> tuple[list[Line], str]:
    """Return each table of a round that is being played with its players and what is said of its
    invader; and what is said of all of them.
    """
    if round_["state"] == "finished":
        return [], ""
    number, pairings = round_["round"], round_["pairings"]
    pairs = [(each["entries"], each["state"] == "confirmed") for each in pairings]
    of_all, of_each = Invaders.of(standing, [number]).words_of_round(number, pairs, names)
    lines = [
        (each["table"], [names[entry] for entry in each["entries"]], invader)
        for each, invader in zip(pairings, of_each, strict=True)
    ]
    return lines, of_all


def _by_name(tables: list[Line]) -> list[tuple[str, int | None, str]]:
    """Return each player with their table and opponent, in the order in which people look for
    themselves.
    """
    lines = [
        (name, table, next((other for other in both if other != name), ""))
        for table, both, _invader in tables
        for name in both
    ]
    return sorted(lines, key=lambda line: line[0].casefold())
