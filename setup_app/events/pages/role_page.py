"""What has whoever holds a role before him? What he has to do, and the event as he may see it."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from setup_app.events import held_roles, queries, round_queries, tables
from setup_app.events.models import Kind
from setup_app.events.pages.callers import standing_as
from setup_app.events.pages.own_seat import seat_part
from setup_app.events.pages.player_parts import own_table
from setup_app.events.pages.refusal import page
from setup_app.events.pages.role_links import own_link
from setup_app.events.pages.round_parts import round_parts
from setup_app.events.readiness import chat_text, readiness
from setup_app.events.standing import Standing
from setup_app.events.todo import todo_of
from setup_app.people.askers import asker_of
from setup_app.web.addresses import here_only

LAST_ACTS = 20


@page
@require_safe
def role_page(request: HttpRequest, event: str, role: int) -> HttpResponse:
    """The first page of a role that this browser holds: what there is to do."""
    standing = standing_as(request, event, role)
    new = "new" in request.GET
    shown: dict[str, Any] = {
        "event": standing.event,
        "kind": standing.kind,
        "role": role,
        "new": new,
        "link": own_link(request, standing) if new else None,
        "here_only": new and here_only(request),
        "todo": todo_of(standing),
    }
    if standing.kind == Kind.PLAYER:
        entries = tables.entries_of(standing.event)
        parts = round_parts(request, standing, entries)
        shown |= parts | own_table(standing, parts["rounds"])
        line = shown["line"]
        if line and line["table"] and line["state"] != "confirmed":
            own = {**line, "round": shown["last"]["round"]}
            shown["seat"] = seat_part(request, standing, own)
        # What stands above them in large letters is not said twice.
        shown["todo"] = [each for each in shown["todo"] if each["message"] != shown["now"]]
        return render(request, "events/player.html", shown)
    return render(request, "events/desk.html", shown | _run(standing))


def _run(standing: Standing) -> dict[str, Any]:
    """What whoever helps wants to know first; what is missing and was done is for organisers."""
    entries = tables.entries_of(standing.event)
    shown: dict[str, Any] = {"entries": entries}
    if standing.kind == Kind.ORGANISER:
        rounds = round_queries.rounds_view(standing)[::-1]
        shown |= {
            "missing": readiness(standing.event, entries, rounds),
            "chat": chat_text(standing.event, entries),
            "journal": queries.journal(standing, most=LAST_ACTS),
        }
    return shown


@page
@require_safe
def public_page(request: HttpRequest, event: str) -> HttpResponse:
    """The event as everybody may see it who may see it at all."""
    found = queries.event_named(event)
    noted = held_roles.held(request, event)
    standing = queries.standing_of(found, asker=asker_of(request), noted=noted)
    entries = tables.entries_of(found)
    shown = {
        "event": found,
        "entries": entries,
        "roles": list(noted),
        "me": standing.kind,
        **round_parts(request, Standing(found), entries),
        "open": found.registration == "open",
    }
    return render(request, "events/event.html", shown)
