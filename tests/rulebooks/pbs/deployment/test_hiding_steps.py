"""What may be hidden, with whom and where, and what does each setting change? 10.D to 10.G."""

from typing import Any

import pytest

from setup_app.engine.hidden import Secret
from tests.rulebooks.pbs.deployment.stage import army, deployed, stage, sug, tugs, unit

LURKING, MARCHING = unit("Ambushers", "may_ambush"), unit("Marchers", "may_flank_march")
UNITS = [
    *tugs(5),
    LURKING,
    LURKING,
    MARCHING,
    unit("More marchers", "may_flank_march"),
    sug("Slingers"),
]
MARKER = {"ambush": {"at": [20, 3.5], "units": [6]}}
MARCH = {"march": {"leader": 1, "flank": "left", "units": [7]}}
BLUFF = {"march": {"leader": 1, "flank": None, "units": []}}


def hiding(units: Any = UNITS, **stated: Any) -> Any:
    """Side 0 is asked whom it hides; three of its TUGs are down."""
    ground = {name: stated.pop(name) for name in ("flank", "secure") if name in stated}
    battle = stage(army(units), army(tugs(6)), **stated).to_deployment(**ground)
    battle.play_to("deploy")
    battle.do(0, deployed(0, 1, 2))
    battle.play_to("hide", 0)
    return battle


def marker(*units: int, at: Any = (20, 3.5)) -> Any:
    return {"ambush": {"at": list(at), "units": list(units)}}


def march(*units: int, leader: int = 1, flank: str | None = "left") -> Any:
    return {"march": {"leader": leader, "flank": flank, "units": list(units)}}


@pytest.mark.parametrize(
    ("answer", "codes"),
    [
        (MARKER, []),
        (MARCH, []),
        (BLUFF, []),
        ({"done": True}, []),
        (marker(), ["wrong_number"]),
        (marker(3), ["may_not_ambush"]),
        (marker(7), ["may_not_ambush"]),
        (marker(6, 6), ["unit_placed_twice"]),
        (marker(44), ["no_such_unit"]),
        (marker(0), ["unit_not_available", "may_not_ambush"]),
        (marker(6, at=(13.5, 5)), ["overlap"]),
        (march(6), ["may_not_march"]),
        (march(), ["wrong_number"]),
        (march(7, flank=None), ["wrong_number"]),
        (march(7, leader=3), ["leader_not_free"]),
        (march(7, leader=0), ["leader_not_free"]),
        (march(leader=0, flank=None), ["leader_not_free"]),
        (march(1, 7), ["unit_not_available", "may_not_march"]),
    ],
)
def test_what_may_be_hidden(answer: Any, codes: list[str]) -> None:
    assert sorted(hiding().codes(0, answer)) == sorted(codes)


def reasons(battle: Any, answer: Any, code: str = "leader_not_free") -> list[Any]:
    found = battle.refusals(0, answer)
    return [each.params["reason"] for each in found if each.code == code]


def test_a_leader_who_is_not_free_is_refused_with_the_reason() -> None:
    battle = hiding()
    found = [reasons(battle, march(7, leader=leader)) for leader in (0, 3)]
    battle.do(0, BLUFF)
    found.append(reasons(battle, march(7)))
    last = hiding(commander_marches=True)
    last.do(0, march(7, leader=0))
    last.do(0, march(8, leader=1))
    found.append(reasons(last, march(leader=2, flank=None)))

    assert found == [["commander"], ["no_such_leader"], ["beside_camp"], ["last_leader"]]


def test_a_unit_that_is_not_available_is_refused_with_where_it_is() -> None:
    battle = hiding()
    battle.do(0, MARKER)
    battle.do(0, MARCH)
    found = [
        reasons(battle, marker(unit_, at=(24, 3.5)), "unit_not_available") for unit_ in (0, 6, 7)
    ]

    assert found == [["down"], ["in_ambush"], ["on_march"]]


def test_an_empty_march_and_one_that_is_too_large_say_different_things() -> None:
    battle = hiding(flank_march_units=1)

    found = [reasons(battle, march(*units), "wrong_number") for units in ((), (7, 8))]

    assert found == [["no_marchers"], ["marchers"]]


def test_a_leader_goes_beside_the_camp_once() -> None:
    battle = hiding()

    battle.do(0, BLUFF)

    assert battle.codes(0, march(7)) == ["leader_not_free"]
    battle.do(0, march(7, leader=2))


def test_two_leaders_may_take_the_same_flank() -> None:
    battle = hiding()

    battle.do(0, march(7, leader=2))
    battle.do(0, march(8, leader=1))


@pytest.mark.parametrize(("setting", "codes"), [(False, ["wrong_number"]), (True, [])])
def test_dummy_markers(setting: bool, codes: list[str]) -> None:
    assert hiding(dummy_markers=setting).codes(0, marker()) == codes


@pytest.mark.parametrize(("most", "codes"), [(None, []), (2, []), (1, ["wrong_number"])])
def test_most_markers(most: int | None, codes: list[str]) -> None:
    battle = hiding(ambush_markers=most)
    battle.do(0, MARKER)

    assert battle.codes(0, marker(5, at=(24, 3.5))) == codes


@pytest.mark.parametrize(
    ("from_line", "y", "codes"),
    [
        (6, 8.5, []),
        (6, 8.51, []),
        (6, 8.52, ["outside_zone"]),
        (0, 14.5, []),
        (0, 14.52, ["outside_zone"]),
        (15, 0.5, ["outside_zone"]),
        (None, 22.5, []),
        (None, 29.52, ["outside_table"]),
    ],
)
def test_how_near_the_centre_line_markers_lie(
    from_line: float | None, y: float, codes: list[str]
) -> None:
    battle = hiding(ambush_from_centre_line=from_line)

    assert battle.codes(0, marker(6, at=(20, y))) == codes


@pytest.mark.parametrize(("most", "codes"), [(None, []), (2, []), (1, ["wrong_number"])])
def test_most_units_of_a_march(most: int | None, codes: list[str]) -> None:
    assert hiding(flank_march_units=most).codes(0, march(7, 8)) == codes


def test_the_army_commander_marches_where_a_group_lets_him_and_another_leader_is_left() -> None:
    battle = hiding(commander_marches=True)

    battle.do(0, march(7, leader=0))
    battle.do(0, march(8, leader=1))

    assert battle.codes(0, march(leader=2, flank=None)) == ["leader_not_free"]


@pytest.mark.parametrize(
    ("on_water", "flank", "secure", "codes"),
    [
        (False, ["deep_water"], "left", {"left": ["flank_not_open"], "right": []}),
        (False, ["deep_water"], "right", {"left": [], "right": ["flank_not_open"]}),
        (True, ["deep_water"], "left", {"left": [], "right": []}),
        (True, ["deep_water"], "right", {"left": [], "right": []}),
        (False, [], None, {"left": [], "right": []}),
        (False, ["woods"], "left", {"left": [], "right": []}),
    ],
)
def test_nobody_comes_out_of_the_sea_unless_a_group_says_so(
    on_water: bool, flank: Any, secure: str | None, codes: Any
) -> None:
    battle = hiding(flank=flank, secure=secure, flank_march_on_deep_water=on_water)

    found = {side: battle.codes(0, march(7, flank=side)) for side in ("left", "right")}

    assert found == codes


def test_the_invaders_left_is_the_defenders_right() -> None:
    battle = stage(army(UNITS)).to_deployment(secure="left", flank=["deep_water"])
    battle.play_to("hide", 1)

    assert battle.codes(1, march(7, flank="left")) == []
    assert battle.codes(1, march(7, flank="right")) == ["flank_not_open"]


@pytest.mark.parametrize(
    ("moment", "kinds"),
    [
        ("sheet_order", ["deploy", "hide", "hide", "place_camp", "deploy", "deploy"]),
        ("before_first_parts", ["hide", "hide", "place_camp", "deploy", "place_camp", "deploy"]),
        ("after_first_parts", ["deploy", "place_camp", "deploy", "hide", "hide", "deploy"]),
    ],
)
def test_when_is_hidden(moment: str, kinds: list[str]) -> None:
    battle = stage(army(tugs(6)), ambush_moment=moment).to_deployment()
    battle.play_to(kinds[0])
    asked = []
    for _ in kinds:
        ((side, kind),) = battle.asked().items()
        asked.append(kind)
        battle.do_suggested(side)

    assert asked == kinds


def test_the_second_army_holds_back_too_where_it_hides_after_its_first_part() -> None:
    units = [*tugs(4), LURKING, LURKING]
    battle = stage(army(units), ambush_moment="after_first_parts", hold_back=True).to_deployment(
        (0, 100)
    )
    battle.play_to("deploy", 1)

    battle.do(1, {"units": [
        {**each, "at": [each["at"][0], 25], "facing": 270} for each in deployed(0, 1, 2, 3)["units"]
    ]})  # fmt: skip
    battle.play_to("hide", 1)

    assert battle.codes(1, {"done": True}) == ["must_hide_rest"]
    assert battle.suggested(1)["ambush"]["units"] == [4, 5]


# Leaders, commands, cards.


def test_with_generals_a_bluffing_leader_is_placed_like_the_others() -> None:
    battle = hiding()
    battle.do(0, BLUFF)
    battle.do(0, march(7, leader=2))
    battle.play_to("place_leaders", 0)
    assert battle.view()["deployment"]["sides"][0]["beside_camp"] == 2

    answer = battle.do_suggested(0)

    assert [each["leader"] for each in answer["leaders"]] == [0, 1]
    assert battle.view()["deployment"]["sides"][0]["beside_camp"] == 1
    (ended,) = [line for line in battle.situation.told if line.code == "bluffs_ended"]
    assert ended.params == {"side": 0, "count": 1}


def test_in_the_game_a_bluffing_leader_stays_beside_the_camp() -> None:
    battle = hiding(bluff_until="game")
    battle.do(0, BLUFF)
    battle.play_to("place_leaders", 0)

    answer = battle.do_suggested(0)

    assert [each["leader"] for each in answer["leaders"]] == [0, 2]
    assert battle.view()["deployment"]["sides"][0]["beside_camp"] == 1


def test_leaders_who_cannot_be_placed_are_refused_with_the_reason() -> None:
    battle = hiding()
    battle.do(0, MARCH)
    battle.do(0, {"done": True})
    battle.play_to("place_leaders", 0)
    every = (0, [30, 3], [0, 1, 2, 3, 4, 5, 6, 8])

    answer = led(every, (0, [32, 3], []), (1, [34, 3], []), (2, [36, 3], []), (7, [38, 3], []))

    assert reasons(battle, answer) == ["named_twice", "marching", "no_such_leader"]


def led(*leaders: tuple[int, Any, list[int]]) -> Any:
    return {"leaders": [{"leader": n, "at": at, "units": units} for n, at, units in leaders]}


@pytest.mark.parametrize(
    ("answer", "codes"),
    [
        (led((0, [30, 3], [0, 1, 2, 3, 4, 5, 8, 9]), (2, [34, 3], [])), []),
        (led((0, [30, 3], [0, 1, 2, 3, 4, 5]), (2, [34, 3], [8])), []),
        (led((0, [30, 3], [0, 1, 2, 3, 4]), (2, [34, 3], [8])), ["command_not_whole"]),
        (led((0, [30, 3], [0, 1, 2, 3, 4, 5, 8]), (2, [34, 3], [8])), ["unit_placed_twice"]),
        (led((0, [30, 3], [0, 1, 2, 3, 4, 5, 6, 8]), (2, [34, 3], [])), ["unit_not_available"]),
        (led((0, [30, 3], [0, 1, 2, 3, 4, 5, 7, 8]), (2, [34, 3], [])), ["unit_not_available"]),
        (led((0, [30, 3], [0, 1, 2, 3, 4, 5, 8, 44]), (2, [34, 3], [])), ["no_such_unit"]),
        (led((0, [30, 3], [0, 1, 2, 3, 4, 5, 8])), ["wrong_number"]),
        (led((0, [30, 3], [0, 1, 2, 3, 4, 5, 8]), (2, None, [])), ["place_exists"]),
        (led((0, [30, 3], [0, 1, 2, 3, 4, 5, 8]), (2, [34, 8.6], [])), ["outside_zone"]),
        (
            led((0, [30, 3], [0, 1, 2, 3, 4, 5, 8]), (2, [34, 3], []), (1, [38, 3], [])),
            ["leader_not_free"],
        ),
    ],
)
def test_every_tug_down_is_in_one_command(answer: Any, codes: list[str]) -> None:
    battle = hiding()
    battle.do(0, MARKER)
    battle.do(0, MARCH)
    battle.do(0, {"done": True})
    battle.play_to("place_leaders", 0)

    assert battle.codes(0, answer) == codes


def test_each_marker_gets_a_card_the_defenders_first() -> None:
    battle = hiding(dummy_markers=True)
    battle.do(0, MARKER)
    battle.do(0, marker(5, at=(24, 3.5)))
    battle.do(0, {"done": True})
    battle.do(1, marker(at=(20, 26.5)))
    battle.play_to("give_ambush")
    asked = []
    while battle.run.pending is not None:
        ((side, kind),) = battle.asked().items()
        asked.append((side, battle.prompt(side).about()))
        assert battle.options(side) == [{"leader": leader} for leader in (0, 1, 2)]
        battle.answer(side, {"leader": 2})

    assert kind == "give_ambush"
    assert asked == [(0, {"letter": "A"}), (0, {"letter": "B"}), (1, {"letter": "A"})]
    assert sorted(battle.situation.envelopes) == [
        "ambush-0-A", "ambush-0-B", "ambush-1-A",
        "ambush-card-0-A", "ambush-card-0-B", "ambush-card-1-A",
    ]  # fmt: skip


def test_who_finds_no_room_any_more_for_those_held_back_is_not_stuck() -> None:
    battle = stage(
        army([*tugs(4), LURKING]),
        ambush_moment="after_first_parts",
        ambush_from_centre_line=None,
        dummy_markers=True,
        hold_back=True,
    ).to_deployment((0, 100))
    battle.play_to("deploy", 1)
    battle.do(1, {"units": [
        {**each, "at": [each["at"][0], 25], "facing": 270} for each in deployed(0, 1, 2, 3)["units"]
    ]})  # fmt: skip
    # The other side hides first, and its markers may lie anywhere.
    markers = tuple(
        {"letter": f"{x}-{y}", "at": (x, y), "units": Secret(0, ()), "leader": None}
        for x in range(1, 45)
        for y in range(1, 30)
    )
    battle.situation.markers = battle.situation.markers.with_side(0, markers)
    battle.play_to("hide", 1)

    assert battle.suggested(1) == {"done": True}
    battle.do(1, {"done": True})
    battle.play_to("place_leaders")

    # They are put down after all, or have no place.
    assert battle.steps()[-1] == (1, 1)


def test_the_most_that_march_may_be_stated_with_a_point() -> None:
    units = [*tugs(3), MARCHING, MARCHING]
    battle = stage(army(units), army(tugs(6)), flank_march_units=2.0, hold_back=True).to_deployment(
        (0, 100)
    )
    battle.play_to("deploy", 0)

    battle.do(0, deployed(0, 1, 2))

    assert battle.suggested(0)["march"]["units"] == [3, 4]
