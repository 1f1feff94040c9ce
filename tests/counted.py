"""What does a run of the tests start? Written down where that is asked for.

`make test` names a folder in METATOR_COUNTED; every process of the run adds its lines to files
there. Without that name nothing is written. What a whole run may start stands in
`tests/commands/test_counted.py`.
"""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

FOLDER = "METATOR_COUNTED"
STARTS = "starts"


def count(what: str) -> None:
    """One more of these: a server, a worker, a database, a whole battle in a browser."""
    add(STARTS, what)


def counted() -> Counter[str] | None:
    """What was started in this run until now; None where nobody counts."""
    folder = os.environ.get(FOLDER)
    if folder is None:
        return None
    written = Path(folder) / STARTS
    return Counter(written.read_text().split("\n")[:-1] if written.exists() else [])


def add(name: str, line: str) -> None:
    """Append a line to a file of the run's folder, where there is one."""
    folder = os.environ.get(FOLDER)
    if folder is not None:
        # One write of less than a page: processes that append at once do not mix their lines.
        with (Path(folder) / name).open("a") as kept:
            kept.write(f"{line}\n")
