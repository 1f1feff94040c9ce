"""Is every stored log that its script did not lead to found out, and blamed on nothing else?"""

from dataclasses import replace

import pytest

from setup_app.engine.battle import EngineBattle
from setup_app.engine.errors import ReplayMismatch
from setup_app.engine.log import FIRST_HEAD, next_head
from tests.engine.playing import (
    asking,
    go_back,
    play,
    play_until,
    skirmish,
)
from tests.engine.toys.skirmish import SKIRMISH, SkirmishSituation, script


def rewritten(battle, change):
    """The battle with its stored entries changed and all heads made to follow again."""
    entries = change(list(battle.entries))
    head, again = FIRST_HEAD, []
    for entry in entries:
        head = next_head(head, entry)
        again.append(replace(entry, head=head))
    return EngineBattle(battle.rulebook, battle.setup, battle.seed, again)


def changed(position, **fields):
    def change(entries):
        entries[position] = replace(entries[position], **fields)
        return entries

    return change


def without(position):
    return lambda entries: entries[:position] + entries[position + 1 :]


def doubled(position):
    return lambda entries: [*entries[: position + 1], *entries[position:]]


@pytest.mark.parametrize("position", range(1, 17))
@pytest.mark.parametrize(
    "fields",
    [{"kind": "another"}, {"asking": 99}, {"asking": 0}, {"side": 7}, {"type": "oracle"}],
    ids=str,
)
def test_an_entry_that_the_script_does_not_wait_for_is_a_mismatch(position, fields):
    battle = play_until(skirmish(), None)

    with pytest.raises(ReplayMismatch) as raised:
        rewritten(battle, changed(position, **fields))

    assert raised.value.params["entry"] == position + 1


@pytest.mark.parametrize("position", range(1, 16))
def test_a_missing_entry_is_a_mismatch(position):
    with pytest.raises(ReplayMismatch):
        rewritten(play_until(skirmish(), None), without(position))


@pytest.mark.parametrize("position", range(1, 17))
def test_an_extra_entry_is_a_mismatch(position):
    with pytest.raises(ReplayMismatch):
        rewritten(play_until(skirmish(), None), doubled(position))


@pytest.mark.parametrize("kind", ["hold_ford", "bury", "show_card", "call_bluff", "name_hill"])
def test_an_answer_by_the_wrong_side_is_a_mismatch(kind):
    battle = play_until(skirmish(), None)
    entry = next(entry for entry in battle.entries if entry.kind == kind)

    with pytest.raises(ReplayMismatch) as raised:
        rewritten(battle, changed(entry.number - 1, side=1 - entry.side))

    assert raised.value.params["entry"] == entry.number


def bent(battle, value):
    entry = next(entry for entry in battle.entries if entry.kind == "show_card")
    return entry.number, changed(entry.number - 1, value=value, public=value)


@pytest.mark.parametrize("value", [None, "x", 3, [], [1, 2], {"other": 1}], ids=repr)
def test_a_value_that_makes_the_script_raise_is_a_mismatch_of_its_entry(value):
    battle = play_until(skirmish(), None)
    number, change = bent(battle, value)

    with pytest.raises(ReplayMismatch) as raised:
        rewritten(battle, change)

    assert raised.value.params["entry"] == number


@pytest.mark.parametrize("value", [{"card": []}, {"card": "joker"}, {"card": None}], ids=repr)
def test_a_value_that_the_script_swallows_is_a_mismatch_of_the_digest(value):
    battle = play_until(skirmish(), None)
    _, change = bent(battle, value)

    with pytest.raises(ReplayMismatch):
        rewritten(battle, change).check()


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("precedence", {"value": 7}),
        ("precedence", {"value": None}),
        ("precedence", {"value": [1]}),
        ("precedence", {"counter": None}),
        ("precedence", {"counter": (9, 0)}),
        ("precedence", {"side": 1}),
        ("hand", {"value": ["ace", "king"]}),
        ("hand", {"value": ["ace", "ace", "king"]}),
        ("hand", {"value": ["ace", "king", "joker"]}),
        ("hand", {"value": {"ace": 1}}),
        ("hand", {"side": None}),
    ],
    ids=str,
)
def test_what_cannot_have_fallen_is_a_mismatch(kind, fields):
    battle = play_until(skirmish(), None)
    entry = next(entry for entry in battle.entries if entry.kind == kind)

    with pytest.raises(ReplayMismatch) as raised:
        rewritten(battle, changed(entry.number - 1, **fields))

    assert raised.value.params["entry"] == entry.number


@pytest.mark.parametrize("to", [None, "3", 3.0, True, 0, -1, 99])
def test_a_step_back_to_nowhere_is_a_mismatch(to):
    battle = play_until(skirmish(), "mood")
    back = go_back(battle, 0, 4)[-1].number

    with pytest.raises(ReplayMismatch):
        rewritten(battle, changed(back - 1, value={"to": to}, public={"to": to}))


def test_a_dropped_tail_of_a_move_is_a_mismatch():
    battle = play_until(skirmish(), "play_card")
    half = EngineBattle(battle.rulebook, battle.setup, battle.seed, battle.entries[:-1])

    with pytest.raises(ReplayMismatch):
        half.check()


class Broken(Exception):
    """What a bug in a script may raise, and no list of ours foresees."""


@pytest.mark.parametrize("bug", [KeyError("gone"), ZeroDivisionError(), Broken()], ids=repr)
def test_a_bug_that_a_new_answer_meets_is_raised_as_itself(bug):
    def buggy(situation: SkirmishSituation):
        yield from script(situation)
        raise bug

    battle = EngineBattle.begin(replace(SKIRMISH, script=buggy), skirmish().setup, skirmish().seed)
    play_until(battle, "name_hill")
    side = asking(battle, "name_hill").side

    with pytest.raises(type(bug)):
        play(battle, side, "name_hill", {"name": "Big Top"})


def test_a_time_limit_or_a_full_memory_says_nothing_about_the_log():
    class TimeIsUp(Exception):
        pass

    def slow(situation: SkirmishSituation):
        yield from script(situation)
        raise TimeIsUp

    battle = play_until(skirmish(), None)

    with pytest.raises(TimeIsUp):
        EngineBattle(replace(SKIRMISH, script=slow), battle.setup, battle.seed, battle.entries)
