"""How does an organiser hand out the links of an event, and add helpers?"""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from setup_app.events.models import Kind
from setup_app.events.pages.callers import standing_as
from setup_app.events.pages.players_page import found_players
from setup_app.events.pages.refusal import page
from setup_app.events.pages.role_links import role_links
from setup_app.web.addresses import here_only

MOST_CODES: Final = 5
"""Players' links that are drawn as codes at once: whoever stands at the desk is looked up."""


@page
@require_safe
def links(request: HttpRequest, event: str, role: int) -> HttpResponse:
    """The links of everybody who helps, and those of the players who are looked for."""
    standing = standing_as(request, event, role)
    standing.needs(Kind.ORGANISER)
    found = found_players(request, standing)
    players = {entry.number for entry in found["page"]}
    shown = role_links(request, standing, players, drawn=len(players) <= MOST_CODES)
    return render(
        request,
        "events/links.html",
        {
            "event": standing.event,
            "kind": standing.kind,
            "role": role,
            **found,
            "helpers": [each for each in shown if not each.plays],
            "players": [each for each in shown if each.plays],
            "here_only": here_only(request),
        },
    )
