"""The organisers' page with the journal of an event."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from setup_app.events.event import queries
from setup_app.events.event.access import EventAccess
from setup_app.events.models import Kind
from setup_app.events.pages.callers import standing_as
from setup_app.events.pages.refusal import page
from setup_app.identity.pages import page_of


@page
@require_safe
def journal(request: HttpRequest, event: str, role: int) -> HttpResponse:
    """Show every action, the latest first."""
    standing = standing_as(request, event, role)
    standing.needs(Kind.ORGANISER)
    shown = page_of(request, journal_parts(standing))
    return render(
        request,
        "events/journal.html",
        {"event": standing.event, "kind": standing.kind, "role": role, "page": shown},
    )


def journal_parts(standing: EventAccess, *, most: int | None = None) -> list[dict[str, Any]]:
    """Return all actions, or the last `most`, with the role of who performed them. Two queries."""
    kinds = dict(standing.event.role_rows.values_list("number", "kind"))
    return [
        {
            **line,
            "kind": Kind(kinds[line["role"]]).label if line["role"] in kinds else "",
        }
        for line in queries.journal(standing, most=most)
    ]
