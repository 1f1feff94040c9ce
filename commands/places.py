"""The folders of the project, its virtual environment and its data."""

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from commands.stop import Stop

ROOT = Path(__file__).resolve().parent.parent
MAX_SOCKET_PATH_LENGTH = 100
ROOM_FOR_DATA = 40 * 1024 * 1024


@dataclass(frozen=True)
class Home:
    """One installation's data. Nothing outside of it is written while it runs."""

    path: Path

    @property
    def database(self) -> Path:
        return self.path / "metator.sqlite3"

    @property
    def secret_key(self) -> Path:
        return self.path / "secret_key"

    @property
    def running(self) -> Path:
        return self.path / "run"

    @property
    def pid(self) -> Path:
        return self.running / "pid"

    @property
    def logs(self) -> Path:
        return self.path / "log"

    @property
    def staged(self) -> Path:
        """Return the folder of a restored backup that waits for the running processes to finish."""
        return self.path / "restoring"

    def make(self) -> None:
        """Create what is missing, readable only by the owner. Raises Stop if it cannot."""
        try:
            for folder in (self.path, self.running, self.logs):
                folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            probe = self.running / "probe"
            probe.write_bytes(b"x" * 4096)
            probe.unlink()
        except NotADirectoryError:
            raise Stop(f"METATOR_HOME is {self.path}, which is not a folder.") from None
        except FileExistsError as found:
            if Path(found.filename) == self.path:
                raise Stop(f"METATOR_HOME is {self.path}, which is not a folder.") from None
            raise Stop(f"{found.filename} is not a folder, and Metator needs one there.") from None
        except PermissionError:
            raise Stop(f"METATOR_HOME is {self.path}, which is not writable.") from None
        except OSError as cannot:
            raise Stop(
                f"METATOR_HOME is {self.path}, where nothing can be saved ({cannot.strerror}). "
                "Set it to a writable folder."
            ) from None
        if shutil.disk_usage(self.path).free < ROOM_FOR_DATA:
            raise Stop(f"The disk with {self.path} is full. Free some space and try again.")

    @contextmanager
    def held(self) -> Iterator[None]:
        """Hold the lock on this home. Raises Stop if another process has it."""
        with (self.running / "lock").open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise Stop(
                    f"Metator is already running in {self.path}. Stop it, or set METATOR_HOME "
                    "to another folder."
                ) from None
            yield

    @contextmanager
    def socket_folder(self) -> Iterator[Path]:
        """Yield the folder of the private Redis: a Unix socket's path may only be about 100
        long.
        """
        if len(str(self.running / "redis.sock")) <= MAX_SOCKET_PATH_LENGTH:
            yield self.running
            return
        folder = Path(tempfile.mkdtemp(prefix="metator-"))
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)


def home() -> Home:
    return Home(Path(os.environ.get("METATOR_HOME") or ROOT / "var").expanduser().resolve())


def running_pid(place: Home) -> int | None:
    """Return the process that runs on this home, or None. The lock decides, not the file."""
    try:
        lock = (place.running / "lock").open("r+")
    except OSError:
        return None
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            try:
                return int(place.pid.read_text())
            except (OSError, ValueError):
                return None
    return None
