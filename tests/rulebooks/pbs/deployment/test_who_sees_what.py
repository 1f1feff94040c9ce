"""Who sees what of a deployment, until when, and how is it proven?

Twins are battles that differ in one side's secret alone: everybody else receives the same bytes.
"""

import random
from typing import Any

import pytest

from setup_app.engine.autoplay import play_one
from setup_app.engine.battle import EngineBattle, Move
from setup_app.engine.hidden import BOTH, SPECTATOR, UMPIRE, seat
from setup_app.engine.proof import proof
from setup_app.engine.undo import propose_back, reply, undo, undoable
from setup_app.engine.values import SIDES, Side, other
from setup_app.engine.views import view
from tests.engine.playing import refused
from tests.engine.test_proof import Checked
from tests.non_interference import ONLOOKERS, channels, say
from tests.rulebooks.pbs.deployment.stage import (
    army,
    asked_of,
    battle_at_deployment,
    play,
    play_to,
    sug,
    tugs,
    unit,
)

HELD = [unit("Citizens", "garrison"), unit("Old men", "garrison")]
LURKING = [unit("Ambushers", "may_ambush"), unit("Woodsmen", "may_ambush")]
MARCHING = [unit("Marchers", "may_flank_march"), unit("Riders", "may_flank_march")]
UNITS = [*tugs(4), *HELD, *LURKING, *MARCHING, sug("Slingers"), sug("Archers")]
"""0 to 3 plain, 4 and 5 may be in garrison, 6 and 7 in ambush, 8 and 9 on a march, 10, 11 SUGs."""

ARMY = army(UNITS, settlement="fort")
MARKER = {"ambush": {"at": [30, 3.5], "units": [6]}}
MARCH = {"march": {"leader": 1, "flank": "left", "units": [8]}}
BLUFF = {"march": {"leader": 1, "flank": None, "units": []}}


def begun(**stated: Any) -> EngineBattle:
    return battle_at_deployment(ARMY, ARMY, **stated)


def seen(battle: EngineBattle, viewer: Any, side: Side) -> dict[str, Any]:
    shown: dict[str, Any] = view(battle, viewer, say=say)["deployment"]["sides"][side]
    return shown


def in_hiding(*hidden: Any, **stated: Any) -> EngineBattle:
    """Side 1, of whom none is down yet, hides these and is done."""
    battle = play_to(begun(**stated), "hide", 1)
    for answer in (*hidden, {"done": True}):
        play(battle, answer)
    return battle


def invaders(answer: Any) -> Any:
    """The same marker in the other half."""
    x, y = answer["ambush"]["at"]
    return {"ambush": {**answer["ambush"], "at": [x, 30 - y]}}


@pytest.fixture(scope="module")
def deployed() -> EngineBattle:
    """The whole of it: side 1 has somebody in ambush, on a march and bluffing."""
    second = {"march": {**BLUFF["march"], "leader": 2}}
    return play_to(in_hiding(invaders(MARKER), MARCH, second), None)


NULL = {"unit": None, "entry": None}


def test_before_10_d_there_is_no_deployment() -> None:
    battle = begun().at(3)

    assert view(battle, SPECTATOR, say=say)["deployment"] is None


def test_what_is_down_shows_its_figures_and_to_its_owner_who_it_is() -> None:
    battle = play_to(begun(), "hide", 0)

    (mine, *_), (its, *_) = (seen(battle, who, 0)["units"] for who in (seat(0), seat(1)))

    assert {name: its[name] for name in ("unit", "entry")} == NULL
    assert mine["entry"]["name"] == UNITS[mine["unit"]]["name"]
    assert {**mine, **NULL} == its
    assert set(its) == {
        "id", "unit", "entry", "kind", "arm", "order", "bases", "works", "at", "facing",
        "formation", "outline",
    }  # fmt: skip


@pytest.mark.parametrize("lists", ["closed", "open"])
def test_an_answers_public_part_is_what_the_view_shows_of_it(lists: str) -> None:
    battle = play_to(begun(lists=lists), "hide", 0)
    public = next(entry.public for entry in battle.entries if entry.kind == "deploy")

    assert public == {"units": seen(battle, seat(1), 0)["units"], "no_place": []}
    assert (public["units"][0]["unit"] is None) == (lists == "closed")


def test_the_other_side_sees_a_markers_letter_and_place_and_how_many_stand_beside_the_camp() -> (
    None
):
    battle = in_hiding(invaders(MARKER), MARCH)

    its = seen(battle, seat(0), 1)
    mine = seen(battle, seat(1), 1)

    assert its["markers"] == [{"id": "A", "at": [30, 26.5], "units": None, "leader": None}]
    assert (its["beside_camp"], its["marches"], its["garrison"]) == (1, None, None)
    assert [each["unit"] for each in mine["markers"][0]["units"]] == [6]
    assert [each["unit"] for each in mine["garrison"]] == [4, 5]
    (march,) = mine["marches"]
    assert (march["number"], march["leader"], march["flank"]) == (1, 1, "left")
    assert [each["entry"]["name"] for each in march["units"]] == ["Marchers"]
    assert seen(battle, UMPIRE, 1)["marches"] == mine["marches"]


def test_the_declaration_lays_both_armies_open_and_leaves_the_hidden_hidden(
    deployed: EngineBattle,
) -> None:
    its = seen(deployed, SPECTATOR, 1)

    assert its["declared"] is True
    assert [each["unit"] for each in its["garrison"]] == [4, 5]
    named = sorted(each["unit"] for each in its["units"])
    assert named == [0, 1, 2, 3, 7, 9, 10, 11]
    assert all(each["entry"] == UNITS[each["unit"]] for each in its["units"])
    assert [each["entry"].get("name") for each in its["leaders"]] == ["Scipio", "Masinissa"]
    assert (its["markers"][0]["units"], its["markers"][0]["leader"]) == (None, None)
    assert (its["beside_camp"], its["marches"]) == (1, None)
    assert view(deployed, SPECTATOR, say=say)["sides"][1]["garrison"] == [4, 5]
    assert view(deployed, SPECTATOR, say=say)["sides"][1]["list_hidden"] is True


def test_the_declaration_proves_what_it_lays_open_and_the_proof_holds(
    deployed: EngineBattle,
) -> None:
    last = [entry for entry in deployed.entries if entry.kind == "place_leaders"][-1]
    opened = [deployed.entries[reveal["entry"] - 1] for reveal in last.reveals]

    hidden = [e for e in deployed.entries if e.secret and e.kind in ("deploy", "garrison")]
    first = next(entry for entry in deployed.entries if entry.kind == "place_leaders")
    assert sorted(e.number for e in opened) == sorted(e.number for e in (*hidden, first))
    assert [reveal["value"] for reveal in last.reveals] == [entry.value for entry in opened]
    assert not last.secret
    for viewer in (SPECTATOR, seat(0), seat(1)):
        shown = Checked(proof(deployed, deployed.sight(viewer)))
        assert shown.faults == []
    deployed.check()


def test_an_envelope_that_is_opened_alone_proves_itself_and_no_other() -> None:
    battle = play_to(in_hiding(invaders(MARKER), MARCH), None)

    (act,) = battle.open_envelope(1, "march-1-1")

    assert [each["value"] for each in act.reveals] == [MARCH]
    its = seen(battle, SPECTATOR, 1)
    assert [each["leader"] for each in its["marches"]] == [1]
    assert its["markers"][0]["units"] is None
    assert Checked(proof(battle, battle.sight(SPECTATOR))).faults == []
    (act,) = battle.open_envelope(1, "ambush-card-1-A")
    assert (act.reveals[0]["entry"], seen(battle, SPECTATOR, 1)["markers"][0]["units"]) == (
        next(entry.number for entry in battle.entries if entry.kind == "give_ambush"),
        None,
    )
    assert refused(lambda: battle.open_envelope(0, "ambush-1-A")).code == "no_such_envelope"


def test_after_the_close_everybody_reads_everything() -> None:
    battle = play_to(in_hiding(invaders(MARKER), MARCH), None)
    battle.close(None)

    assert seen(battle, SPECTATOR, 1) == seen(battle, seat(1), 1)
    assert Checked(proof(battle, battle.sight(SPECTATOR))).faults == []


# Taking back.


def test_ones_own_last_answer_is_taken_back_until_something_is_declared() -> None:
    battle = play_to(begun(), "hide", 0)
    before = view(battle, seat(1), say=say)["deployment"]
    play(battle, MARKER)
    assert undoable(battle, 0) is not None
    assert undoable(battle, 1) is None

    undo(battle, 0)

    assert view(battle, seat(1), say=say)["deployment"] == before


def test_commands_are_taken_back_until_the_other_side_has_placed_its_own() -> None:
    battle = play_to(begun(), "place_leaders", 1)
    assert undoable(battle, 0) is not None

    play_one(battle, asked_of(battle), random.Random(1))

    assert [undoable(battle, side) for side in SIDES] == [None, None]


def test_a_declaration_that_was_taken_back_together_is_made_again() -> None:
    battle = play_to(begun(), "place_leaders", 1)
    before = battle.version
    play_to(battle, None)
    (proposed,) = propose_back(battle, 0, before)
    reply(battle, 1, proposed.number, accept=True)
    assert seen(battle, SPECTATOR, 1)["declared"] is False

    play_to(battle, None)

    assert seen(battle, SPECTATOR, 1)["declared"] is True
    assert Checked(proof(battle, battle.sight(SPECTATOR))).faults == []
    battle.check()


# Twins.


def swapped(answer: Any, one: int, two: int) -> Any:
    """The answer with two units of a list in each other's place."""
    if isinstance(answer, dict):
        return {
            name: _other(value, one, two) if name == "unit" else swapped(value, one, two)
            if name not in ("units", "no_place") or not _numbers(value)
            else [_other(each, one, two) for each in value]
            for name, value in answer.items()
        }  # fmt: skip
    if isinstance(answer, list):
        return [swapped(each, one, two) for each in answer]
    return answer


def _numbers(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(each, int) for each in value)


def _other(unit_: int, one: int, two: int) -> int:
    return {one: two, two: one}.get(unit_, unit_)


def alike(one: EngineBattle, two: EngineBattle, side: Side) -> None:
    """Everybody but the owner of the secret receives the same from both."""
    for viewer in (seat(other(side)), *ONLOOKERS):
        mine, its = (channels(battle, viewer, 1, with_acts=False) for battle in (one, two))
        for name, value in mine.items():
            assert value == its[name], f"{name} of {viewer.role.value}"


@pytest.mark.parametrize(
    "pair",
    [pytest.param((0, 7), id="undeclared unit"), pytest.param((6, 7), id="ambush"),
     pytest.param((6, 1), id="in ambush or in the line"),
     pytest.param((8, 2), id="on a march or in the line"),
     pytest.param((4, 3), id="garrison")],
)  # fmt: skip
@pytest.mark.parametrize("side", SIDES)
def test_which_unit_is_where_reaches_nobody_before_the_declaration(
    side: Side, pair: tuple[int, int]
) -> None:
    flags = ["garrison", "may_ambush", "may_flank_march"]
    able = army([{**each, "flags": flags} for each in UNITS[:10]] + UNITS[10:], settlement="fort")
    one, two = (garrisoned(able, side, pair, swap=swap) for swap in (False, True))
    hidden = iter((MARKER, MARCH))
    while not one.run.situation.declared:
        asking = asked_of(one)
        if asking.prompt.kind == "hide" and asking.side == side:
            answer = next(hidden, {"done": True})
            answer = invaders(answer) if side and "ambush" in answer else answer
        else:
            answer = one.suggest(asking.side, asking.id, random.Random(one.version)).answer
        last = asking.prompt.kind == "place_leaders" and asking.side == 1
        own = swapped(answer, *pair) if asking.side == side else answer
        for battle, given in ((one, answer), (two, own)):
            battle.answer(asking.side, Move(asking.id, battle.version, given))
        if not last:
            alike(one, two, side)


def garrisoned(able: Any, side: Side, pair: tuple[int, int], *, swap: bool) -> EngineBattle:
    """A battle in which units 4 and 5 hold the settlement, in the twin those in their place."""
    holding = [
        [_other(each, *pair) if swap and side == whose else each for each in (4, 5)]
        for whose in SIDES
    ]
    return battle_at_deployment(able, able, holding=holding)


@pytest.mark.parametrize(
    ("one", "two"),
    [
        (MARCH, {"march": {**MARCH["march"], "flank": "right"}}),
        (MARCH, {"march": {**MARCH["march"], "leader": 2}}),
        (BLUFF, {"march": {**BLUFF["march"], "leader": 2}}),
        (MARCH, BLUFF),
        ({"march": {**MARCH["march"], "units": [8, 9]}}, MARCH),
        (invaders(MARKER), {"ambush": {"at": [30, 26.5], "units": [6, 7]}}),
        (invaders(MARKER), {"ambush": {"at": [30, 26.5], "units": []}}),
    ],
)
def test_nobody_sees_who_is_hidden_by_the_answer_that_hides_them(one: Any, two: Any) -> None:
    """What follows in numbers may differ: how many are hidden is no secret in the end."""
    twins = [play_to(begun(dummy_markers=True), "hide", 1) for _ in range(2)]
    for battle, answer in zip(twins, (one, two), strict=True):
        play(battle, answer)
    alike(*twins, 1)
    for battle in twins:
        play(battle, {"done": True})
    alike(*twins, 1)


def test_nobody_sees_who_has_an_ambush_card() -> None:
    twins = [play_to(in_hiding(invaders(MARKER)), "give_ambush") for _ in range(2)]
    for battle, leader in zip(twins, (0, 2), strict=True):
        play(battle, {"leader": leader})

    alike(*twins, 1)


def test_what_a_closed_list_keeps_back_shows_when_it_is_declared() -> None:
    renamed = army([{**each, "name": f"{each['name']} II"} for each in UNITS], settlement="fort")
    one, two = (battle_at_deployment(given, ARMY) for given in (ARMY, renamed))
    while not one.run.situation.declared:
        asking = asked_of(one)
        answer = one.suggest(asking.side, asking.id, random.Random(one.version)).answer
        for battle in (one, two):
            battle.answer(asking.side, Move(asking.id, battle.version, answer))
        if not one.run.situation.declared:
            alike(one, two, 0)

    assert seen(two, BOTH, 0)["units"][0]["entry"]["name"].endswith(" II")


def garrisons_led(battle: EngineBattle, viewer: Any, side: Side) -> list[Any]:
    leaders = seen(battle, viewer, side)["leaders"]
    return [(each["leader"], each["garrison"]) for each in leaders]


def test_the_declaration_names_the_leader_of_the_garrison() -> None:
    battle = play_to(begun(), "place_leaders", 0)
    asking = asked_of(battle)
    commander, general, other_general = battle.suggest(0, asking.id, random.Random(0)).answer[
        "leaders"
    ]
    commander["units"] = [unit for unit in commander["units"] if unit not in (4, 5)]
    general["units"] = [*general["units"], 4, 5]
    play(battle, {"leaders": [commander, general, other_general]})

    assert [units for _, units in garrisons_led(battle, seat(1), 0)] == [None] * 3
    own = garrisons_led(battle, seat(0), 0)
    assert [[unit["unit"] for unit in units] for _, units in own] == [[], [4, 5], []]

    play_to(battle, None)

    for viewer in (seat(1), SPECTATOR):
        assert garrisons_led(battle, viewer, 0) == own
    lines = [line for line in battle.run.situation.told if line.code.startswith("garrison_led")]
    assert [line.params for line in lines if line.params["side"] == 0] == [
        {"side": 0, "leader": "Laelius", "units": "Citizens, Old men"}
    ]


def test_with_open_lists_the_garrison_stays_secret_until_the_declaration_all_the_same() -> None:
    battle = play_to(begun(lists="open"), "place_leaders", 1)

    assert {units is None for _, units in garrisons_led(battle, seat(1), 0)} == {True}


def test_to_revision_3_the_commanders_of_a_garrison_were_not_declared() -> None:
    battle = play_to(begun(revision=3), None)

    assert {units is None for _, units in garrisons_led(battle, seat(0), 0)} == {True}
    assert not any("garrison_led" in line.code for line in battle.run.situation.told)
