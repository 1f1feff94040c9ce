"""Start a worker: the same command on a laptop, in the deployment and in tests.

    python -m config.worker                two processes for all jobs
    python -m config.worker --beat         the same, with beat in it
    python -m config.worker --processes 1
    python -m config.worker --moves        one process for moves, and for questions players wait on

A long job, such as a sheet to print, may take seconds. With a second worker for moves, no placement
waits until one is finished.

Celery's own command line is not used: it first loads a shell with an editor and then runs Django's
checks over all pages, which a worker does not serve and `make test` has checked. Together that is a
third of a worker's start.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from celery.signals import worker_shutting_down
from celery.utils.nodenames import default_nodename, host_format

from config import memory
from config.celery import app
from config.settings import CELERY_TASK_DEFAULT_QUEUE

TASKS_PER_CHILD = 500
ALONE_AT_MOST = 5
"""Seconds in which a worker ends that was told to and whose parent is gone."""


def main(words: Sequence[str]) -> int:
    """Work until told to end; return the exit status."""
    memory.put_off()
    os.environ.setdefault("CELERY_SKIP_CHECKS", "true")
    worker = app.Worker(**given(words))
    end_soon_without(os.getppid())
    worker.start()
    return int(worker.exitcode or 0)


def end_soon_without(parent: int) -> None:
    """End soon after a killed Metator: the process that would hurry this worker is gone too.

    Interrupted jobs come back, as after a power cut.
    """

    def bound(**_given: Any) -> None:
        if os.getppid() != parent:
            signal.signal(signal.SIGALRM, end_at_once)
            signal.alarm(ALONE_AT_MOST)

    worker_shutting_down.connect(bound, weak=False)


def end_at_once(*_given: Any) -> None:
    """End at once, with the processes that work for it, even if one of them hangs."""
    with suppress(ProcessLookupError):  # it does not lead a process group
        os.killpg(os.getpid(), signal.SIGKILL)
    os._exit(1)


def given(words: Sequence[str]) -> dict[str, Any]:
    """Return the options that Celery's own command would read from the same words."""
    read = argparse.ArgumentParser(prog="python -m config.worker")
    read.add_argument("--beat", action="store_true")
    read.add_argument("--moves", action="store_true")
    read.add_argument("--processes", type=int)
    asked = read.parse_args(words)
    return {
        "hostname": host_format(default_nodename("moves@%h" if asked.moves else "celery@%h")),
        "queues": [CELERY_TASK_DEFAULT_QUEUE] if asked.moves else None,
        "pool": "prefork",
        "concurrency": asked.processes or (1 if asked.moves else 2),
        "max_tasks_per_child": TASKS_PER_CHILD,
        "loglevel": "WARNING",
        "quiet": True,
        # It has its own heartbeat instead: config.worker_heartbeat.
        "without_gossip": True,
        "without_mingle": True,
        "without_heartbeat": True,
        # Its schedule is in the settings, so it keeps no file.
        "beat": asked.beat,
        "scheduler": "celery.beat:Scheduler",
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
