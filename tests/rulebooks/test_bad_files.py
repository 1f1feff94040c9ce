"""Does every kind of slip in a data file stop the program, with the file and the line?

Each case changes one place of a good copy; the expected line is found in the changed text, by
looking for the slip, and not by the program.
"""

import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from setup_app.rulebooks.pbs_2023_1.tables import DATA, load_tables
from setup_app.rulebooks.tables_file import RulebookFileError, line_of, read_tables_file


@dataclass(frozen=True)
class Slip:
    """In `file`, after the first `after`, the next `good` becomes `bad`.

    The error stands where `bad` begins, or at the last `at` that does not lie behind it.
    """

    file: str
    good: str
    bad: str
    problem: str
    after: str = ""
    at: str = ""


VILLAGE = 'type = "village"'
FIRST_ROW = '["none: open", "deep_water: featureless", '
BY_THE_SCHEMA = [
    Slip("forest.toml", "category", "catagory", "terrain.0.catagory: unknown key"),
    Slip("forest.toml", 'category = "good"\n', "", "'category' is a required property",
         at="[[terrain]]"),
    Slip("forest.toml", "[[terrain]]", "[[terain]]", "terain: unknown key"),
    Slip("forest.toml", '"hills"', '"hlils"', "terrain.0.type: 'hlils' is not one of"),
    Slip("forest.toml", "max = 2", "max = 2.0", "limit.max: 2.0 is not of type 'integer'", VILLAGE),
    Slip("forest.toml", "max = 2", "max = inf", "is not of type 'integer'", VILLAGE),
    Slip("forest.toml", "size = { max = 6 }", "size = { max = inf }", "is not of type 'number'"),
    Slip("forest.toml", "movable = false", "movable = 0", "0 is not of type 'boolean'"),
    Slip("forest.toml", "{ min = 6, ", "{ ", "'min' is a dependency of 'min_exclusive'"),
    Slip("forest.toml", "band = {", "size = { max = 2 }\nband = {", "terrain.3.size: unknown key"),
    Slip("waterside.toml", FIRST_ROW, '["none: open", ', "cells.0: "),
    Slip("waterside.toml", "mountains+marsh: dense", "mountains+marsh: thick", "cells.3.4: "),
    Slip("jungle.toml", '"touch_edge" }', '"touch_edge", far = 1 }', "specials.0.far: unknown key"),
    Slip("jungle.toml", ', max = 2 },', " },", "'max' is a required property", "declare",
         at='"declare"'),
    Slip("jungle.toml", '"uphill_benefit"', '"uphil_benefit"', "'uphil_benefit' is not one of"),
    Slip("jungle.toml", '["elephants"]', '["elefants"]', "'elefants' is not one of"),
    Slip("desert.toml", '["rocky_ground", "woods"]', '["woods"]', "['woods'] is not one of"),
    Slip("types.toml", 'category = "good"', 'category = "fine"', "'fine' is not one of"),
    Slip("ground.toml", "rolls = [6]", "rolls = [7]", "7 is greater than the maximum of 6"),
    Slip("settings.toml", 'section = "8.C"', 'section = "8.F"', "'8.F' is not one of"),
    Slip("settings.toml", 'kind = "most"', 'kind = "most"\ndefault = 3', "unknown key",
         at="default = 3"),
    Slip("settings.toml", "max = 15\ndefault = 6", "max = 5\ndefault = 6",
         "the default is not allowed", at="default = 6"),
    Slip("settings.toml", "default = [4, 2]", "default = [4]", "[4] is too short"),
    Slip("settings.toml", "wound = 1", "wounds = 1", "default.black.wounds: unknown key"),
    Slip("event_numbers.toml", "[6, 10]", "[6]", "[6] is too short"),
    Slip("texts.toml", "[density]", 'extra = ""\n[density]', "extra: ", at="extra"),
]  # fmt: skip
BESIDE_OTHERS = [
    Slip("rulebook.toml", 'id = "8.B"', 'id = "8.A"', "'8.A' appears twice"),
    Slip("rulebook.toml", "mountains+marsh", "mountains+mash", "unknown type 'mash'"),
    Slip("forest.toml", '"good"', '"rough"', "wrong category for 'village'", VILLAGE),
    Slip("forest.toml", '"town", "village"', '"town"', "does not count its own type", VILLAGE),
    Slip("forest.toml", '"town", "village"', '"sand_dunes", "village"',
         "the territory has no 'sand_dunes'", VILLAGE),
    Slip("forest.toml", "{ min = 6,", "{ min = 16,", "'min' is above 'max'"),
    Slip("forest.toml", "max_width = 2", "max_width = 0.2", "'min_width' is above 'max_width'"),
    Slip("waterside.toml", "mountains+marsh", "mountains+forest", "the territory has no 'forest'"),
    Slip("waterside.toml", 'slug = "waterside"', 'slug = "desert"', "has another name"),
    Slip("jungle.toml", '{ code = "touch_edge" },', '{ code = "touch_edge" },\n{ code = '
         '"touch_edge" }, # again', "'touch_edge' appears twice", at="# again"),
    Slip("jungle.toml", '"forest", "woods"', '"town", "woods"', "the territory has no 'town'",
         'code = "within_gap"'),
    Slip("jungle.toml", '"forest", "woods"', '"woods"', "the rows with 'within_gap' are",
         'special = "within_gap"'),
    Slip("desert.toml", 'type = "sandy_ground"', 'type = "marsh"', "the territory has no 'marsh'"),
    Slip("cards.toml", "better = 2", "better = 3", "5 colours can be 1 to 4 better",
         at="[[move]]\nbetter = 1"),
    Slip("cards.toml", 'mediocre = "white"', 'mediocre = "wite"', "'wite' is not one of"),
    Slip("cards.toml", "green = 10", "geren = 10", "the colours are", at="[scouting.percent]"),
    Slip("ground.toml", "rolls = [6]", "rolls = [5]", "every roll of the D6",
         at='[[placement_die]]\nsector = "left"'),
    Slip("ground.toml", "touching_edge = [3, 5]", "touching_edge = [1]", "these rolls send"),
    Slip("ground.toml", "{ min = 2, max = 6 }", "{ min = 7, max = 6 }", "'min' is above 'max'"),
    Slip("settings.toml", "red = 6", "red = 7", "the default is not allowed"),
    Slip("settings.toml", "wound = 1, skull = 0", "wound = 2, skull = 0", "is not allowed",
         at="[setting.default]"),
    Slip("settings.toml", 'default = "up_to"', 'default = "upto"', "the default is not allowed"),
    Slip("settings.toml", 'name = "deck"', 'name = "dice_faces"', "'dice_faces' appears twice"),
    Slip("event_numbers.toml", "[6, 10]", "[10, 6]", "the default is not allowed"),
    Slip("texts.toml", "[density]", 'extra = "x"\n[density]', "no table uses", at="extra"),
    Slip("texts.toml", "touch_edge =", "tuch_edge =", "missing text 'special.touch_edge'",
         at="[special]"),
    Slip("texts.toml", "{covered}", "{coverd}", "unknown placeholder 'coverd'"),
    Slip("texts.toml", "{covered}", "{covered:few}", "unknown placeholder 'covered'"),
    Slip("texts.toml", "{covered}", "{covered", "a brace without a placeholder"),
]  # fmt: skip


@pytest.mark.parametrize(
    "slip", BY_THE_SCHEMA + BESIDE_OTHERS, ids=lambda slip: f"{slip.file}: {slip.bad[:30]!r}"
)
def test_a_slip_is_refused_with_its_file_and_line(tmp_path: Path, slip: Slip) -> None:
    shutil.copytree(DATA, tmp_path / "data")
    file = tmp_path / "data" / slip.file
    text = file.read_text(encoding="utf-8")
    place = text.index(slip.good, text.index(slip.after))
    text = text[:place] + slip.bad + text[place + len(slip.good) :]
    file.write_text(text, encoding="utf-8")
    place = text.rindex(slip.at, 0, place + len(slip.bad)) if slip.at else place

    with pytest.raises(RulebookFileError) as caught:
        load_tables(tmp_path / "data")

    assert slip.problem in caught.value.problem
    assert (caught.value.file, caught.value.line) == (file, text.count("\n", 0, place) + 1)


@pytest.mark.parametrize(
    ("content", "line", "problem"),
    [
        (b"a = 1\nb = \nc = 1\n", 2, "no valid TOML: "),
        (b"a = 1\n\n[b]\n[c]\n[b]\n", 5, "no valid TOML: "),
        (b'a = 1\nb = """\nnever closed\n', 3, "no valid TOML: "),
        (b'a = 1\nb = "\xe9"\n', 2, "the text is not UTF-8"),
        (None, 1, "the file cannot be read: "),
    ],
)
def test_what_is_no_toml_is_refused_with_its_line(
    tmp_path: Path, content: bytes | None, line: int, problem: str
) -> None:
    file = tmp_path / "some.toml"
    if content is not None:
        file.write_bytes(content)

    with pytest.raises(RulebookFileError) as caught:
        read_tables_file(file)

    assert caught.value.problem.startswith(problem)
    assert str(caught.value) == f"{file}:{line}: {caught.value.problem}"


def test_a_file_that_no_table_is_read_from_is_refused(tmp_path: Path) -> None:
    shutil.copytree(DATA, tmp_path / "data")
    (tmp_path / "data" / "tundra.toml").write_text('slug = "tundra"', encoding="utf-8")

    with pytest.raises(RulebookFileError, match=r"tundra\.toml:1: no table of this rulebook"):
        load_tables(tmp_path / "data")


WRITTEN = '''# a = [
a.b = 1
c = [
  "]", # ]]
  { d = """
[[e]]
""" },
  [1,
   2],
]
[e.f]
"g.h" = 1
[[i]]
[[i]]
j = { k = 1 }
'''


@pytest.mark.parametrize(
    ("keys", "line"),
    [
        ((), 1),
        (("a", "b"), 2),
        (("c",), 3),
        (("c", 0), 4),
        (("c", 1, "d"), 7),
        (("c", 2, 0), 8),
        (("c", 2, 1), 9),
        (("e",), 11),
        (("e", "f", "g.h"), 12),
        (("i", 0), 13),
        (("i", 1, "j", "k"), 15),
        (("i", 0, "j"), 13),
        (("c", 3), 3),
        (("z",), 1),
    ],
)
def test_a_value_is_found_on_its_line_and_a_missing_one_where_it_is_missing(
    keys: tuple[str | int, ...], line: int
) -> None:
    assert line_of(WRITTEN, keys) == line
