"""Do battles that are played at random end deployed, everybody somewhere and all legal?

Where units stand is judged by the second reader, who has written his rules down for himself.
"""

import random
from typing import Any

import pytest

from setup_app.engine.audit import check_every_move
from setup_app.engine.autoplay import play_one
from setup_app.engine.battle import EngineBattle, Move
from setup_app.engine.hidden import UMPIRE
from setup_app.engine.values import SIDES, Side
from setup_app.engine.views import view
from tests.non_interference import say
from tests.rulebooks.pbs.deployment.second_reader import Scene, faults
from tests.rulebooks.pbs.deployment.stage import (
    army,
    asked_of,
    battle_at_deployment,
    sug,
    unit,
)

ARMS = (
    {"arm": "foot", "order": "close"},
    {"arm": "foot", "order": "loose"},
    {"arm": "mounted", "order": "open"},
    {"arm": "elephants", "order": "loose", "bases": 2},
    {"arm": "artillery", "order": "close", "bases": 2},
)
FLAGS = ("may_ambush", "may_flank_march", "barricades")
FLAGS += ("forced_march", "pathfinder", "forlorn_hope")
SETTINGS: dict[str, tuple[Any, ...]] = {
    "round_tugs": ("up", "down", "nearest"),
    "same_share": ("stated", "deployed"),
    "sugs_down": ("last_group", "any_group"),
    "ambush_moment": ("sheet_order", "after_first_parts"),
    "dummy_markers": (True, False),
    "ambush_markers": (None, 1),
    "ambush_from_centre_line": (6, 0, None),
    "commander_marches": (True, False),
    "flank_march_units": (None, 2),
    "bluff_until": ("generals", "game"),
    "pregame_order": ("by_kind", "alternate"),
    "lists": ("closed", "open"),
    "forced_march_move": (None, 3),
}


def some_army(chooser: random.Random) -> Any:
    units = [
        unit(f"TUG {place}", *chooser.sample(FLAGS, chooser.randrange(3)), **chooser.choice(ARMS))
        for place in range(chooser.randrange(4, 12))
    ]
    units += [sug(f"SUG {place}") for place in range(chooser.randrange(3))]
    return army(units, camp=chooser.random() < 0.8)


def begun(number: int) -> EngineBattle:
    chooser = random.Random(number)
    settings = {name: chooser.choice(values) for name, values in SETTINGS.items()}
    outscouted = (chooser.randrange(2), chooser.choice([10, 20, 30, 50, 70, 100]))
    return battle_at_deployment(
        some_army(chooser),
        some_army(chooser),
        outscouted=outscouted if number % 3 else None,
        **settings,
    )


def tried(battle: EngineBattle, asking: Any, chooser: random.Random) -> Any:
    """Something that a player might try: hold troops back, hide, bluff, move before the game."""
    side, situation = asking.side, battle.run.situation
    units = len(situation.armies[side].units)
    some = sorted(chooser.sample(range(units), chooser.randrange(min(3, units))))
    y = chooser.uniform(1, 14)
    at = [chooser.uniform(1, 44), 30 - y if side == situation.invader else y]
    if asking.prompt.kind == "deploy":
        answer = battle.suggest(side, asking.id, chooser).answer
        return {**answer, "units": answer["units"][: -1 - chooser.randrange(2)]}
    if asking.prompt.kind == "pregame_move":
        place = {"at": at, "facing": chooser.uniform(0, 360), "formation": {"ranks": 1}}
        kind = chooser.choice(asking.prompt.kinds)
        return {**place, "unit": chooser.randrange(units), "kind": kind}
    leader = chooser.randrange(3)
    flank = chooser.choice(["left", "right", None])
    march = {"leader": leader, "flank": flank, "units": some if flank else []}
    return chooser.choice([{"ambush": {"at": at, "units": some}}, {"march": march}])


def play_out(battle: EngineBattle, chooser: random.Random) -> None:
    while not battle.over:
        asking = asked_of(battle)
        if asking.prompt.kind in ("deploy", "hide", "pregame_move"):
            for _ in range(3):
                move = Move(asking.id, battle.version, tried(battle, asking, chooser))
                if not battle.judge(asking.side, move):
                    battle.answer(asking.side, move, verdict=())
                    break
            else:
                play_one(battle, asking, chooser)
        else:
            play_one(battle, asking, chooser)


def laid(each: Any, kind: str, wide: float, deep: float, **stated: Any) -> dict[str, Any]:
    x, y = each["at"]
    facing = each.get("facing", 90)
    return {"kind": kind, "x": x, "y": y, "facing": facing, "wide": wide, "deep": deep, **stated}


def ring(each: Any) -> Any:
    return [tuple(corner) for corner in each["outline"]["coordinates"][0][:-1]]


def square(each: Any) -> Any:
    x, y = each["at"]
    corners = ((0.5, 0.5), (-0.5, 0.5), (-0.5, -0.5), (0.5, -0.5))
    return [(x + across, y + along) for across, along in corners]


def unit_size(each: Any) -> tuple[float, float]:
    ranks = each["formation"]["ranks"]
    depth = {"foot": 0.5, "mounted": 0.75}.get(each["arm"], 1)
    return -(-each["bases"] // ranks), ranks * depth


def everything(shown: Any) -> dict[str, tuple[str, Side, Any]]:
    """All that is on the table by a name of its own: kind, side and ring."""
    found: dict[str, tuple[str, Side, Any]] = {}
    for side in SIDES:
        mine = shown["sides"][side]
        for each in mine["units"]:
            found[f"{side} {each['id']}"] = ("unit", side, ring(each))
        for each in mine["markers"]:
            found[f"{side} {each['id']}"] = ("marker", side, square(each))
        for each in mine["leaders"]:
            if each["at"]:
                found[f"{side} leader {each['leader']}"] = ("leader", side, square(each))
        if mine["camp"]:
            found[f"{side} camp"] = ("camp", side, ring(mine["camp"]))
    return found


def broken(battle: EngineBattle, shown: Any) -> list[str]:
    """What the second reader finds wrong with where all stand who have not moved since.

    A camp by the rule of a territory stands in terrain, elsewhere than others: of camps he is asked
    only where there is no such rule.
    """
    wrong = []
    there = everything(shown)
    situation = battle.run.situation
    moved, table = situation.moved, situation.setup.table
    pieces = [(each["type"], each["declared"], ring(each)) for each in situation.pieces]
    special = situation.territory in ("waterside", "cultivated", "forest", "jungle")
    onto_terrain = [
        line.params["side"] for line in situation.told if line.code == "camp_onto_terrain"
    ]
    for side in SIDES:
        mine = shown["sides"][side]
        things = {
            f"{side} {each['id']}": laid(
                each, "unit", *unit_size(each), tug=each["kind"] == "tug",
                arm=each["arm"], order=each["order"], works=each["works"],
            )
            for each in mine["units"]
            if each["id"] not in moved[side]
        }  # fmt: skip
        if mine["camp"]:
            anywhere = situation.setup.settings["camp_on_terrain"] or side in onto_terrain
            things[f"{side} camp"] = laid(mine["camp"], "camp", 4, 2, on_terrain=anywhere)
        for name, thing in things.items():
            others = {at: each for at, each in there.items() if at != name}.values()
            down = [(kind, side == whose, outline) for kind, whose, outline in others]
            scene = Scene(
                table["width"],
                table["depth"],
                situation.secure_sector,
                side == situation.invader,
                pieces,
                down,
            )
            wrong += [
                f"{name}: {code}"
                for code, fault in faults(scene, thing).items()
                if fault and not (special and code.startswith("camp_"))
            ]
    return wrong


def everybody(shown: Any, side: Side) -> list[int]:
    """Each unit of a list once for each place where it is said to be."""
    mine = shown["sides"][side]
    lots = [mine["units"], mine["no_place"], mine["garrison"]]
    lots += [marker["units"] for marker in mine["markers"]]
    lots += [march["units"] for march in mine["marches"]]
    return sorted(each["unit"] for lot in lots for each in lot)


def is_whole(battle: EngineBattle, shown: Any) -> None:
    """Everybody is somewhere, once; what was put down is counted; each TUG has one leader."""
    for side in SIDES:
        units = battle.run.situation.armies[side].units
        assert everybody(shown, side) == list(range(len(units)))
        down = [each for each in shown["sides"][side]["units"] if each["kind"] == "tug"]
        put = sum(turn["put_down"] for turn in shown["steps"] if turn["side"] == side)
        without = shown["sides"][side]["no_place"]
        assert put == len(down) + sum(each["entry"]["kind"] == "tug" for each in without)
        assert put > 0
        commanded = [id_ for each in shown["sides"][side]["leaders"] for id_ in each["units"]]
        assert len(commanded) == len(set(commanded))
        assert {each["id"] for each in down} <= set(commanded)


@pytest.mark.parametrize(
    "number",
    [
        number if number < 6 else pytest.param(number, marks=pytest.mark.soak)
        for number in range(100)
    ],
)
def test_a_battle_at_random_ends_deployed_and_legal(number: int) -> None:
    battle = begun(number)
    play_out(battle, random.Random(number))
    shown = view(battle, UMPIRE, say=say)["deployment"]

    assert broken(battle, shown) == []
    is_whole(battle, shown)
    battle.check()
    if number % 5 == 0:
        check_every_move(battle)
