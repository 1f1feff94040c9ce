"""Does any request whatever, from each who may look at a battle, get an answer that is described?

Schemathesis reads the OpenAPI document of a running Metator, makes requests that fit it and others
that do not, and holds the answers against it: no 5xx, no status, form, header or body that the
document does not have.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.house import Metator, running_metator
from tests.soak.http_player import armies, call
from tests.stock import asked

pytestmark = pytest.mark.soak

REQUESTS = int(os.environ.get("SOAK_REQUESTS", "30"))
"""Of each operation, by each viewer."""

CHECKS = (
    *("not_a_server_error", "status_code_conformance", "content_type_conformance"),
    *("response_headers_conformance", "response_schema_conformance"),
)
ENDS_IT = (
    *("take_seat", "free_seat", "reissue_seat"),
    *("reissue_event_role", "remove_event_role", "delete_event"),
)
"""Whoever does these holds a void token from then on, and is asked nothing more."""

VIEWERS = ("seat 0", "seat 1", "creator", "umpire", "spectator", "stranger")
IN_AN_EVENT = ("organiser", "checker", "desk", "player")


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


def taking_part(metator: Metator, kind: str) -> tuple[str, str]:
    """An event with two players at a table, and the token of one who has a part in it."""
    body: dict[str, Any] = {"name": "Ides of March", "rulebook": "pbs-2023.1"}
    made: Any = call("POST", f"{metator.url}/api/v1/events/", body=body)[0]
    event, organiser = made["event"]["id"], made["organiser"]
    path = f"{metator.url}/api/v1/events/{event}"
    given = {
        each: call("POST", f"{path}/roles/", organiser, {"kind": each, "name": each})[0]["token"]
        for each in ("checker", "desk")
    }
    for name in ("Piso", "Iugurtha"):
        given["player"] = call("POST", f"{path}/entries/", organiser, {"name": name})[0]["token"]
    call("POST", f"{path}/rounds/", organiser, {})
    call("POST", f"{path}/rounds/1/publish/", organiser, {})
    return event, {**given, "organiser": organiser}[kind]


def command(token: str | None, url: str) -> list[str]:
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

    everything_asked(viewer, token, strangers_metator.url, tmp_path, **{"path.battle": battle})


@pytest.mark.parametrize("kind", IN_AN_EVENT)
def test_whatever_is_asked_of_an_event_gets_an_answer_that_is_described(
    kind: str, strangers_metator: Metator, tmp_path: Path
) -> None:
    event, token = taking_part(strangers_metator, kind)
    numbers = {"path.entry": 1, "path.number": 1, "path.table": 1, "path.role": 2}

    everything_asked(
        kind, token, strangers_metator.url, tmp_path, **{"path.event": event}, **numbers
    )


def everything_asked(
    viewer: str, token: str | None, url: str, folder: Path, **parameters: str | int
) -> None:
    """Ask all that the document has, with these parameters in the addresses."""
    named = "\n".join(f'"{name}" = {json.dumps(value)}' for name, value in parameters.items())
    (folder / "schemathesis.toml").write_text(f"[parameters]\n{named}\n")

    ended = subprocess.run(command(token, url), cwd=folder, capture_output=True, text=True)

    assert ended.returncode == 0, ended.stdout[:12000]
    passed = re.search(r"(\d+) generated, (\d+) passed", ended.stdout)
    assert passed, ended.stdout[-2000:]
    print(f"\n{viewer}: {passed[1]} requests")
    assert passed[1] == passed[2]
    assert int(passed[1]) > REQUESTS * 20
