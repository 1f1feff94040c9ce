"""What does one command check? Everything that continuous integration asks, in one order."""

import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from commands.places import ROOT
from commands.stop import Interrupted, Stop
from commands.venv import PYTHON, TEST_LISTS, ensure

NOT_NAMED_BY_USER = ("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "DEBUG", "ALLOWED_HOSTS", "LAN")


@dataclass(frozen=True)
class Check:
    name: str
    command: Sequence[str]
    surroundings: Mapping[str, str] = field(default_factory=dict)


CHECKS = (
    Check("formatting", ("ruff", "format", "--check", ".")),
    Check("lint", ("ruff", "check", ".")),
    Check("types", ("mypy",)),
    Check("import order", ("importlinter.cli", "lint-imports")),
    Check("migrations", ("manage.py", "makemigrations", "--check", "--dry-run")),
    Check(
        "API schema",
        ("manage.py", "spectacular", "--validate", "--fail-on-warn", "--file", os.devnull),
    ),
    Check("tests on SQLite", ("pytest", "--quiet"), {"METATOR_TEST_DATABASE": "sqlite"}),
    Check(
        "tests on PostgreSQL",
        ("pytest", "--quiet", "-m", "database and not browser and not soak and not bench"),
        {"METATOR_TEST_DATABASE": "postgresql"},
    ),
)


def main(words: list[str]) -> int:
    """Run every check, also after one has failed; 0 only if all passed.

    Words narrow it down: `./metator test lint types`.
    """
    ensure(TEST_LISTS)
    chosen = [check for check in CHECKS if not words or any(word in check.name for word in words)]
    if not chosen:
        raise Stop(f"No check is called {' '.join(words)}.")
    outcomes = [(check, *_run(check)) for check in chosen]
    print("\n" + "\n".join(_line(*each) for each in outcomes), flush=True)
    return 0 if all(passed for _, passed, _ in outcomes) else 1


def soak(words: list[str]) -> int:
    """The tests with large counts. Further words go to pytest."""
    ensure(TEST_LISTS)
    return 0 if _run(Check("soak", ("pytest", "-m", "soak", "-s", *words)))[0] else 1


def bench(words: list[str]) -> int:
    """The measurements. Further words go to pytest."""
    ensure(TEST_LISTS)
    return 0 if _run(Check("bench", ("pytest", "-m", "bench", "-s", *words)))[0] else 1


def _run(check: Check) -> tuple[bool, float]:
    print(f"\n== {check.name}", flush=True)
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="metator-checks-") as folder:
        kept = {name: v for name, v in os.environ.items() if name not in NOT_NAMED_BY_USER}
        surroundings = {**kept, "METATOR_HOME": folder, **check.surroundings}
        command = [str(PYTHON), "-m", "commands.with_parent", *_command(check)]
        # A session of its own: one Ctrl-C is passed on once, and not heard twice.
        status = _wait(
            subprocess.Popen(command, cwd=ROOT, env=surroundings, start_new_session=True)
        )
    return status == 0, time.monotonic() - started


def _wait(process: subprocess.Popen[bytes]) -> int:
    """Its exit status. Interrupted, it is given time to stop what it has started itself."""
    try:
        return process.wait()
    except (KeyboardInterrupt, Interrupted):
        process.send_signal(signal.SIGINT)
        try:
            process.wait(timeout=30)
        finally:
            process.kill()
        raise


def _command(check: Check) -> list[str]:
    first, *rest = check.command
    if first.endswith(".py"):
        return [str(PYTHON), "-W", "error", first, *rest]
    if first == "importlinter.cli":
        return [str(PYTHON), "-c", "from importlinter.cli import lint_imports_command as c; c()"]
    return [str(PYTHON), "-m", first, *rest]


def _line(check: Check, passed: bool, seconds: float) -> str:
    return f"{'passed' if passed else 'FAILED'}  {check.name} ({seconds:.0f} s)"
