"""Find the command that was asked for and run it."""

import errno
import signal
import sys
from collections.abc import Callable
from types import FrameType

from commands import backup, checks, pins, restore, run, venv
from commands.stop import Interrupted, Stop

USAGE = """\
./metator run             start everything and print the address
                          (PORT=8000, METATOR_HOME=var, LAN=1 for phones on the same Wi-Fi)
./metator test            run every check and test
./metator soak            run the long tests
./metator bench [NAMES]   run all or the named benchmarks; results also in var/bench.json
./metator backup FILE     save all data to FILE, even while Metator runs
./metator restore FILE    restore all data from FILE, even while Metator runs
./metator manage ...      run a Django management command
./metator pin             update requirements*.txt from requirements*.in (needs uv)
"""

COMMANDS: dict[str, Callable[[list[str]], int]] = {
    "run": run.main,
    "test": checks.main,
    "soak": checks.soak,
    "bench": checks.bench,
    "backup": backup.main,
    "restore": restore.main,
    "manage": venv.manage,
    "pin": pins.main,
}


def main(words: list[str]) -> int:
    """Return the exit status: 0 done, 1 an error sentence, 2 no such command, 130 interrupted."""
    name, *rest = words or ["help"]
    if name in {"help", "-h", "--help"}:
        print(USAGE, end="")
        return 0
    command = COMMANDS.get(name)
    if command is None:
        print(f"Unknown command: {name!r}.\n\n{USAGE}", end="", file=sys.stderr)
        return 2
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _interrupt)
    try:
        return command(rest)
    except Stop as sentence:
        print(sentence, file=sys.stderr)
        return 1
    except (KeyboardInterrupt, Interrupted):
        return 130
    except OSError as error:
        if error.errno in {errno.ENOSPC, errno.EDQUOT}:
            print("The disk is full. Free some space and try again.", file=sys.stderr)
            return 1
        if error.errno in {errno.EACCES, errno.EPERM, errno.EROFS}:
            print(f"You do not have permission to write to {error.filename}.", file=sys.stderr)
            return 1
        raise


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise Interrupted
