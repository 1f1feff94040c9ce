"""Can a client that knows only the API finish battles against a running Metator?"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.house import Metator

pytestmark = pytest.mark.soak

PLAYER = Path(__file__).with_name("http_player.py")
BATTLES = int(os.environ.get("SOAK_HTTP_BATTLES", "50"))
CLIENTS = 2


def test_a_client_that_speaks_only_http_finishes_every_battle(
    metator: Metator, tmp_path: Path
) -> None:
    # Started elsewhere and isolated (-I), so that it could not import anything of ours.
    clients = [
        subprocess.Popen(
            [sys.executable, "-I", PLAYER, metator.url, str(BATTLES // CLIENTS), str(seed)],
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for seed in range(CLIENTS)
    ]
    said = [client.communicate() for client in clients]
    assert [errors for _, errors in said] == [""] * CLIENTS
    battles = [json.loads(line) for out, _ in said for line in out.splitlines()]
    moves = sum(len(battle["moves"]) for battle in battles)
    print(f"\n{len(battles)} battles, {moves} moves over HTTP")
    assert len(battles) == BATTLES // CLIENTS * CLIENTS
    assert [battle for battle in battles if not battle["legal"]] == []
