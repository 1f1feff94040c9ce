"""Whatever two sides do, in whatever order: does the log stay true, and lead to the same battle?"""

import random
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from setup_app.engine.audit import check_every_move, untrue_entry
from setup_app.engine.battle import EngineBattle, Move
from setup_app.engine.errors import DomainError
from setup_app.engine.hidden import BOTH, SPECTATOR, UMPIRE, seat
from setup_app.engine.log import ANSWER, broken_head, effective
from setup_app.engine.undo import open_proposals, propose_as_placed, propose_back, reply, undo
from setup_app.engine.views import events, view
from tests.engine.playing import counted, exported, imported, marches, say, skirmish

Act = Callable[[EngineBattle, random.Random], object]


def somebody(chooser: random.Random) -> int | None:
    return chooser.choice((0, 1))


def answer_legally(battle: EngineBattle, chooser: random.Random) -> None:
    waiting = [asking for asking in battle.askings() if asking.answered_by is None]
    if waiting:
        asking = chooser.choice(waiting)
        side = somebody(chooser) if asking.side is None else asking.side
        answer = battle.suggest(side, asking.id, chooser).answer
        expected = chooser.randint(asking.opened_at, battle.version)
        battle.answer(side, Move(asking.id, expected, answer))


def answer_wildly(battle: EngineBattle, chooser: random.Random) -> None:
    prompts = [*(asking.id for asking in battle.askings()), *sorted(battle.run.past), "nonsense"]
    answer = chooser.choice([None, {}, "bold", {"hold": 1}, {"card": "ace"}, {"x": 1, "y": 2}, []])
    move = Move(chooser.choice(prompts), chooser.randint(-1, battle.version + 1), answer)
    battle.answer(somebody(chooser), move)


def take_back(battle: EngineBattle, chooser: random.Random) -> None:
    undo(battle, chooser.choice((0, 1)))


def propose_to_go_back(battle: EngineBattle, chooser: random.Random) -> None:
    propose_back(battle, chooser.choice((0, 1, None)), chooser.randint(0, battle.version))


def propose_what_is_illegal(battle: EngineBattle, chooser: random.Random) -> None:
    for asking in battle.askings():
        move = Move(asking.id, battle.version, {"x": 100, "y": 100})
        violations = battle.judge(asking.side, move)
        propose_as_placed(battle, asking.side, move, violations)


def reply_to_a_proposal(battle: EngineBattle, chooser: random.Random) -> None:
    for proposal in open_proposals(battle):
        reply(battle, chooser.choice((0, 1, None)), proposal.id, accept=chooser.random() < 0.7)
        return


def open_an_envelope(battle: EngineBattle, chooser: random.Random) -> None:
    side = chooser.choice((0, 1))
    battle.open_envelope(side, f"orders-{chooser.choice((0, 1))}")


def resign(battle: EngineBattle, chooser: random.Random) -> None:
    if chooser.random() < 0.1:
        battle.resign(chooser.choice((0, 1)))


def ask_to_close(battle: EngineBattle, chooser: random.Random) -> None:
    battle.close(chooser.choice((0, 1)))


ACTS: tuple[Act, ...] = (
    *[answer_legally] * 8,
    answer_wildly,
    take_back,
    take_back,
    propose_to_go_back,
    propose_what_is_illegal,
    reply_to_a_proposal,
    reply_to_a_proposal,
    open_an_envelope,
    resign,
    ask_to_close,
)

BATTLES = {
    "skirmish": skirmish,
    "skirmish, fresh chances": lambda: skirmish(settings={"chance_after_back": "fresh"}),
    "marches, dice entered": marches,
    "marches, the server's dice": lambda: marches(dice="server"),
}


def assert_true_to_its_log(battle: EngineBattle) -> None:
    again = EngineBattle(battle.rulebook, battle.setup, battle.seed, battle.entries)
    assert again.digest() == battle.digest()
    assert again.askings() == battle.askings()
    assert broken_head(battle.entries) is None
    assert untrue_entry(battle.entries, battle.setup, battle.seed) is None
    assert battle.version == len(battle.entries)


def assert_shows_no_sealed_answer(battle: EngineBattle) -> None:
    if battle.closed:
        return
    for viewer in (SPECTATOR, BOTH, seat(0), seat(1)):
        for shown in events(battle, viewer, say=say):
            entry = battle.entries[shown["number"] - 1]
            if entry.secret and entry.owner != viewer.side:
                assert shown["hidden"]
                assert shown["value"] == entry.public
    view(battle, UMPIRE, say=say)


def assert_waits_only_for_what_can_be_answered(battle: EngineBattle) -> None:
    if battle.over:
        return
    waiting = [asking for asking in battle.askings() if asking.answered_by is None]
    assert waiting
    for asking in battle.askings():
        assert asking.opened_at <= battle.version
        answered = [
            entry
            for entry in effective(battle.entries)
            if entry.type == ANSWER and entry.asking == asking.ordinal and entry.side == asking.side
        ]
        assert bool(answered) == (asking.answered_by is not None)


@pytest.mark.parametrize("name", BATTLES)
@settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(
    acts=st.lists(
        st.tuples(st.sampled_from(range(len(ACTS))), st.integers(0, 1000)),
        min_size=10,
        max_size=60,
    )
)
def test_every_battle_stays_true_to_its_log(name, acts):
    battle = BATTLES[name]()
    for act, seed in acts:
        before = list(battle.entries)
        try:
            ACTS[act](battle, random.Random(seed))
        except DomainError:
            assert battle.entries == before
        assert battle.entries[: len(before) - 1] == before[:-1]
        assert battle.entries[len(before) - 1].public_form() == before[-1].public_form()
        assert_true_to_its_log(battle)
        assert_waits_only_for_what_can_be_answered(battle)
    assert_shows_no_sealed_answer(battle)
    check_every_move(battle)
    again = imported(exported(battle))
    assert (again.entries, counted(again)) == (battle.entries, counted(battle))


@pytest.mark.parametrize("name", BATTLES)
@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 10_000))
def test_whoever_picks_any_option_of_every_prompt_finishes(name, seed):
    battle = BATTLES[name]()
    chooser = random.Random(seed)
    for _ in range(100):
        answer_legally(battle, chooser)

    assert battle.over
    battle.close(None)
    check_every_move(battle)
