"""Benchmark for 64 table sheets as one PDF: time and memory.

The memory is that of a process that does nothing else.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from dataclasses import replace
from itertools import count
from pathlib import Path

from terrain.core.layout import Layout, read_layout, write_layout
from terrain.draw.sheet import Heading, Sheet, sheets
from tools.bench.measure import Pair, bench

TABLES = 64
BOXES = (
    ("waterside", "normal", ("rocky_ground", "woods")),
    ("desert", "dense", ("mountains", "sand_dunes")),
    ("cultivated", "normal", ("rocky_ground", "woods")),
    ("forest", "dense", ("deep_water",)),
    ("jungle", "dense", ("mountains", "forest")),
    ("plains", "normal", ("rocky_ground", "woods")),
    ("mountains", "dense", ("rocky_ground", "woods")),
)


@bench(name="sheets", unit="s", limit=4.0)
def table_sheets() -> Pair:
    """Print 64 different tables, new ones in each round: the compiler caches what it has set."""
    layouts = _layouts()
    rounds = count()
    return Pair(
        ours=lambda: sheets(_sheets(layouts, next(rounds))),
        note=lambda: _alone(layouts),
    )


def _layouts() -> list[Layout]:
    # Loaded here: the process that measures its memory does not need a rulebook.
    from tests.terrain.play import play

    boxes = [BOXES[at % len(BOXES)] for at in range(TABLES)]
    return [
        play(territory, density, flank, seed).layout
        for seed, (territory, density, flank) in enumerate(boxes)
    ]


def _sheets(layouts: list[Layout], at: int) -> list[Sheet]:
    return [
        Sheet(
            replace(layout, base_width_mm=40 + at / 8),
            Heading(
                f"Round {at + 1}",
                "Two armies",
                str(number + 1),
                f"https://metator.example/{number}/",
            ),
            "defender" if number % 2 else "invader",
        )
        for number, layout in enumerate(layouts)
    ]


def _alone(layouts: list[Layout]) -> str:
    """Return the same in a new process: its time, loading included, and its peak memory."""
    given = json.dumps([write_layout(layout) for layout in layouts])
    began = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "tools.bench.sheets"],
        cwd=Path(__file__).parents[2],
        input=given,
        capture_output=True,
        text=True,
        check=True,
    )
    pieces = sum(len(layout.pieces) for layout in layouts)
    return (
        f"{TABLES} tables of {pieces / TABLES:.1f} pieces; alone in a new process"
        f" {time.perf_counter() - began:.2f} s, {done.stdout.strip()}"
    )


def _measured() -> str:
    layouts = [read_layout(stated) for stated in json.load(sys.stdin)]
    size = len(sheets(_sheets(layouts, 0)))
    # Not getrusage: a child begins with its parent's figure there.
    status = Path("/proc/self/status").read_text()
    peak = int(status.partition("VmHWM:")[2].split()[0]) / 1024
    return f"peak memory {peak:.0f} MB of 300, {size / 1024:.0f} KB of PDF"


if __name__ == "__main__":
    print(_measured())
