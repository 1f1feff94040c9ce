"""Who is asked for which move before the game, and which are refused? Section 10.H."""

from typing import Any

import pytest

from tests.rulebooks.pbs.deployment.stage import Stage, army, at, stage, sug, tugs, unit

FLAGS = ("battery", "forced_march", "forlorn_hope", "pathfinder")
MOVERS = [
    *tugs(3),
    unit("Guns", "battery", arm="artillery", bases=2),
    unit("Marchers", "forced_march", "pathfinder"),
    unit("Forlorn hope", "forlorn_hope"),
    sug("Scouts", "pathfinder"),
]
PASS = {"pass": True}


def before_the_game(first: Any = MOVERS, second: Any = MOVERS, **stated: Any) -> Stage:
    battle = stage(army(first), army(second), **stated).to_deployment()
    battle.play_to("pregame_move")
    return battle


def asked(battle: Stage, answers: dict[tuple[int, str], Any] | None = None) -> list[Any]:
    """Who is asked for which kinds, all passing but for what `answers` say."""
    found = []
    while battle.run.pending is not None:
        ((side, _),) = battle.asked().items()
        kinds = battle.prompt(side).about()["kinds"]
        found.append((side, *kinds))
        battle.do(side, (answers or {}).pop((side, kinds[0]), PASS))
    return found


def moved(battle: Stage, kind: str, unit_: int, by: tuple[float, float] = (0, -0.5)) -> Any:
    """The unit of side 0 moved from where it stands."""
    (each,) = [each for each in shown(battle) if each["unit"] == unit_]
    x, y = each["at"]
    place = at(unit_, x + by[0], y + by[1], facing=each["facing"])
    return {**place, "kind": kind, "formation": each["formation"]}


def shown(battle: Stage) -> list[Any]:
    units: list[Any] = battle.view()["deployment"]["sides"][0]["units"]
    return units


def test_kind_after_kind_in_turn_until_both_pass() -> None:
    battle = before_the_game()

    found = asked(battle, {(0, "forced_march"): moved(battle, "forced_march", 4)})

    assert found == [
        (0, "battery"), (1, "battery"), (0, "forced_march"), (1, "forced_march"),
        (0, "forlorn_hope"), (1, "forlorn_hope"), (0, "pathfinder"), (1, "pathfinder"),
    ]  # fmt: skip


def test_moves_of_any_kind_in_turn_where_a_group_says_so() -> None:
    battle = before_the_game(pregame_order="alternate")

    found = asked(battle, {(0, "battery"): moved(battle, "forced_march", 4)})

    assert found == [(0, *FLAGS), (1, *FLAGS), (0, "battery", "forlorn_hope", "pathfinder")]


def test_who_has_nobody_to_move_is_not_asked() -> None:
    battle = before_the_game(tugs(3), [*tugs(3), unit("Hope", "forlorn_hope")])

    assert asked(battle) == [(1, "forlorn_hope")]


@pytest.mark.parametrize(
    ("changed", "codes"),
    [
        ({}, []),
        ({"unit": 44}, ["no_such_unit"]),
        ({"unit": 0}, ["not_its_move"]),
        ({"kind": "pathfinder"}, ["not_its_move"]),
        ({"kind": "chariot"}, ["not_its_move"]),
        ({"at": [22.5, 16]}, ["outside_zone"]),
        ({"at": [22.5, -1]}, ["outside_table"]),
        ({"formation": {"ranks": 0}}, ["wrong_number"]),
    ],
)
def test_which_moves_are_refused(changed: Any, codes: list[str]) -> None:
    battle = before_the_game(pregame_order="by_kind")
    battle.do(0, PASS)
    battle.do(1, PASS)

    found = battle.codes(0, {**moved(battle, "forced_march", 4), **changed})

    assert [code for code in found if code not in ("overlap",)] == codes


def test_a_unit_moves_once() -> None:
    battle = before_the_game(pregame_order="alternate")
    battle.do(0, moved(battle, "forced_march", 4))
    battle.do(1, PASS)

    assert battle.codes(0, moved(battle, "pathfinder", 4)) == ["unit_not_available"]
    battle.do(0, moved(battle, "forlorn_hope", 5))


@pytest.mark.parametrize(
    ("kind", "unit_"),
    [("battery", 3), ("forced_march", 4), ("forlorn_hope", 5), ("pathfinder", 6)],
)
def test_how_far_a_move_goes(kind: str, unit_: int) -> None:
    for far, limit, codes in (
        (-1.5, None, []),
        (-1.5, 1.5, []),
        (-1.51, 1.5, []),
        (-1.52, 1.5, ["moved_too_far"]),
    ):
        battle = before_the_game(pregame_order="alternate", **{f"{kind}_move": limit})
        found = battle.codes(0, moved(battle, kind, unit_, (0, far)))
        assert [code for code in found if code == "moved_too_far"] == codes


def test_where_a_unit_ends_is_where_it_stands() -> None:
    battle = before_the_game()
    battle.do(0, PASS)
    battle.do(1, PASS)
    answer = moved(battle, "forced_march", 4)

    battle.do(0, answer)

    (each,) = [each for each in shown(battle) if each["unit"] == 4]
    assert (each["at"], each["facing"]) == (answer["at"], answer["facing"])


def test_the_log_says_how_far_and_what_kind_and_who_passed_what() -> None:
    battle = before_the_game()
    asked(battle, {(0, "forced_march"): moved(battle, "forced_march", 4, (1.5, -2))})

    lines = [line for line in battle.situation.told if line.code.startswith("pregame")]

    assert [line.params for line in lines if line.code == "pregame_moved_by"] == [
        {"side": 0, "kind": "forced_march", "unit": "Marchers", "distance": 2.5}
    ]
    passed = [(line.params["side"], *line.params["kinds"]) for line in lines
              if line.code == "pregame_passed_kinds"]  # fmt: skip
    assert passed[:3] == [(0, "battery"), (1, "battery"), (1, "forced_march")]


def test_a_unit_that_has_moved_is_refused_for_that_reason() -> None:
    battle = before_the_game(pregame_order="alternate")
    battle.do(0, moved(battle, "forced_march", 4))
    battle.do(1, PASS)

    (again,) = battle.refusals(0, moved(battle, "pathfinder", 4))

    assert (again.code, again.params["reason"]) == ("unit_not_available", "moved")
