"""Does the command write the table that the rulebook generates?"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from setup_app.rulebooks.pbs_2023_1.generator import generate

BOX = ("--territory", "forest", "--cell", "1", "3", "--seed", "4")
ASKED = {
    "rulebook": "pbs-2023.1",
    "territory": "forest",
    "cell": [1, 3],
    "seed": 4,
    "table": {"width": 45, "depth": 30},
    "settings": {},
}


def read(out: Path, name: str) -> Any:
    return json.loads((out / name).read_text())


def test_it_writes_the_layout_its_picture_and_its_log(tmp_path: Path) -> None:
    call_command("generate", *BOX, "--out", str(tmp_path))
    found = json.loads(json.dumps(generate(ASKED)))
    assert read(tmp_path, "layout.json") == found["layout"]
    assert (tmp_path / "layout.svg").read_text().startswith("<svg")
    log = read(tmp_path, "log.json")
    assert [line["code"] for line in log["log"]] == [line["code"] for line in found["log"]]
    assert all(line["text"] for line in log["log"])
    assert log["lost"] == found["lost"]
    sheet = (tmp_path / "sheet.pdf").read_bytes()
    assert sheet.startswith(b"%PDF-")
    call_command("generate", *BOX, "--out", str(tmp_path / "again"))
    assert (tmp_path / "again" / "sheet.pdf").read_bytes() == sheet


def test_it_says_what_was_lost_and_where_it_wrote(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    crowded = ("--territory", "jungle", "--cell", "2", "2", "--seed", "3", "--set", "gap=6")
    call_command("generate", *crowded, "--out", str(tmp_path))
    lost = len(read(tmp_path, "log.json")["lost"])
    lying = len(read(tmp_path, "layout.json")["pieces"])
    assert lost
    told = capsys.readouterr().out
    assert told == f"Pieces placed: {lying}. Lost: {lost}. Output: {tmp_path}\n"


def test_a_policy_a_density_and_settings_may_be_named(tmp_path: Path) -> None:
    words = ["--territory", "plains", "--density", "open", "--flank", "--policy", "balanced"]
    call_command("generate", *words, "--seed", "1", "--set", "gap=1", "--out", str(tmp_path))
    layout = read(tmp_path, "layout.json")
    assert (layout["density"], layout["flank"], layout["settings"]) == ("open", [], {"gap": 1})


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--territory", "sea", "--cell", "0", "0"), "/territory must be one of: "),
        (("--territory", "plains", "--cell", "7", "0"), "/cell/0 is out of range (0 to 4)."),
        (("--territory", "plains"), "Choose a map square with --cell ROW COL, or"),
        (
            ("--territory", "plains", "--density", "open"),
            "Choose a map square with --cell ROW COL, or",
        ),
        ((*BOX, "--policy", "kind"), "Error: argument --policy: invalid choice: 'kind'"),
        ((*BOX, "--base-width-mm", "0"), "/base_width_mm is out of range (more than 0,"),
        ((*BOX, "--set", "gap=much"), "gap=much is not in the form NAME=JSON."),
        ((*BOX, "--set", "gap=NaN"), "gap=NaN is not in the form NAME=JSON."),
        ((*BOX, "--set", "gap=" + "[" * 5000), "gap=[[["),
        ((*BOX, "--set", "gap=9"), "/settings/gap must match this schema: "),
    ],
)
def test_what_cannot_be_laid_is_refused_in_a_sentence(
    words: tuple[str, ...], said: str, tmp_path: Path
) -> None:
    with pytest.raises(CommandError, match=f"^{re.escape(said)}"):
        call_command("generate", *words, "--seed", "1", "--out", str(tmp_path))
    assert list(tmp_path.iterdir()) == []


def test_where_nothing_can_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file")

    with pytest.raises(CommandError, match=r"Cannot write to .*taken/table: .*\.$"):
        call_command("generate", *BOX, "--out", str(tmp_path / "taken" / "table"))
