"""Kinds of jobs, and the time that each may take.

An app registers its kinds when it is ready:

    kinds.register("check", judge_layout, seconds=5)
"""

import uuid
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

JSON = Any
Progress = Callable[[int, int], None]
"""A callback that receives the number of steps done and the total. It raises if the job was
cancelled.
"""


@dataclass(frozen=True)
class Product:
    """A result with a file: `body` is stored beside the job for a while."""

    result: JSON
    name: str
    media_type: str
    body: bytes


Work = Callable[[JSON, Progress], JSON | Product]
"""A function that takes the job's arguments and `progress(done, total)` and returns the result. It
may run twice.
"""

Over = Callable[[uuid.UUID], None]
"""A callback that receives the id of a finished job, whatever its outcome. Best effort: a process
may die first.
"""

SeenBy = Callable[[JSON, Any], bool]
"""Whether the sender of this request may follow a job with these arguments without having requested
it.
"""

GRACE = 2
"""Seconds between the soft time limit in Python and the limit that kills the child."""


@dataclass(frozen=True)
class WorkKind:
    name: str
    work: Work
    seconds: int
    tries: int
    patient: bool
    yields: bool

    @property
    def killed_after(self) -> int:
        return self.seconds + GRACE

    @property
    def lease_seconds(self) -> int:
        """Return a lease longer than any run, so that two runs never hold a job at once."""
        return self.killed_after + GRACE


_kinds: dict[str, WorkKind] = {}
_told: dict[str, Over] = {}
_seen_by: dict[str, SeenBy] = {}
_keep_files: set[str] = set()


def register(
    name: str,
    work: Work,
    *,
    seconds: int = 10,
    tries: int = 3,
    patient: bool = False,
    yields: bool = False,
) -> None:
    """Register the work for jobs of this kind. `tries` counts runs whose worker was killed.

    A `patient` kind runs after all others: no battle waits for it, and anyone may request it. A
    kind that `yields` runs after those of battles: players outside a battle wait for it, and
    strangers may send a hundred requests at once.
    """
    if name in _kinds and _kinds[name].work is not work:
        raise ValueError(f"the kind {name!r} is registered twice")
    _kinds[name] = WorkKind(name, work, seconds, tries, patient=patient, yields=yields)


def when_over(name: str, told: Over) -> None:
    """Register a callback for the end of each job of a kind."""
    _told[name] = told


def told_of(name: str) -> Over | None:
    return _told.get(name)


def kind_named(name: str) -> WorkKind | None:
    return _kinds.get(name)


def keep_files(name: str) -> None:
    """Keep the files of a kind as long as its jobs; the registering app must limit their number."""
    _keep_files.add(name)


def that_keep_files() -> list[str]:
    """Return the kinds whose files are kept as long as their jobs."""
    return sorted(_keep_files)


def show_to(name: str, seen_by: SeenBy) -> None:
    """Let others than the requester follow jobs of a kind."""
    _seen_by[name] = seen_by


def may_follow(name: str, arguments: JSON, request: Any) -> bool:
    """Return whether a request may follow a job of a kind that someone else requested."""
    seen_by = _seen_by.get(name)
    return seen_by is not None and seen_by(arguments, request)
