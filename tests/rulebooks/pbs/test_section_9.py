"""Do 9.A to 9.E, the settlements and 10.A run as the sheet and this project's reading say?"""

from dataclasses import replace

import pytest

from setup_app.engine.hidden import seat
from tests.rulebooks.pbs.director import Director, army, setup

# Boxes of the official maps, looked up on the sheet.
PLAINS = {
    "open": [1, 1],
    "normal": [0, 1],
    "dense": [1, 3],
    "featureless": [2, 2],
    "deep_water": [4, 2],
    "rocky_ground, woods": [0, 0],
    "mountains, sandy_ground": [4, 1],
}


def in_land(territory, box, *, first=None, second=None, **settings):
    """A battle whose marker rests on a box of that land; side 0 defends."""
    first = {"home": [territory], **(first or {})}
    battle = Director(setup(army(**first), army(**(second or {})), **settings))
    battle.to_flank(box)
    return battle


def test_without_a_flank_nothing_is_placed_and_both_sectors_stay_unsecure():
    battle = in_land("plains", PLAINS["featureless"])
    assert battle.situation.pieces == ()
    assert battle.situation.secure_sector is None
    assert battle.asked() == {0: "select_optional"}


def test_deep_water_is_placed_by_the_defender_alone_without_dice():
    battle = in_land("plains", PLAINS["deep_water"])
    assert battle.asked() == {0: "place_piece"}
    assert battle.askings()[0].prompt.about() == {
        "id": "p1",
        "type": "deep_water",
        "slot": "secure_flank",
        "placed_by": "defender",
        "die": None,
    }
    strip = [[41, 0], [45, 0], [45, 30], [41, 30], [41, 0]]
    battle.place(outline={"type": "Polygon", "coordinates": [strip]})
    assert battle.situation.secure_sector == "right"
    assert battle.asked() == {0: "choose_type"}


@pytest.mark.parametrize(
    ("territory", "box", "kinds"),
    [
        ("plains", [0, 0], ["rocky_ground", "woods", "sandy_ground"]),
        ("plains", [4, 1], ["mountains", "sandy_ground"]),
        ("desert", [1, 0], ["rocky_ground", "woods", "sandy_ground"]),
        ("desert", [0, 4], ["mountains", "sand_dunes", "sandy_ground"]),
        ("forest", [0, 1], ["rocky_ground", "woods"]),
        ("cultivated", [0, 0], ["mountains", "marsh"]),
    ],
)
def test_the_box_names_the_kinds_of_flank_and_desert_and_plains_put_sand_instead(
    territory, box, kinds
):
    battle = in_land(territory, box)
    assert [option["type"] for option in battle.options(0)] == kinds


def test_both_sides_place_a_flank_piece_the_defender_first():
    battle = in_land("plains", PLAINS["rocky_ground, woods"])
    order = []
    while battle.situation.step == "9.A":
        ((side, kind),) = battle.asked().items()
        order.append((side, kind))
        if kind == "choose_type":
            battle.answer(side, {"type": "woods"})
        else:
            battle.place()
    assert order == [
        (0, "choose_type"),
        (0, "place_piece"),
        (1, "choose_type"),
        (1, "place_piece"),
    ]
    assert battle.situation.secure_sector == "left"


def wood(left, right):
    """A wood from one x to another, by the defender's edge."""
    ring = [[left, 2], [right, 2], [right, 8], [left, 8], [left, 2]]
    return {"type": "Polygon", "coordinates": [ring]}


def with_flank_pieces(*outlines, **fields):
    """Both have placed their wood, as the other side accepted it."""
    given = setup(army(home=["plains"]), army())
    battle = Director(replace(given, **fields))
    battle.to_flank(PLAINS["rocky_ground, woods"])
    for side, outline in enumerate(outlines):
        battle.answer(side, {"type": "woods"})
        battle.place(outline=outline)
    return battle


@pytest.mark.parametrize(
    ("left", "right", "secure"),
    [
        (6, 13, "left"),
        (8, 13, None),
        (32, 38, None),
        (33, 40, "right"),
        (0, 30, None),
    ],
)
def test_a_flank_piece_across_sectors_secures_the_one_that_holds_most_of_it(left, right, secure):
    """The flank sectors end at 10 and begin at 35."""
    assert with_flank_pieces(wood(left, right)).situation.secure_sector == secure


def test_pieces_in_both_flank_sectors_secure_one_alone():
    battle = with_flank_pieces(wood(2, 9), wood(36, 43))
    assert battle.situation.secure_sector == "left"


@pytest.mark.parametrize(("sector", "secure"), [("left", "left"), ("centre", None)])
def test_of_a_flank_piece_that_lies_half_and_half_the_defender_chooses(sector, secure):
    battle = with_flank_pieces(wood(7, 13))
    assert battle.asked() == {0: "choose_sector"}
    assert battle.options(0) == [{"sector": "left"}, {"sector": "centre"}]
    battle.answer(0, {"sector": sector})
    assert battle.situation.secure_sector == secure
    assert battle.asked() == {1: "choose_type"}


def test_of_a_second_piece_no_one_is_asked_once_a_sector_is_secure():
    battle = with_flank_pieces(wood(36, 43), wood(7, 13))
    assert battle.asked() == {0: "choose_type"}
    assert battle.situation.secure_sector == "right"


def test_to_revision_3_the_middle_of_a_flank_piece_decided():
    found = [
        with_flank_pieces(wood(left, right), revision=3).situation.secure_sector
        for left, right in ((7, 13), (6, 13), (6.9, 13))
    ]
    assert found == [None, "left", "left"]


@pytest.mark.parametrize(
    ("density", "slots"),
    [
        ("featureless", []),
        ("open", [("good", "rough", "difficult")]),
        ("normal", [("good", "rough", "difficult")] * 2),
        ("dense", [("difficult",)] * 2 + [("good", "rough")]),
    ],
)
def test_the_density_opens_its_compulsory_slots(density, slots):
    battle = in_land("plains", PLAINS[density])
    assert list(battle.situation.slots) == slots


def test_a_very_dense_box_opens_two_difficult_and_two_other_slots():
    battle = in_land("desert", [2, 2])
    assert list(battle.situation.slots) == [("difficult",)] * 2 + [("good", "rough")] * 2


def test_compulsory_types_are_selected_in_turn_the_defender_first_and_fill_their_slots():
    battle = in_land("plains", PLAINS["dense"])
    asked = []
    for type_ in ("mountains", "hills", "mountains"):
        asked += battle.asked().items()
        battle.select(type_)
    assert asked == [(0, "choose_type"), (1, "choose_type"), (0, "choose_type")]
    assert battle.situation.slots == ()


def test_a_full_category_cannot_be_selected_again():
    battle = in_land("plains", PLAINS["dense"])
    battle.select("hills")
    types = [option["type"] for option in battle.options(1)]
    assert types == ["orchards_vineyards", "mountains", "sandy_ground"]


@pytest.mark.parametrize(("max_counts", "again"), [("table", False), ("player", True)])
def test_a_maximum_counts_for_the_table_or_for_each_player(max_counts, again):
    battle = in_land("plains", PLAINS["normal"], max_counts=max_counts)
    battle.select("woods")
    assert ({"type": "woods"} in battle.options(1)) == again


def test_in_jungle_each_player_lays_a_dangerous_marsh():
    """The sheet lets two be dangerous, though a player has one at most."""
    battle = in_land("jungle", [4, 2])
    battle.select("marsh")
    assert {"type": "marsh"} in battle.options(1)
    battle.select("marsh")

    for side, x in ((0, 12), (1, 20)):
        if battle.asked() == {side: "dice_or_not"}:
            battle.answer(side, {"dice": True})
        battle.roll(2)
        prompt, known = battle.askings()[side].prompt, battle.known(seat(side))
        answer = {"outline": square(x, 12, 6), "declared": "dangerous"}
        assert prompt.judge(side, answer, known) == ()
        battle.answer(side, answer)
        battle.roll(1)

    laid = [(each["type"], each["declared"]) for each in battle.situation.pieces]
    assert laid == [("marsh", "dangerous"), ("marsh", "dangerous")]


def square(x, y, side):
    ring = [[x, y], [x + side, y], [x + side, y + side], [x, y + side], [x, y]]
    return {"type": "Polygon", "coordinates": [ring]}


def test_types_that_share_a_maximum_use_it_up_together():
    battle = in_land("waterside", [1, 4], max_counts="table")
    battle.select("fields", "tilled_fields")
    battle.roll(2)
    battle.place()
    battle.roll(1)
    battle.answer(1, {"dice": True})
    battle.roll(2)
    battle.place()
    battle.roll(1)
    lots = [option["types"] for option in battle.options(0)]
    assert ["hills"] in lots
    assert not [lot for lot in lots if "fields" in lot or "tilled_fields" in lot]


def test_a_lost_piece_uses_nothing_up():
    battle = in_land("plains", PLAINS["open"])
    battle.select("woods")
    battle.roll(2)
    battle.lose()
    assert battle.situation.lost == (
        {"id": "p1", "type": "woods", "slot": "compulsory", "placed_by": "defender", "die": 2},
    )
    assert {"types": ["woods"]} in battle.options(0)


def test_what_is_said_of_a_search_is_short():
    battle = in_land("plains", PLAINS["open"])
    battle.select("woods")
    battle.roll(2)
    prompt = battle.askings()[0].prompt
    # {"x":"..."} takes eight bytes besides its letters.
    for letters, wrong in ((8183, None), (8184, None), (8185, "$.searched")):
        answer = {"impossible": True, "searched": {"x": "x" * letters}}
        assert prompt.misshapen(answer) == wrong


def test_a_removed_piece_uses_nothing_up():
    battle = in_land("plains", PLAINS["open"])
    battle.select("woods")
    battle.roll(2)
    battle.place()
    battle.roll(6)
    battle.answer(1, {"action": "remove"})
    assert battle.situation.pieces == ()
    assert {"types": ["woods"]} in battle.options(0)


def test_optional_pieces_are_selected_all_at_once_and_placed_in_turn():
    battle = in_land("plains", PLAINS["featureless"])
    battle.answer(0, {"types": ["hills", "brush"]})
    battle.answer(1, {"types": ["gully"]})
    assert battle.asked() == {0: "choose_type"}
    battle.answer(0, {"type": "brush"})
    battle.roll(4)
    battle.place()
    battle.roll(1)
    assert (battle.situation.in_hand.type, battle.situation.in_hand.side) == ("gully", 1)
    battle.roll(4)
    battle.place()
    battle.roll(1)
    assert (battle.situation.in_hand.type, battle.situation.in_hand.side) == ("hills", 0)


@pytest.mark.parametrize(
    ("die", "actions"),
    [
        (1, None),
        (2, None),
        (3, None),
        (4, ["leave", "move"]),
        (5, ["leave", "move", "turn"]),
        (6, ["leave", "move", "turn", "remove"]),
    ],
)
def test_the_opponent_does_what_his_die_lets_him(die, actions):
    battle = in_land("plains", PLAINS["open"])
    battle.select("hills")
    battle.roll(2)
    battle.place()
    battle.roll(die)
    if actions is None:
        assert "oppose" not in battle.asked().values()
    else:
        assert [option["action"] for option in battle.options(1)] == actions


@pytest.mark.parametrize(("die", "actions"), [(4, None), (5, None), (6, ["leave", "remove"])])
def test_a_river_is_removed_but_never_moved(die, actions):
    battle = in_land("plains", PLAINS["open"])
    battle.select("rivers_and_streams")
    battle.roll(2)
    battle.place()
    battle.roll(die)
    if actions is None:
        assert "oppose" not in battle.asked().values()
    else:
        assert [option["action"] for option in battle.options(1)] == actions


def test_a_slide_moves_the_outline_and_marks_the_piece():
    battle = in_land("plains", PLAINS["open"])
    battle.select("hills")
    battle.roll(2)
    battle.place()
    battle.roll(4)
    battle.answer(1, {"action": "move"})
    battle.answer(1, {"by": [2.5, -0.5]})
    (piece,) = battle.situation.pieces
    assert piece["moved"] is True
    assert piece["outline"]["coordinates"] == [
        [[3.5, 0.5], [9.5, 0.5], [9.5, 6.5], [3.5, 6.5], [3.5, 0.5]]
    ]


def test_a_turn_goes_anticlockwise_about_the_chosen_point():
    battle = in_land("plains", PLAINS["open"])
    battle.select("hills")
    battle.roll(2)
    battle.place()
    battle.roll(5)
    battle.answer(1, {"action": "turn"})
    battle.answer(1, {"about": [7, 1], "degrees": -90})
    (piece,) = battle.situation.pieces
    corners = {tuple(point) for point in piece["outline"]["coordinates"][0]}
    assert corners == {(7.0, 7.0), (7.0, 1.0), (13.0, 1.0), (13.0, 7.0)}


def test_an_opponent_may_leave_the_piece_after_all():
    battle = in_land("plains", PLAINS["open"])
    battle.select("hills")
    battle.roll(2)
    battle.place()
    battle.roll(4)
    battle.answer(1, {"action": "move"})
    battle.answer(1, {"leave": True})
    assert battle.situation.pieces[0]["moved"] is False


def with_a_field(**settings):
    """A field lies on the table and a second one is about to be placed by the invader."""
    battle = in_land("plains", PLAINS["normal"], **settings)
    battle.select("fields", "fields")
    battle.roll(2)
    battle.place()
    battle.roll(1)
    return battle


def test_a_field_beside_a_field_may_go_without_dice_but_the_first_may_not():
    battle = in_land("plains", PLAINS["normal"])
    battle.select("fields", "fields")
    assert battle.waits_for_a_roll().label == "placement"
    assert with_a_field().asked() == {1: "dice_or_not"}


def test_without_dice_the_piece_carries_no_die():
    battle = with_a_field()
    battle.answer(1, {"dice": False})
    assert battle.askings()[1].prompt.about()["die"] is None


@pytest.mark.parametrize(("undiced_opposed", "label"), [(True, "opposing"), (False, None)])
def test_a_piece_placed_without_dice_is_opposed_where_the_setting_says_so(undiced_opposed, label):
    battle = with_a_field(undiced_opposed=undiced_opposed)
    battle.answer(1, {"dice": False})
    battle.place()
    found = getattr(battle.run.pending, "label", None)
    assert found == label


def test_open_ground_goes_off_the_table_after_the_last_optional_piece():
    battle = in_land("plains", PLAINS["open"])
    battle.select("open")
    battle.roll(2)
    battle.place()
    battle.roll(1)
    assert battle.layout_types() == ["open"]
    battle.answer(0, {"types": []})
    battle.answer(1, {"types": []})
    assert battle.layout_types() == []


def to_settlements(**lists):
    battle = in_land("plains", PLAINS["featureless"], **lists)
    for side in (0, 1):
        battle.answer(side, {"types": []})
    return battle


HOLDERS = {
    "settlement": "fort",
    "units": [
        {"name": "A", "kind": "tug", "arm": "foot", "order": "close", "bases": 6},
        {"name": "B", "kind": "tug", "arm": "foot", "order": "close", "bases": 6}
        | {"flags": ["garrison"]},
    ],
}


def test_settlements_are_placed_the_defenders_first_without_dice_or_opposition():
    battle = to_settlements(first=HOLDERS, second={"settlement": "vital_settlement"})
    battle.place()
    assert battle.options(0) == [{"units": []}, {"units": [1]}]
    battle.answer(0, {"units": [1]})
    assert battle.asked() == {1: "place_piece"}
    battle.place()
    battle.answer(1, {"units": []})
    slots = [(piece["type"], piece["slot"], piece["die"]) for piece in battle.situation.pieces]
    assert slots == [("fort", "settlement", None), ("vital_settlement", "settlement", None)]
    assert battle.waits_for_a_draw().label == "scouting_cards"


def test_a_garrison_is_seen_by_its_owner_alone():
    battle = to_settlements(first=HOLDERS)
    battle.place()
    battle.answer(0, {"units": [1]})
    assert battle.view(seat(0))["sides"][0]["garrison"] == [1]
    assert battle.view(seat(1))["sides"][0]["garrison"] is None


@pytest.mark.parametrize(
    ("saved_cards", "scouting", "kept", "count"),
    [
        ("within_total", 4, 0, 4),
        ("within_total", 4, 1, 3),
        ("within_total", 1, 2, 0),
        ("added", 4, 1, 4),
    ],
)
def test_kept_cards_are_within_the_scouting_total_or_added(saved_cards, scouting, kept, count):
    first = {"scouting": scouting, "pbs_cards": 5 + kept, "kept": ["green"] * kept}
    stated = {name: value for name, value in first.items() if name != "kept"}
    battle = Director(setup(army(**stated), army(), saved_cards=saved_cards))
    battle.to_days(("black",) * 5 + ("green",) * kept, ("black",) * 5, PLAINS["featureless"])
    for _ in range(5):
        for side in (0, 1):
            battle.answer(side, {"card": "black"})
    if kept:
        battle.answer(0, {"cards": ["green"] * kept})
    for side in (0, 1):
        battle.answer(side, {"types": []})
    assert battle.waits_for_a_draw().count == count
    battle.draw(*["black"] * count)
    battle.draw(*["black"] * 3)
    assert battle.situation.scouted[0].percent == 10 * kept


@pytest.mark.parametrize(
    ("defender", "invader", "percents", "outscouted", "by"),
    [
        (["red", "red", "yellow"], ["green", "black", "white"], [100, 10], 1, 90),
        (["green", "black", "white"], ["yellow", "yellow", "green"], [10, 50], 0, 40),
        (["yellow", "white", "black"], ["green", "green", "black"], [20, 20], None, 0),
    ],
)
def test_the_difference_of_the_percentages_outscouts_the_lower(
    defender, invader, percents, outscouted, by
):
    battle = in_land("plains", PLAINS["featureless"])
    for side in (0, 1):
        battle.answer(side, {"types": []})
    battle.draw(*defender)
    battle.draw(*invader)
    result = battle.view()["result"]
    assert result["scouting"] == percents
    assert (result["outscouted"], result["outscouted_by"]) == (outscouted, by)
    assert battle.run.over


def test_only_the_best_five_cards_are_summed_and_a_hundred_is_the_most():
    rich = {"deck": {"black": 20, "white": 10, "green": 4, "yellow": 6, "red": 10}}
    battle = in_land("plains", PLAINS["featureless"], first={"scouting": 7}, **rich)
    for side in (0, 1):
        battle.answer(side, {"types": []})
    battle.draw("red", "red", "red", "red", "red", "yellow", "green")
    battle.draw("black", "black", "black")
    result = battle.view()["result"]
    assert result["scouting"] == [200, 0]
    assert (result["outscouted"], result["outscouted_by"]) == (1, 100)
