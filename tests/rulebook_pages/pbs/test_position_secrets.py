"""Does a deployed table show a secret to anybody whose it is not: drawn, printed, lit or laid?

Twins differ in one answer of one side; to everybody else every byte has to be the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from setup_app.battles import position_sheets
from setup_app.engine.battle import EngineBattle
from setup_app.engine.hidden import BOTH, ORGANISER, SPECTATOR, STRANGER, Viewer, seat
from setup_app.engine.prompts import Laying
from setup_app.engine.values import Side, canonical
from setup_app.engine.views import view
from setup_app.rulebooks.pbs_2023_1.deployment.own import own_of
from terrain.draw.sheet import Heading
from tests.non_interference import say
from tests.rulebooks.pbs.deployment.stage import (
    army,
    asked_of,
    at,
    battle_at_deployment,
    play,
    play_to,
    tugs,
)
from tests.twins import Twins, by_answer

FLAGS = ("may_ambush", "may_flank_march", "garrison")
ARMY = army(tugs(8, *FLAGS), settlement="vital_settlement")
PLAN = {"format": "metator-plan/1", "units": [at(unit, 13 + 3 * unit, 5) for unit in range(6)]}

Pair = Callable[[EngineBattle], tuple[Any, Any]]


def in_hand(battle: EngineBattle) -> tuple[int, ...]:
    """The TUGs in the hand of the side that is asked."""
    side = asked_of(battle).side
    known = battle.known(seat(side))
    return own_of(known, side, settings=known.settings).tugs


def two_ambushes(battle: EngineBattle) -> tuple[Any, Any]:
    side, (one, two, *_rest) = asked_of(battle).side, in_hand(battle)
    place = [30, 25 if side == battle.run.situation.invader else 5]
    return tuple({"ambush": {"at": place, "units": [each]}} for each in (one, two))  # type: ignore[return-value]


def march_or_bluff(battle: EngineBattle) -> tuple[Any, Any]:
    march = {"leader": 1, "flank": "left", "units": [in_hand(battle)[0]]}
    return {"march": march}, {"march": {"leader": 2, "flank": None, "units": []}}


def two_flanks(battle: EngineBattle) -> tuple[Any, Any]:
    unit = in_hand(battle)[0]
    return tuple(  # type: ignore[return-value]
        {"march": {"leader": 1, "flank": flank, "units": [unit]}} for flank in ("left", "right")
    )


def two_units(battle: EngineBattle) -> tuple[Any, Any]:
    """The same figures in the same places, other entries of the list."""
    side, units = asked_of(battle).side, in_hand(battle)
    number = asked_of(battle).prompt.number
    y, facing = (25, 270) if side == battle.run.situation.invader else (5, 90)
    places = [(13 + 3 * each, y) for each in range(number)]
    return tuple(  # type: ignore[return-value]
        {"units": [at(u, *p, facing=facing) for u, p in zip(chosen, places, strict=True)]}
        for chosen in (units[:number], units[-number:])
    )


def two_leaders(battle: EngineBattle) -> tuple[Any, Any]:
    """Whose card lies under the marker."""
    return {"leader": 0}, {"leader": 1}


CARD = "whose card a marker has"
HELD = "who holds the settlement"
SECRETS: dict[str, tuple[str, Pair]] = {
    "which units are down": ("deploy", two_units),
    "who lies in ambush": ("hide", two_ambushes),
    "a march or a bluff": ("hide", march_or_bluff),
    "on which flank": ("hide", two_flanks),
    CARD: ("give_ambush", two_leaders),
}


def twins_of(secret: str) -> Twins:
    if secret == HELD:
        return of_the_garrison()
    kind, pair = SECRETS[secret]
    battle = battle_at_deployment(ARMY, ARMY, holding=((6, 7), (6, 7)))
    if kind == "give_ambush":
        play_to(battle, "hide")
        play(battle, two_ambushes(battle)[0])
    play_to(battle, kind)
    return by_answer(battle, asked_of(battle), pair(battle))


def of_the_garrison() -> Twins:
    """Side 0 has one TUG of two equal ones in its settlement; both have put their camps down."""
    held = ((6, 5), (7, 5))
    one, two = (battle_at_deployment(ARMY, ARMY, holding=(own, (6, 7))) for own in held)
    for twin in (one, two):
        play_to(twin, "deploy")
    asking = next(e.asking for e in one.entries if e.kind == "garrison" and e.side == 0)
    return Twins(one, two, 0, asking)


def seen(battle: EngineBattle, viewer: Viewer) -> Iterator[bytes]:
    """All that this viewer gets of the position, and of what is asked of his side."""
    shown = view(battle, viewer, say=say)
    yield canonical(position_sheets.position(shown))
    rulebook = battle.rulebook.id
    yield position_sheets.render_position(rulebook, shown).encode()
    yield position_sheets.render_position(rulebook, shown, view_from="invader").encode()
    yield position_sheets.drawn_png(rulebook, shown)
    yield position_sheets.printed(
        rulebook, shown, Heading("A – B"), view_from="defender", paper="a4"
    )
    if viewer.side is not None:
        yield from of_what_is_asked(battle, viewer.side)


def of_what_is_asked(battle: EngineBattle, side: Side) -> Iterator[bytes]:
    if battle.over:
        return
    asking = asked_of(battle)
    if asking.side != side or asking.prompt.kind != "deploy":
        return
    for unit in in_hand(battle):
        yield canonical(dict(battle.zones(side, asking.id, unit)))
    laid = battle.lay(side, asking.id, Laying(PLAN))
    yield canonical([laid.answer, repr(laid.unfit)])


@pytest.mark.parametrize("secret", [*SECRETS, HELD])
def test_nobody_else_sees_it(secret: str) -> None:
    twins = twins_of(secret)
    for viewer in (seat(1 - twins.side), BOTH, SPECTATOR, ORGANISER, STRANGER):
        one, two = (list(seen(twin, viewer)) for twin in twins)
        assert one == two, viewer.role

    # It is not for want of a difference: its owner reads it.
    one, two = (list(seen(twin, seat(twins.side))) for twin in twins)
    assert one[0] != two[0]
    assert one[4] != two[4]


@pytest.mark.parametrize("secret", [*(each for each in SECRETS if each != CARD), HELD])
def test_nor_when_it_is_his_turn(secret: str) -> None:
    twins = twins_of(secret)
    for twin in twins:
        play_to(twin, "deploy", 1 - twins.side)

    one, two = (list(seen(twin, seat(1 - twins.side))) for twin in twins)

    assert len(one) > 5
    assert one == two
