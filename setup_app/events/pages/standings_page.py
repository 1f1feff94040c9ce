"""The page of an event's standings, and the same as a PDF."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from setup_app.events.event import held_roles, queries, round_queries
from setup_app.events.event.access import EventAccess
from setup_app.events.event.ranking import ranking_view
from setup_app.events.pages.refusal import page
from setup_app.events.pages.round_parts import is_over, standings_parts
from setup_app.identity.requesters import asker_of


@page
@require_safe
def standings(request: HttpRequest, event: str) -> HttpResponse:
    """Show the whole standings to everyone who may see the event."""
    found = queries.event_named(event)
    noted = held_roles.held(request, event)
    queries.standing_of(found, asker=asker_of(request), noted=noted)
    public = EventAccess(found)
    rounds = round_queries.rounds_view(public)[::-1]
    finished = [each["round"] for each in rounds if each["state"] == "finished"]
    shown = {
        "event": found,
        "after": finished[0] if finished else None,
        "over": is_over(found, rounds),
        "roles": queries.roles_held(found, noted),
        "own_page": True,
        **standings_parts(public, ranking_view(public), whole=True),
    }
    return render(request, "events/standings.html", shown)
