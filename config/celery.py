"""The Celery application."""

import os
from typing import Any

from celery import Celery
from celery.signals import worker_init

from config import memory
from config.beat import WatchedBeat
from config.worker_heartbeat import Pulse

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("metator")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.steps["worker"].add(WatchedBeat)
app.steps["consumer"].add(Pulse)


@worker_init.connect
def share_when_forking(**_given: Any) -> None:
    """Let a worker's processes keep sharing the memory that was loaded before the fork."""
    os.register_at_fork(before=memory.set_aside)
