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
"""Is told how many of how many steps are done. It raises where the job was cancelled meanwhile."""


@dataclass(frozen=True)
class Product:
    """A result that has a file with it: `body`, kept for a while beside the job."""

    result: JSON
    name: str
    media_type: str
    body: bytes


Work = Callable[[JSON, Progress], JSON | Product]
"""Takes the job's arguments and `progress(done, total)`; returns the result. It may run twice."""

Over = Callable[[uuid.UUID], None]
"""Is told which job is over, whatever came of it. Best effort: a process may die before that."""

SeenBy = Callable[[JSON, Any], bool]
"""Whether the sender of this request may follow a job with these arguments, besides its owner."""

GRACE = 2
"""Seconds between the limit at which Python is told to stop and the one that kills."""


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
        """Longer than any run can last, so that two never hold a job at once."""
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
    """Register the work for a kind of job.

    `tries` counts runs whose worker was killed. A `patient` kind lets all others go first: no
    battle waits for it, and anyone may request it. A kind that `yields` has a waiting user, but
    none in a battle: it lets battles go first. Strangers may ask a hundred questions at once.
    """
    if name in _kinds and _kinds[name].work is not work:
        raise ValueError(f"the kind {name!r} is registered twice")
    _kinds[name] = WorkKind(name, work, seconds, tries, patient=patient, yields=yields)


def when_over(name: str, told: Over) -> None:
    """Have it told of each job of a kind that it is over."""
    _told[name] = told


def told_of(name: str) -> Over | None:
    return _told.get(name)


def kind_named(name: str) -> WorkKind | None:
    return _kinds.get(name)


def keep_files(name: str) -> None:
    """Have the files of a kind kept as long as its jobs: who registers it sees to it that they do
    not become too many."""
    _keep_files.add(name)


def that_keep_files() -> list[str]:
    """The kinds whose files are kept as long as their jobs."""
    return sorted(_keep_files)


def show_to(name: str, seen_by: SeenBy) -> None:
    """Let others than who asked follow jobs of a kind."""
    _seen_by[name] = seen_by


def may_follow(name: str, arguments: JSON, request: Any) -> bool:
    """Return whether a requester may follow a job of a kind that they have not requested."""
    seen_by = _seen_by.get(name)
    return seen_by is not None and seen_by(arguments, request)
