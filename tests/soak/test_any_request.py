"""Does any request whatever, from each who may look at a battle, get an answer that is described?

Schemathesis reads the OpenAPI document of a running Metator, makes requests that fit it and others
that do not, and holds the answers against it: no 5xx, no status, form, header or body that the
document does not have.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.processes import Metator, running_metator
from tests.soak.http_player import armies, call
from tests.stock import asked

pytestmark = pytest.mark.soak

REQUESTS = int(os.environ.get("SOAK_REQUESTS", "30"))
"""Of each operation, by each viewer."""

CHECKS = (
    *("not_a_server_error", "status_code_conformance", "content_type_conformance"),
    *("response_headers_conformance", "response_schema_conformance"),
)
ENDS_IT = ("take_seat", "free_seat", "reissue_seat")
"""Whoever does these holds the void token of a seat from then on, and is asked nothing more."""

VIEWERS = ("seat 0", "seat 1", "creator", "umpire", "spectator", "stranger")


@pytest.fixture(scope="module")
def strangers_metator(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Metator]:
    """One that no other test looks at: anything may be stored there."""
    folder = tmp_path_factory.mktemp("any_request")
    with running_metator(folder / "home", folder / "output") as started:
        yield started


def watched(metator: Metator, viewer: str) -> tuple[str, str | None]:
    """A private battle of this viewer's, at its table, and the token that he has."""
    if viewer == "umpire":
        body = {"sides": armies(metator.url), "umpire": True}
        table = {"rulebook": "pbs-2023.1", "table": {"width": 45, "depth": 30}}
        made: Any = call("POST", f"{metator.url}/api/v1/battles/", body=table | body)[0]
        battle, tokens = made["battle"]["id"], [made["creator"]]
    else:
        battle, tokens = metator.store(asked("place_piece"))
        if viewer == "stranger":
            return battle, None
        if viewer != "spectator":
            return battle, tokens[("seat 0", "seat 1", "creator").index(viewer)]
    links, _ = call("GET", f"{metator.url}/api/v1/battles/{battle}/links/", tokens[-1])
    return battle, links[viewer]


def command(battle: str, token: str | None, url: str) -> list[str]:
    program = Path(sys.executable).with_name("schemathesis")
    return [
        *(str(program), "--config-file", "schemathesis.toml", "run", f"{url}/api/schema/"),
        *(() if token is None else ("--header", f"Authorization: Seat {token}")),
        *("--max-examples", str(REQUESTS), "--phases", "examples,fuzzing", "--mode", "all"),
        *("--checks", ",".join(CHECKS), "--suppress-health-check", "all", "--continue-on-failure"),
        *(word for name in ENDS_IT for word in ("--exclude-operation-id", name)),
    ]


@pytest.mark.parametrize("viewer", VIEWERS)
def test_whatever_is_asked_gets_an_answer_that_is_described(
    viewer: str, strangers_metator: Metator, tmp_path: Path
) -> None:
    battle, token = watched(strangers_metator, viewer)
    (tmp_path / "schemathesis.toml").write_text(f'[parameters]\n"path.battle" = "{battle}"\n')

    ended = subprocess.run(
        command(battle, token, strangers_metator.url),
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )

    assert ended.returncode == 0, ended.stdout[:12000]
    passed = re.search(r"(\d+) generated, (\d+) passed", ended.stdout)
    assert passed, ended.stdout[-2000:]
    print(f"\n{viewer}: {passed[1]} requests")
    assert passed[1] == passed[2]
    assert int(passed[1]) > REQUESTS * 20
