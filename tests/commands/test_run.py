"""Does `./metator run` start everything, keep it up, and leave nothing behind?"""

import json
import os
import signal
import socket
import subprocess
import time
from contextlib import suppress
from pathlib import Path

import django
import pytest

from commands import lan
from commands.places import Home
from tests.commands.test_backup import is_backed_up_and_restored
from tests.house import Metator, begun_metator, descendants, running_metator, say
from tests.processes import ROOT, until


def command_of(pid: int) -> str:
    return Path(f"/proc/{pid}/cmdline").read_text()


def alive(pids: set[int]) -> set[int]:
    found = set()
    for pid in pids:
        try:
            status = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
        except OSError:
            continue
        if status != "Z":
            found.add(pid)
    return found


@pytest.mark.long
def test_it_stops_cleanly_starts_again_with_its_data_and_is_kept_up(tmp_path: Path) -> None:
    """Two starts on one home, whose path is longer than that of a socket may be.

    The first is restored from a backup while it runs.
    """
    home = tmp_path / ("a-folder-with-a-long-name-" * 4) / "home"
    with running_metator(home, tmp_path / "first", LAN="1") as first:
        assert json.loads(first.get("/healthz")[1])["status"] == "ok"
        answers_to_its_own_addresses_only(first)
        key = (home / "secret_key").read_text()
        is_backed_up_and_restored(first, tmp_path / "backup")
        assert len(first.group()) >= 6
        stops_cleanly(first)

    with running_metator(home, tmp_path / "second", RESTART_PAUSE="1") as second:
        assert second.get("/healthz")[0] == 200
        assert (home / "secret_key").read_text() == key
        what_dies_is_started_again(second)
        its_redis_may_die_six_times(second)
        killed_it_leaves_nothing(second)


def answers_to_its_own_addresses_only(first: Metator) -> None:
    hosts = ["localhost", *lan.addresses()]
    answers = [first.get("/healthz", Host=f"{host}:{first.port}")[0] for host in hosts]
    stranger = first.get("/healthz", Host="rebound.example")[0]

    assert (answers, stranger) == ([200] * len(hosts), 400)
    if lan.addresses():
        assert "On the same Wi-Fi" in first.said()
        assert "█" in first.said()


def stops_cleanly(metator: Metator, number: int = signal.SIGTERM) -> None:
    """Nothing of it is left when it has said so."""
    started = metator.group()
    status = metator.stop(number)
    assert (status, metator.said().splitlines()[-1]) == (0, "Stopped.")
    assert alive(started) == set()
    assert not (metator.home / "run" / "redis.sock").exists()


def what_dies_is_started_again(started: Metator) -> None:
    children = {
        pid
        for pid in started.group()
        if int(Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[1])
        == started.process.pid
    }
    assert len(children) == 4
    for pid in children:
        os.kill(pid, signal.SIGKILL)

    until(lambda: started.said().count("being restarted") == 4, what="four restarts")
    until(lambda: started.get("/healthz")[0] == 200, what="its health")


def its_redis_may_die_six_times(started: Metator) -> None:
    for _ in range(6):
        until(started.redis, what="a Redis to kill")
        killed = started.redis() or 0
        os.kill(killed, signal.SIGKILL)
        until(lambda old=killed: started.redis() != old, what="its end")
    # Once: one that lives for two seconds in between is well again, and its deaths are forgotten.
    assert [started.get(path)[0] for path in ("/maps/", "/healthz")] == [200, 200]
    until(lambda: "The private Redis died 6 times" in started.said(), what="its word of it")
    assert "pages and moves still work" in started.said()
    until(lambda: json.loads(started.get("/healthz")[1])["status"] == "ok", what="its health")
    until(lambda: "The private Redis is running again." in started.said(), what="its word of it")


def killed_it_leaves_nothing(started: Metator) -> None:
    """Not even a worker that waits for one of its processes, which does not move any more."""
    left = started.group()
    movers = [pid for pid in left if command_of(pid).endswith("config.worker\0--moves\0")]
    works = {pid for mover in movers for pid in descendants(mover)}
    assert 0 < len(works) < len(movers)
    for pid in works:
        os.kill(pid, signal.SIGSTOP)
    started.process.kill()
    started.process.wait()
    with suppress(pytest.fail.Exception):
        until(lambda: not alive(left), seconds=20)
    still = {pid: command_of(pid) for pid in alive(left)}
    logs = {each.name: each.read_text()[-2000:] for each in Home(started.home).logs.iterdir()}
    assert still == {}, logs


def test_by_ctrl_c_while_it_starts_it_leaves_nothing(tmp_path: Path) -> None:
    started = begun_metator(tmp_path / "home", tmp_path / "output")
    try:
        until(started.redis, what="its Redis")
        stops_cleanly(started, signal.SIGINT)
    finally:
        started.end()


@pytest.mark.parametrize("pause", ["x", "0", "-1"])
def test_a_pause_that_is_none_is_one_sentence(tmp_path: Path, pause: str) -> None:
    said = say("run", home=tmp_path / "home", PORT="0", RESTART_PAUSE=pause)

    assert (said.returncode, said.stderr.count("\n")) == (1, 1)
    assert said.stderr.startswith(f"RESTART_PAUSE is {pause!r}")


def test_silent_connections_hold_nobody_up(tmp_path: Path, metator: Metator) -> None:
    """A browser opens connections ahead; without a proxy each one is a process's or a thread's."""
    silent = [socket.create_connection(("127.0.0.1", metator.port)) for _ in range(6)]
    try:
        began = time.monotonic()
        status, _ = metator.get("/healthz")
        assert (status, time.monotonic() - began < 5) == (200, True)
    finally:
        for each in silent:
            each.close()


def test_a_body_that_is_too_large_gets_its_answer(metator: Metator) -> None:
    status, body = metator.ask(
        "POST",
        "/api/v1/layouts/check/",
        body=b"x" * 10_000_000,
        headers={"Content-Type": "application/json"},
    )

    assert (status, json.loads(body)["code"]) == (413, "too_much")


def test_a_taken_port_is_one_sentence(tmp_path: Path, metator: Metator) -> None:
    said = say("run", home=tmp_path / "home", PORT=str(metator.port))

    assert (said.returncode, said.stderr) == (
        1,
        f"Port {metator.port} is in use. Set another one, such as PORT=8001.\n",
    )


def test_a_home_that_is_in_use_is_one_sentence(tmp_path: Path, metator: Metator) -> None:
    said = say("run", home=metator.home, PORT="0")

    assert said.returncode == 1
    assert said.stderr.startswith(f"Metator is already running in {metator.home}. Stop it,")
    assert said.stderr.count("\n") == 1


def test_debug_pages_on_the_network_are_refused_in_one_sentence(tmp_path: Path) -> None:
    said = say("run", home=tmp_path / "home", DEBUG="1", LAN="1")

    assert said.returncode == 1
    assert said.stderr == (
        "DEBUG=1 and LAN=1 are both set. Unset one: debug pages show settings and code to "
        "everyone on the network.\n"
    )
    assert not (tmp_path / "home").exists()


@pytest.mark.parametrize("port", ["x", "-1", "65536", "8000 "])
def test_a_port_that_is_none_is_one_sentence(tmp_path: Path, port: str) -> None:
    said = say("run", home=tmp_path / "home", PORT=port)

    assert (said.returncode, said.stderr.count("\n")) == (1, 1)
    assert said.stderr.startswith(f"PORT is {port!r}")


def test_a_home_that_is_a_file_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("")

    said = say("run", home=tmp_path / "home", PORT="0")

    assert (said.returncode, said.stderr) == (
        1,
        f"METATOR_HOME is {tmp_path}/home, which is not a folder.\n",
    )


def test_a_file_in_the_way_of_a_folder_of_the_home_is_named(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "log").write_text("")

    said = say("run", home=tmp_path / "home", PORT="0")

    assert (said.returncode, said.stderr) == (
        1,
        f"{tmp_path}/home/log is not a folder, and Metator needs one there.\n",
    )


def test_off_the_lan_only_this_machine_reaches_it(metator: Metator) -> None:
    for address in lan.addresses():
        with pytest.raises(OSError):  # noqa: PT011 -- which OSError depends on the system
            socket.create_connection((address, metator.port), timeout=2)


def test_the_tree_stays_as_it_was(metator: Metator) -> None:
    assert descendants(metator.process.pid)
    written = subprocess.run(
        ["git", "status", "--porcelain", "--ignored", "var"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert written.stdout == "" or not str(metator.home).startswith(str(ROOT))


def test_an_unknown_command_shows_the_known_ones(tmp_path: Path) -> None:
    said = say("fly", home=tmp_path)

    assert said.returncode == 2
    assert "./metator run" in said.stderr


def test_commands_of_django_are_run_by_the_same_word(tmp_path: Path) -> None:
    said = say("manage", "version", home=tmp_path)

    assert (said.returncode, said.stdout) == (0, f"{django.get_version()}\n"), said.stderr
