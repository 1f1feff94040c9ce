"""Start, watch and stop child processes so that none is left behind."""

import ctypes
import os
import re
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import inf
from pathlib import Path

PR_SET_PDEATHSIG = 1
ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
FIRST_PAUSE = 0.5
MAX_PAUSE = 30.0
MAX_LOG = 5 * 1024 * 1024
LOOK_AGAIN_AFTER = 0.05
COPIED_AT_ONCE = 1024 * 1024

ERROR = re.compile(r"[\w.]*(Error|Exception|Environment)\b.*")

_libc = ctypes.CDLL(None, use_errno=True)


def die_with_parent(parent: int) -> None:
    """Let the kernel end this child when the parent dies, even by SIGKILL.

    If the parent was killed before the kernel was asked, nothing would do it: the child ends here.
    """
    _libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != parent:
        os._exit(1)


@dataclass
class Child:
    """A process in a group of its own: Ctrl-C in the terminal reaches the parent only.

    A dead one is restarted, at once the first time, then after pauses that double up to
    `longest_pause` seconds. It is never given up: the cause of its death may pass. `hurried_by` is
    the signal that ends it without waiting for its work.
    """

    name: str
    command: Sequence[str]
    log: Path
    surroundings: Mapping[str, str]
    folder: Path
    passed: tuple[int, ...] = ()
    process: subprocess.Popen[bytes] | None = None
    longest_pause: float = MAX_PAUSE
    largest_log: int = MAX_LOG
    hurried_by: signal.Signals | None = None
    deaths: int = 0
    started: float = 0
    again_at: float | None = None
    log_began: int = 0
    turn_again_at: float = 0

    def start(self) -> None:
        self.turn_log()
        self.started = time.monotonic()
        self.again_at = None
        # An interrupt before the process is recorded here would leave it behind.
        heard = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
        parent = os.getpid()

        def begin() -> None:
            signal.pthread_sigmask(signal.SIG_SETMASK, heard)
            die_with_parent(parent)

        try:
            with self.log.open("ab") as log:
                self.log_began = log.tell()
                self.process = subprocess.Popen(
                    self.command,
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    env=dict(self.surroundings),
                    cwd=self.folder,
                    pass_fds=self.passed,
                    start_new_session=True,
                    preexec_fn=begin,  # noqa: PLW1509 -- this process has one thread
                )
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, heard)

    def turn_log(self) -> None:
        """Rotate a long log to `.log.1` while it is being written.

        Its processes append to one open file, so it is copied and then truncated: the next line of
        any of them stands at its beginning. Lines written between the end of the copy and the
        truncation, some microseconds, are lost. Without room for a copy it is retried later.
        """
        if time.monotonic() < self.turn_again_at:
            return
        try:
            if self.log.stat().st_size <= self.largest_log:
                return
        except FileNotFoundError:
            return
        aside = self.log.with_suffix(".log.1")
        try:
            with self.log.open("rb") as log, aside.open("wb", buffering=0) as kept:
                while part := log.read(COPIED_AT_ONCE):
                    kept.write(part)
                os.truncate(self.log, 0)
            self.log_began = 0
        except OSError:
            aside.unlink(missing_ok=True)
            self.turn_again_at = time.monotonic() + self.longest_pause

    def died(self) -> bool:
        return self.process is not None and self.process.poll() is not None

    def lay_down(self) -> float:
        """Handle its death: end the rest of its group, and return the seconds until the restart."""
        self.kill_group()
        self.process = None
        self.deaths += 1
        pause = 0.0
        if self.deaths > 1:
            pause = min(FIRST_PAUSE * 2 ** min(self.deaths - 2, 16), self.longest_pause)
        self.again_at = time.monotonic() + pause
        return pause

    def is_due(self) -> bool:
        """Return whether its pause is over."""
        return self.again_at is not None and time.monotonic() >= self.again_at

    def is_well_again(self) -> bool:
        """Return True once after a death, when it has run for twice the longest pause."""
        steady = self.process is not None and not self.died()
        if (
            not steady
            or not self.deaths
            or time.monotonic() - self.started < 2 * self.longest_pause
        ):
            return False
        self.deaths = 0
        return True

    def ask_to_stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)

    def hurry(self) -> None:
        """Hurry a child that is still there after a stop request: it must not wait any more."""
        if self.hurried_by is not None and self.process is not None and self.process.poll() is None:
            self.process.send_signal(self.hurried_by)

    def wait_until_gone(self, *, seconds: float) -> None:
        """Wait for it, then kill the rest of its group."""
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
        """Return the last error in its log, or else its last line, as the reason for its death.

        Only lines since its start count: an old error is not the cause.
        """
        try:
            with self.log.open("rb") as log:
                log.seek(self.log_began)
                lines = log.read().decode(errors="replace").strip().splitlines()[-200:]
        except OSError:
            return ""
        errors = [line for line in lines if ERROR.match(line)]
        return (errors or lines or [""])[-1]


def stop_all(children: Sequence[Child], *, seconds: float, hurried_after: float = inf) -> None:
    """Stop all of them at once, then wait for each; slow ones are hurried, and finally killed."""
    began = time.monotonic()
    for child in children:
        child.ask_to_stop()
    while any(child.process is not None and not child.died() for child in children):
        waited = time.monotonic() - began
        if waited >= min(seconds, hurried_after):
            break
        time.sleep(LOOK_AGAIN_AFTER)
    for child in children:
        child.hurry()
    for child in children:
        child.wait_until_gone(seconds=began + seconds - time.monotonic())
