"""How is a process of ours started, watched and stopped, so that none is ever left behind?"""

import ctypes
import os
import re
import signal
import subprocess
import time
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

PR_SET_PDEATHSIG = 1
RESTARTS_AT_MOST = 5
WITHIN_SECONDS = 60
LARGEST_LOG = 5 * 1024 * 1024

ERROR = re.compile(r"[\w.]*(Error|Exception|Environment)\b.*")

_libc = ctypes.CDLL(None, use_errno=True)


def die_with_parent() -> None:
    """In the child: the kernel ends it when this process dies, even by SIGKILL."""
    _libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


@dataclass
class Child:
    """A process in a group of its own: Ctrl-C in the terminal reaches the parent only."""

    name: str
    command: Sequence[str]
    log: Path
    surroundings: Mapping[str, str]
    folder: Path
    passed: tuple[int, ...] = ()
    process: subprocess.Popen[bytes] | None = None
    starts: deque[float] = field(default_factory=deque)

    def start(self) -> None:
        if self.log.exists() and self.log.stat().st_size > LARGEST_LOG:
            self.log.replace(self.log.with_suffix(".log.1"))
        self.starts.append(time.monotonic())
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env=dict(self.surroundings),
                cwd=self.folder,
                pass_fds=self.passed,
                start_new_session=True,
                preexec_fn=die_with_parent,  # noqa: PLW1509 -- this process has one thread
            )

    def died(self) -> bool:
        return self.process is not None and self.process.poll() is not None

    def may_restart(self) -> bool:
        """False once it has died too often in a short time to hope that it recovers."""
        while self.starts and time.monotonic() - self.starts[0] > WITHIN_SECONDS:
            self.starts.popleft()
        return len(self.starts) < RESTARTS_AT_MOST

    def ask_to_stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)

    def wait_until_gone(self, *, seconds: float) -> None:
        """Wait for it, then kill whatever is left of its group."""
        if self.process is None:
            return
        try:
            self.process.wait(timeout=max(seconds, 0))
        except subprocess.TimeoutExpired:
            pass
        finally:
            self.kill_group()
            self.process.wait()
            self.process = None

    def kill_group(self) -> None:
        if self.process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)

    def last_words(self) -> str:
        """The last error in its log, or else its last line, for the sentence that says why."""
        try:
            lines = self.log.read_text(errors="replace").strip().splitlines()[-200:]
        except OSError:
            return ""
        errors = [line for line in lines if ERROR.match(line)]
        return (errors or lines or [""])[-1]


def stop_all(children: Sequence[Child], *, seconds: float) -> None:
    """Ask all of them at once, then wait for each."""
    until = time.monotonic() + seconds
    for child in children:
        child.ask_to_stop()
    for child in children:
        child.wait_until_gone(seconds=until - time.monotonic())
