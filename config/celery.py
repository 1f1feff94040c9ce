"""How do the worker and the beat start, and what do they know of the project?"""

import gc
import os
from typing import Any

from celery import Celery
from celery.signals import worker_init

from config.beat import WatchedBeat
from config.pulse import Pulse

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("metator")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.steps["worker"].add(WatchedBeat)
app.steps["consumer"].add(Pulse)


@worker_init.connect
def share_when_forking(**_given: Any) -> None:
    """Let a worker's processes go on sharing the memory of what it had loaded when it forked.

    A collection writes into every object that it looks at, and so makes each process its own copy
    of nearly all of them, 43 MB a process. What is set aside it does not look at.
    """
    os.register_at_fork(before=_set_aside)


def _set_aside() -> None:
    # Else what nobody needs any more would be kept for good.
    gc.collect()
    gc.freeze()
