"""How does a worker start? By one command line, on a laptop, in the deployment and in the tests.

    python -m config.worker                two processes for whatever there is to do
    python -m config.worker --beat         the same, with beat in it
    python -m config.worker --processes 1
    python -m config.worker --moves        one process for moves alone, and what a player waits for

A patient job, as a sheet to print, may take seconds. With a worker for moves beside the other one
no placement waits until one is over.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from config.settings import CELERY_TASK_DEFAULT_QUEUE

TASKS_PER_CHILD = "500"


def command(words: Sequence[str]) -> list[str]:
    """Celery's own command line for the words of this one."""
    read = argparse.ArgumentParser(prog="python -m config.worker")
    read.add_argument("--beat", action="store_true")
    read.add_argument("--moves", action="store_true")
    read.add_argument("--processes", type=int)
    asked = read.parse_args(words)
    processes = asked.processes or (1 if asked.moves else 2)
    line = [
        *("celery", "--quiet", "-A", "config", "worker", "--pool", "prefork"),
        *("--concurrency", str(processes), "--max-tasks-per-child", TASKS_PER_CHILD),
        # It has a pulse instead: config.pulse.
        *("--without-gossip", "--without-mingle", "--without-heartbeat", "--loglevel", "WARNING"),
    ]
    if asked.moves:
        line += ["--queues", CELERY_TASK_DEFAULT_QUEUE, "--hostname", "moves@%h"]
    if asked.beat:
        # Its schedule is in the settings, so it keeps no file.
        line += ["--beat", "--scheduler", "celery.beat:Scheduler"]
    return line


if __name__ == "__main__":
    os.execv(sys.executable, [sys.executable, "-m", *command(sys.argv[1:])])
