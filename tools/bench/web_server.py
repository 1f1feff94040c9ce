"""Benchmarks for the web server beside gunicorn's own, with listeners and slow senders.

Each server is one process with four threads on its own SQLite; all are asked in turn.
"""

from __future__ import annotations

import atexit
import json
import os
import re
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from statistics import median
from typing import Any

from redis import Redis

from commands import redis_server
from tools.bench.measure import Pair, bench

ROOT = Path(__file__).parents[2]
CLIENTS = 8
IDLE, HALF_SENT, SILENT = 500, 200, 500
MANY, TOLD = 2000, 200
PAGES, BATTLES, MOVES = 1000, 500, 60
QUIET = 20.0
OURS, GTHREAD, BARE = "asgi", "gthread", "bare"
SKIRMISH = {
    "rulebook": "toy-skirmish",
    "table": {"width": 48, "depth": 36},
    "sides": [{"general": "Piso", "spies": 2}, {"general": "Iugurtha", "spies": 3}],
    "visibility": "public",
}
ANY_NUMBER = {f"STREAMS_PER_{each}": "0" for each in ("CALLER", "ADDRESS", "PROCESS")}


@cache
def home() -> Path:
    made = Path(tempfile.mkdtemp(prefix="metator-serving-"))
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    return made


@cache
def redis_at() -> str:
    started = subprocess.Popen(redis_server.command(at=home() / "redis", folder=home()))
    atexit.register(started.wait)
    atexit.register(started.kill)
    while redis_server.ask(home() / "redis", "PING") != "+PONG":
        time.sleep(0.02)
    return f"unix://{home() / 'redis'}"


@dataclass
class Served:
    """A server of one kind, and its open connections."""

    kind: str
    name: str
    port: int = 0
    pid: int = 0
    battle: str = ""
    token: str = ""
    more: dict[str, str] = field(default_factory=dict)
    given: dict[str, str] = field(default_factory=dict)
    open: list[socket.socket] = field(default_factory=list)
    asked: list[socket.socket] = field(default_factory=list)

    def start(self) -> Served:
        log = home() / f"{self.name}.log"
        door = socket.create_server(("127.0.0.1", 0), backlog=1024)
        self.port = door.getsockname()[1]
        given = {
            **os.environ,
            **ANY_NUMBER,
            "METATOR_HOME": str(home() / self.name),
            "REDIS_URL": redis_at(),
            "SECRET_KEY": "for a measurement only: not a secret, and long enough to be one",
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "METATOR_RULEBOOKS": "setup_app.rulebooks.pbs_2023_1,tests.battles.toy_skirmish",
            "HEADER_SECONDS": "3600",
            "LOG_LEVEL": "ERROR",
            "WEB_THREADS": "4",
            **self.more,
        }
        self.given = given
        if self.kind == BARE:
            words = ["gunicorn", "tools.bench.bare_stream:application", "--worker-class", "asgi"]
            words += ["--bind", f"fd://{door.fileno()}", "--no-control-socket"]
        else:
            (home() / self.name).mkdir()
            prepare = [sys.executable, "-m", "config.prepare"]
            subprocess.run(prepare, cwd=ROOT, env=given, check=True, stdout=subprocess.DEVNULL)
            application = "config.asgi" if self.kind == OURS else "config.wsgi"
            words = ["gunicorn", f"{application}:application", "--worker-class", self.kind]
            words += ["--bind", f"fd://{door.fileno()}", "--no-control-socket"]
            words += ["--threads", "4"] if self.kind == GTHREAD else []
            words += ["--config", "python:config.gunicorn"]
        with log.open("wb") as out:
            process = subprocess.Popen(
                [sys.executable, "-m", *words],
                cwd=ROOT,
                env=given,
                stdout=out,
                stderr=out,
                pass_fds=(door.fileno(),),
            )
        atexit.register(process.wait)
        atexit.register(process.send_signal, signal.SIGKILL)
        atexit.register(process.terminate)
        door.close()
        self.pid = process.pid
        if self.kind != BARE:
            self.battle, self.token = self.begin()
        else:
            self.line().close()
        while not (children := children_of(process.pid)):
            time.sleep(0.1)
        self.pid = int(children[0])
        return self

    def line(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=60)

    def begin(self) -> tuple[str, str]:
        """Return a new battle, and the token of its first seat."""
        made = self.post("battles/", SKIRMISH)
        return made["battle"]["id"], made["seats"][0]["token"]

    def post(self, path: str, said: object, token: str = "") -> Any:
        body = json.dumps(said).encode()
        head = f"POST /api/v1/{path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}"
        seat = f"\r\nAuthorization: Seat {token}" if token else ""
        line = self.line()
        line.sendall(f"{head}{seat}\r\nContent-Type: application/json\r\n\r\n".encode() + body)
        answer = json.loads(answer_on(line))
        line.close()
        return answer

    def hold(self, number: int, said: bytes) -> None:
        """Hold connections that have sent this much and wait."""
        for _ in range(number):
            line = self.line()
            line.sendall(said)
            self.open.append(line)

    def listen(self, number: int, battle: str = "") -> None:
        path = f"/api/v1/stream/?battles={battle or self.battle}"
        before = len(self.open)
        self.hold(number, f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        wanted = b"data:" if self.kind != BARE else b"retry"
        for line in self.open[before:]:
            found = b""
            while wanted not in found:
                found += line.recv(4096)

    def ask(self, path: str) -> Callable[[], None]:
        """Return a call in which this many clients request a path at once, each on a persistent
        connection.
        """
        lines = [self.line() for _ in range(CLIENTS)]
        self.asked += lines
        sent = f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()

        def at_once() -> None:
            for line in lines:
                line.sendall(sent)
            for line in lines:
                answer_on(line)

        return at_once

    def tell(self) -> Callable[[], None]:
        """Return a call that advances one battle until all listeners have received it."""
        client = Redis.from_url(redis_at())
        poll = select.poll()
        by_number = {line.fileno(): line for line in self.open}
        version = [1000]

        def told() -> None:
            version[0] += 1
            said = json.dumps({"battle": self.battle, "version": version[0]})
            client.publish(f"metator:battles:{self.battle}", said)
            waiting = set(by_number)
            for number in waiting:
                poll.register(number, select.POLLIN)
            while waiting:
                for number, _ in poll.poll(60_000):
                    if b"data" in by_number[number].recv(4096):
                        waiting.discard(number)
                        poll.unregister(number)

        return told

    def moves(self, number: int) -> list[float]:
        """Return the seconds from sending each of the moves until all listeners have received it.

        The moves accept the table and undo that each time.
        """
        battle = f"battles/{self.battle}/"
        prompt = self.view()["prompts"][0]["id"]
        took = []
        for _ in range(number):
            move = {
                "prompt": prompt,
                "expected_version": self.view()["version"],
                "answer": {"accept": True, "entropy": ""},
            }
            began = time.perf_counter()
            self.heard(self.post(f"{battle}moves/", move, self.token)["version"])
            took.append(time.perf_counter() - began)
            undone = self.post(f"{battle}undo/", {}, self.token)
            self.heard(undone["version"])
            prompt = undone["prompts"][0]["id"]
        return took

    def view(self) -> Any:
        line = self.line()
        head = f"GET /api/v1/battles/{self.battle}/ HTTP/1.1\r\nHost: localhost\r\n"
        line.sendall(f"{head}Authorization: Seat {self.token}\r\n\r\n".encode())
        answer = json.loads(answer_on(line))
        line.close()
        return answer

    def heard(self, version: int) -> None:
        """Wait until all listeners have received this version."""
        said = f'"version":{version}}}'.encode()
        waiting = {line.fileno(): line for line in self.open}
        poll = select.poll()
        for number in waiting:
            poll.register(number, select.POLLIN)
        while waiting:
            for number, _ in poll.poll(60_000):
                if said in waiting[number].recv(4096):
                    del waiting[number]
                    poll.unregister(number)

    def computed(self) -> float:
        """Return the processor seconds of the process."""
        after_name = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(after_name[11]) + int(after_name[12])) / os.sysconf("SC_CLK_TCK")

    def bytes_held(self) -> int:
        """Return the memory of the process alone, without what it shares with others."""
        text = Path(f"/proc/{self.pid}/smaps_rollup").read_text()
        return sum(1024 * int(each) for each in re.findall(r"Private_\w+:\s+(\d+) kB", text))


def children_of(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/task/{pid}/children").read_text().split()


def answer_on(line: socket.socket, status: bytes = b"") -> bytes:
    """Return the body of the next answer; fail if it has another status."""
    found = b""
    while b"\r\n\r\n" not in found:
        found += line.recv(65536)
    head, body = found.split(b"\r\n\r\n", 1)
    if status and status not in head.split(b"\r\n", 1)[0]:
        raise RuntimeError(found.decode())
    length = int(re.findall(rb"(?i)content-length: (\d+)", head)[0])
    while len(body) < length:
        body += line.recv(65536)
    return body


@cache
def served(kind: str, name: str) -> Served:
    return Served(kind, name).start()


def beside(name: str) -> tuple[Served, Served]:
    """Return one of our servers under load, and one without load."""
    return served(OURS, name), served(OURS, "nothing beside")


@bench(name="serve-small", unit="ms", limit=1.25)
def small() -> Pair:
    """Measure a small answer with one row read; beside the same program in gunicorn's threads."""
    path = "/api/v1/battles/22222222222222/"
    ours, bare = served(OURS, "nothing beside"), served(GTHREAD, "gthread")
    return Pair(ours.ask(path), bare.ask(path), scale=1e3 / CLIENTS)


@bench(name="serve-view", unit="ms", limit=1.25)
def view() -> Pair:
    """Measure a battle's view; beside the same."""
    ours, bare = served(OURS, "nothing beside"), served(GTHREAD, "gthread")
    path = "/api/v1/battles/{}/"
    mine, its = ours.ask(path.format(ours.battle)), bare.ask(path.format(bare.battle))
    return Pair(mine, its, scale=1e3 / CLIENTS)


@bench(name="serve-beside-listeners", unit="ms", limit=1.11)
def beside_listeners() -> Pair:
    """Measure a view with 500 idle listeners beside; the bare one has none."""
    ours, bare = beside("listeners")
    ours.listen(IDLE)
    path = "/api/v1/battles/{}/"
    mine, its = ours.ask(path.format(ours.battle)), bare.ask(path.format(bare.battle))
    return Pair(mine, its, scale=1e3 / CLIENTS)


@bench(name="serve-beside-slow", unit="ms", limit=1.11)
def beside_slow() -> Pair:
    """Measure a view with and without 200 half-sent requests and 500 silent connections beside."""
    ours, bare = beside("slow")
    ours.hold(HALF_SENT, b"POST /api/v1/battles/ HTTP/1.1\r\nHost: local")
    ours.hold(SILENT, b"")
    path = "/api/v1/battles/{}/"
    mine, its = ours.ask(path.format(ours.battle)), bare.ask(path.format(bare.battle))
    return Pair(mine, its, scale=1e3 / CLIENTS)


@bench(name="stream-memory", unit="kB", limit=1.5)
def memory() -> Pair:
    """Measure the memory of each of 2,000 idle listeners; beside an idle ASGI stream's."""

    def each_of(listened: Served) -> float:
        # The initial cost of the first ones is not theirs.
        listened.listen(50)
        before = listened.bytes_held()
        listened.listen(MANY)
        return (listened.bytes_held() - before) / MANY / 1024

    def counted() -> tuple[float, float]:
        return each_of(served(OURS, "many")), each_of(served(BARE, "bare many"))

    return Pair(ours=lambda: None, counted=counted)


@bench(name="stream-told", unit="ms", limit=3)
def measure_delivery() -> Pair:
    """Measure the time from the Redis message to 200 listeners; beside a bare Redis fan-out."""
    ours, bare = served(OURS, "told"), served(BARE, "bare told")
    ours.listen(TOLD)
    bare.listen(TOLD)
    return Pair(ours.tell(), bare.tell(), scale=1e3)


@bench(name="stream-idle", unit="% of a core", limit=5)
def idle() -> Pair:
    """Measure 1,000 open battle pages of two players each without events for 20 seconds; beside an
    idle ASGI stream.
    """
    share = {}

    def counted() -> tuple[float, None]:
        ours, bare = served(OURS, "pages"), served(BARE, "bare pages")
        for _ in range(BATTLES):
            ours.listen(PAGES // BATTLES, ours.begin()[0])
        bare.listen(PAGES)
        for name, each in (("ours", ours), ("bare", bare)):
            time.sleep(5)
            before = each.computed()
            time.sleep(QUIET)
            share[name] = 100 * (each.computed() - before) / QUIET
        return share["ours"], None

    return Pair(
        ours=lambda: None, counted=counted, note=lambda: f"a bare stream: {share['bare']:.2g} %"
    )


@bench(name="stream-move", unit="ms", limit=250)
def moved() -> Pair:
    """Measure the p95 from sending a move until the last of 200 listeners has received it."""
    took: list[float] = []

    def counted() -> tuple[float, None]:
        ours = served(OURS, "moves")
        ours.listen(TOLD)
        ours.moves(5)
        took.extend(sorted(ours.moves(MOVES)))
        return 1e3 * took[int(0.95 * len(took))], None

    return Pair(
        ours=lambda: None,
        counted=counted,
        note=lambda: f"p95 of {MOVES}; median {1e3 * median(took):.3g} ms, on SQLite",
    )
