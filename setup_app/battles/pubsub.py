"""Publish battle updates through Redis. Best effort: a lost message loses no move.

One channel per battle, published after the commit. Subscribers also check the database.
"""

from __future__ import annotations

import json
import logging
import uuid
from functools import cache
from typing import Any, Final

from django.conf import settings
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as LineLost
from redis.exceptions import RedisError
from redis.retry import Retry

from setup_app.engine.values import Side

log = logging.getLogger(__name__)

CHANNEL: Final = "metator:battles"


@cache
def redis_at(url: str) -> Redis:
    """Return the client of a Redis, whose connections the process keeps between messages.

    Redis may have restarted since a connection was used, so a command is retried once.
    """
    return Redis.from_url(
        url,
        socket_connect_timeout=0.5,
        socket_timeout=0.5,
        retry=Retry(NoBackoff(), 1, supported_errors=(LineLost,)),
    )


def publish(battle: str, version: int) -> None:
    """Publish the present version of a battle."""
    _tell(battle, {"version": version})


def publish_message(battle: str, number: int) -> None:
    """Publish the number of messages that the sides have exchanged."""
    _tell(battle, {"said": number})


def check_over(battle: str, *, side: Side | None, job: uuid.UUID) -> None:
    """Publish that a worker's check of a side's answer is over; side None is a caller who plays
    both.
    """
    _tell(battle, {"job": str(job), "side": side})


def seats(battle: str) -> None:
    """Publish that the seats of a battle, or the right to watch it, may have changed."""
    _tell(battle, {"seats": True})


def _tell(battle: str, what: dict[str, Any]) -> None:
    """Publish a message. Without Redis no subscriber gets it, and readers poll."""
    try:
        redis_at(settings.REDIS_URL).publish(
            f"{CHANNEL}:{battle}", json.dumps({"battle": battle, **what})
        )
    except (RedisError, OSError) as lost:
        log.info("could not publish a battle update: %s", type(lost).__name__)
