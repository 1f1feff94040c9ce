"""Does a plan come to lie on the table as its owner means it, as far as the step goes?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from setup_app.engine.errors import DomainError
from setup_app.engine.hidden import seat
from setup_app.engine.prompts import Laid, Laying
from setup_app.rulebooks.pbs_2023_1.deployment.plans import Frame
from setup_app.rulebooks.pbs_2023_1.deployment.units import Placed
from tests.rulebooks.pbs.deployment.stage import Stage, army, at, in_line, stage, sug, tugs, unit

LINE = [*tugs(4), unit("Engines", "battery", arm="artillery"), sug("Slingers")]


@pytest.mark.parametrize(
    ("frame", "found"),
    [
        (Frame(45, 30, turned=False), ((10.0, 5.0), 80.0)),
        (Frame(45, 30, turned=True), ((35.0, 25.0), 260.0)),
        (Frame(45, 30, turned=False, mirrored=True), ((35.0, 5.0), 100.0)),
        (Frame(45, 30, turned=True, mirrored=True), ((10.0, 25.0), 280.0)),
        (Frame(45, 30, turned=False, shift=(2, 1)), ((12.0, 6.0), 80.0)),
        (Frame(45, 30, turned=True, shift=(2, 1)), ((33.0, 24.0), 260.0)),
        (Frame(45, 30, turned=True, mirrored=True, shift=(2, 1)), ((8.0, 24.0), 280.0)),
    ],
)
def test_a_place_seen_from_its_owners_edge(frame: Frame, found: Any) -> None:
    point, facing = found

    assert frame.on_table(Placed((10.0, 5.0), 80.0, 2)) == Placed(point, facing, 2)


def plan(units: Sequence[Any], **more: Any) -> dict[str, Any]:
    return {"format": "metator-plan/1", "units": list(units), **more}


def deploying(units: Sequence[Any] = LINE, **stated: Any) -> Stage:
    """Two armies without camps; side 0 defends and is asked first."""
    battle = stage(army(units, camp=False), **stated).to_deployment()
    battle.play_to("deploy")
    return battle


def laid(battle: Stage, plan_: Any, *, side: int = 0, **how: Any) -> Laid:
    found = battle.prompt(side).lay(side, battle.known(seat(side)), Laying(plan_, **how))
    assert isinstance(found, Laid)
    return found


def down(found: Laid) -> list[int]:
    return [each["unit"] for each in found.answer["units"]]


def unfit(found: Laid) -> dict[int, list[str]]:
    return {each.unit: [one.code for one in each.violations] for each in found.unfit}


def test_so_many_go_down_as_are_asked_for_works_first_in_the_plans_order() -> None:
    battle = deploying()
    whole = plan([*in_line([3, 1, 0, 2]), at(4, 30, 5, ranks=1), at(5, 20, 8, ranks=1)])

    found = laid(battle, whole)

    # A third of five, rounded up; the SUG waits for the last TUG.
    assert (down(found), unfit(found)) == ([4, 3], {})
    assert battle.codes(0, found.answer) == []


def test_the_first_that_fit_are_taken_and_what_does_not_is_told() -> None:
    battle = deploying(tugs(5))
    crooked = plan([at(0, 20, 8.8), at(1, 20, 5), at(2, 21, 5), at(3, 25, 5)])

    found = laid(battle, crooked)

    assert (down(found), unfit(found)) == ([1, 3], {0: ["outside_zone"], 2: ["overlap"]})
    assert battle.codes(0, found.answer) == []


@pytest.mark.parametrize(
    ("engines", "told"),
    [([at(4, 3, 5, ranks=1)], {4: ["unsecure_flank", "works_in_unsecure_flank"]}), ([], {})],
)
def test_works_that_have_no_place_keep_theirs_in_the_step(engines: Any, told: Any) -> None:
    """Two are asked for: one place is left, and who would have had the other is told."""
    battle = deploying()

    found = laid(battle, plan([*engines, *in_line([0, 1, 2])]))

    assert (down(found), unfit(found)) == ([0], {**told, 1: ["works_first"]})
    mended = {"units": [*found.answer["units"], at(4, 30, 5, ranks=1)]}
    assert battle.codes(0, mended) == []


def test_a_plan_goes_down_step_by_step_and_sugs_with_the_last() -> None:
    battle = deploying(LINE, sugs_down="last_group")
    whole = plan([*in_line([3, 1, 0, 2]), at(4, 30, 5, ranks=1), at(5, 20, 8, ranks=1)])
    gone = []
    while battle.run.pending is not None and len(gone) < 3:
        ((side, kind),) = battle.asked().items()
        if (side, kind) != (0, "deploy"):
            battle.do_suggested(side)
            continue
        found = laid(battle, whole)
        battle.do(0, found.answer)
        gone.append(down(found))

    assert gone == [[4, 3], [1, 0], [2, 5]]


def test_the_invader_lays_the_same_plan_from_his_own_edge() -> None:
    battle = deploying(tugs(3))
    battle.play_to("deploy", 1)

    found = laid(battle, plan([at(0, 20, 5)]), side=1)

    assert found.answer["units"] == [
        {"unit": 0, "at": [25.0, 25.0], "facing": 270.0, "formation": {"ranks": 2}}
    ]
    assert battle.codes(1, found.answer) == []


def test_mirrored_and_shifted() -> None:
    found = laid(deploying(tugs(3)), plan([at(0, 20, 5)]), mirror=True, shift=(1.0, -2.0))

    assert found.answer["units"][0]["at"] == [26.0, 3.0]


def test_the_reserve_stays_in_hand() -> None:
    found = laid(deploying(tugs(3)), plan([at(1, 20, 5)], reserve=[0, 2]))

    assert down(found) == [1]


def test_commands_go_to_the_leaders_and_who_has_none_is_told() -> None:
    battle = deploying(tugs(3))
    battle.play_to("place_leaders", 0)
    whole = plan([], commands=[{"leader": 1, "units": [0, 2]}, {"leader": 0, "units": []}])

    found = laid(battle, whole)

    commands = {each["leader"]: each["units"] for each in found.answer["leaders"]}
    assert commands == {0: [], 1: [0, 2], 2: []}
    assert unfit(found) == {1: ["command_not_whole"]}


def test_a_plan_for_another_list_is_refused() -> None:
    with pytest.raises(DomainError) as refused:
        laid(deploying(tugs(3)), plan([at(7, 20, 5)]))

    assert [each.code for each in refused.value.violations] == ["no_such_unit"]


def test_no_plan_is_laid_where_nobody_deploys() -> None:
    battle = stage(army(LINE)).to_deployment()

    ((side, kind),) = battle.asked().items()

    assert kind == "place_camp"
    assert battle.prompt(side).lay(side, battle.known(seat(side)), Laying(plan([]))) is None
