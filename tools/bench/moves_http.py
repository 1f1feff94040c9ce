"""Benchmark for a durable move over HTTP beside a bare REST view of the same server.

One web process with four threads on PostgreSQL; 16 callers at once, each in a battle of its own, or
at a row of its own.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from statistics import median_low
from typing import Any

from tools.bench.answerer import database_of
from tools.bench.measure import Pair, bench
from tools.bench.moves_played import FIRST, GOLDEN, LAST
from tools.bench.web_server import OURS, ROOT, Served, answer_on, home

CALLERS, SETS = 16, 5


def request(path: str, body: Any, authorization: str, more: str = "") -> bytes:
    said = json.dumps(body).encode()
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: {authorization}\r\n{more}"
    head += f"Content-Type: application/json\r\nContent-Length: {len(said)}\r\n\r\n"
    return head.encode() + said


class Players:
    """16 callers, each with a persistent connection."""

    def __init__(self, preferred: str) -> None:
        self.preferred = preferred
        folder = home() / f"postgresql-{len(preferred)}"
        folder.mkdir()
        self.server = Served(
            OURS,
            f"moves-over-http-{len(preferred)}",
            more={
                "DATABASE_URL": database_of("postgresql", folder),
                "DJANGO_SETTINGS_MODULE": "tools.bench.http_settings",
                "ALLOWED_HOSTS": "localhost",
            },
        ).start()
        stored = subprocess.run(
            [sys.executable, "-m", "tools.bench.moves_stored", str(CALLERS * SETS), str(CALLERS)],
            cwd=ROOT,
            env=self.server.given,
            check=True,
            stdout=subprocess.PIPE,
        )
        self.stored = json.loads(stored.stdout)
        self.moves = json.loads(Path(GOLDEN).read_text())["entries"][FIRST:LAST]
        self.lines = [self.server.line() for _ in range(CALLERS)]
        self.told = 0

    def at_once(self, requests: list[bytes]) -> None:
        for line, sent in zip(self.lines, requests, strict=True):
            line.sendall(sent)
        for line in self.lines:
            answer_on(line, status=b"201")

    def play(self, battles: list[Any]) -> float:
        """Return the seconds for each move."""
        rounds = [
            [
                request(
                    f"/api/v1/battles/{battle}/moves/",
                    {
                        "prompt": f"{each['asking']}-{each['kind']}-{each['side']}",
                        "expected_version": each["number"] - 1,
                        "answer": each["value"],
                    },
                    f"Seat {tokens[each['side']]}",
                    self.preferred,
                )
                for battle, tokens in battles
            ]
            for each in self.moves
        ]
        # A played battle has been viewed: its first move replays nothing.
        for side in (0, 1):
            for line, (battle, tokens) in zip(self.lines, battles, strict=True):
                head = f"GET /api/v1/battles/{battle}/ HTTP/1.1\r\nHost: localhost\r\n"
                line.sendall(f"{head}Authorization: Seat {tokens[side]}\r\n\r\n".encode())
            for line in self.lines:
                answer_on(line, status=b"200")
        return self.timed(rounds)

    def bare(self) -> float:
        rounds = []
        for _ in self.moves:
            self.told += 1
            body, token = {"number": self.told}, f"Token {self.stored['token']}"
            rounds.append([request(f"/bare/{row}/", body, token) for row in self.stored["rows"]])
        return self.timed(rounds)

    def timed(self, rounds: list[list[bytes]]) -> float:
        began = time.perf_counter()
        for each in rounds:
            self.at_once(each)
        return (time.perf_counter() - began) / len(rounds) / CALLERS

    def measured(self) -> tuple[float, float]:
        """Return the measurements of the set with the median ratio, taken in turns."""
        self.bare()
        sets = []
        for first in range(0, CALLERS * SETS, CALLERS):
            ours = self.play(self.stored["battles"][first : first + CALLERS])
            sets.append((ours, self.bare()))
        middle = median_low(ours / bare for ours, bare in sets)
        ours, bare = next(each for each in sets if each[0] / each[1] == middle)
        return 1e3 * ours, 1e3 * bare


def _declare(name: str, preferred: str, limit: float) -> None:
    @bench(name=f"http move, {name}", unit="ms", limit=limit)
    def moved() -> Pair:
        return Pair(
            ours=lambda: None,
            counted=lambda: Players(preferred).measured(),
            note=lambda: "16 callers at once on PostgreSQL; boardgame.io not measured",
        )


_declare("brief", "Prefer: return=minimal\r\n", 1.8)
_declare("view", "", 2.5)
