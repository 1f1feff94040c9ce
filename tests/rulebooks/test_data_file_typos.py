"""Does every kind of slip in a data file stop the program, with the file and the line?

Each case changes one place of a good copy; the expected line is found in the changed text, by
looking for the slip, and not by the program.
"""

import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from setup_app.rulebooks.pbs_2023_1.tables import DATA, load_tables
from setup_app.rulebooks.tables_file import RulebookFileError


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


RIVER = 'type = "rivers_and_streams"'
VILLAGE = 'type = "village"'
FIRST_ROW = '["none: open", "deep_water: featureless", '
SYNTAX = [
    Slip("desert.toml", 'slug = "desert"', 'slug = "desert', "no valid TOML"),
    Slip("desert.toml", 'category = "good"', "category = good", "no valid TOML"),
    Slip("desert.toml", "[[terrain]]", "[[terrain]", "no valid TOML"),
]
MAPS = [
    Slip("waterside.toml", FIRST_ROW, '["none: open", ', "a row of a map has 5 boxes"),
    Slip(
        "waterside.toml", FIRST_ROW, f'["none: open"], {FIRST_ROW}', "a map has 5 rows, not 6",
        at="cells = [",
    ),
    Slip("waterside.toml", "none: open", "nones: open", "unknown flank 'nones'"),
    Slip("waterside.toml", "none: open", "none: opan", "unknown density 'opan'"),
    Slip("waterside.toml", '"none: open"', '"open"', "a box says its flank and its density"),
    Slip("waterside.toml", "rocky_ground+woods", "woods+rocky_ground", "unknown flank"),
    Slip(
        "waterside.toml", "mountains+marsh", "mountains+forest", "the territory has no 'forest'"
    ),
    Slip("waterside.toml", 'slug = "waterside"', 'slug = "desert"', "unknown territory"),
]  # fmt: skip
ROWS = [
    Slip("forest.toml", "category", "catagory", "unknown key 'catagory'"),
    Slip("forest.toml", 'category = "good"\n', "", "missing key 'category'", at="[[terrain]]"),
    Slip("forest.toml", "[[terrain]]", "[[terain]]", "unknown key 'terain'"),
    Slip("forest.toml", 'type = "hills"', 'type = "hlils"', "unknown type 'hlils'"),
    Slip("forest.toml", 'type = "hills"', 'type = "fort"', "unknown type 'fort'"),
    Slip("forest.toml", RIVER, 'type = "hills"', "'hills' stands twice", after=VILLAGE),
    Slip("forest.toml", '"good"', '"god"', "wrong category 'god' for 'hills'"),
    Slip("forest.toml", '"good"', '"rough"', "wrong category 'rough' for 'village'", VILLAGE),
    Slip("forest.toml", "max = 2", "max = 0", "'max' must be at least 1", VILLAGE),
    Slip("forest.toml", "max = 2", "max = 2.5", "'max' must be a whole number", VILLAGE),
    Slip("forest.toml", "max = 2", 'max = "2"', "'max' must be a whole number", VILLAGE),
    Slip("forest.toml", '"town", "village"', '"towns", "village"', "unknown type 'towns'", VILLAGE),
    Slip(
        "forest.toml", '"town", "village"', '"sand_dunes", "village"',
        "the territory has no 'sand_dunes'", VILLAGE,
    ),
    Slip(
        "forest.toml", '"town", "village"', '"town"', "the limit of 'village' does not count it",
        VILLAGE,
    ),
    Slip("forest.toml", '"town", "village"', '"town", "town"', "'town' stands twice", VILLAGE),
    Slip("forest.toml", "size = { max = 6 }", "size = {}", "missing key 'max'"),
    Slip("forest.toml", "size = { max = 6 }", "size = { max = -6 }", "must be finite"),
    Slip("forest.toml", "size = { max = 6 }", "size = 6", "'size' must be a table"),
    Slip("forest.toml", "{ min = 6,", "{ min = 16,", "'min' is above 'max'"),
    Slip("forest.toml", "{ min = 6, ", "{ ", "'min_exclusive' without 'min'"),
    Slip("forest.toml", "max_width = 2", "max_width = 0.2", "'min_width' is above 'max_width'"),
    Slip("forest.toml", '"deep_water"]', '"deep water"]', "unknown end 'deep water'"),
    Slip("forest.toml", "movable = false", 'movable = "no"', "'movable' must be true or false"),
    Slip("forest.toml", "band = {", "size = { max = 2 }\nband = {", "a band has no size", RIVER,
         at="size = { max = 2 }\nband"),
]  # fmt: skip
CODES = [
    Slip("jungle.toml", '"touch_edge"', '"touch_egde"', "unknown special 'touch_egde'"),
    Slip("jungle.toml", '"touch_edge" }', '"touch_edge", far = 1 }', "unknown key 'far'"),
    Slip("jungle.toml", ", max = 2 },", " },", "missing key 'max'", "declare", at='"declare"'),
    Slip("jungle.toml", '"dangerous"', '"deadly"', "unknown as 'deadly'"),
    Slip("jungle.toml", '"forest", "woods"', '"forest", "wood"', "unknown type 'wood'",
         'code = "within_gap"'),
    Slip("jungle.toml", '"forest", "woods"', '"town", "woods"', "the territory has no 'town'",
         'code = "within_gap"'),
    Slip("jungle.toml", "one_sector = true", "one_sector = 1", "'one_sector' must be true"),
    Slip("jungle.toml", '{ code = "touch_edge" },', '{ code = "touch_edge" },\n{ code = '
         '"touch_edge" }, # again', "'touch_edge' stands twice", at="# again"),
    Slip("jungle.toml", '"uphill_benefit"', '"uphil_benefit"', "unknown effect 'uphil_benefit'"),
    Slip("jungle.toml", "distance = 0.5", 'distance = "0.5"', "'distance' must be a number"),
    Slip("jungle.toml", "distance = 0.5", "distence = 0.5", "unknown key 'distence'"),
    Slip("jungle.toml", ", distance = 0.5", "", "missing key 'distance'",
         at='"visible_from_ridge"'),
    Slip("jungle.toml", '["elephants"]', '["elefants"]', "unknown troops 'elefants'"),
    Slip("jungle.toml", 'part = "boundary"', 'part = "border"', "unknown part 'border'"),
    Slip("jungle.toml", '"camp_in_terrain"', '"camps"', "unknown special rule 'camps'"),
    Slip("jungle.toml", 'touching = "edge"', 'touching = "sea"', "unknown touching 'sea'"),
    Slip("jungle.toml", '"forest", "woods"', '"woods"', "the rows with 'within_gap' are",
         'special = "within_gap"'),
    Slip("jungle.toml", '"forest", "woods"', '"town"', "the territory has no 'town'",
         "camp_in_terrain"),
    Slip("desert.toml", '["rocky_ground", "woods"]', '["woods"]', "unknown flank ['woods']"),
    Slip("desert.toml", 'type = "sandy_ground"', 'type = "marsh"', "the territory has no 'marsh'"),
]  # fmt: skip
VOCABULARY = [
    Slip("rulebook.toml", '"jungle"', '"jungel"', "the file cannot be read"),
    Slip("rulebook.toml", 'id = "8.B"', 'id = "8.A"', "'8.A' stands twice"),
    Slip("rulebook.toml", 'id = "8.B"', 'id = "8.Z"', "missing text 'section.8.Z'"),
    Slip("rulebook.toml", "mountains+marsh", "mountains+mash", "unknown type 'mash'"),
    Slip("types.toml", 'type = "fields"', 'type = "feilds"', "missing text 'name.feilds.one'"),
    Slip("types.toml", 'category = "good"', 'category = "fine"', "unknown category 'fine'"),
    Slip("effects.toml", '"number"', '"nomber"', "unknown kind of parameter", "[[effect]]"),
    Slip("effects.toml", 'troops = "several"', 'troop = "several"', "no words are listed"),
]
FIGURES = [
    Slip("cards.toml", "pack = 50", "pack = 50.0", "'pack' must be a whole number"),
    Slip("cards.toml", "better = 2", "better = 3", "the move for 2 better must stand here"),
    Slip("cards.toml", 'mediocre = "white"', 'mediocre = "wite"', "unknown colour 'wite'"),
    Slip("cards.toml", "green = 10", "geren = 10", "unknown key 'geren'"),
    Slip("ground.toml", "rolls = [6]", "rolls = [5]", "every roll of the D6",
         at='[[placement_die]]\nsector = "left"'),
    Slip("ground.toml", "rolls = [6]", "rolls = [7]", "no D6 shows 7"),
    Slip("ground.toml", "touching_edge = [3, 5]", "touching_edge = [1]", "these rolls send"),
    Slip("ground.toml", "turn = 5", "turn = 0", "no D6 shows 0"),
    Slip("ground.toml", "{ min = 2, max = 6 }", "{ min = 7, max = 6 }", "'min' is above 'max'"),
    Slip("ground.toml", '["difficult"]', '["dificult"]', "unknown category 'dificult'"),
]  # fmt: skip
HOUSE = [
    Slip("settings.toml", 'kind = "deck"', 'kind = "pack"', "unknown kind of setting 'pack'"),
    Slip("settings.toml", "red = 6", "red = 7", "the pack has 50 cards, not 51"),
    Slip("settings.toml", "wound = 1, skull = 0", "wound = 2, skull = 0", "a die has 6 faces"),
    Slip("settings.toml", 'section = "8.C"', 'section = "8.F"', "unknown section '8.F'"),
    Slip("settings.toml", 'default = "up_to"', 'default = "upto"', "the default of 'walk_move'"),
    Slip("settings.toml", '["up_to"', '["upto"', "missing text 'setting.walk_move.upto'",
         at='name = "walk_move"'),
    Slip("settings.toml", "default = 0.35", "default = 3.5", "the default of 'least_fill'"),
    Slip("settings.toml", 'name = "deck"', 'name = "dice_faces"', "'dice_faces' stands twice"),
    Slip("settings.toml", 'kind = "limit"', 'kind = "limit"\ndefault = 3', "unknown key 'default'",
         at="default = 3"),
    Slip("event_numbers.toml", "default = 45", "default = 95", "the default of 'table_width'"),
    Slip("event_numbers.toml", "[6, 10]", "[10, 6]", "the default of 'compulsory_size'"),
    Slip("event_numbers.toml", "[6, 10]", "[6]", "must be a least and a greatest number"),
    Slip("rulings.toml", 'id = "lost_piece"', 'id = "lost_peace"', "missing text 'ruling.lost"),
]  # fmt: skip
TEXTS = [
    Slip("texts.toml", "touch_edge =", "tuch_edge =", "missing text 'special.touch_edge'"),
    Slip("texts.toml", "lost_piece =", "lost_peace =", "missing text 'ruling.lost_piece'"),
    Slip("texts.toml", "[density]", 'extra = ""\n[density]', "'extra' must hold text",
         at="extra"),
    Slip("texts.toml", "[density]", 'extra = "x"\n[density]', "no table uses the text",
         at="extra"),
    Slip("texts.toml", "{covered}", "{coverd}", "has an unknown placeholder 'coverd'"),
    Slip("texts.toml", "{covered}", "{covered:few}", "has an unknown placeholder 'covered'"),
    Slip("texts.toml", "{covered}", "{covered", "'overlap' has a brace that is no placeholder"),
]  # fmt: skip
SLIPS = SYNTAX + MAPS + ROWS + CODES + VOCABULARY + FIGURES + HOUSE + TEXTS


def slipped(folder: Path, slip: Slip) -> int:
    """Make the slip in a copy of the data files and give the line where it now stands."""
    shutil.copytree(DATA, folder)
    file = folder / slip.file
    text = file.read_text(encoding="utf-8")
    place = text.index(slip.good, text.index(slip.after))
    text = text[:place] + slip.bad + text[place + len(slip.good) :]
    file.write_text(text, encoding="utf-8")
    if slip.at:
        place = text.rindex(slip.at, 0, place + len(slip.bad))
    return text.count("\n", 0, place) + 1


@pytest.mark.parametrize("slip", SLIPS, ids=lambda slip: f"{slip.file}: {slip.bad[:30]!r}")
def test_a_slip_is_refused_with_its_file_and_line(tmp_path: Path, slip: Slip) -> None:
    line = slipped(tmp_path / "data", slip)

    with pytest.raises(RulebookFileError) as caught:
        load_tables(tmp_path / "data")

    assert slip.problem in caught.value.problem
    if "missing text" in slip.problem and slip.file == "texts.toml":
        # The text is looked for where a table refers to it.
        assert caught.value.file.suffix == ".toml"
        assert caught.value.file.name != "texts.toml"
    elif slip.problem == "the file cannot be read":
        assert (caught.value.file.name, caught.value.line) == ("jungel.toml", 1)
    else:
        assert (caught.value.file.name, caught.value.line) == (slip.file, line)


def test_the_program_does_not_start_on_a_slip(tmp_path: Path) -> None:
    slipped(tmp_path / "data", ROWS[0])

    with pytest.raises(RulebookFileError, match=r"forest\.toml:\d+: unknown key 'catagory'"):
        load_tables(tmp_path / "data")


def test_a_file_that_no_table_is_read_from_is_refused(tmp_path: Path) -> None:
    shutil.copytree(DATA, tmp_path / "data")
    (tmp_path / "data" / "tundra.toml").write_text('slug = "tundra"', encoding="utf-8")

    with pytest.raises(RulebookFileError, match=r"tundra\.toml:1: no table of this rulebook"):
        load_tables(tmp_path / "data")
