"""Who is asked for what in which turn, and which answers are refused? Sections 10.D and 10.E."""

from typing import Any

import pytest

from setup_app.rulebooks.pbs_2023_1.armies import army_as_json, army_from_json, read_army
from tests.rulebooks.pbs.deployment.stage import (
    army,
    at,
    deployed,
    in_line,
    piece,
    stage,
    sug,
    tugs,
    unit,
)

CAMP = {"at": [22.5, 1], "facing": 90}


def placed_camp(first: Any, second: Any = None, **stated: Any) -> Any:
    """Side 0 begins and has its camp down."""
    outscouted = stated.pop("outscouted", None)
    battle = stage(first, second, **stated).to_deployment(outscouted)
    battle.do(0, CAMP)
    return battle


def test_two_armies_of_ten_take_twelve_questions() -> None:
    battle = stage(army(tugs(10))).to_deployment()
    asked = []
    while battle.run.pending is not None:
        ((side, kind),) = battle.asked().items()
        asked.append((side, kind))
        battle.do_suggested(side)

    assert asked == [
        (0, "place_camp"), (0, "deploy"), (0, "hide"), (1, "hide"), (1, "place_camp"),
        (1, "deploy"), (0, "deploy"), (1, "deploy"), (0, "deploy"), (1, "deploy"),
        (0, "place_leaders"), (1, "place_leaders"),
    ]  # fmt: skip
    assert battle.steps() == [(0, 4), (1, 4), (0, 4), (1, 4), (0, 2), (1, 2)]


@pytest.mark.parametrize(
    ("outscouted", "sizes", "steps"),
    [
        (None, (10, 13), [(0, 4), (1, 5), (0, 4), (1, 5), (0, 2), (1, 3)]),
        ((1, 40), (13, 10), [(1, 4), (0, 6), (1, 4), (0, 5), (1, 2), (0, 2)]),
        ((0, 100), (10, 13), [(0, 10), (1, 13)]),
    ],
)
def test_who_is_outscouted_begins_with_as_much_as_he_is_outscouted_by(
    outscouted: Any, sizes: Any, steps: Any
) -> None:
    battle = stage(*(army(tugs(size)) for size in sizes)).to_deployment(outscouted)

    battle.play_to(None)

    assert battle.steps() == steps


@pytest.mark.parametrize(
    ("settings", "asked"),
    [
        ({}, [4, 5]),
        ({"same_share": "deployed"}, [4, 6]),
        ({"round_tugs": "down"}, [3, 4]),
        ({"round_tugs": "nearest"}, [4, 5]),
    ],
)
def test_the_second_army_is_asked_for_the_same_share(settings: Any, asked: list[int]) -> None:
    battle = stage(army(tugs(9)), army(tugs(12)), **settings).to_deployment((0, 40))

    battle.play_to("place_leaders")

    assert [number for _, number in battle.steps()[:2]] == asked


def test_a_first_part_of_nobody_is_noted_and_not_asked() -> None:
    battle = stage(army(tugs(9)), round_tugs="down").to_deployment((0, 10))

    battle.play_to("place_leaders")

    assert battle.steps()[::2] == [(0, 0), (0, 3), (0, 3), (0, 3)]


TEN = army(tugs(10))


@pytest.mark.parametrize(
    ("answer", "codes"),
    [
        (deployed(0, 1, 2, 3), []),
        (deployed(0, 1, 2), ["wrong_number"]),
        (deployed(0, 1, 2, 3, 4), ["wrong_number"]),
        (deployed(0, 1, 2, 10), ["no_such_unit", "wrong_number"]),
        (deployed(0, 1, 2, 2), ["unit_placed_twice", "wrong_number"]),
        (deployed(0, 1, 2, 3, no_place=[4]), ["wrong_number", "place_exists"]),
        (deployed(0, 1, 2, no_place=[3]), ["place_exists"]),
        ({"units": [*in_line([0, 1, 2]), at(3, 13.5, 5)]}, ["overlap"]),
        ({"units": [*in_line([0, 1, 2]), at(3, 30, 8.6)]}, ["outside_zone"]),
        ({"units": [*in_line([0, 1, 2]), at(3, 30, 6, ranks=7)]}, ["wrong_number"]),
    ],
)
def test_a_turn_is_of_so_many_tugs_in_legal_places(answer: Any, codes: list[str]) -> None:
    assert sorted(placed_camp(TEN).codes(0, answer)) == sorted(codes)


DEPTHS = {"foot": 0.5, "mounted": 0.75, "elephants": 1, "artillery": 1, "battle_wagon": 1}


@pytest.mark.parametrize(
    ("deep", "stated"),
    [
        ("foot", {}),
        ("mounted", {"arm": "mounted"}),
        ("elephants", {"arm": "elephants"}),
        ("artillery", {"arm": "artillery"}),
        ("battle_wagon", {"flags": ["battle_wagon"]}),
    ],
)
def test_how_deep_the_bases_are(deep: str, stated: Any) -> None:
    """In two ranks, its front on the edge of its zone; then each base is a quarter deeper."""
    units = [unit("The one", **stated), *tugs(2)]
    answer = {"units": [at(0, 22.5, 9 - DEPTHS[deep])]}
    deeper = {**DEPTHS, deep: DEPTHS[deep] + 0.25}
    found = {}
    for name, depths in (("default", DEPTHS), ("deeper", deeper)):
        battle = placed_camp(army(units), base_depths=depths)
        found[name] = battle.codes(0, answer)
        battle.do(0, {"units": [at(0, 22.5, 8 - DEPTHS[deep])]})
        (shown,) = battle.view()["deployment"]["sides"][0]["units"]
        ys = [y for _x, y in shown["outline"]["coordinates"][0]]
        found[name].append(max(ys) - min(ys))

    assert found["default"] == [2 * DEPTHS[deep]]
    assert found["deeper"] == ["outside_zone", 2 * deeper[deep]]


def test_every_violation_is_told_and_not_the_first_alone() -> None:
    answer = {"units": [at(0, 2, 8.6), at(1, 50, 5), at(1, 20, 5)]}

    found = placed_camp(TEN).codes(0, answer)

    assert {"unit_placed_twice", "wrong_number", "outside_zone", "unsecure_flank"} <= set(found)


def test_works_go_down_before_all_others() -> None:
    five = [unit(f"Works {place}", "barricades") for place in range(5)]
    battle = placed_camp(army([*tugs(5), *five]))

    assert battle.codes(0, deployed(5, 6, 7, 0)) == ["works_first"]
    battle.do(0, deployed(5, 6, 7, 8))
    battle.play_to("deploy", 0)
    assert battle.codes(0, deployed(0, 1, 2, 3, y=8)) == ["works_first"] * 4
    battle.do(0, deployed(9, 0, 1, 2, y=8))


def test_sugs_go_down_with_the_last_tugs() -> None:
    battle = placed_camp(army([*tugs(4), sug("Slingers")]))

    assert battle.codes(0, deployed(0, 1, 4)) == ["skirmishers_with_last"]
    battle.do(0, deployed(0, 1))
    battle.play_to("deploy", 0)
    assert battle.codes(0, deployed(2, 3, y=8)) == ["skirmishers_with_last"]
    battle.do(0, deployed(2, 3, 4, y=8))


def test_sugs_go_down_with_any_group_where_a_group_says_so() -> None:
    battle = placed_camp(army([*tugs(4), sug("Slingers"), sug("Archers")]), sugs_down="any_group")

    battle.do(0, deployed(0, 1, 4))
    battle.play_to("deploy", 0)

    assert battle.codes(0, deployed(2, 3, y=8)) == ["skirmishers_with_last"]
    battle.do(0, deployed(2, 3, 5, y=8))


def may_all_ambush(**stated: Any) -> Any:
    """Twelve TUGs, all of which may ambush, outscouted by 70 percent."""
    twelve = army([unit(f"Ambushers {place}", "may_ambush") for place in range(12)])
    return placed_camp(twelve, army(tugs(8)), outscouted=(0, 70), **stated)


def test_the_outscouted_army_puts_down_its_whole_number_before_it_hides() -> None:
    battle = may_all_ambush()
    nine = {"units": [*in_line(range(5)), *in_line(range(5, 9), y=8)]}

    (refused,) = battle.refusals(0, deployed(0))

    assert battle.codes(0, {"units": nine["units"][:8]}) == ["wrong_number"]
    assert (refused.measured, refused.required, refused.params) == (
        1, 9, {"reason": "tugs_missing", "missing": 8},
    )  # fmt: skip
    battle.do(0, nine)
    battle.do(0, {"ambush": {"at": [35, 3.5], "units": [9, 10]}})
    battle.do(0, {"done": True})


@pytest.mark.parametrize("stated", [{"hold_back": True}, {"revision": 3}])
def test_where_tugs_may_be_held_back_one_may_go_down_and_eleven_hide(stated: Any) -> None:
    """As a setting allows, and as it always was to revision 3."""
    battle = may_all_ambush(**stated)

    battle.do(0, deployed(0))

    assert battle.codes(0, {"done": True}) == ["must_hide_rest"]
    battle.do(0, {"ambush": {"at": [35, 3.5], "units": list(range(1, 12))}})
    battle.do(0, {"done": True})
    assert battle.prompt(1).kind == "hide"


def test_who_hid_before_puts_down_all_that_is_left_if_that_is_fewer() -> None:
    units = [*tugs(3), *(unit(f"Ambushers {place}", "may_ambush") for place in range(9))]
    battle = stage(army(units), army(tugs(8)), ambush_moment="before_first_parts").to_deployment(
        (0, 70)
    )
    every = {"ambush": {"at": [35, 3.5], "units": list(range(3, 12))}}

    assert battle.codes(0, {"ambush": {"at": [35, 3.5], "units": [0]}}) == ["may_not_ambush"]
    battle.do(0, every)
    battle.do(0, {"done": True})
    battle.play_to("deploy", 0)

    assert battle.codes(0, deployed(0, 1)) == ["wrong_number"]
    battle.do(0, deployed(0, 1, 2))


def test_works_that_may_be_hidden_block_no_others_until_their_owner_has_hidden() -> None:
    hidden = [unit("Behind stakes", "barricades", "may_ambush"), unit("Fort", "redoubts")]
    battle = placed_camp(army([*tugs(4), *hidden]))

    assert battle.codes(0, deployed(0, 1)) == ["works_first"] * 2
    battle.do(0, deployed(5, 0))
    battle.do(0, {"done": True})
    battle.play_to("deploy", 0)
    assert battle.codes(0, deployed(1, 2, y=8)) == ["works_first"] * 2
    battle.do(0, deployed(4, 1, y=8))


@pytest.mark.parametrize(
    ("stated", "flags"),
    [
        ({"revision": 3}, ["may_ambush"]),
        ({"ambush_markers": 0}, ["may_ambush"]),
        ({}, []),
    ],
)
def test_works_that_cannot_be_hidden_go_first(stated: Any, flags: list[str]) -> None:
    battle = placed_camp(army([*tugs(5), unit("Works", "barricades", *flags)]), **stated)

    assert battle.codes(0, deployed(0, 1)) == ["works_first"] * 2


def test_the_order_of_works_cites_the_section_that_prints_it() -> None:
    battle = placed_camp(army([*tugs(5), unit("Works", "barricades")]))

    assert {each.rule for each in battle.refusals(0, deployed(0, 1))} == {"10.D"}


def battery(arm: str, order: str, **stated: Any) -> Any:
    """A battery at the left edge, in an unsecure flank sector."""
    one = unit("Battery", "battery", arm=arm, order=order, bases=2)
    battle = placed_camp(army([one, *tugs(3)]), **stated)
    return battle.codes(0, {"units": [at(0, 3, 5), *in_line([1])]})


@pytest.mark.parametrize(
    ("arm", "order"), [("foot", "loose"), ("mounted", "open"), ("elephants", "close")]
)
def test_a_battery_keeps_out_of_an_unsecure_flank_whatever_its_list_states(
    arm: str, order: str
) -> None:
    assert battery(arm, order) == ["works_in_unsecure_flank"]
    assert battery(arm, order, revision=3) == []


def test_a_battery_in_ambush_keeps_out_of_an_unsecure_flank_too() -> None:
    guns = unit("Battery", "battery", "may_ambush", arm="artillery", bases=2)
    battle = stage(army([guns, *tugs(5)]), ambush_moment="before_first_parts").to_deployment()

    found = battle.codes(0, {"ambush": {"at": [3, 5], "units": [0]}})

    assert found == ["works_in_unsecure_flank"]


def test_the_log_says_how_many_were_asked_why_and_how_many_stand() -> None:
    battle = placed_camp(army(tugs(9)), army(tugs(12)), outscouted=(0, 40))
    battle.do(0, deployed(0, 1, 2, 3))
    battle.play_to("place_leaders")

    lines = [line for line in battle.situation.told if line.code.startswith("put_down")]

    assert [(line.code, *map(line.params.get, ("side", "asked", "standing", "size")))
            for line in lines] == [
        ("put_down_percent", 0, 4, 4, 9), ("put_down_percent", 1, 5, 5, 12),
        ("put_down_group", 0, 3, 7, 9), ("put_down_group", 1, 4, 9, 12),
        ("put_down_group", 0, 2, 9, 9), ("put_down_group", 1, 3, 12, 12),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("stated", "codes"),
    [
        ({}, ["put_down_third", "put_down_third"]),
        ({"same_share": "deployed"}, ["put_down_third", "put_down_same_share"]),
        ({"revision": 3}, ["put_down", "put_down"]),
    ],
)
def test_the_log_names_the_reason_of_a_first_part(stated: Any, codes: list[str]) -> None:
    battle = stage(army(tugs(4)), **stated).to_deployment()
    battle.play_to("place_leaders")

    assert [code for code in battle.told() if code.startswith("put_down")][:2] == codes


def test_held_back_for_hiding_are_hidden_and_the_sugs_follow_alone() -> None:
    """70 percent of 12: asked 9, in hand 12; he puts down 9, hides 3, then his SUGs."""
    ways = [
        unit("Ambushers", "may_ambush"),
        unit("A", "may_flank_march"),
        unit("B", "may_flank_march"),
    ]
    battle = placed_camp(
        army([*tugs(9), *ways, sug("Slingers")]), army(tugs(8)), outscouted=(0, 70)
    )

    battle.do(0, deployed(*range(7), y=5) | {"units": [
        *in_line(range(7), y=5), *in_line([7, 8], y=8),
    ]})  # fmt: skip
    battle.do(0, {"march": {"leader": 1, "flank": "left", "units": [10, 11]}})
    battle.do(0, {"ambush": {"at": [20, 3.5], "units": [9]}})
    battle.do(0, {"done": True})
    battle.play_to("deploy", 0)

    assert battle.prompt(0).about() == {"part": "group", "number": 0}
    battle.play_to("place_leaders")
    assert battle.steps() == [(0, 9), (1, 6), (0, 0), (1, 2)]


def test_fewer_go_down_only_where_all_the_others_can_be_hidden() -> None:
    hidden = [unit(f"Ambushers {place}", "may_ambush") for place in range(4)]
    battle = placed_camp(
        army([*tugs(8), *hidden]), army(tugs(8)), outscouted=(0, 70), hold_back=True
    )

    some_cannot = {"units": in_line(range(7))}
    assert battle.codes(0, some_cannot) == ["wrong_number"]
    battle.do(0, {"units": [*in_line(range(7)), *in_line([7], y=8)]})
    assert battle.codes(0, {"done": True}) == ["must_hide_rest"]
    battle.do(0, {"ambush": {"at": [20, 3.5], "units": [8, 9, 10]}})
    assert battle.codes(0, {"done": True}) == ["must_hide_rest"]
    battle.do(0, {"ambush": {"at": [24, 3.5], "units": [11]}})
    battle.do(0, {"done": True})


@pytest.mark.parametrize("most", [1, 0])
def test_markers_that_are_left_bound_what_is_held_back(most: int) -> None:
    hidden = [unit("Ambushers", "may_ambush"), unit("More", "may_ambush")]
    battle = placed_camp(
        army([*tugs(4), *hidden]), outscouted=(0, 100), ambush_markers=most, hold_back=True
    )

    assert battle.codes(0, deployed(0, 1, 2, 3)) == ([] if most else ["wrong_number"])
    if most:
        battle.do(0, deployed(0, 1, 2, 3))
        half = {"ambush": {"at": [20, 3.5], "units": [4]}}
        assert battle.codes(0, half) == ["must_hide_rest"]
        battle.do_suggested(0)
        battle.do(0, {"done": True})


@pytest.mark.parametrize(
    ("flags", "from_line", "codes"),
    [
        (["may_ambush"], 14, []),
        (["may_ambush"], 15, ["wrong_number"]),
        (["may_ambush", "may_flank_march"], 15, []),
    ],
)
def test_nobody_is_held_back_for_a_marker_that_has_no_place(
    flags: list[str], from_line: int, codes: list[str]
) -> None:
    """15 from the centre line there is no ground left; who may march as well does that."""
    units = [*tugs(2), unit("Hidden", *flags)]
    settings = {"ambush_from_centre_line": from_line, "outscouted": (0, 100), "hold_back": True}
    battle = placed_camp(army(units), **settings)

    assert battle.codes(0, deployed(0, 1)) == codes
    if not codes:
        battle.do(0, deployed(0, 1))
        battle.play_to("hide", 0)
        hidden = battle.do_suggested(0)
        assert ("ambush" in hidden) == (from_line == 14)


def test_what_goes_down_or_is_hidden_first_leaves_a_marker_its_place() -> None:
    """Works keep to the middle, markers to 1 BW at the edge: a long line there leaves one place.

    Loose foot, whose own ground the flank is too, leaves it at the right end or not at all.
    """
    guarded = unit("Behind stakes", "may_ambush", "barricades")
    wide = unit("Long line", bases=25, order="loose")
    battle = stage(
        army([wide, guarded, guarded], camp=False), ambush_from_centre_line=14, hold_back=True
    ).to_deployment((0, 100))

    in_the_way = battle.codes(0, {"units": [at(0, 22.5, 0.5, ranks=1)]})
    assert in_the_way == ["wrong_number"]
    battle.do(0, {"units": [at(0, 21.5, 0.5, ranks=1)]})
    one, both = ({"ambush": {"at": [34.5, 0.5], "units": units}} for units in ([1], [1, 2]))
    assert battle.codes(0, one) == ["must_hide_rest"]
    battle.do(0, both)


def test_somebody_has_to_be_seen() -> None:
    battle = placed_camp(army(tugs(3, "may_ambush")), hold_back=True)

    assert battle.codes(0, {"units": []}) == ["nobody_down"]
    battle.do(0, deployed(0))
    battle.do(0, {"ambush": {"at": [20, 3.5], "units": [1, 2]}})
    battle.do(0, {"done": True})
    every = {"ambush": {"at": [20, 26.5], "units": [0, 1, 2]}}
    assert battle.codes(1, every) == ["nobody_down"]


def test_a_unit_without_a_place_counts_as_put_down_and_stays_off() -> None:
    walls = [piece(f"w{x}", "rocky_ground", x + 1.5, 4.5, 3, 9) for x in range(0, 45, 3)]
    given = [wall | {"declared": "impassable"} for wall in walls]
    battle = stage(army(tugs(3), camp=False), army(tugs(3))).to_deployment(pieces=given)

    assert (battle.suggested(0)["units"], len(battle.suggested(0)["no_place"])) == ([], 1)
    battle.play_to("place_leaders")

    shown = battle.view()["deployment"]["sides"][0]
    assert (shown["units"], len(shown["no_place"])) == ([], 3)
    assert battle.steps()[::2] == [(0, 1), (0, 1), (0, 1)]


def test_a_list_that_was_written_down_is_read_back_as_it_was() -> None:
    read = read_army(army([*tugs(2, "may_ambush", "battery"), sug("Slingers")], settlement="fort"))

    assert army_from_json(army_as_json(read)) == read
