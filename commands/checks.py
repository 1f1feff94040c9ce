"""What does one command check? Everything that continuous integration asks, in one order."""

import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from commands.places import ROOT
from commands.stop import Stop
from commands.venv import PYTHON, TEST_LISTS, ensure

NOT_THE_USERS = ("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "DEBUG", "ALLOWED_HOSTS", "LAN")
DATABASE = "METATOR_TEST_DATABASE"
NOTHING_TO_RUN = 5
WITHOUT_BROWSER = "NO CHROMIUM WAS FOUND"
POSTGRESQL = {DATABASE: "postgresql"}


@dataclass(frozen=True)
class Check:
    """One command, and the environment that it needs beside the common one."""

    name: str
    command: Sequence[str]
    surroundings: Mapping[str, str] = field(default_factory=dict)


@dataclass
class Run:
    """A check under way. What it says is kept until it ends: two at once would mix."""

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


STATIC = (
    Check("formatting", ("ruff", "format", "--check", ".")),
    Check("lint", ("ruff", "check", ".")),
    Check("types", ("mypy",)),
    Check("import order", ("importlinter.cli", "lint-imports")),
    Check("migrations", ("manage.py", "makemigrations", "--check", "--dry-run")),
    Check(
        "API schema",
        ("manage.py", "spectacular", "--validate", "--fail-on-warn", "--file", os.devnull),
    ),
)

BATTLES, PAGES = "battles", "battles/pages"
# What plays whole battles in a browser takes as long as all else that waits for one.
WALKS = tuple(
    f"tests/{PAGES}/test_browser_{name}.py"
    for name in ("battles", "everyone", "keyboard", "translating", "two_phones")
)
LONGEST_FIRST = (PAGES, BATTLES, "layouts", "terrain", "oracle", "commands", "rulebooks", "config")
# Tests that start processes wait more than they compute: one more than there are processors.
AT_ONCE = max(3, min(5, (os.cpu_count() or 2) + 1))
ON_POSTGRESQL = "database and not browser and not soak"


def tests() -> tuple[Check, ...]:
    """Each folder of tests by itself on SQLite; what touches the database on PostgreSQL as well.

    The battles' pages are a folder of their own, and of these what waits for a browser two checks
    of its own: its tests take longer than all others.
    """
    found = [each.name for each in (ROOT / "tests").iterdir() if any(each.glob("**/test_*.py"))]
    ordered = sorted({*found, PAGES} - {"soak"}, key=lambda name: (_rank(name), name))
    quietly = ("pytest", "--quiet", "-p", "no:cacheprovider")
    marked = (*quietly, "-m", ON_POSTGRESQL)
    on_sqlite = [
        Check(f"tests of {name} on SQLite", (*quietly, *_folder(name)), {DATABASE: "sqlite"})
        for name in ordered
        if name != PAGES
    ]
    in_browser = (*quietly, "-m", "browser and not soak")
    walks = Check("walks in a browser", (*in_browser, *WALKS), {DATABASE: "sqlite"})
    steps = Check(
        f"tests of {PAGES} in a browser",
        (*in_browser, f"tests/{PAGES}", *(f"--ignore={walk}" for walk in WALKS)),
        {DATABASE: "sqlite"},
    )
    without = Check(
        f"tests of {PAGES} on SQLite",
        (*quietly, "-m", "not browser and not soak", f"tests/{PAGES}"),
        {DATABASE: "sqlite"},
    )
    on_postgresql = [
        Check(f"tests of {name} on PostgreSQL", (*marked, *_folder(name)), POSTGRESQL)
        for name in (BATTLES, PAGES)
    ]
    others = Check(
        "other tests on PostgreSQL", (*marked, "tests", f"--ignore=tests/{BATTLES}"), POSTGRESQL
    )
    first, *rest = on_sqlite
    return (walks, steps, on_postgresql[0], first, on_postgresql[1], without, others, *rest)


def _folder(name: str) -> tuple[str, ...]:
    """The words that make pytest run one folder without the folder that stands for itself."""
    if name == BATTLES:
        return (f"tests/{BATTLES}", f"--ignore=tests/{PAGES}")
    return (f"tests/{name}",)


def main(words: list[str]) -> int:
    """Run every check, also after one has failed; 0 only if all passed.

    Words narrow it down: `./metator test lint types`.
    """
    ensure(TEST_LISTS)
    everything = (*STATIC, *tests())
    chosen = [check for check in everything if not words or any(w in check.name for w in words)]
    if not chosen:
        raise Stop(f"No check is called {' '.join(words)}.")
    began = time.monotonic()
    ended = _run_all(chosen, at_once=AT_ONCE)
    print("\n" + "\n".join(run.line() for run in ended))
    print(f"{time.monotonic() - began:.0f} s in all")
    if any(WITHOUT_BROWSER in run.words for run in ended):
        print(
            f"\n!! {WITHOUT_BROWSER}: the browser tests DID NOT RUN. Install chromium.", flush=True
        )
    return 0 if all(run.passed for run in ended) else 1


def soak(words: list[str]) -> int:
    """The tests with large counts. Further words go to pytest."""
    ensure(TEST_LISTS)
    return _show(Check("soak", ("pytest", "-m", "soak", "-s", *words)))


def bench(words: list[str]) -> int:
    """The measurements, or those that are named; they go to var/bench.json as well."""
    ensure(TEST_LISTS)
    return _show(Check("bench", ("tests.bench", *words)))


def _run_all(checks: Sequence[Check], *, at_once: int) -> list[Run]:
    """In this order, so many at once; each one's words are printed when it ends."""
    waiting = list(checks)
    running: list[Run] = []
    ended: list[Run] = []
    try:
        while waiting or running:
            while waiting and len(running) < at_once:
                print(f".. {waiting[0].name}", flush=True)
                running.append(_start(waiting.pop(0)))
            time.sleep(0.1)
            for run in [run for run in running if run.process.poll() is not None]:
                running.remove(run)
                run.seconds = time.monotonic() - run.started
                run.words = (Path(run.folder.name) / "said").read_text(errors="replace")
                print(f"\n== {run.line()}\n{run.words}", flush=True)
                run.folder.cleanup()
                ended.append(run)
    finally:
        _stop(running)
    return sorted(ended, key=lambda run: checks.index(run.check))


def _show(check: Check) -> int:
    """Run one check and let it speak for itself."""
    run = _start(check, aloud=True)
    try:
        status = run.process.wait()
        if status == NOTHING_TO_RUN:
            raise Stop(f"No test is marked {check.name}.")
        return status
    finally:
        _stop([run])


def _start(check: Check, *, aloud: bool = False) -> Run:
    folder = tempfile.TemporaryDirectory(prefix="metator-checks-")
    kept = {name: value for name, value in os.environ.items() if name not in NOT_THE_USERS}
    with (Path(folder.name) / "said").open("wb") as said:
        process = subprocess.Popen(
            [str(PYTHON), "-m", "commands.with_parent", *_command(check)],
            cwd=ROOT,
            env={**kept, "METATOR_HOME": f"{folder.name}/home", **check.surroundings},
            stdin=subprocess.DEVNULL,
            stdout=None if aloud else said,
            stderr=None if aloud else subprocess.STDOUT,
            # A session of its own: one Ctrl-C is passed on once, and not heard twice.
            start_new_session=True,
        )
    return Run(check=check, process=process, folder=folder, started=time.monotonic())


def _stop(runs: Sequence[Run]) -> None:
    """Interrupted, each is given time to stop what it has started itself."""
    for run in runs:
        if run.process.poll() is None:
            run.process.send_signal(signal.SIGINT)
    for run in runs:
        try:
            run.process.wait(timeout=30)
        except subprocess.TimeoutExpired:
            run.process.kill()
            run.process.wait()
        run.folder.cleanup()


def _rank(name: str) -> int:
    return LONGEST_FIRST.index(name) if name in LONGEST_FIRST else len(LONGEST_FIRST)


def _command(check: Check) -> list[str]:
    first, *rest = check.command
    if first.endswith(".py"):
        return [str(PYTHON), "-W", "error", first, *rest]
    if first == "importlinter.cli":
        return [str(PYTHON), "-c", "from importlinter.cli import lint_imports_command as c; c()"]
    return [str(PYTHON), "-m", first, *rest]
