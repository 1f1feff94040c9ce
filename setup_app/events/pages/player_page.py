"""A player's page on a phone: what to do now, and what is new while it is open.

The part that changes has an ETag: a script asks for it again, and gets 304 where nothing changed.
"""

from __future__ import annotations

import logging
import re
from hashlib import sha256
from typing import Any, Final

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.utils.safestring import mark_safe
from django.utils.timezone import now
from redis.exceptions import RedisError

from setup_app.events.event import round_values
from setup_app.events.event.access import EventAccess
from setup_app.events.event.deadlines import ends, has_begun, taken_now
from setup_app.events.event.round_queries import clock_view
from setup_app.events.models import Entry
from setup_app.events.next_steps import todo_of
from setup_app.events.pages.clock_parts import clock_parts
from setup_app.events.pages.information import information_parts
from setup_app.events.pages.own_seat import seat_part
from setup_app.events.pages.player_parts import own_list_words, own_table
from setup_app.events.pages.role_links import own_link
from setup_app.events.pages.round_parts import round_parts

log = logging.getLogger(__name__)
KEPT: Final = 120
"""Seconds for which the content of a page is cached."""
LIST_CODES: Final = ("mend_list", "hand_in_list")
FORM_TOKEN: Final = re.compile(r'name="csrfmiddlewaretoken" value="[^"]*"')
"""The form token, which differs in each answer and is not part of the content."""


def player_page(request: HttpRequest, standing: EventAccess, role: int) -> HttpResponse:
    """Show a player's one page. A repeated request without any change in the event costs five
    queries.
    """
    assert standing.entry is not None
    stamp = _stamp(request, standing, standing.entry)
    etag = _kept(stamp) if stamp else None
    if etag is not None and request.headers.get("If-None-Match") == etag:
        return HttpResponseNotModified(headers={"ETag": etag})
    new = "new" in request.GET
    entries = round_values.entries_of(standing.event)
    parts = round_parts(request, standing, entries)
    shown: dict[str, Any] = {
        "event": standing.event,
        "kind": standing.kind,
        "role": role,
        **parts,
        **own_table(standing, parts),
        **own_list_words(standing, standing.entry),
        "clock": _clock(standing, parts),
    }
    line = shown["line"]
    if line and line["table"] and line["state"] != "confirmed":
        own = {**line, "round": shown["last"]["round"]}
        shown["seat"] = seat_part(request, standing, own)
    # Leave out what the page already shows in large letters or does itself.
    shown["todo"] = [each for each in todo_of(standing) if each["url"] != request.path]
    if shown.get("list_words") and any(each["code"] in LIST_CODES for each in shown["todo"]):
        shown["list_words"] = ""
    live = render_to_string("events/_player.html", shown, request)
    etag = quote_etag(sha256(FORM_TOKEN.sub("", live).encode()).hexdigest())
    shown |= {
        "live": mark_safe(live),
        "known": etag,
        "at": now(),
        "new": new,
        "info": information_parts(standing.event),
        "link": own_link(request, standing) if new else None,
        "devices": standing.role.devices if standing.role else 0,
    }
    answer = render(request, "events/player.html", shown)
    answer["ETag"] = etag
    if stamp:
        _keep(stamp, etag)
    told: HttpResponse = get_conditional_response(request, etag=etag, response=answer) or answer
    return told


def _stamp(request: HttpRequest, standing: EventAccess, entry: Entry) -> str | None:
    """Return everything on which the page can depend: every action in the event, passing deadlines,
    tables with terrain.

    It stays on the server, so that it reveals no hidden actions. None if tables are set up in
    battles, which change on their own.
    """
    event, role = standing.event, standing.role
    if event.grounds.filter(terms__kind="battle").exists():
        return None
    parts = (
        *(event.public_id, event.last_line, event.changed.isoformat()),
        *(role and (role.number, role.generation), request.get_full_path()),
        *(taken_now(event, entry), ends(event, entry), has_begun(event)),
        clock_view(standing)["left"] == 0,
        event.grounds.filter(layout__isnull=False).count(),
    )
    return f"event-page:{sha256(repr(parts).encode()).hexdigest()}"


def _kept(stamp: str) -> str | None:
    """Return the cached page for this stamp; None if there is none or Redis is down, so that it is
    rendered again.
    """
    try:
        etag: str | None = cache.get(stamp)
    except (RedisError, OSError) as lost:
        log.warning("could not read what a page showed: %s", type(lost).__name__)
        return None
    return etag


def _keep(stamp: str, etag: str) -> None:
    try:
        cache.set(stamp, etag, KEPT)
    except (RedisError, OSError) as lost:
        log.warning("could not store what a page shows: %s", type(lost).__name__)


def _clock(standing: EventAccess, parts: dict[str, Any]) -> dict[str, Any] | None:
    last = parts["rounds"][0] if parts["rounds"] else None
    if last is None or last["state"] == "finished":
        return None
    return clock_parts(standing, last["round"])
