"""Run checks, and stop them with everything they started."""

import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from commands import costs
from commands.places import ROOT
from commands.stop import Stop
from commands.venv import PYTHON

NOT_THE_USERS = (
    *("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "DEBUG", "ALLOWED_HOSTS", "LAN"),
    # Otherwise each of some hundred processes would compile the whole project again.
    "PYTHONDONTWRITEBYTECODE",
)
NOTHING_TO_RUN = 5


@dataclass(frozen=True)
class Check:
    """One command, with the environment variables that it needs beside the common ones."""

    name: str
    command: Sequence[str]
    surroundings: Mapping[str, str] = field(default_factory=dict)


@dataclass
class CheckRun:
    """A running check. Its output is buffered until it ends: two at once would mix."""

    check: Check
    process: subprocess.Popen[bytes]
    folder: tempfile.TemporaryDirectory[str]
    started: float
    seconds: float = 0
    words: str = ""

    @property
    def passed(self) -> bool:
        return self.process.returncode == 0

    def line(self) -> str:
        return f"{'passed' if self.passed else 'FAILED'}  {self.check.name} ({self.seconds:.0f} s)"


def run_all(steps: Sequence[Sequence[Check]], *, surroundings: Mapping[str, str]) -> list[CheckRun]:
    """Run step after step, the checks of a step in parallel; print the output of each when it
    ends.
    """
    costs.adopt_orphans()
    ended: list[CheckRun] = []
    for checks in steps:
        under_way = [_start(check, surroundings=surroundings) for check in checks]
        try:
            for run in under_way:
                print(f".. {run.check.name}", flush=True)
                while run.process.poll() is None:
                    time.sleep(0.1)
                    costs.bury_orphans(but={each.process.pid for each in under_way})
                run.seconds = time.monotonic() - run.started
                run.words = (Path(run.folder.name) / "said").read_text(errors="replace")
                print(f"\n== {run.line()}\n{run.words}", flush=True)
                ended.append(run)
        finally:
            for run in under_way:
                _stop(run)
    return ended


def aloud(check: Check) -> int:
    """Run one check with its output unbuffered."""
    run = _start(check, aloud=True, surroundings={})
    try:
        status = run.process.wait()
        if status == NOTHING_TO_RUN:
            raise Stop(f"No test is marked {check.name}.")
        return status
    finally:
        _stop(run)


def _start(check: Check, *, surroundings: Mapping[str, str], aloud: bool = False) -> CheckRun:
    folder = tempfile.TemporaryDirectory(prefix="metator-checks-")
    kept = {name: value for name, value in os.environ.items() if name not in NOT_THE_USERS}
    home = {"METATOR_HOME": f"{folder.name}/home"}
    with (Path(folder.name) / "said").open("wb") as said:
        process = subprocess.Popen(
            [str(PYTHON), "-m", "commands.with_parent", *_command(check)],
            cwd=ROOT,
            env={**kept, **home, **surroundings, **check.surroundings},
            stdin=subprocess.DEVNULL,
            stdout=None if aloud else said,
            stderr=None if aloud else subprocess.STDOUT,
            # A separate session: one Ctrl-C is passed on once, and not received twice.
            start_new_session=True,
        )
    return CheckRun(check=check, process=process, folder=folder, started=time.monotonic())


def _stop(run: CheckRun) -> None:
    """Stop an interrupted check, with time to stop its own processes."""
    if run.process.poll() is None:
        run.process.send_signal(signal.SIGINT)
    try:
        run.process.wait(timeout=30)
    except subprocess.TimeoutExpired:
        run.process.kill()
        run.process.wait()
    run.folder.cleanup()


def _command(check: Check) -> list[str]:
    first, *rest = check.command
    if first.endswith(".py"):
        return [str(PYTHON), "-W", "error", first, *rest]
    if first == "importlinter.cli":
        return [str(PYTHON), "-c", "from importlinter.cli import lint_imports_command as c; c()"]
    return [str(PYTHON), "-m", first, *rest]
