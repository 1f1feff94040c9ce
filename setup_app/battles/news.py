"""How do watchers hear that a battle went on? Best effort: a lost message loses no move."""

from __future__ import annotations

import json
import logging

from django.conf import settings
from redis import Redis
from redis.exceptions import RedisError

log = logging.getLogger(__name__)

CHANNEL = "metator:battles"


def publish(battle: str, version: int) -> None:
    """Say that a battle is at a version now. Without Redis nobody hears; readers ask again."""
    try:
        with Redis.from_url(
            settings.REDIS_URL, socket_connect_timeout=0.5, socket_timeout=0.5
        ) as client:
            client.publish(
                f"{CHANNEL}:{battle}", json.dumps({"battle": battle, "version": version})
            )
    except (RedisError, OSError) as lost:
        log.info("nobody was told of a new version: %s", type(lost).__name__)
