"""The page with all published lists."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from setup_app.events.event import held_roles, list_queries, queries
from setup_app.events.event.lists.commitment import sealed
from setup_app.events.event.shown_names import shown_names
from setup_app.events.models import Event, Version
from setup_app.events.pages.list_parts import army_parts, generals_parts, looks_parts
from setup_app.events.pages.refusal import page
from setup_app.identity.pages import page_of
from setup_app.identity.requesters import asker_of


@page
@require_safe
def book(request: HttpRequest, event: str) -> HttpResponse:
    """Show every list with the input of its commitment; beside a resubmitted one stands the version
    that was public before. The first page has an index of all generals.
    """
    found = queries.event_named(event)
    standing = queries.standing_of(
        found, asker=asker_of(request), noted=held_roles.held(request, event)
    )
    published = list_queries.published_versions(standing)
    shown = page_of(request, published)
    names = shown_names(found)
    others: dict[int, list[dict[str, Any]]] = {}
    for each in list_queries.other_public_versions(shown.object_list):
        others.setdefault(each.entry.number, []).append(_parts(found, each, names))
    lists = [
        {**_parts(found, each, names), "others": others.get(each.entry.number, [])}
        for each in shown
    ]
    told = {
        "event": found,
        "lists": lists,
        "generals": None if shown.has_previous() else generals_parts(standing, published),
        "looks": looks_parts(standing),
        "page": shown,
    }
    return render(request, "events/list_book.html", told)


@page
@require_safe
def sealed_file(request: HttpRequest, event: str, entry: int, version: int) -> HttpResponse:
    """Return the exact bytes behind a public version's commitment, for any tool to hash."""
    found = queries.event_named(event)
    queries.standing_of(found, asker=asker_of(request), noted=held_roles.held(request, event))
    kept = list_queries.public_version(found, entry, version)
    return HttpResponse(
        sealed(kept.salt, kept.army),
        content_type="text/plain; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="list-{entry}-{version}.txt"'},
    )


def _parts(event: Event, version: Version, names: Mapping[int, str]) -> dict[str, Any]:
    """Return a public version with its player, and whether it came after the other lists were
    public.
    """
    out = event.lists_published
    return {
        "entry": version.entry.number,
        "player_name": names[version.entry.number],
        "version": version.number,
        "salt": version.salt,
        "commitment": version.commitment,
        "late": version.late,
        "after": out is not None and version.submitted > out,
        "at": version.submitted,
        **army_parts(event, list_queries.army_shown(event, version.army)),
    }
