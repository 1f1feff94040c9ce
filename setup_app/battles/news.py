"""How do watchers hear that a battle went on? Best effort: a lost message loses no move."""

from __future__ import annotations

import json
import logging
from functools import cache

from django.conf import settings
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import RedisError
from redis.retry import Retry

log = logging.getLogger(__name__)

CHANNEL = "metator:battles"


@cache
def _client(address: str) -> Redis:
    """One for the whole process, whose connections stay open: a message is not worth a new one."""
    # A connection that Redis has closed meanwhile is opened once more; silence is not waited twice.
    again = Retry(NoBackoff(), 1, supported_errors=(RedisConnectionError,))
    return Redis.from_url(address, socket_connect_timeout=0.5, socket_timeout=0.5, retry=again)


def publish(battle: str, version: int) -> None:
    """Say that a battle is at a version now. Without Redis nobody hears; readers ask again."""
    try:
        _client(settings.REDIS_URL).publish(
            f"{CHANNEL}:{battle}", json.dumps({"battle": battle, "version": version})
        )
    except (RedisError, OSError) as lost:
        log.info("nobody was told of a new version: %s", type(lost).__name__)
