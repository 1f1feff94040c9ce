"""Report the cost of a run of the checks beside its budget.

Seconds are noisy, so no check fails because of them; a test counts what makes a run long.
"""

import ctypes
import json
import os
import resource
from collections.abc import Iterator, Set
from pathlib import Path

FOLDER = "METATOR_COUNTED"
"""The environment variable with the folder where the tests record their processes and costs."""

WALL, PROCESSOR = 8 * 60, 900
"""Seconds that a whole run may take on two quiet processors, by the clock and of processor time."""

DEAREST = 20
PR_SET_CHILD_SUBREAPER = 36

_libc = ctypes.CDLL(None, use_errno=True)


def adopt_orphans() -> None:
    """Adopt processes that outlive their parent, so that their time is counted."""
    _libc.prctl(PR_SET_CHILD_SUBREAPER, 1)


def bury_orphans(*, but: Set[int]) -> None:
    """Reap adopted processes that have ended, except for those in `but`, which others wait for."""
    while (ended := _ended()) and ended not in but:
        os.waitpid(ended, 0)


def _ended() -> int:
    """Return a child that has ended and was not waited for, or 0."""
    try:
        found = os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return 0
    return found.si_pid if found else 0


def spent() -> float:
    """Return the processor time in seconds of all children that have ended."""
    found = resource.getrusage(resource.RUSAGE_CHILDREN)
    return found.ru_utime + found.ru_stime


def describe_costs(folder: Path, *, wall: float, processor: float, whole: bool) -> str:
    """Return wall time, processor time and the slowest tests, as lines."""
    clock, work = f"{wall:.0f} s in total", f"{processor:.0f} s of processor time"
    if whole:
        clock, work = f"{clock} (budget {WALL})", f"{work} (budget {PROCESSOR})"
    return "\n".join((f"{clock}, {work}", *_dearest(folder)))


def _dearest(folder: Path) -> Iterator[str]:
    written = folder / "costs"
    if not written.exists():
        return
    costs = [json.loads(line) for line in written.read_text().splitlines()]
    yield f"The slowest {min(DEAREST, len(costs))} of {len(costs)} tests:"
    for name, clock, processor in sorted(costs, key=lambda cost: -cost[1])[:DEAREST]:
        yield f"{clock:6.1f} s, {processor:5.1f} s of processor time  {name}"
