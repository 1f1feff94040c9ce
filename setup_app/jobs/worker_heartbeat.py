"""Worker heartbeats: each worker writes one to Redis every few seconds."""

import logging
from typing import Any

from celery import current_app
from celery.signals import heartbeat_sent
from django.conf import settings
from redis import Redis
from redis.exceptions import RedisError

KEY = "metator:worker-seen"
PATIENT_KEY = "metator:patient-worker-seen"
SEEN_FOR = 15
log = logging.getLogger(__name__)


def announce_workers() -> None:
    heartbeat_sent.connect(note_worker, dispatch_uid="jobs.presence")


def note_worker(**_: Any) -> None:
    """Record that this worker is alive, and whether it runs patient jobs too."""
    queues = current_app.amqp.queues.consume_from
    keys = [KEY, PATIENT_KEY] if settings.PATIENT_QUEUE in queues else [KEY]
    try:
        with _redis() as client:
            for key in keys:
                client.set(key, "1", ex=SEEN_FOR)
    except (RedisError, OSError) as lost:
        log.debug("cannot say that this worker is here: %s", type(lost).__name__)


def worker_is_there(*, patient: bool = False) -> bool:
    """Return whether a worker was seen lately, or one that runs `patient` jobs.

    Without Redis no worker receives jobs, so the answer is no.
    """
    try:
        with _redis() as client:
            return bool(client.exists(PATIENT_KEY if patient else KEY))
    except (RedisError, OSError):
        return False


def _redis() -> Any:
    return Redis.from_url(settings.REDIS_URL, socket_connect_timeout=1, socket_timeout=1)
