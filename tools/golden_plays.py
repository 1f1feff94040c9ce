"""Play golden battles at random, with everything that players do besides answering.

    python -m tools.golden_plays NAME ...

writes the named battles to `tests/battles/golden/`, once each: a golden battle of a released
edition is never played again. If one no longer replays, the script is wrong: the fix is a branch on
`battle.revision`, and a new golden battle beside the old ones.

Digests and heads do not depend on texts. The log holds rolls, findings and answers, so a better
search does not change an old battle either.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from setup_app.engine import undo
from setup_app.engine.autoplay import play_one, unanswered
from setup_app.engine.battle import EngineBattle, Move
from setup_app.engine.errors import DomainError
from setup_app.engine.hidden import SPECTATOR
from setup_app.engine.run import Asking
from setup_app.engine.values import other
from terrain.core.outline import slid

FOLDER = Path(__file__).parents[1] / "tests" / "battles" / "golden"

Interlude = Callable[[EngineBattle, random.Random], bool]
"""An event that may happen before the next answer; it returns whether it did."""


def undoes(battle: EngineBattle, chooser: random.Random) -> bool:
    """Let a side undo its last answer, if it may."""
    for side in (0, 1):
        if undo.undoable(battle, side) is not None:
            undo.undo(battle, side)
            return True
    return False


def goes_back(battle: EngineBattle, chooser: random.Random) -> bool:
    """Let a side propose to go back; the other accepts or declines, or the proposal is
    withdrawn.
    """
    side = chooser.randrange(2)
    try:
        undo.propose_back(battle, side, battle.version - chooser.randrange(1, 8))
    except DomainError:
        return False
    (proposal,) = undo.open_proposals(battle)
    answer, accept = chooser.choice([(other(side), True), (other(side), False), (side, False)])
    undo.reply(battle, answer, proposal.id, accept=accept)
    return True


def places_beside_the_rules(battle: EngineBattle, chooser: random.Random) -> bool:
    """Place a piece slightly off a legal place, with the other side's consent."""
    asking = unanswered(battle)[0]
    if asking.prompt.kind != "place_piece":
        return False
    legal = battle.suggest(asking.side, asking.id, chooser).answer
    for _ in range(40 if "outline" in legal else 0):
        by = (chooser.uniform(-6, 6), chooser.uniform(-6, 6))
        answer = {**legal, "outline": _shifted(legal["outline"], by)}
        move = Move(asking.id, battle.version, answer)
        wrong = battle.judge(asking.side, move)
        if wrong and asking.prompt.acceptable(wrong):
            _propose_and_accept(battle, asking, move)
            return True
    return False


def lies_half_and_half(battle: EngineBattle, chooser: random.Random) -> bool:
    """Place a flank piece half in a flank sector, half in the centre, with the other's consent."""
    asking = unanswered(battle)[0]
    about = asking.prompt.about() if asking.prompt.kind == "place_piece" else {}
    if about.get("slot") != "secure_flank" or about["type"] == "deep_water":
        return False
    situation: Any = battle.run.situation
    sector = situation.setup.settings["flank_sector_depth"]
    depth = situation.setup.table["depth"]
    y = depth * (0.75 if asking.side == situation.invader else 0.25)
    ring = [[sector + x, y + up] for x, up in ((-3, -3), (3, -3), (3, 3), (-3, 3), (-3, -3))]
    outline = {"type": "Polygon", "coordinates": [ring]}
    move = Move(asking.id, battle.version, {"outline": outline, "declared": None})
    wrong = battle.judge(asking.side, move)
    if not wrong or not asking.prompt.acceptable(wrong):
        return False
    _propose_and_accept(battle, asking, move)
    return True


def hides_somebody(battle: EngineBattle, chooser: random.Random) -> bool:
    """Hide units in ambush or on a march, or let a leader bluff."""
    asking = unanswered(battle)[0]
    if asking.prompt.kind != "hide" or asking.side is None:
        return False
    situation: Any = battle.run.situation
    army = situation.armies[asking.side]
    middle = situation.setup.table["depth"] / 2
    for _ in range(40):
        flag = chooser.choice(["may_ambush", "may_flank_march"])
        able = [place for place, unit in enumerate(army.units) if flag in unit.flags]
        units = chooser.sample(able, min(len(able), 1))
        away = chooser.uniform(7, middle - 1)
        y = middle + (away if asking.side == situation.invader else -away)
        ambush = {"at": [round(chooser.uniform(11, 30), 2), round(y, 2)], "units": units}
        flank = chooser.choice(["left", "right", None])
        leader = chooser.randrange(len(army.generals) + 1)
        march = {"leader": leader, "flank": flank, "units": units if flank else []}
        answer = {"ambush": ambush} if flag == "may_ambush" else {"march": march}
        move = Move(asking.id, battle.version, answer)
        if not battle.judge(asking.side, move):
            battle.answer(asking.side, move)
            return True
    return False


def moves_before_the_game(battle: EngineBattle, chooser: random.Random) -> bool:
    """Move a unit a little before the game, if it may."""
    asking = unanswered(battle)[0]
    if asking.prompt.kind != "pregame_move" or asking.side is None:
        return False
    situation: Any = battle.run.situation
    for each in situation.down[asking.side]:
        placed = each["shown"].placed
        for kind in asking.prompt.about()["kinds"]:
            x, y = placed.at
            move = Move(
                asking.id,
                battle.version,
                {
                    "kind": kind,
                    "unit": each["which"]["unit"],
                    "at": [round(x + chooser.uniform(-2, 2), 2), round(y, 2)],
                    "facing": placed.facing,
                    "formation": {"ranks": placed.ranks},
                },
            )
            if not battle.judge(asking.side, move):
                battle.answer(asking.side, move)
                return True
    return False


def stands_beside_the_rules(battle: EngineBattle, chooser: random.Random) -> bool:
    """Place a unit slightly outside its zone, with the other side's consent."""
    asking = unanswered(battle)[0]
    if asking.prompt.kind != "deploy":
        return False
    legal = battle.suggest(asking.side, asking.id, chooser).answer
    for _ in range(40 if legal["units"] else 0):
        first, *rest = legal["units"]
        x, y = first["at"]
        by = (chooser.uniform(-6, 6), chooser.uniform(-6, 6))
        moved = {**first, "at": [round(x + by[0], 2), round(y + by[1], 2)]}
        move = Move(asking.id, battle.version, {**legal, "units": [moved, *rest]})
        wrong = battle.judge(asking.side, move)
        if wrong and asking.prompt.acceptable(wrong):
            _propose_and_accept(battle, asking, move)
            return True
    return False


def stops(battle: EngineBattle, chooser: random.Random) -> bool:
    """Let both sides stop the battle during deployment."""
    if unanswered(battle)[0].prompt.kind != "deploy":
        return False
    (proposed,) = undo.propose_stop(battle, 0)
    undo.reply(battle, 1, proposed.number, accept=True)
    return True


def _shifted(outline: Mapping[str, Any], by: tuple[float, float]) -> dict[str, Any]:
    (ring,) = outline["coordinates"]
    moved = [list(point) for point in slid(tuple(map(tuple, ring)), by=by)]
    return {"type": "Polygon", "coordinates": [moved]}


def _propose_and_accept(battle: EngineBattle, asking: Asking, move: Move) -> None:
    assert asking.side is not None
    wrong = battle.judge(asking.side, move)
    undo.propose_as_placed(battle, asking.side, move, wrong)
    (proposal,) = undo.open_proposals(battle)
    undo.reply(battle, other(asking.side), proposal.id, accept=True)


def hands_a_seat_on(battle: EngineBattle, chooser: random.Random) -> bool:
    battle.act("seat_reissued", 1, {"seat": "1"})
    return True


def opens_an_envelope(battle: EngineBattle) -> None:
    """Open one envelope, which proves itself alone."""
    name = min(battle.run.situation.envelopes)
    battle.open_envelope(0 if "-0-" in name else 1, name)


def closes(battle: EngineBattle) -> None:
    battle.close(0)
    battle.close(1)


def is_left_open(battle: EngineBattle) -> None:
    """Leave the battle after the setup, with its secrets."""


@dataclass(frozen=True)
class Play:
    """One golden battle: the options of `autoplay`, its interludes, its ending.

    `interludes` gives how often each happens before an answer; `resigns_at` is a version after
    which side 1 resigns.
    """

    words: str
    interludes: Mapping[Interlude, float] = field(default_factory=dict)
    leave: Callable[[EngineBattle], None] = is_left_open
    resigns_at: int | None = None


def house(**settings: Any) -> str:
    return "".join(
        f" --set {name}={json.dumps(value, separators=(',', ':'))}"
        for name, value in settings.items()
    )


TO_SCOUTING = "--until scouting "

PLAYS: Mapping[str, Play] = {
    "by_the_book": Play(TO_SCOUTING + "--armies marian_romans numidians --seed 18"),
    "dice_on_the_table": Play(
        TO_SCOUTING + "--armies numidians marian_romans --seed 2 --dice entered",
        {undoes: 0.1, goes_back: 0.05},
    ),
    "cards_and_dice_on_the_table": Play(
        TO_SCOUTING
        + "--armies marian_romans numidians --seed 3 --dice entered --cards entered"
        + house(lists="open", saved_cards="added"),
        {goes_back: 0.08},
        closes,
    ),
    "house_rulings": Play(
        TO_SCOUTING
        + "--armies numidians marian_romans --seed 7 --width 60 --depth 40"
        + house(
            no_card="black",
            walk_move="exact",
            voluntary_pass=True,
            max_counts="player",
            flank_die_touches_edge=True,
            flank_pieces_own_half=False,
            saved_cards="added",
        )
    ),
    "other_house_rulings": Play(
        TO_SCOUTING
        + "--armies marian_romans numidians --seed 5 --width 36 --depth 24"
        + house(
            bands_obey_sector=False,
            touch_deep_water="named",
            moved_keeps_gap=True,
            moved_keeps_sector=True,
            undiced_opposed=False,
            gap=1,
            least_fill=0.5,
            opponent_slide=4,
        ),
        {undoes: 0.1},
    ),
    "taken_back_with_fresh_dice": Play(
        TO_SCOUTING
        + "--armies marian_romans numidians --seed 6"
        + house(chance_after_back="fresh"),
        {undoes: 0.15, goes_back: 0.12, hands_a_seat_on: 0.02},
        closes,
    ),
    "beside_the_rules": Play(
        TO_SCOUTING + "--armies numidians marian_romans --seed 4",
        {places_beside_the_rules: 0.7, goes_back: 0.03},
        closes,
    ),
    "small_pieces_of_the_second_revision": Play(
        TO_SCOUTING
        + "--armies marian_romans numidians --seed 11 --width 36 --depth 24"
        + house(
            flank_sector_depth=8,
            compulsory_size=[4, 7.5],
            optional_size=[3, 6],
            own_sizes={"town": {"max": 7}},
            own_size_replaces="maximum",
        )
    ),
    "given_up": Play(TO_SCOUTING + "--armies marian_romans numidians --seed 8", resigns_at=45),
    "deployed": Play(
        "--armies marian_romans numidians --seed 27",
        {undoes: 0.05, hides_somebody: 0.5, moves_before_the_game: 0.4, goes_back: 0.02},
        opens_an_envelope,
    ),
    "deployed_by_house_rulings": Play(
        "--armies numidians marian_romans --seed 22"
        + house(
            lists="open",
            ambush_moment="after_first_parts",
            bluff_until="game",
            camp_on_terrain=True,
            commander_marches=True,
            dummy_markers=True,
            pregame_order="alternate",
            round_tugs="nearest",
            same_share="deployed",
            sugs_down="any_group",
        ),
        {hides_somebody: 0.5, stands_beside_the_rules: 0.3, moves_before_the_game: 0.4},
        closes,
    ),
    "deployed_by_the_fourth_revision": Play(
        "--armies marian_romans numidians --seed 44",
        {
            lies_half_and_half: 0.6,
            undoes: 0.04,
            hides_somebody: 0.5,
            moves_before_the_game: 0.4,
        },
        opens_an_envelope,
    ),
    "hidden_before_the_first_parts": Play(
        "--armies numidians marian_romans --seed 58"
        + house(ambush_moment="before_first_parts", hold_back=True),
        {hides_somebody: 0.5, moves_before_the_game: 0.4},
        closes,
    ),
    "stopped_after_scouting": Play(
        "--armies marian_romans numidians --seed 23", {hides_somebody: 0.4, stops: 0.3}
    ),
}


def played(play: Play) -> EngineBattle:
    """Return the battle at its end; the same play gives the same log as long as the search does not
    change.
    """
    battle, chooser = _begun(play.words.split())
    while not battle.over:
        if play.resigns_at is not None and battle.version >= play.resigns_at:
            battle.resign(1)
            break
        for interlude, often in play.interludes.items():
            if battle.run.sat_down_at is not None and chooser.random() < often:
                interlude(battle, chooser)
                break
        open_ = unanswered(battle)
        if open_:
            asking = chooser.choice(open_)
            if asking.side is None:
                # Either side may enter dice and cards.
                answer = battle.suggest(0, asking.id, chooser).answer
                move = Move(asking.id, battle.version, answer)
                battle.answer(chooser.randrange(2), move)
            else:
                play_one(battle, asking, chooser)
    play.leave(battle)
    return battle


def _begun(words: list[str]) -> tuple[EngineBattle, random.Random]:
    from setup_app.battles.management.commands.autoplay import Command, begin

    parser = Command().create_parser("manage.py", "autoplay")
    options = vars(parser.parse_args([*words, "--out", "unused"]))
    return begin(options), random.Random(options["seed"])


def build_golden(battle: EngineBattle) -> dict[str, Any]:
    """Return the content of a golden file: the log as `autoplay` exports it, and its table."""
    from setup_app.battles.management.commands.autoplay import log_of

    known = battle.known(SPECTATOR)
    return {**log_of(battle), "layout": battle.rulebook.present(known, SPECTATOR)["layout"]}


def format_golden(golden: Mapping[str, Any]) -> str:
    """Return JSON with a line for each entry, so that a change of one shows as one."""

    def line(value: Any) -> str:
        return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))

    rest = {name: value for name, value in golden.items() if name != "entries"}
    entries = ",\n".join(map(line, golden["entries"]))
    return f'{line(rest)[:-1]},"entries":[\n{entries}\n]}}\n'


def main(names: Sequence[str]) -> None:
    for name in names:
        battle = played(PLAYS[name])
        (FOLDER / f"{name}.json").write_text(format_golden(build_golden(battle)), encoding="utf-8")
        acts = sorted({entry.kind for entry in battle.entries if entry.type == "act"})
        print(f"{name}: {battle.version} entries, acts: {', '.join(acts)}")


if __name__ == "__main__":
    import os
    import sys

    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    main(sys.argv[1:])
