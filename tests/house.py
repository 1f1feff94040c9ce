"""How is the whole of it started as a user starts it, and which one do all tests visit?

In a whole run one serves all processes, started by the one that waits for them: each would start
its own when it comes to the first test that wants one.
"""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil
import pytest

from tests.counted import FOLDER, count
from tests.processes import ROOT, WITH_PARENT, stop, until

SHARED = "METATOR_TEST_HOUSE"
"""Where the processes of a run find it: its number, and the folder where it lives."""


@dataclass
class Metator:
    """`./metator run`, and what it said."""

    home: Path
    process: Any
    output: Path
    given: dict[str, str] = field(default_factory=dict)
    importer: subprocess.Popen[bytes] | None = None

    def store(self, log: Mapping[str, Any]) -> tuple[str, list[str]]:
        """Keep a battle there as it is: its id, and the tokens of both seats and the creator."""
        if self.importer is None:
            self.importer = subprocess.Popen(
                [*WITH_PARENT, sys.executable, "-m", "tests.stock.importer"],
                cwd=ROOT,
                env=plain_surroundings(self.home, **self.given),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                start_new_session=True,
            )
        assert self.importer.stdin
        assert self.importer.stdout
        self.importer.stdin.write(json.dumps(log).encode() + b"\n")
        self.importer.stdin.flush()
        answer = json.loads(self.importer.stdout.readline())
        return answer["id"], answer["tokens"]

    @property
    def url(self) -> str:
        found = re.search(r"http://localhost:\d+", self.said())
        assert found, self.said()
        return found.group()

    @property
    def port(self) -> int:
        return int(self.url.rsplit(":", 1)[1])

    def said(self) -> str:
        return self.output.read_text()

    def ready(self) -> None:
        """Wait until it says that it is."""
        until(lambda: "ready" in self.said() or not self.lives, seconds=120, what="./metator run")
        assert self.lives, self.said()

    @property
    def lives(self) -> bool:
        try:
            return psutil.Process(self.process.pid).status() != psutil.STATUS_ZOMBIE
        except psutil.NoSuchProcess:
            return False

    def get(self, path: str, **headers: str) -> tuple[int, bytes]:
        return self.ask("GET", path, headers=headers)

    def ask(
        self, method: str, path: str, *, body: bytes | None = None, headers: dict[str, str]
    ) -> tuple[int, bytes]:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            line.request(method, path, body=body, headers=headers)
            answer = line.getresponse()
            return answer.status, answer.read()
        finally:
            line.close()

    def group(self) -> set[int]:
        """Every living process that was started under this one, however deep."""
        return descendants(self.process.pid)

    def redis(self) -> int | None:
        """The process of its private Redis; None while there is none."""
        for pid in self.group():
            # One may have ended since they were listed.
            with suppress(OSError):
                name = Path(f"/proc/{pid}/comm").read_text().strip()
                if name in ("redis-server", "valkey-server"):
                    return pid
        return None

    def stop(self, number: int = signal.SIGTERM, *, seconds: float = 20) -> int:
        self.process.send_signal(number)
        return self.process.wait(timeout=seconds)

    def leave(self) -> None:
        """Store nothing in it any more."""
        if self.importer is not None:
            stop(self.importer)
            for pipe in (self.importer.stdin, self.importer.stdout):
                assert pipe
                pipe.close()
            self.importer = None

    def end(self) -> None:
        """See that nothing of it is left."""
        left = self.group()
        self.leave()
        stop(self.process)
        for pid in left:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


def descendants(pid: int) -> set[int]:
    parents: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rsplit(")", 1)[1].split()
            except OSError:
                continue
            if fields[0] != "Z":
                parents.setdefault(int(fields[1]), []).append(int(entry.name))
    found: set[int] = set()
    waiting = [pid]
    while waiting:
        for child in parents.get(waiting.pop(), []):
            found.add(child)
            waiting.append(child)
    return found


def plain_surroundings(home: Path, **given: str) -> dict[str, str]:
    """What a user's shell has: nothing of the tests' own settings."""
    ours = {"DATABASE_URL", "REDIS_URL", "SECRET_KEY", "DJANGO_SETTINGS_MODULE", "ALLOWED_HOSTS"}
    kept = {name: value for name, value in os.environ.items() if name not in ours}
    return {**kept, "METATOR_HOME": str(home), **given}


def say(*words: str, home: Path, **given: str) -> subprocess.CompletedProcess[str]:
    """One call of ./metator that is expected to end by itself."""
    return subprocess.run(
        [sys.executable, ROOT / "metator", *words],
        env=plain_surroundings(home, **given),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def begun_metator(home: Path, output: Path, **given: str) -> Metator:
    """`./metator run`, which may not be ready yet."""
    count("server")
    with output.open("wb") as out:
        process = subprocess.Popen(
            [*WITH_PARENT, sys.executable, str(ROOT / "metator"), "run"],
            cwd=ROOT,
            env=plain_surroundings(home, **{"PORT": "0", **given}),
            stdout=out,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    return Metator(home=home, process=process, output=output, given=given)


@contextmanager
def running_metator(home: Path, output: Path, **given: str) -> Iterator[Metator]:
    """Start it, wait until it says that it is ready, and see that it is gone afterwards."""
    started = begun_metator(home, output, **given)
    try:
        started.ready()
        yield started
    finally:
        started.end()


def pytest_configure(config: pytest.Config) -> None:
    """Begin it before the processes that share it; nobody waits for it here."""
    begins = bool(getattr(config.option, "numprocesses", None)) and SHARED not in os.environ
    whole = FOLDER in os.environ and not config.option.markexpr.startswith("postgresql")
    if not begins or not whole:
        return
    folder = tempfile.TemporaryDirectory(prefix="metator-house-")
    home = Path(folder.name)
    started = begun_metator(home / "home", home / "output")
    os.environ[SHARED] = f"{started.process.pid} {home}"
    config.add_cleanup(folder.cleanup)
    config.add_cleanup(started.end)


@pytest.fixture(scope="session")
def metator(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Metator]:
    """One for all tests that only visit it. Each makes its own battles and armies."""
    if SHARED in os.environ:
        pid, _, folder = os.environ[SHARED].partition(" ")
        shared = Path(folder)
        found = Metator(shared / "home", psutil.Process(int(pid)), shared / "output")
        found.ready()
        yield found
        found.leave()
        return
    own = tmp_path_factory.mktemp("metator")
    with running_metator(own / "home", own / "output") as started:
        yield started
