"""The parts of a battle that a browser may keep: public ones, never those of one seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib.messages import get_messages
from django.http import HttpRequest, HttpResponse

from setup_app.battles.models import Battle
from setup_app.battles.pages.look import PageContext

KEPT_OFFLINE = "X-Keep-Offline"
"""The header by which the service worker knows what it may keep; it keeps nothing without it."""


def may_keep(look: PageContext, prompt: Mapping[str, Any]) -> bool:
    """Whether what is answered to an asking may be read by everybody as soon as it is given: then
    what was begun of it may lie in the browser's storage."""
    asking = look.asking(prompt["id"])
    return asking is not None and not asking.prompt.for_one_seat()


def kept_offline(request: HttpRequest, row: Battle, answer: HttpResponse) -> HttpResponse:
    """Let the browser keep a page of a finished battle, asked for by who may only watch.

    Not for pages that a seat sees: they may show what is in its envelopes. A battle that still goes
    on would be stale as soon as it is kept. Nor what bears a sentence that answers somebody: it may
    tell of a seat that the same browser holds.
    """
    told = len(get_messages(request)) > 0
    if row.finished and answer.status_code == 200 and not told:
        answer.headers["Cache-Control"] = "private, no-cache"
        answer.headers[KEPT_OFFLINE] = "1"
    return answer
