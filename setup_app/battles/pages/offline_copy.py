"""The parts of a battle that a browser may keep: public ones, never those of one seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib.messages import get_messages
from django.http import HttpRequest, HttpResponse

from setup_app.battles.models import Battle
from setup_app.battles.pages.look import PageContext

KEPT_OFFLINE = "X-Keep-Offline"
"""The header that marks responses the service worker may store; it stores nothing else."""


def may_keep(look: PageContext, prompt: Mapping[str, Any]) -> bool:
    """Return whether everyone may read the answer to a prompt as soon as it is given. Only then may
    an unsent answer be kept in the browser's storage.
    """
    asking = look.asking(prompt["id"])
    return asking is not None and not asking.prompt.for_one_seat()


def kept_offline(request: HttpRequest, row: Battle, answer: HttpResponse) -> HttpResponse:
    """Let the browser keep a page of a finished battle that a spectator requested.

    It never keeps a page of a seat, which may show what is in the seat's envelopes; a page of an
    open battle, which would be stale at once; or a page with a message to its user, which may be
    about a seat that the same browser holds.
    """
    told = len(get_messages(request)) > 0
    if row.finished and answer.status_code == 200 and not told:
        answer.headers["Cache-Control"] = "private, no-cache"
        answer.headers[KEPT_OFFLINE] = "1"
    return answer
