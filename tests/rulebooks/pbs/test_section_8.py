"""Do 8.A to 8.D run as the sheet and this project's reading say?"""

import itertools

import pytest

from setup_app.engine.hidden import SPECTATOR, Hidden, seat
from setup_app.rulebooks.pbs_2023_1.walk import reachable
from tests.rulebooks.pbs.director import Director, army, setup

FIVE_BLACK = ("black",) * 5


def levels(first, second, **stated):
    return setup(army(commander={"level": first}), army(commander={"level": second}), **stated)


@pytest.mark.parametrize(
    ("level", "colour", "faces"),
    [
        ("mediocre", "white", ["blank"] * 3 + ["s"] + ["wound"] * 2),
        ("competent", "green", ["blank"] * 2 + ["s"] + ["wound"] * 2 + ["skull"]),
        ("talented", "yellow", ["blank"] + ["s"] + ["wound"] * 3 + ["skull"]),
        ("legendary", "red", ["s"] + ["wound"] * 3 + ["skull"] * 2),
    ],
)
def test_each_level_rolls_its_own_die(level, colour, faces):
    roll = Director(levels(level, "mediocre")).waits_for_a_roll()
    assert (roll.die, sorted(roll.faces)) == (colour, sorted(faces))


FACES = ["blank", "s", "wound", "skull"]


@pytest.mark.parametrize(("first", "second"), list(itertools.permutations(FACES, 2)))
def test_the_better_face_chooses(first, second):
    battle = Director(levels("competent", "competent"))
    battle.roll(first, second)
    winner = 0 if FACES.index(first) > FACES.index(second) else 1
    assert battle.asked() == {winner: "invade_or_defend"}


def test_equal_faces_are_rolled_again_and_every_roll_is_told():
    battle = Director(setup())
    battle.roll("s", "s", "skull", "skull", "blank", "wound")
    assert battle.asked() == {1: "invade_or_defend"}
    assert battle.told().count("commander_rolled") == 6
    assert battle.told().count("roll_off_tied") == 2


def test_only_an_invader_who_won_with_a_skull_may_intercept():
    asked = {}
    for face, role in itertools.product(("skull", "wound"), ("invader", "defender")):
        battle = Director(setup())
        battle.roll(face, "blank")
        battle.answer(0, {"role": role})
        asked[face, role] = battle.asked() == {0: "strategic_intercept"}
    assert asked == {
        ("skull", "invader"): True,
        ("skull", "defender"): False,
        ("wound", "invader"): False,
        ("wound", "defender"): False,
    }


def test_the_intercept_is_settled_before_any_card_is_drawn_and_moves_the_marker_to_the_invader():
    battle = Director(setup())
    battle.roll("skull", "blank")
    battle.answer(0, {"role": "invader"})
    assert battle.situation.hands is None
    battle.answer(0, {"intercept": True})
    battle.draw(*FIVE_BLACK)
    battle.draw(*FIVE_BLACK)
    for side in (0, 1):
        battle.answer(side, {"card": None})
    battle.answer(1, {"territory": "plains"})
    assert battle.asked() == {0: "place_marker"}


def test_the_defender_draws_first():
    battle = Director(setup(army(pbs_cards=4), army(pbs_cards=7)))
    battle.roll("wound", "blank")
    battle.answer(0, {"role": "invader"})
    assert (battle.waits_for_a_draw().side, battle.waits_for_a_draw().count) == (1, 7)


CARDS = [None, "black", "white", "green", "yellow", "red"]


@pytest.mark.parametrize(("defender", "invader"), list(itertools.product(CARDS, CARDS)))
@pytest.mark.parametrize("no_card", ["lowest", "black"])
def test_the_invader_chooses_only_with_a_better_card(defender, invader, no_card):
    hand = ("black", "white", "green", "yellow", "red")
    homes = {"home": ["desert", "jungle"]}
    battle = Director(setup(army(**homes), army(home=["forest"]), no_card=no_card))
    battle.to_territory_cards(hand, hand)
    battle.answer(0, {"card": defender})
    battle.answer(1, {"card": invader})
    order = {card: place for place, card in enumerate(CARDS)}
    if no_card == "black":
        order[None] = order["black"]
    chooser = 1 if order[invader] > order[defender] else 0
    assert battle.asked() == {chooser: "choose_territory"}
    assert battle.options(chooser) == [{"territory": "desert"}, {"territory": "jungle"}]


def test_a_card_that_was_played_has_left_the_hand():
    battle = Director(setup())
    battle.to_territory_cards(("black", "black", "red", "red", "white"), FIVE_BLACK)
    battle.answer(0, {"card": "red"})
    battle.answer(1, {"card": None})
    assert battle.situation.hand(0) == ("black", "black", "white", "red")


def test_hands_are_seen_by_their_owner_alone():
    battle = Director(setup())
    battle.to_territory_cards(("black", "black", "red", "red", "white"), FIVE_BLACK)
    own = {"cards": ["black", "black", "white", "red", "red"], "count": 5, "kept": None}
    covered = {"cards": None, "count": 5, "kept": None}
    assert battle.view(seat(0))["hands"] == [own, covered]
    assert battle.view(SPECTATOR)["hands"] == [covered, covered]
    assert isinstance(battle.known(seat(1)).hands[0], Hidden)


def test_the_marker_may_start_where_the_setting_says():
    battle = Director(setup(start_boxes=[[4, 4], [0, 2]]))
    battle.to_territory_cards(FIVE_BLACK, FIVE_BLACK)
    for side in (0, 1):
        battle.answer(side, {"card": None})
    battle.answer(0, {"territory": "plains"})
    assert battle.options(0) == [{"box": [0, 2]}, {"box": [4, 4]}]


@pytest.mark.parametrize(("first", "second"), list(itertools.product(CARDS[1:], CARDS[1:])))
def test_the_better_card_of_a_day_moves_by_the_difference_in_rank(first, second):
    hands = [(card, "black", "black", "black", "black") for card in (first, second)]
    battle = Director(setup())
    battle.to_days(*hands, [2, 2])
    battle.answer(0, {"card": first})
    battle.answer(1, {"card": second})
    difference = CARDS.index(first) - CARDS.index(second)
    if not difference:
        assert battle.asked() == {0: "play_day_card", 1: "play_day_card"}
        assert battle.situation.marker == (2, 2)
        return
    better = 0 if difference > 0 else 1
    assert battle.asked() == {better: "move_marker"}
    boxes = [tuple(option["box"]) for option in battle.options(better)]
    assert boxes == list(reachable((2, 2), abs(difference), "up_to"))


# The steps of 8.D written out a second time: (down, right) of each, by how much a card is better.
SIDEWAYS = {(-1, 0), (1, 0), (0, -1), (0, 1)}
ANYWAY = SIDEWAYS | {(-1, -1), (-1, 1), (1, -1), (1, 1)}
STEPS = {1: [SIDEWAYS], 2: [ANYWAY], 3: [SIDEWAYS, SIDEWAYS], 4: [ANYWAY, ANYWAY]}
BOXES = set(itertools.product(range(5), range(5)))


@pytest.mark.parametrize("difference", STEPS)
@pytest.mark.parametrize("start", sorted(BOXES))
def test_the_marker_reaches_what_the_steps_allow_and_stays_on_the_map(start, difference):
    after = [{start}]
    for steps in STEPS[difference]:
        reached = {
            (row + down, column + right) for row, column in after[-1] for down, right in steps
        }
        after.append(reached & BOXES)
    up_to, exact = set().union(*after), after[-1] - {start}
    assert set(reachable(start, difference, "up_to")) == up_to
    assert set(reachable(start, difference, "exact")) == exact


@pytest.mark.parametrize(("held", "day"), list(itertools.product(range(6), range(1, 6))))
@pytest.mark.parametrize("voluntary_pass", [True, False])
def test_a_side_passes_only_while_it_holds_fewer_cards_than_days_remain(held, day, voluntary_pass):
    hand = ("white",) * held
    other = ("white",) * 10
    first, second = army(pbs_cards=held), army(pbs_cards=10)
    battle = Director(setup(first, second, voluntary_pass=voluntary_pass))
    battle.to_days(hand, other, [2, 2])
    for _ in range(1, day):
        for side in list(battle.asked()):
            options = battle.options(side)
            playing = options[-1]
            battle.answer(side, playing)
        if battle.asked().get(1) == "move_marker" or battle.asked().get(0) == "move_marker":
            ((mover, _kind),) = battle.asked().items()
            battle.answer(mover, battle.options(mover)[0])
    left = len(battle.situation.hand(0))
    if left == 0:
        assert 0 not in battle.asked()
        return
    may_pass = voluntary_pass or left < 5 - day + 1
    assert ({"card": None} in battle.options(0)) == may_pass


def test_a_pass_counts_as_black():
    battle = Director(setup(army(pbs_cards=1)))
    battle.to_days(("white",), FIVE_BLACK, [2, 2])
    battle.answer(0, {"card": None})
    battle.answer(1, {"card": "black"})
    assert battle.situation.days[0].better is None
    assert battle.situation.days[0].difference == 0


def test_a_day_card_stays_sealed_until_both_are_in():
    battle = Director(setup())
    battle.to_days(FIVE_BLACK, FIVE_BLACK, [2, 2])
    battle.answer(0, {"card": "black"})
    assert battle.view(seat(1))["map"]["days"] == []
    assert battle.asked() == {1: "play_day_card"}


def test_kept_cards_are_the_owners_secret():
    battle = Director(setup(army(pbs_cards=7), army(pbs_cards=7)))
    hand = ("black",) * 5 + ("red", "white")
    battle.to_days(hand, hand, [2, 2])
    for _ in range(5):
        for side in (0, 1):
            battle.answer(side, {"card": "black"})
    assert battle.asked() == {0: "keep_cards", 1: "keep_cards"}
    kept = [tuple(option["cards"]) for option in battle.options(0)]
    assert sorted(kept) == sorted([(), ("red",), ("white",), ("white", "red")])
    battle.answer(0, {"cards": ["red"]})
    battle.answer(1, {"cards": []})
    assert battle.view(seat(0))["hands"][0]["kept"] == ["red"]
    assert battle.view(seat(1))["hands"][0]["kept"] is None
