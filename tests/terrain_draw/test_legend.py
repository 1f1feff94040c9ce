"""Does the legend explain what is on the table, and the contact sheet draw what it says?"""

from pathlib import Path

import pytest

from terrain.draw.legend import type_swatch
from terrain.draw.names import TYPES
from terrain.draw.scene import Scene, scene
from terrain.draw.textures import TEXTURES
from tests.terrain_draw import layouts
from tools import contact_sheets


def key_words(drawn: Scene) -> list[str]:
    return [words.text for words in drawn.margin.words if words.role == "key"]


def test_each_type_on_the_table_stands_in_the_legend_once() -> None:
    drawn = scene(layouts.mountains())

    said = key_words(drawn)[5:]

    assert said == [
        "dangerous", "impassable", "Mountains", "Marsh", "Forest", "Hills", "Village", "Woods",
        "Tilled fields", "Open", "Vital settlement",
    ]  # fmt: skip
    assert len(drawn.margin.swatches) == len(said)


def test_lines_and_badges_stand_in_every_legend() -> None:
    assert key_words(scene(layouts.layout())) == [
        "sector",
        "defender’s zone",
        "invader’s zone",
        "placed by the defender",
        "placed by the invader",
    ]


@pytest.mark.parametrize("kind", sorted(TYPES))
def test_no_two_types_have_the_same_sample(kind: str) -> None:
    drawn = {other: tuple(mark.d for mark in type_swatch(other)) for other in TEXTURES}

    assert [other for other in drawn if drawn[other] == drawn[kind]] == [kind]


def test_the_map_says_how_large_the_table_is() -> None:
    (title,) = [words.text for words in scene(layouts.desert()).margin.words if "·" in words.text]

    assert title == "normal · rocky ground / woods · 45 × 30 BW"


def test_a_contact_sheet_shows_as_many_tables_as_it_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "plains.png"

    assert contact_sheets.main(["plains", str(out), "--count", "2", "--seed", "3"]) == 0

    assert out.read_bytes().startswith(b"\x89PNG")
    assert capsys.readouterr().out == f"{out}: 2 tables\n"
