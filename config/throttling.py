"""How many requests may one caller make in a minute? `REQUESTS_PER_MINUTE`; 0 is any number."""

import hashlib
import logging
import time
from typing import Any

from django.conf import settings
from django.core.cache import cache
from redis.exceptions import RedisError
from rest_framework.throttling import BaseThrottle

WINDOW = 60
log = logging.getLogger(__name__)


class PerCaller(BaseThrottle):
    """Counts in Redis by account, else by network address, in windows of a minute.

    Without Redis nothing is counted and nobody is turned away: play goes on.
    """

    def allow_request(self, request: Any, view: Any) -> bool:
        allowed = settings.REQUESTS_PER_MINUTE
        if not allowed:
            return True
        window = int(time.time()) // WINDOW
        key = f"throttle:{window}:{self.who(request)}"
        try:
            cache.add(key, 0, timeout=2 * WINDOW)
            return bool(cache.incr(key) <= allowed)
        except (RedisError, OSError, ValueError) as lost:
            log.warning("not counting requests: %s", type(lost).__name__)
            return True

    def who(self, request: Any) -> str:
        if request.user and request.user.is_authenticated:
            return f"user:{request.user.pk}"
        return hashlib.sha256(str(self.get_ident(request)).encode()).hexdigest()[:32]

    def wait(self) -> float:
        return float(WINDOW - time.time() % WINDOW)
