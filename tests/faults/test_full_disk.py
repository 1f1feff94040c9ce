"""Is a full disk told as what it is, and is all well again once there is room?

The disk is a real one: a small file system in memory, mounted for the server alone.
"""

import json
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import pytest

from tests.battles.callers import MARCHES
from tests.faults.prepared_server import prepared
from tests.house import plain_surroundings
from tests.processes import until
from tests.web_server import Answer, WebServer

ROOM: Final = "size=16m"
OWN_MOUNTS: Final = ("unshare", "--user", "--map-root-user", "--mount")
MOUNTED: Final = f'mount -t tmpfs -o {ROOM} tmpfs "$METATOR_HOME" && '
STEP: Final = 64 * 1024
UNWANTED: Final = ("Traceback", "Service Unavailable")
OPEN: Final = {**MARCHES, "visibility": "public"}


def fill(server: WebServer, home: Path) -> Path:
    """Take all of the room that is left on the server's disk, which only it has mounted."""
    filling = Path(f"/proc/{server.process.pid}/root{home}/filling")
    with filling.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(b"\0" * STEP)
    return filling


def begin(server: WebServer, battle: dict[str, Any]) -> Answer:
    headers = {"Content-Type": "application/json"}
    return server.ask("POST", "/api/v1/battles/", json.dumps(battle), **headers)


def test_a_full_disk_is_told_and_nothing_is_lost(tmp_path: Path) -> None:
    if subprocess.run([*OWN_MOUNTS, "true"], check=False, capture_output=True).returncode:
        pytest.skip("NO FILE SYSTEM CAN BE MOUNTED HERE: a full disk was not tried")
    home = tmp_path / "home"
    home.mkdir()
    surroundings = plain_surroundings(
        home, METATOR_RULEBOOKS="setup_app.rulebooks.pbs_2023_1,tests.battles.toy_marches"
    )
    inside = (*OWN_MOUNTS, "sh", "-c", MOUNTED + 'exec sh -c "$0" "$1"')

    with prepared(surroundings, log=tmp_path / "log", inside=inside) as server:
        kept = begin(server, OPEN).json()["battle"]["id"]
        filling = fill(server, home)
        until(lambda: begin(server, MARCHES).status == 503, seconds=10)

        refused = begin(server, MARCHES)
        problem = refused.json()
        assert (refused.status, problem["code"], problem["status"]) == (503, "disk_full", 503)
        assert int(refused.headers["Retry-After"]) > 0
        assert "free some space" in problem["detail"]
        health = server.ask("GET", "/healthz")
        assert (health.status, health.json()["database"]) == (503, "full")
        assert server.ask("GET", f"/api/v1/battles/{kept}/").status == 200
        assert "disk_full: OperationalError: database or disk is full" in server.log.read_text()
        assert [word for word in UNWANTED if word in server.log.read_text()] == []

        filling.unlink()
        assert begin(server, MARCHES).status == 201
        assert server.ask("GET", "/healthz").status == 200
