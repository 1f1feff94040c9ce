"""Can the pre-battle system itself be played by a program that knows no rules?"""

import json
import random
from typing import Any

import pytest

from setup_app.rulebooks.pbs_2023_1 import RULEBOOK
from tests.battles.callers import Caller, begin

pytestmark = pytest.mark.django_db

SAMPLES = RULEBOOK.folder / "samples"


def sample(name: str) -> dict[str, Any]:
    return json.loads((SAMPLES / f"{name}.json").read_text(encoding="utf-8"))


PBS = {
    "rulebook": "pbs-2023.1",
    "table": {"width": 48, "depth": 36},
    "sides": [sample("marian_romans"), sample("numidians")],
}


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.soak)])
def test_the_pre_battle_system_is_played_to_its_end_over_http(worker: object, seed: int) -> None:
    table = begin(PBS)

    table.play_on(random.Random(seed))

    view = table.view()
    assert (view["step"], view["prompts"]) == (None, [])
    layout = table.stranger.get(f"{table.path}layout.json")
    assert layout.status_code == 404
    layout = table.seats[0].get(f"{table.path}layout.json").json()
    verdict = Caller().post("layouts/check/", layout)
    assert (verdict.status_code, verdict.json()) == (
        200,
        {"legal": True, "complete": True, "violations": []},
    )
    drawn = table.seats[1].get(f"{table.path}layout.svg")
    assert drawn.headers["Content-Type"] == "image/svg+xml; charset=utf-8"
    assert drawn.content.startswith(b"<svg")
    pictures = [table.seats[1].get(f"{table.path}layout.{form}") for form in ("png", "pdf")]
    assert [picture.headers["Content-Type"] for picture in pictures] == [
        "image/png",
        "application/pdf",
    ]
    assert [picture.headers["Cache-Control"] for picture in pictures] == ["no-store"] * 2
    assert [picture.content[:5] for picture in pictures] == [b"\x89PNG\r", b"%PDF-"]
    assert table.stranger.get(f"{table.path}layout.png").status_code == 404
