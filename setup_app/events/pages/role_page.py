"""The first page of a role, and the public page of an event."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from setup_app.events.event import held_roles, queries, round_queries, round_values
from setup_app.events.event.access import EventAccess
from setup_app.events.models import Kind
from setup_app.events.next_steps import todo_of
from setup_app.events.pages.callers import standing_as
from setup_app.events.pages.clock_parts import clock_parts, round_in_play
from setup_app.events.pages.information import information_parts
from setup_app.events.pages.journal_page import journal_parts
from setup_app.events.pages.player_page import player_page
from setup_app.events.pages.refusal import page
from setup_app.events.pages.role_links import own_link
from setup_app.events.pages.round_parts import is_over, round_parts
from setup_app.events.readiness import chat_text, readiness
from setup_app.identity.requesters import asker_of
from setup_app.web.addresses import here_only

LAST_ACTS = 10


@page
@require_safe
def role_page(request: HttpRequest, event: str, role: int) -> HttpResponse:
    """Show the first page of a role that this browser holds: its next steps."""
    standing = standing_as(request, event, role)
    if standing.kind == Kind.PLAYER:
        return player_page(request, standing, role)
    new = "new" in request.GET
    shown: dict[str, Any] = {
        "event": standing.event,
        "kind": standing.kind,
        "role": role,
        "new": new,
        "link": own_link(request, standing) if new else None,
        "devices": standing.role.devices if standing.role else 0,
        "here_only": new and here_only(request),
        "todo": todo_of(standing),
    }
    return render(request, "events/desk.html", shown | _run(standing))


def _run(standing: EventAccess) -> dict[str, Any]:
    """Return what a helper needs first; organisers also get what is missing and the latest
    actions.
    """
    entries = round_values.entries_of(standing.event)
    shown: dict[str, Any] = {"entries": entries}
    if standing.kind == Kind.ORGANISER:
        rounds = round_queries.rounds_view(standing)[::-1]
        shown |= {
            "missing": readiness(standing.event, entries, rounds),
            "chat": chat_text(standing.event, entries, rounds),
            "journal": journal_parts(standing, most=LAST_ACTS),
            "over": is_over(standing.event, rounds),
        }
    return shown


@page
@require_safe
def public_page(request: HttpRequest, event: str) -> HttpResponse:
    """Show the public page of the event to everyone who may see it."""
    found = queries.event_named(event)
    noted = held_roles.held(request, event)
    standing = queries.standing_of(found, asker=asker_of(request), noted=noted)
    entries = round_values.entries_of(found)
    rounds = round_parts(request, EventAccess(found), entries)
    shown = {
        "event": found,
        "entries": entries,
        "roles": queries.roles_held(found, noted),
        "me": standing.kind,
        **rounds,
        "info": information_parts(found),
        "clock": clock_parts(EventAccess(found), round_in_play(rounds["rounds"])),
        "open": found.registration == "open",
        "full": found.places is not None
        and sum(not entry.dropped for entry in entries) >= found.places,
    }
    return render(request, "events/event.html", shown)
