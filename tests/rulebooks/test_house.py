"""May an event choose exactly what settings and event numbers allow?"""

import copy
import pickle

import pytest

from setup_app.rulebooks.pbs_2023_1.tables import (
    EVENT_NUMBERS,
    PHRASES,
    RULINGS,
    SECTIONS,
    SETTINGS,
)

DEFAULTS = {
    "dice_faces": {
        "black": {"wound": 1, "s": 1, "blank": 4, "skull": 0},
        "white": {"wound": 2, "s": 1, "blank": 3, "skull": 0},
        "green": {"skull": 1, "wound": 2, "s": 1, "blank": 2},
        "yellow": {"skull": 1, "wound": 3, "s": 1, "blank": 1},
        "red": {"skull": 2, "wound": 3, "s": 1, "blank": 0},
    },
    "deck": {"black": 8, "white": 14, "green": 12, "yellow": 10, "red": 6},
    "no_card": "lowest",
    "start_boxes": "any",
    "walk_move": "up_to",
    "voluntary_pass": False,
    "flank_pieces_own_half": True,
    "own_size_replaces": "all",
    "least_fill": 0.35,
    "max_counts": "player",
    "gap": 2,
    "flank_die_touches_edge": False,
    "bands_obey_sector": True,
    "touch_deep_water": "any",
    "moved_keeps_gap": False,
    "moved_keeps_sector": False,
    "undiced_opposed": True,
    "lists": "closed",
    "saved_cards": "within_total",
    "base_depths": {
        "foot": 0.5, "mounted": 0.75, "elephants": 1, "artillery": 1, "battle_wagon": 1,
    },
    "camp_size": [4, 2],
    "camp_on_terrain": False,
    "camp_special_lifts_range": "all",
    "ambush_moment": "sheet_order",
    "hold_back": False,
    "same_share": "stated",
    "round_tugs": "up",
    "sugs_down": "last_group",
    "dummy_markers": False,
    "ambush_markers": None,
    "ambush_from_centre_line": 6,
    "commander_marches": False,
    "flank_march_on_deep_water": False,
    "flank_march_units": None,
    "bluff_until": "generals",
    "pregame_order": "by_kind",
    "battery_move": None,
    "forced_march_move": None,
    "forlorn_hope_move": None,
    "pathfinder_move": None,
}  # fmt: skip


def test_every_setting_of_the_reading_is_there_with_its_default() -> None:
    assert {name: setting.default for name, setting in SETTINGS.items()} == DEFAULTS


def test_every_step_is_played_and_no_setting_waits_for_one() -> None:
    assert not any(setting.later for setting in SETTINGS.values())
    assert all(section.played for section in SECTIONS.values())


def test_every_event_number_is_there_with_its_default() -> None:
    assert {name: number.default_as_json for name, number in EVENT_NUMBERS.items()} == {
        "table_width": 45,
        "table_depth": 30,
        "compulsory_size": [6, 10],
        "optional_size": [4, 8],
        "flank_sector_depth": 10,
        "opponent_slide": 6,
        "own_sizes": {
            "fields": {"max": None},
            "tilled_fields": {"max": None},
            "village": {"max": None},
            "town": {"min": None, "max": None},
        },
    }
    assert (EVENT_NUMBERS["table_width"].min, EVENT_NUMBERS["table_width"].max) == (30, 90)
    assert (EVENT_NUMBERS["table_depth"].min, EVENT_NUMBERS["table_depth"].max) == (20, 90)


@pytest.mark.parametrize(
    ("name", "value", "allowed"),
    [
        ("no_card", "lowest", True),
        ("no_card", "black", True),
        ("no_card", "white", False),
        ("no_card", None, False),
        ("no_card", ["black"], False),
        ("voluntary_pass", True, True),
        ("voluntary_pass", 1, False),
        ("voluntary_pass", "true", False),
        ("gap", 0, True),
        ("gap", -0.01, False),
        ("gap", 2.5, True),
        ("gap", 6, True),
        ("gap", 6.01, False),
        ("gap", True, False),
        ("gap", float("nan"), False),
        ("gap", "2", False),
        ("least_fill", 0.75, True),
        ("least_fill", 0.76, False),
        ("battery_move", None, True),
        ("battery_move", 4, True),
        ("battery_move", -1, False),
        ("battery_move", float("inf"), False),
        ("battery_move", float("nan"), False),
        ("battery_move", "far", False),
        ("ambush_from_centre_line", None, True),
        ("ambush_from_centre_line", 0, True),
        ("ambush_from_centre_line", 15, True),
        ("ambush_from_centre_line", 15.01, False),
        ("ambush_from_centre_line", -0.01, False),
        ("ambush_markers", 0, True),
        ("ambush_markers", 2.0, True),
        ("ambush_markers", 2.5, False),
        ("ambush_markers", True, False),
        ("ambush_markers", None, True),
        ("flank_march_units", 0, False),
        ("flank_march_units", 1, True),
        ("camp_size", [1, 8], True),
        ("camp_size", [0.99, 2], False),
        ("camp_size", [4, 8.01], False),
        ("camp_size", [4], False),
        ("camp_size", [4, None], False),
        ("camp_size", {"width": 4}, False),
        ("base_depths", DEFAULTS["base_depths"] | {"foot": 0.25}, True),
        ("base_depths", DEFAULTS["base_depths"] | {"foot": 0.24}, False),
        ("base_depths", DEFAULTS["base_depths"] | {"foot": True}, False),
        ("base_depths", DEFAULTS["base_depths"] | {"camels": 1}, False),
        ("base_depths", {"foot": 0.5}, False),
        ("start_boxes", "any", True),
        ("start_boxes", "all", False),
        ("start_boxes", [[0, 0], [4, 4]], True),
        ("start_boxes", [[0, 0], [0, 0]], False),
        ("start_boxes", [], False),
        ("start_boxes", [[0, 5]], False),
        ("start_boxes", [[-1, 0]], False),
        ("start_boxes", [[0, 0, 0]], False),
        ("start_boxes", [[0, True]], False),
        ("start_boxes", [[0, 1.0]], False),
        ("start_boxes", {"row": 0}, False),
        ("deck", {"black": 10, "white": 10, "green": 10, "yellow": 10, "red": 10}, True),
        ("deck", {"black": 10, "white": 10, "green": 10, "yellow": 10, "red": 11}, False),
        ("deck", {"black": 51, "white": 0, "green": 0, "yellow": 0, "red": -1}, False),
        ("deck", {"black": 50}, False),
        ("deck", {"black": 50, "white": 0, "green": 0, "yellow": 0, "blue": 0}, False),
        ("deck", {"black": 50.0, "white": 0, "green": 0, "yellow": 0, "red": 0}, False),
        ("deck", [10, 10, 10, 10, 10], False),
        ("dice_faces", {}, False),
        ("dice_faces", "usual", False),
        ("dice_faces", DEFAULTS["dice_faces"] | {"red": {"skull": 7}}, False),
        (
            "dice_faces",
            DEFAULTS["dice_faces"] | {"red": {"skull": 3, "wound": 3, "s": 1, "blank": 0}},
            False,
        ),
        (
            "dice_faces",
            DEFAULTS["dice_faces"] | {"red": {"skull": 3, "wound": 2, "s": 1, "blank": 0}},
            True,
        ),
    ],
)
def test_a_setting_allows_its_values_and_no_others(name: str, value: object, allowed: bool) -> None:
    assert SETTINGS[name].allows(value) is allowed


@pytest.mark.parametrize(
    ("name", "value", "allowed"),
    [
        ("table_width", 29.99, False),
        ("table_width", 30, True),
        ("table_width", 90, True),
        ("table_width", 90.01, False),
        ("table_width", "45", False),
        ("table_depth", 19.99, False),
        ("table_depth", 20, True),
        ("own_sizes", {}, True),
        ("own_sizes", {"village": {"max": 0.5}, "town": {"max": 20}}, True),
        ("own_sizes", {"village": {"max": 0.49}}, False),
        ("own_sizes", {"village": {"max": 20.01}}, False),
        ("own_sizes", {"village": {"max": None}}, True),
        ("own_sizes", {"village": {"min": 3, "max": 5}}, False),
        ("own_sizes", {"town": {"min": 4.9, "max": 5}}, True),
        ("own_sizes", {"town": {"min": 5, "max": 5}}, False),
        ("own_sizes", {"town": {"min": 5}}, False),
        ("own_sizes", {"woods": {"max": 5}}, False),
        ("own_sizes", {"village": {}}, True),
        ("own_sizes", {"woods": {}}, False),
        ("own_sizes", {"village": 5}, False),
        ("own_sizes", {"village": {"max": "5"}}, False),
        ("own_sizes", [], False),
        ("compulsory_size", [4, 4], True),
        ("compulsory_size", [4, 3.99], False),
        ("compulsory_size", [4], False),
        ("compulsory_size", 4, False),
        ("compulsory_size", [4, None], False),
        ("opponent_slide", 0, True),
        ("opponent_slide", float("nan"), False),
    ],
)
def test_an_event_number_allows_its_range_and_no_more(
    name: str, value: object, allowed: bool
) -> None:
    assert EVENT_NUMBERS[name].allows(value) is allowed


def test_every_choice_and_every_reason_has_its_sentence() -> None:
    for setting in SETTINGS.values():
        assert PHRASES.text(setting.why).endswith(".")
        assert PHRASES.text(setting.title)
        for choice in setting.choices or ():
            written = str(choice).lower() if isinstance(choice, bool) else choice
            assert written in dict(setting.choice_texts)
        for _, code in setting.choice_texts:
            assert PHRASES.text(code).endswith(".")


def test_every_ruling_is_one_sentence_with_a_known_section() -> None:
    for ruling in RULINGS.values():
        sentence = PHRASES.text(ruling.text)
        assert sentence.endswith(".")
        assert ". " not in sentence
        assert ruling.section in SECTIONS


def test_rulings_stand_in_the_order_of_the_sections() -> None:
    order = list(SECTIONS)
    places = [order.index(ruling.section) for ruling in RULINGS.values()]

    assert places == sorted(places)


def test_the_sections_are_the_sheet_s_own() -> None:
    letters = {"8": "ABCD", "9": "ABCDE", "10": "ABCDEFGH"}
    numbered = [f"{number}.{letter}" for number in letters for letter in letters[number]]

    assert [name for name in SECTIONS if name[0].isdigit()] == numbered


def test_a_setting_survives_copying_and_pickling() -> None:
    for setting in SETTINGS.values():
        assert copy.deepcopy(setting) == setting
        assert pickle.loads(pickle.dumps(setting)) == setting
        assert hash(setting) == hash(copy.deepcopy(setting))
