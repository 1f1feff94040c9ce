"""Is a deployed table told, drawn and printed for each viewer as he sees it, and not before?"""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest

from setup_app.engine.hidden import seat
from setup_app.rulebooks.pbs_2023_1.deployment.own import own_of
from tests.battles.callers import Caller, Table, stored
from tests.battles.test_refusals import code
from tests.battles.test_schema import faults
from tests.battles.test_zones import battle_to
from tests.rulebooks.pbs.deployment.stage import (
    army,
    asked_of,
    battle_at_deployment,
    play,
    play_to,
    sug,
    tugs,
)

pytestmark = pytest.mark.django_db

KINDS = ("json", "svg", "png", "pdf")


@pytest.fixture(scope="module")
def hidden() -> Any:
    """A battle at the first group after both have hidden an ambush and a march."""
    both = army([*tugs(6, "may_ambush", "may_flank_march"), sug("Velites")])
    battle = battle_at_deployment(both, both, holding=((), ()))
    for _ in (0, 1):
        play_to(battle, "hide")
        side = asked_of(battle).side
        known = battle.known(seat(side))
        first, second, *_rest = own_of(known, side, settings=known.settings).tugs
        y = 25 if side == battle.run.situation.invader else 5
        play(battle, {"ambush": {"at": [30, y], "units": [first]}})
        play(battle, {"march": {"leader": 1, "flank": "left", "units": [second]}})
        play(battle, {"done": True})
    return play_to(battle, "place_leaders")


def get(table: Table, caller: Caller, kind: str) -> Any:
    return caller.get(f"{table.path}position.{kind}")


def test_the_position_is_the_views_own(hidden: Any) -> None:
    table = stored(hidden)
    for caller in (*table.seats, table.creator):
        view = table.view(caller)

        found = get(table, caller, "json").json()

        assert faults(found, "Position") == []
        assert found == {
            "format": "metator-position/1",
            "layout": view["layout"],
            "deployment": view["deployment"],
        }


@pytest.mark.parametrize("kind", KINDS)
def test_there_is_none_before_anybody_deploys(kind: str) -> None:
    table = stored(battle_to("place_camp"))
    early = stored(battle_at_deployment(army(tugs(3)), army(tugs(3)), holding=((), ())).at(9))

    assert get(table, table.seats[0], kind).status_code == 200
    assert code(get(early, early.seats[0], kind)) == (404, "no_deployment")
    assert get(table, table.stranger, kind).status_code == 404


def things(table: Table, caller: Caller) -> dict[str, str]:
    """What is drawn on the table, by id, with its title."""
    root = ElementTree.fromstring(get(table, caller, "svg").content)
    space = "{http://www.w3.org/2000/svg}"
    return {
        str(each.get("data-thing")): str(each.findtext(f"{space}title"))
        for each in root.iter(f"{space}g")
        if each.get("data-thing")
    }


def test_everything_that_stands_there_is_drawn_and_named_to_who_may_know(hidden: Any) -> None:
    table = stored(hidden)
    own, others, watching = (
        things(table, each) for each in (table.seats[0], table.seats[1], table.creator)
    )

    assert own.keys() == others.keys() == watching.keys()
    for side in (0, 1):
        drawn = {name for name in own if name.removeprefix("beside-").split("-")[1] == str(side)}
        assert {f"camp-{side}", f"beside-camp-{side}", f"marker-{side}-A"} < drawn
        assert {name for name in drawn if name.startswith("unit-")} == {
            f"unit-{side}-{number}" for number in range(1, 6)
        }
    seen = table.view(table.seats[0])["deployment"]["sides"][0]["markers"][0]
    ambushers = seen["units"][0]["entry"]["name"]
    assert own["marker-0-A"] == f"Ambush marker A: {ambushers}"
    assert others["marker-0-A"] == watching["marker-0-A"] == "Ambush marker A"
    assert own["beside-camp-0"] == "1 leader beside the camp"
    named = [name for name, title in own.items() if "TUG " in title.replace("TUG,", "")]
    assert {name.split("-")[1] for name in named} == {"0"}
    assert not [each for each in watching.values() if "TUG " in each.replace("TUG,", "")]


def test_pictures_and_sheets_are_what_they_say(hidden: Any) -> None:
    table = stored(hidden)
    answers = {kind: get(table, table.seats[0], kind) for kind in KINDS}

    assert {kind: answer.headers["Content-Type"] for kind, answer in answers.items()} == {
        "json": "application/json",
        "svg": "image/svg+xml; charset=utf-8",
        "png": "image/png",
        "pdf": "application/pdf",
    }
    assert answers["png"].content.startswith(b"\x89PNG")
    assert answers["pdf"].content.startswith(b"%PDF")
    letter = table.seats[0].get(f"{table.path}position.pdf?paper=letter&view_from=invader")
    assert letter.content.startswith(b"%PDF")
    assert letter.content != answers["pdf"].content
    assert table.seats[0].get(f"{table.path}position.pdf?paper=napkin").status_code == 400
    for kind in ("svg", "png"):
        near, far = (
            table.seats[0].get(f"{table.path}position.{kind}?view_from={role}")
            for role in ("defender", "invader")
        )
        assert answers[kind].content == near.content != far.content
        assert table.seats[0].get(f"{table.path}position.{kind}?view_from=me").status_code == 400


@pytest.mark.parametrize("kind", KINDS)
def test_each_viewer_has_his_own(hidden: Any, kind: str) -> None:
    table = stored(hidden)

    found = {get(table, each, kind).content for each in (*table.seats, table.creator)}

    # A PNG has no titles, and what stands on the table stands there for everybody.
    assert len(found) == (1 if kind == "png" else 3)
