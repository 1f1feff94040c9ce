"""Keep the virtual environment equal to the pinned requirements."""

import fcntl
import hashlib
import importlib.util
import json
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from commands.places import ROOT
from commands.stop import Stop

FOLDER = ROOT / ".venv"
PYTHON = FOLDER / "bin" / "python"
STAMP = FOLDER / "metator.json"
INSTALL_LOG = FOLDER / "install.log"
RUN_LISTS = ("requirements.txt",)
TEST_LISTS = ("requirements.txt", "requirements-dev.txt")
ROOM_NEEDED = 900 * 1024 * 1024

REASONS = (
    (
        ("No space left on device", "Disk quota exceeded"),
        "The disk is full. The requirements need about 900 MB.",
    ),
    (
        ("DO NOT MATCH THE HASHES",),
        "A downloaded package does not match its pinned hash. Nothing was installed.",
    ),
    (
        (
            "NewConnectionError",
            "Max retries exceeded",
            "Temporary failure in name resolution",
            "ProxyError",
            "ConnectTimeout",
            "ReadTimeoutError",
        ),
        "Cannot reach the package index. Check the network and try again.",
    ),
    (
        ("No matching distribution found", "Could not find a version"),
        "There is no pre-built package for this machine: Metator needs glibc on x86_64.",
    ),
    (
        ("error: command 'gcc'", "error: command 'cc'", "unable to execute"),
        "A package has to be built, but there is no compiler. Install gcc.",
    ),
)


def check_machine() -> None:
    """Check that the pinned packages can run here. Raises Stop if they cannot."""
    if sys.platform != "linux":
        raise Stop(f"Metator runs only on Linux; this is {platform.system()}.")
    if platform.machine() not in {"x86_64", "AMD64"}:
        raise Stop(
            "Metator runs only on x86_64; some packages it needs are not available for "
            f"{platform.machine()}."
        )


def ensure(lists: tuple[str, ...]) -> None:
    """Make `.venv` match the pinned lists. Takes no time if it does already.

    Two that start at once wait for each other. A half-finished environment, or one of another
    Python, is rebuilt.
    """
    check_machine()
    wanted = {name: _digest(ROOT / name) for name in lists}
    if _satisfied(wanted):
        return
    with (ROOT / ".venv.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if _satisfied(wanted):
            return
        if not _works():
            _create()
        for name in lists:
            _install(name)
        stamp = _stamp()
        STAMP.write_text(json.dumps({"python": _version(), "lists": {**stamp.lists, **wanted}}))


def manage(words: list[str]) -> int:
    """Run one of the project's Django commands in the environment."""
    ensure(RUN_LISTS)
    return subprocess.call([PYTHON, ROOT / "manage.py", *words], cwd=ROOT)


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _version() -> str:
    """Return the version as exact as packages need it: a newer 3.11 uses an older one's
    environment.
    """
    return f"{sys.version_info.major}.{sys.version_info.minor}"


@dataclass(frozen=True)
class Stamp:
    """The record of the last installation and its Python."""

    python: str
    lists: Mapping[str, str]


def _stamp() -> Stamp:
    try:
        stamp = json.loads(STAMP.read_text())
        return Stamp(python=stamp["python"], lists=dict(stamp["lists"]))
    except (OSError, ValueError, KeyError, TypeError):
        return Stamp(python="", lists={})


def _satisfied(wanted: dict[str, str]) -> bool:
    stamp = _stamp()
    return (
        PYTHON.exists()
        and stamp.python == _version()
        and all(stamp.lists.get(name) == digest for name, digest in wanted.items())
    )


def _works() -> bool:
    """Return whether there is an environment of this Python's version with a working pip."""
    question = "import pip, sys; print('%d.%d' % sys.version_info[:2])"
    try:
        answer = subprocess.run(
            [PYTHON, "-c", question], capture_output=True, text=True, check=True, timeout=60
        )
    except (OSError, subprocess.SubprocessError):
        return False
    return answer.stdout.strip() == _version()


def _create() -> None:
    for module in ("venv", "ensurepip"):
        if importlib.util.find_spec(module) is None:
            version = f"{sys.version_info.major}.{sys.version_info.minor}"
            raise Stop(
                f"This Python has no {module} module. On Debian or Ubuntu, run: "
                f"apt install python{version}-venv"
            )
    if shutil.disk_usage(ROOT).free < ROOM_NEEDED:
        raise Stop("The disk is full. The requirements need about 900 MB.")
    print("Creating the virtual environment in .venv ...", flush=True)
    # Not this interpreter if it is the environment's own: that is being removed.
    base = getattr(sys, "_base_executable", None) or sys.executable
    made = subprocess.run([base, "-m", "venv", "--clear", FOLDER], capture_output=True, text=True)
    if made.returncode:
        _explain(made.stdout + made.stderr, otherwise="Cannot create the virtual environment")


def _install(name: str) -> None:
    print(f"Installing {name} (only once; takes a minute or two) ...", flush=True)
    command = [
        *(str(PYTHON), "-m", "pip", "install", "--require-hashes", "--no-deps"),
        *("--only-binary", ":all:", "--no-input", "--disable-pip-version-check"),
        *("--progress-bar", "off", "-r", str(ROOT / name)),
    ]
    surroundings = {**os.environ, "PIP_ROOT_USER_ACTION": "ignore"}
    with INSTALL_LOG.open("w") as log:
        failed = subprocess.call(command, stdout=log, stderr=subprocess.STDOUT, env=surroundings)
    if failed:
        _explain(INSTALL_LOG.read_text(errors="replace"), otherwise=f"Cannot install {name}")


def _explain(output: str, *, otherwise: str) -> None:
    for signs, sentence in REASONS:
        if any(sign in output for sign in signs):
            raise Stop(sentence)
    last = output.strip().splitlines()[-1:] or ["no reason given"]
    raise Stop(f"{otherwise}: {last[0]}")
