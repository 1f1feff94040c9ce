"""Who is asked about his camp, and what of it is asked? Section 10.C, each territory's special."""

from typing import Any

import pytest

from setup_app.engine.hidden import Secret
from tests.rulebooks.pbs.deployment.stage import Stage, army, piece, stage, tugs, unit

WATER = piece("p1", "deep_water", 2, 15, 4, 30)
BY_THE_WATER = piece("p2", "village", 7, 5, 6, 6)
AT_THE_EDGE = piece("p2", "village", 20, 3, 6, 6)
BEYOND = piece("p3", "village", 7, 26, 6, 6)
AT_THE_FAR_EDGE = piece("p3", "town", 20, 27, 8, 6)
WOODS = piece("p2", "woods", 20, 3, 6, 6)
FAR_WOODS = piece("p3", "forest", 20, 27, 6, 6)
INLAND = piece("p4", "woods", 32, 6, 6, 4)
ORDINARY = {"special": [], "bound": False, "on_terrain": False}


def special(*pieces: str, bound: bool = False) -> dict[str, Any]:
    return {"special": list(pieces), "bound": bound, "on_terrain": False}


def at_camps(territory: str, *pieces: Any, camps: Any = (True, True), **stated: Any) -> Stage:
    armies = (army(tugs(3), home=[territory], camp=camp) for camp in camps)
    water = [each for each in pieces if each["type"] == "deep_water"]
    outscouted = stated.pop("outscouted", None)
    return stage(*armies, **stated).to_deployment(
        outscouted,
        pieces=pieces,
        secure="left" if water else None,
        flank=["deep_water"] if water else [],
    )


def asked_of_camps(battle: Stage, *, use: bool | None = None) -> list[tuple[int, Any]]:
    """What both sides are asked about their camps; the defender uses the right or not."""
    asked = []
    while battle.run.pending is not None:
        ((side, kind),) = battle.asked().items()
        if kind == "camp_right":
            asked.append((side, kind))
            battle.do(side, {"use": use})
            continue
        if kind == "place_camp":
            asked.append((side, battle.prompt(side).about()))
        battle.do_suggested(side)
    return asked


@pytest.mark.parametrize(
    ("territory", "pieces"),
    [
        ("waterside", (WATER, BY_THE_WATER, BEYOND)),
        ("cultivated", (AT_THE_EDGE, AT_THE_FAR_EDGE)),
    ],
)
def test_the_defender_says_whether_he_uses_the_right_and_else_it_is_the_invaders(
    territory: str, pieces: Any
) -> None:
    yes = asked_of_camps(at_camps(territory, *pieces), use=True)
    no = asked_of_camps(at_camps(territory, *pieces), use=False)

    assert yes == [(0, "camp_right"), (0, special("p2", bound=True)), (1, ORDINARY)]
    assert no == [(0, "camp_right"), (0, ORDINARY), (1, special("p3"))]


@pytest.mark.parametrize("use", [True, False])
@pytest.mark.parametrize(
    ("territory", "pieces"),
    [
        ("waterside", (WATER, BY_THE_WATER, BEYOND)),
        ("cultivated", (AT_THE_EDGE, AT_THE_FAR_EDGE)),
    ],
)
def test_an_outscouted_invader_knows_before_his_camp_goes_down_first(
    territory: str, pieces: Any, use: bool
) -> None:
    asked = asked_of_camps(at_camps(territory, *pieces, outscouted=(1, 40)), use=use)

    invaders, defenders = (
        (ORDINARY, special("p2", bound=True)) if use else (special("p3"), ORDINARY)
    )
    assert asked == [(0, "camp_right"), (1, invaders), (0, defenders)]


@pytest.mark.parametrize(
    ("pieces", "camps"),
    [((AT_THE_FAR_EDGE,), (True, True)), ((AT_THE_EDGE, AT_THE_FAR_EDGE), (False, True))],
)
def test_nobody_is_asked_where_the_right_can_only_be_the_invaders(pieces: Any, camps: Any) -> None:
    asked = asked_of_camps(at_camps("cultivated", *pieces, camps=camps))

    assert [each for each in asked if each[0] == 1] == [(1, special("p3"))]
    assert [about for side, about in asked if side == 0] == ([ORDINARY] if camps[0] else [])


@pytest.mark.parametrize("territory", ["forest", "jungle"])
def test_woods_at_an_edge_of_his_zone_are_the_defenders_alone(territory: str) -> None:
    asked = asked_of_camps(at_camps(territory, WOODS, FAR_WOODS, INLAND))

    assert asked == [(0, special("p2")), (1, ORDINARY)]


@pytest.mark.parametrize("territory", ["desert", "plains", "mountains"])
def test_other_territories_have_no_special(territory: str) -> None:
    pieces = (WATER, BY_THE_WATER, WOODS)

    assert asked_of_camps(at_camps(territory, *pieces)) == [(0, ORDINARY), (1, ORDINARY)]


@pytest.mark.parametrize("lifts", ["cultivated", "all"])
@pytest.mark.parametrize("territory", ["waterside", "cultivated"])
def test_where_a_special_place_lifts_the_range(territory: str, lifts: str) -> None:
    """Without a secure flank, x from 16.5 to 28.5; the village lies about x = 7."""
    village = {**BY_THE_WATER, "outline": piece("p2", "village", 7, 3, 6, 6)["outline"]}
    pond = piece("p5", "deep_water", 7, 7, 6, 2)
    battle = stage(army(tugs(3), home=[territory]), camp_special_lifts_range=lifts).to_deployment(
        pieces=[pond, village]
    )
    free = territory == "cultivated" or lifts == "all"
    # Out of range the camp fits nowhere in the village, so no one is asked.
    assert battle.asked() == {0: "camp_right" if free else "place_camp"}
    if free:
        battle.do(0, {"use": True})

    codes = battle.codes(0, {"at": [7, 3], "facing": 90})

    assert codes == ([] if free else ["camp_out_of_range", "camp_on_terrain"])


@pytest.mark.parametrize(("on_terrain", "codes"), [(False, ["camp_on_terrain"]), (True, [])])
def test_an_ordinary_camp_on_terrain(on_terrain: bool, codes: list[str]) -> None:
    battle = at_camps("plains", WOODS, camp_on_terrain=on_terrain)

    assert battle.prompt(0).about() == {**ORDINARY, "on_terrain": on_terrain}
    assert battle.codes(0, {"at": [20, 3], "facing": 90}) == codes


@pytest.mark.parametrize(("size", "codes"), [([4, 2], []), ([4, 3], ["outside_zone"])])
def test_the_size_of_a_camp(size: list[float], codes: list[str]) -> None:
    battle = at_camps("plains", camp_size=size)

    assert battle.codes(0, {"at": [22.5, 8], "facing": 90}) == codes


def test_a_search_that_finds_a_place_refuses_to_call_it_impossible() -> None:
    assert at_camps("plains").codes(0, {"impossible": True}) == ["place_exists"]


TINY = piece("p2", "village", 20, 1, 2, 2)


def test_to_revision_3_a_right_without_a_place_was_spent() -> None:
    """The village is too small for a camp, terrain covers all, in the end it is impassable."""
    cover = [piece(f"w{x}", "rocky_ground", x + 1.5, 4.5, 3, 9) for x in range(0, 45, 3)]
    walls = [each | {"declared": "impassable"} for each in cover]
    asked = {}
    for name, ground in (("cover", cover), ("walls", walls)):
        battle = at_camps("cultivated", TINY, *ground, revision=3)
        asked[name] = asked_of_camps(battle, use=True)
        told = battle.told()
        assert "camp_right_spent" in told
        assert ("no_camp" in told) == (name == "walls")

    onto = {**ORDINARY, "on_terrain": True}
    wanted = [(0, "camp_right"), (0, special("p2", bound=True)), (0, ORDINARY), (0, onto)]
    assert asked["cover"] == asked["walls"] == [*wanted, (1, ORDINARY)]


def test_no_one_is_asked_about_a_settlement_where_the_camp_does_not_fit() -> None:
    """The village holds no camp, or only a sliver of it lies in the defender's zone."""
    sliver = piece("p2", "village", 20, 9.5, 40, 2)
    for too_small in (TINY, sliver):
        battle = at_camps("cultivated", too_small, AT_THE_FAR_EDGE)

        assert asked_of_camps(battle) == [(0, ORDINARY), (1, special("p3"))]


def test_less_is_asked_of_an_ordinary_camp_that_has_no_place() -> None:
    cover = [piece(f"w{x}", "rocky_ground", x + 1.5, 4.5, 3, 9) for x in range(0, 45, 3)]
    walls = [each | {"declared": "impassable"} for each in cover]
    onto = {**ORDINARY, "on_terrain": True}
    for ground, left in ((cover, False), (walls, True)):
        battle = at_camps("cultivated", TINY, *ground)

        assert asked_of_camps(battle) == [(0, ORDINARY), (0, onto), (1, ORDINARY)]
        assert ("no_camp" in battle.told()) == left


def block_the_village(battle: Stage) -> None:
    """Markers of the other side fill it, as they may where they lie anywhere."""
    markers = tuple(
        {"letter": f"{x}-{y}", "at": (x, y), "units": Secret(1, ()), "leader": None}
        for x in (18.0, 20.0, 22.0)
        for y in (1.0, 3.0, 5.0)
    )
    battle.situation.markers = battle.situation.markers.with_side(1, markers)


def test_the_right_passes_to_the_invader_when_the_defenders_camp_has_no_place_left() -> None:
    battle = at_camps("cultivated", AT_THE_EDGE, AT_THE_FAR_EDGE)
    battle.do(0, {"use": True})
    block_the_village(battle)

    assert asked_of_camps(battle) == [
        (0, special("p2", bound=True)), (0, ORDINARY), (1, special("p3")),
    ]  # fmt: skip
    assert "camp_right_passed" in battle.told()


def test_the_right_is_spent_when_the_invaders_camp_is_down_already() -> None:
    battle = at_camps("cultivated", AT_THE_EDGE, AT_THE_FAR_EDGE, outscouted=(1, 40))
    battle.do(0, {"use": True})
    battle.play_to("place_camp", 0)
    block_the_village(battle)

    assert asked_of_camps(battle) == [(0, special("p2", bound=True)), (0, ORDINARY)]
    assert "camp_right_spent" in battle.told()


def test_the_search_for_a_place_minds_markers_that_were_hidden_before() -> None:
    """The village is just as large as the camp, and a marker lies in it."""
    snug = piece("p2", "village", 20, 1.5, 4, 3)
    units = [*tugs(3), unit("Ambushers", "may_ambush")]
    armies = (army(units, home=["cultivated"]) for _ in range(2))
    battle = stage(*armies, ambush_moment="before_first_parts").to_deployment(
        pieces=[snug, AT_THE_FAR_EDGE]
    )
    battle.do(0, {"ambush": {"at": [20, 1.5], "units": [3]}})
    battle.do(0, {"done": True})
    battle.do(1, {"done": True})

    assert battle.prompt(0).about() == ORDINARY
    assert asked_of_camps(battle) == [(0, ORDINARY), (1, special("p3"))]


def test_a_list_without_a_camp_places_none() -> None:
    battle = at_camps("plains", camps=(False, False))

    assert asked_of_camps(battle) == []
    assert [side["camp"] for side in battle.view()["deployment"]["sides"]] == [None, None]
