"""When does a secret leave its envelope, and does the end of the set-up leave it in?"""

import hashlib

import pytest

from setup_app.engine.hidden import BOTH, SPECTATOR, STRANGER, Hidden, seat
from setup_app.engine.values import canonical
from setup_app.engine.views import events, view
from tests.engine.playing import (
    exported,
    go_back,
    imported,
    marches,
    play,
    play_until,
    refused,
    say,
    skirmish,
)

ORDERS = (
    {"order": "attack", "flank_march": "left"},
    {"order": "hold", "flank_march": None},
)


def write_orders(battle):
    play_until(battle, "write_orders")
    for side in (0, 1):
        play(battle, side, "write_orders", ORDERS[side])
    return battle


@pytest.fixture
def deployed():
    """A set-up that has ended, both orders still sealed."""
    return play_until(write_orders(marches()), None)


def envelopes(battle, viewer):
    return view(battle, viewer, say=say)["envelopes"]


def test_the_end_of_the_set_up_reveals_nothing(deployed):
    assert deployed.over
    assert envelopes(deployed, seat(0)) == {"orders-0": ORDERS[0], "orders-1": None}
    assert envelopes(deployed, seat(1)) == {"orders-0": None, "orders-1": ORDERS[1]}
    for viewer in (BOTH, SPECTATOR, STRANGER):
        assert envelopes(deployed, viewer) == {"orders-0": None, "orders-1": None}


def test_neither_does_a_resignation():
    battle = write_orders(marches())
    battle.resign(0)

    assert envelopes(battle, SPECTATOR) == {"orders-0": None, "orders-1": None}


def test_an_owner_opens_its_own_envelope_for_everybody(deployed):
    deployed.open_envelope(0, "orders-0")

    for viewer in (seat(1), SPECTATOR):
        assert envelopes(deployed, viewer)["orders-0"] == ORDERS[0]
    assert envelopes(deployed, SPECTATOR)["orders-1"] is None


@pytest.mark.parametrize("name", ["orders-1", "no such", ""])
def test_nobody_opens_anothers_envelope_nor_learns_whether_there_is_one(deployed, name):
    refusal = refused(lambda: deployed.open_envelope(0, name))

    assert (refusal.code, refusal.params) == ("no_such_envelope", {"envelope": name})


def test_an_envelope_is_opened_once(deployed):
    deployed.open_envelope(0, "orders-0")

    assert refused(lambda: deployed.open_envelope(0, "orders-0")).code == "already_answered"


def test_opening_proves_that_the_orders_are_the_ones_that_were_sealed(deployed):
    (opened,) = deployed.open_envelope(1, "orders-1")
    (proof,) = opened.reveals

    written = deployed.entries[proof["entry"] - 1]
    recomputed = hashlib.sha256(bytes.fromhex(proof["salt"]) + canonical(proof["value"]))

    assert (written.kind, written.side) == ("write_orders", 1)
    assert written.commitments == (recomputed.hexdigest(),)


def test_opening_proves_nothing_about_equal_orders_of_the_other_side():
    battle = play_until(marches(), "write_orders")
    for side in (0, 1):
        play(battle, side, "write_orders", dict(ORDERS[0]))

    (opened,) = imported(exported(battle)).open_envelope(1, "orders-1")

    assert [battle.entries[proof["entry"] - 1].side for proof in opened.reveals] == [1]


def test_orders_written_anew_after_going_back_are_sealed_anew():
    battle = write_orders(marches())
    before = next(e.number for e in battle.entries if e.kind == "write_orders") - 1
    battle.open_envelope(0, "orders-0")

    go_back(battle, 1, before)
    write_orders(battle)

    assert envelopes(battle, SPECTATOR) == {"orders-0": None, "orders-1": None}
    battle.open_envelope(0, "orders-0")
    assert envelopes(battle, SPECTATOR)["orders-0"] == ORDERS[0]


def test_an_envelope_that_was_opened_before_stays_open_when_going_back_behind_it():
    battle = write_orders(marches())
    battle.open_envelope(0, "orders-0")
    play(battle, 0, "deploy", {"wing": "left"})

    go_back(battle, 1, battle.version - 1)

    assert envelopes(battle, SPECTATOR)["orders-0"] == ORDERS[0]


def test_a_close_takes_both_sides(deployed):
    (asked,) = deployed.close(0)

    assert (asked.kind, deployed.closed) == ("close_asked", False)
    assert envelopes(deployed, SPECTATOR)["orders-0"] is None
    assert refused(lambda: deployed.close(0)).code == "already_answered"

    deployed.close(1)

    assert envelopes(deployed, SPECTATOR) == {"orders-0": ORDERS[0], "orders-1": ORDERS[1]}


def test_one_device_with_both_seats_closes_at_once(deployed):
    (closed,) = deployed.close(None)

    assert (closed.kind, closed.public) == ("closed", {"seed": deployed.seed.hex()})


def test_a_stated_time_closes_too(deployed):
    deployed.close_by_time()

    assert deployed.closed
    assert refused(deployed.close_by_time).code == "not_over_yet"


def test_nothing_is_closed_before_it_is_over():
    battle = write_orders(marches())

    for close in (lambda: battle.close(0), lambda: battle.close(None), battle.close_by_time):
        assert refused(close).code == "not_over_yet"


def test_a_resigned_battle_can_be_closed():
    battle = write_orders(marches())
    battle.resign(0)
    battle.close(None)

    assert envelopes(battle, STRANGER) == {"orders-0": ORDERS[0], "orders-1": ORDERS[1]}


def test_the_wish_to_close_does_not_outlive_going_back(deployed):
    deployed.close(0)
    go_back(deployed, 1, next(e.number for e in deployed.entries if e.kind == "deploy"))
    play_until(deployed, None)

    deployed.close(1)

    assert not deployed.closed


def test_after_the_close_there_is_nothing_left_to_do(deployed):
    deployed.close(None)

    for act in (lambda: deployed.close(0), lambda: deployed.open_envelope(0, "orders-0")):
        assert refused(act).code == "already_answered"


def test_the_close_shows_every_value_in_the_log():
    battle = play_until(skirmish(), None)
    battle.close(None)

    for entry in events(battle, STRANGER, say=say):
        assert entry["hidden"] is False
        assert entry["value"] == battle.entries[entry["number"] - 1].value


def test_before_the_close_the_order_of_the_past_is_shown_as_it_was(deployed):
    end = deployed.version
    deployed.close(None)

    assert envelopes(deployed.at(end), SPECTATOR) == {"orders-0": None, "orders-1": None}


def test_a_hidden_value_is_marked_as_one(deployed):
    known = deployed.known(seat(0))

    assert known.envelopes == {"orders-0": ORDERS[0], "orders-1": Hidden("orders-1")}
