"""How much memory do battles leave behind, after those that warm the caches?"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house import Metator, running_metator
from tests.soak.test_over_http import PLAYER

pytestmark = pytest.mark.soak

BATTLES = int(os.environ.get("SOAK_MEMORY_BATTLES", "40"))
HALF = BATTLES // 2
READ_AFTER = {BATTLES // 4, HALF, BATTLES * 3 // 4, BATTLES}
MAX_WARMED = 270
"""MB that the first half of the battles may add to what all processes have when they start: what is
loaded when it is first asked for, and what is kept so as not to be drawn again."""
MAX_GROWN = 50
"""MB that the second half may add."""

KINDS = {
    "redis-server": "Redis",
    "gunicorn": "web",
    "--moves": "worker for moves",
    "config.worker": "worker",
}


@pytest.fixture
def fresh_metator(tmp_path: Path) -> Iterator[Metator]:
    with running_metator(tmp_path / "home", tmp_path / "output") as started:
        yield started


def memory(running: Metator) -> Counter[str]:
    """MB of each kind of its processes; a page that several share counts once, in parts (PSS)."""
    found: Counter[str] = Counter()
    for pid in running.group():
        folder = Path(f"/proc/{pid}")
        try:
            command = (folder / "cmdline").read_text()
            lines = (folder / "smaps_rollup").read_text().splitlines()
        except (FileNotFoundError, ProcessLookupError):
            # A process that ended meanwhile: a worker's is replaced after so many tasks.
            continue
        kind = next((name for word, name in KINDS.items() if word in command), "metator")
        found[kind] += next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return Counter({kind: round(kb / 1024) for kind, kb in found.items()})


def test_the_second_half_of_the_battles_adds_little_memory(fresh_metator: Metator) -> None:
    read = {0: memory(fresh_metator)}
    player = subprocess.Popen(
        [sys.executable, "-I", PLAYER, fresh_metator.url, str(BATTLES), "1", "--pages"],
        stdout=subprocess.PIPE,
        text=True,
    )
    with player:
        assert player.stdout
        for number, line in enumerate(player.stdout, start=1):
            assert json.loads(line)["legal"]
            if number in READ_AFTER:
                read[number] = memory(fresh_metator)
    assert player.returncode == 0

    print()
    for number, found in read.items():
        parts = ", ".join(f"{kind} {mb}" for kind, mb in sorted(found.items()))
        print(f"after {number} battles {found.total()} MB: {parts}")
    begun, half, whole = (read[number].total() for number in (0, HALF, BATTLES))
    assert half - begun <= MAX_WARMED
    assert whole - half <= MAX_GROWN
