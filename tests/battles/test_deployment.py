"""Can a battle be deployed, stopped and refused over HTTP, by who knows no rules?"""

import json
import random
from typing import Any

import pytest
from django.urls import reverse

from setup_app.battles.models import Battle as Row
from setup_app.battles.seats.tokens import Seat, token
from setup_app.engine.battle import EngineBattle
from tests.battles.callers import SKIRMISH, Caller, Table, begin, ready, stored
from tests.battles.pages.hands import Browser
from tests.battles.test_pbs import PBS
from tests.engine.playing import exported
from tests.rulebooks.pbs.deployment.stage import (
    army,
    battle_at_deployment,
    in_line,
    play_to,
    sug,
    tugs,
    unit,
)

pytestmark = pytest.mark.django_db

LURKING = [unit("Ambushers", "may_ambush"), unit("Marchers", "may_flank_march")]
TEN = army([*tugs(8), *LURKING, sug("Slingers")])


def at_deployment(kind: str = "place_camp", **stated: Any) -> Table:
    battle: EngineBattle = battle_at_deployment(TEN, TEN, **stated)
    return stored(play_to(battle, kind))


def test_who_takes_options_and_suggestions_deploys_both_armies(worker: object) -> None:
    table = at_deployment()

    table.play_on(random.Random(1))

    view = table.view()
    assert (view["step"], view["prompts"]) == (None, [])
    assert [side["declared"] for side in view["deployment"]["sides"]] == [True, True]
    assert [len(side["units"]) for side in view["deployment"]["sides"]] == [11, 11]


def test_a_step_is_titled_and_its_question_told(worker: object) -> None:
    table = at_deployment("deploy")

    asked = table.asked(0)

    assert asked
    assert (asked["kind"], asked["rule"], asked["about"]) == (
        "deploy",
        "10.D",
        {"part": "first", "number": 4},
    )
    assert asked["text"].startswith("Deploy the first part of your army: 4 TUGs")
    assert table.view()["step"] == {"rule": "10.D", "title": "First parts of the armies"}


def test_every_violation_comes_with_its_sentence_and_nothing_changes(worker: object) -> None:
    table = at_deployment("deploy")
    asked, before = table.asked(0), table.view()
    assert asked

    far = {"unit": 3, "at": [22.5, 12], "facing": 90, "formation": {"ranks": 2}}
    answer = table.move(0, asked["id"], {"units": [*in_line([0, 1]), far]})

    assert answer.status_code == 422
    told = {each["code"]: each["message"] for each in answer.json()["violations"]}
    assert told == {
        "wrong_number": "TUGs deployed: 3 (required: 4). Missing: 1.",
        "outside_zone": "TUG 3: 3.5 BW outside the deployment zone.",
    }
    assert table.view() == before


def test_the_other_side_reads_no_unit_in_the_log_until_it_is_declared(worker: object) -> None:
    table = at_deployment("hide")

    (mine, its) = (
        next(each for each in table.events(seat) if each["kind"] == "deploy")
        for seat in table.seats
    )

    assert (mine["hidden"], its["hidden"]) == (False, True)
    assert {each["unit"] for each in its["value"]["units"]} == {None}
    table.play_on(random.Random(1))
    last = [each for each in table.events(table.seats[1]) if each["kind"] == "place_leaders"][-1]
    assert mine["value"] in [reveal["value"] for reveal in last["reveals"]]


def test_both_stop_and_go_on_with_real_figures() -> None:
    table = at_deployment("hide")
    proposed = table.seats[0].post(f"{table.path}proposals/", {"kind": "stop"})
    assert proposed.status_code == 201
    (proposal,) = proposed.json()["proposals"]
    assert (proposal["kind"], proposal["side"]) == ("stop", 0)

    answer = table.seats[1].post(f"{table.path}proposals/{proposal['id']}/accept/")

    assert answer.status_code == 200
    assert (answer.json()["step"], answer.json()["prompts"]) == (None, [])
    told = [line for event in table.events() for line in event["text"]][-3:]
    assert "Both agreed to stop here and play on with real figures. Secrets stay sealed." in told
    assert table.seats[0].post(f"{table.path}close/").status_code == 200


def test_nobody_stops_before_scouting() -> None:
    table = begin(PBS)

    refused = table.seats[0].post(f"{table.path}proposals/", {"kind": "stop"})

    assert (refused.status_code, refused.json()["code"]) == (422, "cannot_stop_here")


def test_an_army_without_a_tug_is_not_deployed() -> None:
    sides = [TEN, {**TEN, "units": []}]
    table = {"width": 45, "depth": 30}
    stated = {"rulebook": "pbs-2023.1", "table": table, "sides": sides}

    refused = Caller().post("battles/", {**stated, "until": "deployment"})

    assert (refused.status_code, refused.json()["code"]) == (422, "no_tugs")
    assert [each["code"] for each in refused.json()["violations"]] == ["no_tugs"]
    assert until_of(stated) == "scouting", "as far as both lists allow, where nobody says it"


def test_a_battle_of_which_nobody_says_how_far_goes_to_its_last_move() -> None:
    stated = {"rulebook": "pbs-2023.1", "table": {"width": 45, "depth": 30}, "sides": [TEN, TEN]}

    assert until_of(stated) == "deployment"


def until_of(stated: dict[str, Any]) -> str:
    made = Caller().post("battles/", stated)
    assert made.status_code == 201, made.content
    return str(Row.objects.get(public_id=made.json()["battle"]["id"]).setup["until"])


@pytest.mark.parametrize("kind", ["place_camp", "deploy", "hide", "place_leaders", None])
def test_a_battle_that_deploys_has_its_page_for_who_watches(kind: Any) -> None:
    table = at_deployment(kind)
    link = token(Row.objects.get(public_id=table.id), Seat.SPECTATOR)

    page = Caller().client.get(reverse("battle-watch", args=(table.id, link)))

    assert page.status_code == 200


@pytest.mark.parametrize("sides", [(0,), (0, 1)])
@pytest.mark.parametrize("kind", ["place_camp", "deploy", "hide", "place_leaders", None])
def test_a_battle_that_deploys_has_its_page_for_who_plays(kind: Any, sides: Any) -> None:
    battle = play_to(battle_at_deployment(TEN, TEN), kind)

    page = Browser.at(json.loads(exported(battle)), *sides).get()

    assert page.status_code == 200


def zones(table: Table, side: int, kind: str, unit_: int | None) -> Any:
    asked = table.asked(0, kind) or table.asked(1, kind)
    assert asked
    body = {"prompt": asked["id"], "unit": unit_}
    return table.seats[side].post(f"{table.path}zones/", body)


@pytest.mark.parametrize(
    ("kind", "unit_"),
    [("place_camp", None), ("deploy", 3), ("hide", None), ("place_leaders", None)],
)
def test_who_is_asked_hears_where_what_he_takes_in_hand_may_stand(kind: str, unit_: Any) -> None:
    table = at_deployment(kind)

    answer = zones(table, 0, kind, unit_)

    assert answer.status_code == 200
    found = answer.json()
    assert set(found) == {"allowed", "closed", "reach"}
    assert found["allowed"]["coordinates"]
    assert "outside_zone" in [each["code"] for each in found["closed"]]
    assert found["reach"] is None


def test_nobody_else_hears_it_and_no_unit_is_none() -> None:
    table = at_deployment("deploy")

    other = zones(table, 1, "deploy", 3)
    none = zones(table, 0, "deploy", 44)

    assert (other.status_code, other.json()["code"]) == (403, "not_your_prompt")
    assert (none.status_code, none.json()["code"]) == (422, "no_such_unit")


def test_a_card_is_placed_nowhere() -> None:
    table = ready(SKIRMISH, until="play_card")
    asked = table.asked(0)
    assert asked

    answer = table.seats[0].post(f"{table.path}zones/", {"prompt": asked["id"], "unit": None})

    assert (answer.status_code, answer.json()["code"]) == (422, "places_nothing")


@pytest.mark.parametrize(("far", "reach"), [(None, False), (3, True)])
def test_a_move_before_the_game_has_its_reach(far: float | None, reach: bool) -> None:
    movers = army([*tugs(3), unit("Marchers", "forced_march")])
    battle = battle_at_deployment(movers, movers, forced_march_move=far)
    table = stored(play_to(battle, "pregame_move"))
    stands = table.view()["deployment"]["sides"][0]["units"]
    at = next(each["at"] for each in stands if each["unit"] == 3)

    found = zones(table, 0, "pregame_move", 3).json()

    assert found["reach"] == ({"from": at, "most": 3} if reach else None)
    assert zones(table, 0, "pregame_move", 44).json()["code"] == "no_such_unit"
