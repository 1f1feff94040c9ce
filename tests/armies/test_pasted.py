"""Texts of army builders are read as written, and each line says how."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Final

import pytest

from setup_app.armies.models import ArmyList
from setup_app.armies.pasted import UNREAD, pasted_in, read_pasted
from setup_app.rulebooks import registry
from setup_app.spreadsheets.faults import ImportRefused

TEXTS: Final = sorted((Path(__file__).parent / "pasted").glob("*.txt"))


def read(text: str) -> Any:
    return read_pasted(text, registry.rulebook("pbs-2023.1"))


@pytest.mark.parametrize("file", TEXTS, ids=lambda file: file.stem)
def test_a_pasted_text_is_read_line_by_line(file: Path) -> None:
    expected = json.loads(file.with_suffix(".json").read_text("utf-8"))

    found = read(file.read_text("utf-8"))

    assert found.stated == {**expected["army"], "rulebook": "pbs-2023.1"}
    assert [line.number for line in found.lines if line.read_as == UNREAD] == expected["unread"]
    remarks = {str(each.number): [r.code for r in each.remarks] for each in found.lines}
    assert {number: codes for number, codes in remarks.items() if codes} == expected["remarks"]
    lines = file.read_text("utf-8").splitlines()
    assert [line.text for line in found.lines] == [
        each for each in lines if any(letter.isalnum() for letter in each)
    ]


@pytest.mark.parametrize(
    ("text", "row"),
    [
        ("x2 TUG Guard foot close 4 100pts each", {"name": "Guard", "bases": 4, "points": 100}),
        ("1) Guard TUG foot close 4 bases 300 pts", {"name": "Guard", "bases": 4, "points": 300}),
        ("TUG (4) Guard [foot] close, 1.300", {"name": "Guard", "bases": 4, "points": 1300}),
        ("Open Guard: 4 TUG foot close 300", {"name": "Open Guard", "bases": 4, "points": 300}),
        ("4 TUG “Foot Guard” foot close 300", {"name": "Foot Guard", "bases": 4, "points": 300}),
        ("General's Guard TUG foot close 4 300", {"name": "General's Guard", "bases": 4}),
    ],
)
def test_a_unit_is_read_in_any_order(text: str, row: dict[str, Any]) -> None:
    found = read(text)

    (unit, *_) = found.stated["units"]
    assert {name: unit.get(name) for name in row} == row
    assert (unit["kind"], unit["arm"], unit["order"]) == ("tug", "foot", "close")
    assert not found.lines[0].remarks


@pytest.mark.parametrize(
    ("text", "read_as"),
    [
        ("8 TUG Guard foot close 98 pts per base", (1, 8, None, ["98 per base"])),
        ("8 TUG Guard foot close 98/base 784", (1, 8, 784, ["98 per base"])),
        ("8 TUG Guard foot close @ 98 = 784", (1, 8, 784, ["@ 98"])),
        ("8 TUG Guard foot close 98 pts each", (1, 8, None, ["98 each"])),
        ("8 TUG Guard foot close 98 pts 784 pts", (1, 8, None, ["98 points", "784 points"])),
        ("TUG Guard foot close 8 98 784", (1, None, None, ["8", "98", "784"])),
        ("TUG Guard foot close 100 bases", (1, None, None, ["100 bases"])),
        (
            "8 TUG Guard, Superior, foot, Short Spear, close",
            (1, 8, None, ["Superior", "Short Spear"]),
        ),
        ("TUG Guard foot close x 2, 8 bases each, 300 pts", (2, 8, None, [])),
        ("2 Guard TUGs, 8 bases, foot, close, 300 pts per unit", (2, 8, 300, [])),
        ("51 x 8 TUG Guard foot close", (1, 8, None, ["51 ×"])),
        ("[4] Guard TUG foot close 300 pts", (1, None, 300, [])),
    ],
)
def test_a_number_or_word_with_several_meanings_is_reported(text: str, read_as: Any) -> None:
    (line,) = read(text).lines

    values = line.values
    assert values["name"] == "Guard"
    reported = [what for each in line.remarks if each.code == "not_used" for what in each.what]
    assert (line.copies, values.get("bases"), values.get("points"), reported) == read_as


def test_a_field_that_is_stated_twice_is_reported() -> None:
    found = read(
        "Gauls 2000 pts\nCommander: Sulla\nC-in-C: Marius\nSub-commander: Cinna\n"
        "8 TUG Guard foot close 300\nTUGs: 1, SUGs: 0\nSubtotal TUGs 300\nTotal: 300"
    )

    assert (found.stated["points"], found.stated["commander"]) == (300, {"name": "Sulla"})
    assert [each["name"] for each in found.stated["generals"]] == ["Cinna"]
    assert found.lines[0].remarks[0].what == ("2000",)
    assert [line.number for line in found.lines if line.read_as == UNREAD] == [3, 6, 7]


def test_what_is_no_list_is_not_read_as_one() -> None:
    rulebook = registry.rulebook("pbs-2023.1")
    for text in ("", "  \n", "hello", '{"name": 1}', "\ufeffrow;name\narmy;x", "row,name\nunit,4"):
        assert pasted_in(text, rulebook) is None, text
    with pytest.raises(ImportRefused):
        read_pasted("4 TUG\n" * 401, rulebook)
    long = read("4 TUG Guard " + "foot " * 100)
    assert [line.read_as for line in long.lines] == [UNREAD]


def test_another_rulebook_is_read_by_its_own_words() -> None:
    rulebook = registry.rulebook("toy-skirmish")
    found = read_pasted("Bands\n4 Reds\n", rulebook)
    assert found.rulebook is rulebook
    assert found.has_rows == bool(found.stated.get("bands"))


@pytest.mark.django_db
def test_a_pasted_list_is_checked_in_its_form_and_saved(client: Any) -> None:
    text = (TEXTS[0].parent / "noise.txt").read_text("utf-8")

    page = client.post("/armies/import/", {"text": text})

    words = page.content.decode()
    assert "<q>8 TUG Falxmen foot loose forlorn hope 480 pts</q>" in words
    assert re.search(r"Thanks for looking</q>\s*<span class=\"fault\">Not used.", words)
    assert "Not used: 150 points." in words
    assert 'name="units-0-name"' in words
    assert 'value="Falxmen"' in words
    assert ArmyList.objects.count() == 0
    sent = {
        "do": "save",
        "rulebook": "pbs-2023.1",
        "name": "Dacians",
        "camp": "yes",
        "home": "mountains",
        "pbs_cards": "5",
        "scouting": "4",
        "commander-level": "talented",
        "units-0-name": "Falxmen",
        "units-0-kind": "tug",
        "units-0-arm": "foot",
        "units-0-order": "loose",
        "units-0-bases": "8",
        "units-0-points": "480",
        "units-0-pasted": "8 TUG Falxmen",
    }
    refused = client.post("/armies/new/", {**sent, "units-0-order": ""})
    assert refused.status_code == 422
    assert "<q>8 TUG Falxmen</q>" in refused.content.decode()
    client.post("/armies/new/", sent)
    (saved,) = ArmyList.objects.all()
    assert saved.stated["points"] == 480
