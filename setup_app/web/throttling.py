"""Limits on how often something is done, counted in Redis.

Requests per caller and minute, `REQUESTS_PER_MINUTE`; 0 means no limit.

Requests to the API and those to pages that create something count together.
"""

import hashlib
import logging
import time
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers
from django.utils.translation import ngettext
from redis.exceptions import RedisError
from rest_framework.throttling import BaseThrottle

WINDOW = 60
log = logging.getLogger(__name__)


class PerCaller(BaseThrottle):
    """Counts requests in Redis by account, else by network address, in windows of a minute.

    Without Redis nothing is counted and no one is refused: play continues.
    """

    def allow_request(self, request: Any, view: Any) -> bool:
        allowed = settings.REQUESTS_PER_MINUTE
        if not allowed:
            return True
        return within_limit(self.who(request), allowed=allowed)

    def who(self, request: Any) -> str:
        if request.user and request.user.is_authenticated:
            return f"user:{request.user.pk}"
        return digest(str(self.get_ident(request)))

    def wait(self) -> float:
        return float(WINDOW - time.time() % WINDOW)


def within_limit(key: str, *, allowed: int, window: int = WINDOW) -> bool:
    """Count once more under this key; return whether that is allowed in this window of seconds.
    Without Redis nothing is counted and everything is allowed.
    """
    name = f"throttle:{int(time.time()) // window}:{key}"
    try:
        cache.add(name, 0, timeout=2 * window)
        return bool(cache.incr(name) <= allowed)
    except (RedisError, OSError, ValueError) as lost:
        log.warning("not counting requests: %s", type(lost).__name__)
        return True


def address_of(request: Any) -> str:
    """Return the network address of a client, behind `NUM_PROXIES` proxies."""
    return str(PerCaller().get_ident(request))


def digest(text: str) -> str:
    """Return a short hash of a name or an address, so that neither is stored."""
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def limit_rate(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Limit the rate of a page that creates something: excess requests are refused for a while."""

    @wraps(view)
    def asked(request: HttpRequest, *args: Any, **named: Any) -> HttpResponse:
        away = turned_away(request) if request.method == "POST" else None
        return view(request, *args, **named) if away is None else away

    return asked


def turned_away(request: HttpRequest) -> HttpResponse | None:
    """Return the page, or for its script the JSON, that says how long to wait; None below the
    limit.
    """
    throttle = PerCaller()
    if throttle.allow_request(request, None):
        return None
    seconds = int(throttle.wait()) + 1
    if request.headers.get("Accept", "").startswith("application/json"):
        words = ngettext(
            "Too many requests. Try again in %(seconds)d second.",
            "Too many requests. Try again in %(seconds)d seconds.",
            seconds,
        )
        answer: HttpResponse = JsonResponse({"refused": words % {"seconds": seconds}}, status=429)
    else:
        answer = render(request, "429.html", {"seconds": seconds}, status=429)
    answer["Retry-After"] = str(seconds)
    add_never_cache_headers(answer)
    return answer
