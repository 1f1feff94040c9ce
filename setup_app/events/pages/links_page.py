"""The page on which an organiser shares the links of an event and adds helpers."""

from __future__ import annotations

import csv
import io
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from setup_app.armies.csv_layout import made_safe
from setup_app.events.models import Kind
from setup_app.events.pages.callers import standing_as
from setup_app.events.pages.players_page import found_players
from setup_app.events.pages.refusal import page
from setup_app.events.pages.role_links import as_text, role_links
from setup_app.web.addresses import here_only

MAX_CODES: Final = 5
"""The maximum number of players' links drawn as codes at once: the desk looks players up."""


@page
@require_safe
def links(request: HttpRequest, event: str, role: int) -> HttpResponse:
    """Show the links of all helpers, and those of the players in the search."""
    standing = standing_as(request, event, role)
    standing.needs(Kind.ORGANISER)
    found = found_players(request, standing)
    players = {entry.number for entry in found["page"]}
    shown = role_links(request, standing, players, drawn=len(players) <= MAX_CODES)
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
            "as_text": as_text(each for each in shown if each.plays),
        },
    )


@page
@require_safe
def links_csv(request: HttpRequest, event: str, role: int) -> HttpResponse:
    """Return every link as a file, for organisers who write to all players or print their own
    cards.
    """
    standing = standing_as(request, event, role)
    standing.needs(Kind.ORGANISER)
    everybody = set(standing.event.entry_rows.values_list("number", flat=True))
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(("name", "part", "link"))
    for each in role_links(request, standing, everybody, drawn=False):
        writer.writerow((made_safe(each.title), each.kind, each.url))
    return HttpResponse(
        # Without the byte order mark, Excel reads UTF-8 as Latin-1.
        "\ufeff" + out.getvalue(),
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": 'attachment; filename="links.csv"'},
    )
