"""Do secrets fail closed? What nobody declared, and what hides inside something else."""

from dataclasses import dataclass, field
from typing import Any

import pytest

from setup_app.engine.errors import ScriptFault
from setup_app.engine.hidden import (
    BOTH,
    ORGANISER,
    SPECTATOR,
    STRANGER,
    UMPIRE,
    Hidden,
    Role,
    Secret,
    Sight,
    Viewer,
    refuse_secrets,
    seat,
    secrets_in,
    seen,
)
from setup_app.engine.situation import Known, Situation, dumped
from setup_app.engine.values import PerSide
from tests.engine.playing import play_until, skirmish, skirmish_setup

HAND = Secret(0, ("ace", "ten"), face=2)
PACK = Secret(None, ("king",), face=1)
ORDERS = Secret(1, "attack", envelope="orders")


@dataclass(frozen=True)
class Wrapping:
    inside: Any
    beside: Any = field(default=None, compare=False)


@pytest.mark.parametrize(
    ("viewer", "hand", "pack", "orders"),
    [
        (seat(0), ("ace", "ten"), Hidden(1), Hidden()),
        (seat(1), Hidden(2), Hidden(1), "attack"),
        (UMPIRE, ("ace", "ten"), Hidden(1), "attack"),
        (BOTH, Hidden(2), Hidden(1), Hidden()),
        (SPECTATOR, Hidden(2), Hidden(1), Hidden()),
        (ORGANISER, Hidden(2), Hidden(1), Hidden()),
        (STRANGER, Hidden(2), Hidden(1), Hidden()),
    ],
    ids=str,
)
def test_each_viewer_reads_what_is_its_own(viewer, hand, pack, orders):
    assert seen((HAND, PACK, ORDERS), Sight(viewer)) == (hand, pack, orders)


@pytest.mark.parametrize("viewer", [seat(0), BOTH, SPECTATOR, ORGANISER, STRANGER], ids=str)
def test_an_opened_envelope_is_open_to_all_and_others_stay_shut(viewer):
    sight = Sight(viewer, opened=frozenset({"orders"}))

    assert seen([ORDERS, Secret(1, "hold", envelope="plan")], sight) == ("attack", Hidden())


def test_the_close_lays_everything_open_the_order_of_the_pack_included():
    assert seen({"all": [HAND, PACK]}, Sight(STRANGER, closed=True)) == {
        "all": (("ace", "ten"), ("king",))
    }


def test_secrets_are_found_in_every_kind_of_container():
    value = {"a": [PerSide(HAND, None)], "b": ({"c": PACK},)}

    assert seen(value, Sight(SPECTATOR)) == {
        "a": (PerSide(Hidden(2), None),),
        "b": ({"c": Hidden(1)},),
    }
    assert list(secrets_in(value)) == [HAND, PACK]


def test_a_secret_inside_a_secret_keeps_its_own_owner():
    letter = Secret(0, ("to my ally", Secret(1, "sealed within")))

    assert seen(letter, Sight(seat(0))) == ("to my ally", Hidden())


class Unheard:
    """Of no type that a situation may hold."""

    def __repr__(self):
        return "of an unheard type"


@pytest.mark.parametrize(
    "value",
    [
        Wrapping(HAND),
        Wrapping((1, [HAND])),
        Wrapping({"deep": HAND}),
        Wrapping(Wrapping(HAND)),
        Wrapping(PerSide(1, HAND)),
        Wrapping(1, beside=HAND),
        Wrapping(1, beside=(HAND,)),
        {HAND: "as a key"},
        Secret(0, 1, face=HAND),
        {1, 2},
        Unheard(),
        Wrapping,
    ],
    ids=repr,
)
def test_what_could_let_a_secret_slip_through_raises(value):
    with pytest.raises(ScriptFault):
        seen(value, Sight(SPECTATOR))


def test_what_is_worked_out_beside_a_value_may_be_of_any_type():
    refuse_secrets(Wrapping(1, beside=object()))


@pytest.mark.parametrize(("role", "side"), [(Role.SEAT, None), (Role.SEAT, 2), (Role.BOTH, 0)])
def test_there_is_no_half_a_viewer(role, side):
    with pytest.raises(ScriptFault):
        Viewer(role, side)


class Camp(Situation):
    shown = ("fires",)

    def __init__(self, setup):
        super().__init__(setup)
        self.fires = 40
        self.sleeping = "all of them"


def test_an_attribute_that_nobody_declared_is_not_known():
    known = Known(Camp(skirmish_setup()), Sight(UMPIRE))

    assert known.fires == 40
    with pytest.raises(AttributeError, match="sleeping is not shown"):
        known.sleeping  # noqa: B018 - the reading is the test


def test_what_a_side_knows_holds_no_way_back_to_the_situation():
    battle = play_until(skirmish(), "play_card")

    reachable = dumped({k: v for k, v in vars(battle.known(seat(0))).items() if k != "sight"})

    assert battle.run.situation not in vars(battle.known(seat(0))).values()
    for card in battle.run.situation.hands[1].value:
        assert card not in str(reachable)


def test_a_line_that_is_told_may_hold_no_secret():
    with pytest.raises(ScriptFault):
        Camp(skirmish_setup()).tell("cards", hand=HAND)


def test_an_envelope_may_hold_no_other_secret():
    with pytest.raises(ScriptFault):
        Camp(skirmish_setup()).put_in_envelope("orders", 0, {"theirs": ORDERS})


def test_there_are_no_two_envelopes_of_one_name():
    camp = Camp(skirmish_setup())
    camp.put_in_envelope("orders", 0, "attack")

    with pytest.raises(ScriptFault):
        camp.put_in_envelope("orders", 1, "hold")


def test_a_situation_may_hold_nothing_whose_order_is_not_fixed():
    camp = Camp(skirmish_setup())
    camp.scouts = {"left", "right"}

    with pytest.raises(ScriptFault):
        camp.digest()


def test_a_digest_covers_secrets_and_what_is_not_shown():
    one, two = Camp(skirmish_setup()), Camp(skirmish_setup())
    assert one.digest() == two.digest()

    two.sleeping = Secret(0, "none")

    assert one.digest() != two.digest()
