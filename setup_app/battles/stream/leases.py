"""Count the open streams of a caller and an address over all processes.

Counted in Redis under leases: a killed process renews none, and its places are free again after
LASTS. Without Redis, nothing is counted over processes and no one is refused.
"""

from __future__ import annotations

import logging
import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from django.conf import settings
from redis.exceptions import RedisError

from setup_app.battles.pubsub import redis_at
from setup_app.battles.stream.admission import Watcher

LASTS: Final = 6
RENEWED_EVERY: Final = 2.0
PREFIX: Final = "metator:streams"

# Redis's own clock: those of the machines may differ.
_TAKE: Final = """
local now = tonumber(redis.call('TIME')[1])
for place, key in ipairs(KEYS) do
  redis.call('ZREMRANGEBYSCORE', key, '-inf', now)
  local most = tonumber(ARGV[2 + place])
  if most > 0 and redis.call('ZCARD', key) >= most then return 0 end
end
for _, key in ipairs(KEYS) do
  redis.call('ZADD', key, now + tonumber(ARGV[2]), ARGV[1])
  redis.call('EXPIRE', key, tonumber(ARGV[2]) * 3)
end
return 1
"""
_RENEW: Final = """
local now = tonumber(redis.call('TIME')[1])
for place = 2, #ARGV do redis.call('ZADD', KEYS[1], now + tonumber(ARGV[1]), ARGV[place]) end
redis.call('EXPIRE', KEYS[1], tonumber(ARGV[1]) * 3)
"""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Lease:
    """One open stream: `name`, and the keys under which it is counted."""

    name: str
    keys: tuple[str, ...]


def take(watcher: Watcher, network: str) -> Lease | None:
    """Count one more stream; return None if a caller or their address has reached the limit. A
    limit of 0 allows any number.
    """
    keys = (*(f"{PREFIX}:{each}" for each in watcher.callers), f"{PREFIX}:address:{network}")
    lease = Lease(uuid.uuid4().hex, keys)
    most = [settings.STREAMS_PER_CALLER] * (len(keys) - 1) + [settings.STREAMS_PER_ADDRESS]
    try:
        counted = redis_at(settings.REDIS_URL).eval(
            _TAKE, len(keys), *keys, lease.name, LASTS, *most
        )
    except (RedisError, OSError) as lost:
        log.warning("not counting streams: %s", type(lost).__name__)
        return lease
    return lease if counted else None


def renew(leases: Iterable[Lease]) -> None:
    """Renew the leases of open streams. Those that Redis has forgotten are counted again."""
    by_key: dict[str, list[str]] = {}
    for lease in leases:
        for key in lease.keys:
            by_key.setdefault(key, []).append(lease.name)
    try:
        with redis_at(settings.REDIS_URL).pipeline(transaction=False) as line:
            for key, names in by_key.items():
                for first in range(0, len(names), 1000):
                    line.eval(_RENEW, 1, key, LASTS, *names[first : first + 1000])
            line.execute()
    except (RedisError, OSError) as lost:
        log.info("streams are not counted: %s", type(lost).__name__)


def end(leases: Iterable[Lease]) -> None:
    """Stop counting these streams."""
    try:
        with redis_at(settings.REDIS_URL).pipeline(transaction=False) as line:
            for lease in leases:
                for key in lease.keys:
                    line.zrem(key, lease.name)
            line.execute()
    except (RedisError, OSError) as lost:
        log.info("a closed stream stays counted until its lease expires: %s", type(lost).__name__)
