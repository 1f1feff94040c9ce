"""Is whoever puts an army down told where each thing may stand, and nobody else?"""

from __future__ import annotations

from typing import Any

import pytest

from setup_app.battles.models import LogEntry
from setup_app.engine.battle import EngineBattle
from setup_app.jobs.models import Job
from tests.battles.callers import Caller, Table, stored
from tests.battles.test_refusals import code
from tests.battles.test_schema import faults
from tests.rulebooks.pbs.deployment.stage import (
    army,
    asked_of,
    battle_at_deployment,
    play_to,
    sug,
    tugs,
    unit,
)

pytestmark = pytest.mark.django_db

TROOPS = [*tugs(3), unit("Scouts", "forced_march", order="loose"), sug("Slingers")]


def battle_to(kind: str, **stated: Any) -> EngineBattle:
    battle = battle_at_deployment(army(TROOPS), army(TROOPS), holding=((), ()), **stated)
    return play_to(battle, kind)


def asked(kind: str, **stated: Any) -> tuple[Table, int, str]:
    """A stored battle at its first question of a kind, whose it is, and its id."""
    battle = battle_to(kind, **stated)
    asking = asked_of(battle)
    return stored(battle), asking.side, asking.id


def zones(table: Table, caller: Caller, prompt: str, unit_: Any = None) -> Any:
    return caller.post(f"{table.path}zones/", {"prompt": prompt, "unit": unit_})


@pytest.mark.parametrize(
    ("kind", "unit_"),
    [
        ("place_camp", None),
        ("deploy", 0),
        ("hide", None),
        ("place_leaders", None),
        ("pregame_move", 3),
    ],
)
def test_the_asked_seat_is_told_where_a_thing_may_stand(kind: str, unit_: int | None) -> None:
    table, side, prompt = asked(kind)
    before = list(LogEntry.objects.values_list())

    answer = zones(table, table.seats[side], prompt, unit_)

    assert answer.status_code == 200, answer.content
    found = answer.json()
    assert faults(found, "Zones") == []
    assert found["allowed"]["coordinates"]
    assert "outside_zone" in {each["code"] for each in found["closed"]}
    assert list(LogEntry.objects.values_list()) == before
    assert not Job.objects.exists()


def test_what_is_down_is_closed_as_overlap_and_a_flank_to_close_order() -> None:
    table, side, prompt = asked("deploy")
    codes = {}
    for unit_ in (0, 3):
        found = zones(table, table.seats[side], prompt, unit_).json()
        codes[unit_] = {each["code"] for each in found["closed"]}

    # The camp stands already; close order keeps out of an unsecure flank, loose order does not.
    assert codes == {
        0: {"outside_zone", "unsecure_flank", "overlap"},
        3: {"outside_zone", "overlap"},
    }


@pytest.mark.parametrize(("most", "reach"), [(None, None), (6, 6.0)])
def test_a_move_before_the_game_has_the_reach_that_the_battle_gives_it(
    most: float | None, reach: float | None
) -> None:
    table, side, prompt = asked("pregame_move", forced_march_move=most)

    found = zones(table, table.seats[side], prompt, 3).json()["reach"]

    view = table.view(table.seats[side])["deployment"]["sides"][side]
    (at,) = [each["at"] for each in view["units"] if each["unit"] == 3]
    assert found == (None if reach is None else {"from": at, "most": reach})


@pytest.mark.parametrize(
    ("kind", "unit_", "wanted"),
    [
        ("deploy", None, "places_nothing"),
        ("deploy", 99, "no_such_unit"),
        ("place_camp", 0, "places_nothing"),
        ("hide", 0, "places_nothing"),
        ("place_leaders", 0, "places_nothing"),
        ("pregame_move", None, "places_nothing"),
        ("pregame_move", 0, "not_its_move"),
        ("pregame_move", 99, "no_such_unit"),
    ],
)
def test_what_is_not_put_down_is_refused(kind: str, unit_: Any, wanted: str) -> None:
    table, side, prompt = asked(kind)

    assert code(zones(table, table.seats[side], prompt, unit_)) == (422, wanted)


def test_a_unit_that_is_down_is_not_in_hand() -> None:
    battle = battle_to("deploy")
    first = asked_of(battle).side
    play_to(battle, "deploy", 1 - first)
    play_to(battle, "deploy", first)
    down = battle.run.situation.down[first][0]["which"].value["unit"]
    table = stored(battle)

    answer = zones(table, table.seats[first], asked_of(battle).id, down)

    assert code(answer) == (422, "unit_not_available")


@pytest.mark.parametrize("unit_", ["three", -1, 1.5, [], {}, True, 10**30])
def test_what_is_no_number_of_a_unit_cannot_be_read(unit_: Any) -> None:
    table, side, prompt = asked("deploy")

    assert zones(table, table.seats[side], prompt, unit_).status_code == 400


def test_nobody_else_is_told() -> None:
    table, side, prompt = asked("deploy")

    assert code(zones(table, table.seats[1 - side], prompt, 0)) == (403, "not_your_prompt")
    assert code(zones(table, table.creator, prompt, 0)) == (403, "not_your_prompt")
    assert zones(table, table.stranger, prompt, 0).status_code == 404


def test_a_question_that_nobody_is_asked_has_none() -> None:
    table, side, prompt = asked("deploy")

    answer = zones(table, table.seats[side], f"{prompt}0", 0)

    assert code(answer) == (422, "prompt_not_open")
