"""`./metator test`: everything that continuous integration checks."""

import os
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from commands import costs
from commands.check_runs import Check, aloud, run_all
from commands.stop import Stop
from commands.venv import TEST_LISTS, ensure

DATABASE = "METATOR_TEST_DATABASE"
WITHOUT_BROWSER = "NO CHROMIUM WAS FOUND"
PROCESSORS = os.cpu_count() or 2

QUICK = (
    Check("formatting", ("ruff", "format", "--check", ".")),
    Check("lint", ("ruff", "check", ".")),
    Check("import order", ("importlinter.cli", "lint-imports")),
    Check("migrations", ("manage.py", "makemigrations", "--check", "--dry-run")),
    Check(
        "API schema",
        ("manage.py", "spectacular", "--validate", "--fail-on-warn", "--file", os.devnull),
    ),
)

# A test that hangs is reported with its position, and its process is restarted: otherwise the run
# would never end. The slowest takes two minutes beside others; the soak has longer ones.
ENDLESS = "600"
PYTEST = (
    *("pytest", "--quiet", "-p", "no:cacheprovider"),
    *("-o", f"faulthandler_timeout={ENDLESS}", "-o", "faulthandler_exit_on_timeout=true"),
)
ON_BOTH = "postgresql and not browser and not soak"


def _beside_each_other(processes: int) -> tuple[str, ...]:
    """Return the options of pytest-xdist, which moves tests from a busy process to an idle one."""
    return ("-n", str(processes), "--dist", "worksteal")


# One process each, as the quick ones. The collection's process compiles every module before the
# test processes start together.
BEFORE = (
    Check("types", ("mypy",)),
    Check("collection", (*PYTEST, "--collect-only", "-qq")),
)
# A test that waits for a browser or a worker computes nothing: one process more than processors.
# With two more, each has a server, a worker and a browser to start, and a run took longer.
ON_SQLITE = Check(
    "tests on SQLite", (*PYTEST, *_beside_each_other(PROCESSORS + 1)), {DATABASE: "sqlite"}
)
# It waits more than it computes, and ends long before the others that it runs beside.
ON_POSTGRESQL = Check("tests on PostgreSQL", (*PYTEST, "-m", ON_BOTH), {DATABASE: "postgresql"})
# Alone and last: it checks what the others have started.
COUNTED = Check("counted starts", (*PYTEST, "-m", "counted", "tests/commands/test_counted.py"))


def main(words: list[str]) -> int:
    """Run every check, even after one has failed; return 0 only if all passed.

    Words select checks: `./metator test lint types`. A whole run ends with its cost beside the
    budget, and is measured.
    """
    ensure(TEST_LISTS)
    steps = [
        [check for check in checks if not words or any(w in check.name for w in words)]
        for checks in ((*QUICK, *BEFORE), (ON_POSTGRESQL, ON_SQLITE))
    ]
    if not any(steps):
        raise Stop(f"Unknown check: {' '.join(words)}.")
    # Earlier installations cost only once, and are not checks.
    began, installed = time.monotonic(), costs.spent()
    with tempfile.TemporaryDirectory(prefix="metator-counted-") as folder:
        surroundings = {costs.FOLDER: folder}
        ended = run_all(steps, surroundings=surroundings)
        if not words:
            ended += run_all([[COUNTED]], surroundings=surroundings)
        print("\n" + "\n".join(run.line() for run in ended))
        wall, processor = time.monotonic() - began, costs.spent() - installed
        print(costs.describe_costs(Path(folder), wall=wall, processor=processor, whole=not words))
    if any(WITHOUT_BROWSER in run.words for run in ended):
        print(
            f"\n!! {WITHOUT_BROWSER}: the browser tests DID NOT RUN. Install chromium.", flush=True
        )
    return 0 if all(run.passed for run in ended) else 1


def soak(words: list[str]) -> int:
    """Run the tests with large counts, and those that depend on the database on both of them.
    Further words go to pytest.
    """
    ensure(TEST_LISTS)
    if DATABASE in os.environ:
        return aloud(Check("soak", ("pytest", "-m", "soak", "-s", *words)))
    both = ("pytest", "-m", "soak and postgresql", "-s", *words)
    return max(
        aloud(Check("soak", ("pytest", "-m", "soak", "-s", *words), {DATABASE: "sqlite"})),
        _unless_none(Check("soak", both, {DATABASE: "postgresql"})),
    )


def _unless_none(check: Check) -> int:
    """Run a check aloud; it passes if the words leave no test for this database."""
    try:
        return aloud(check)
    except Stop:
        return 0


def bench(words: Sequence[str]) -> int:
    """Run the named measurements, or all; write them to var/bench.json as well."""
    ensure(TEST_LISTS)
    return aloud(Check("bench", ("tools.bench", *words)))
