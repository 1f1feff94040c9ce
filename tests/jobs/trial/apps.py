"""What does each trial kind do?"""

import os
import signal
import time
from pathlib import Path
from typing import Any

from django.apps import AppConfig

from setup_app.engine.errors import DomainError
from setup_app.jobs import kinds
from setup_app.jobs.kinds import Progress
from tests import memory


def add(arguments: Any, progress: Progress) -> Any:
    progress(1, 2)
    return {"sum": arguments["a"] + arguments["b"]}


def refuse(arguments: Any, progress: Progress) -> Any:
    raise DomainError("not_an_option", {"answer": "purple"})


def break_down(arguments: Any, progress: Progress) -> Any:
    raise ZeroDivisionError


def sleep(arguments: Any, progress: Progress) -> Any:
    time.sleep(arguments["seconds"])
    return "slept"


def sleep_deaf(arguments: Any, progress: Progress) -> Any:
    """Deaf to the gentle limit, as a long computation in C is."""
    until = time.monotonic() + arguments["seconds"]
    while time.monotonic() < until:
        try:
            time.sleep(0.2)
        except Exception:  # noqa: BLE001 -- a job that will not be stopped, for the hard limit
            continue
    return "slept"


def die_once(arguments: Any, progress: Progress) -> Any:
    """Its process is killed under it the first time; `mark` remembers that."""
    mark = Path(arguments["mark"])
    if not mark.exists():
        mark.write_text("died")
        os.kill(os.getpid(), signal.SIGKILL)
    return "lived"


def bind(arguments: Any, progress: kinds.Progress) -> kinds.Product:
    return kinds.Product(
        {"pages": 1}, name="bound.pdf", media_type="application/pdf", body=b"%PDF-bound"
    )


def look_at_memory(arguments: Any, progress: Progress) -> Any:
    return memory.of_this_process()


def stop(arguments: Any, progress: Progress) -> Any:
    """As a worker's child does when it is told to end."""
    raise SystemExit


class Trial(AppConfig):
    name = "tests.jobs.trial"
    label = "trial"

    def ready(self) -> None:
        kinds.register("trial.add", add, seconds=5)
        kinds.register("trial.bind", bind, seconds=5)
        kinds.register("trial.memory", look_at_memory, seconds=5)
        kinds.register("trial.refuse", refuse, seconds=5)
        kinds.register("trial.break", break_down, seconds=5)
        kinds.register("trial.stop", stop, seconds=5)
        kinds.register("trial.sleep", sleep, seconds=1)
        kinds.register("trial.doze", sleep, seconds=5, patient=True)
        kinds.register("trial.ask", sleep, seconds=5, yields=True)
        kinds.register("trial.sleep_deaf", sleep_deaf, seconds=1)
        kinds.register("trial.die_once", die_once, seconds=1)
