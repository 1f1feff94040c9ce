"""Is what falls what the seed says, and does every face fall equally often?

The expectations are worked out by hand-written code that shares nothing with the engine.
"""

import hashlib
import hmac
import json
from itertools import pairwise, repeat

import pytest

from setup_app.engine.chance import Draw, Roll, below, commitment, result, salt, stream
from setup_app.engine.errors import ScriptFault
from setup_app.engine.values import PerSide
from tests.engine.playing import SEED, play, play_until, sit_down, skirmish

ENTROPIES = PerSide("Ύδρα", "y")
COIN = Roll("coin", "1", ("heads", "tails"), 0)
D6 = Roll("die", "1", (1, 2, 3, 4, 5, 6), 1)
HAND = Draw("hand", "1", ("a", "b", "c", "d", "e", "f", "g"), 4, 0)


def numbers_by_hand(request, counter, how_many):
    """64-bit numbers: big-endian quarters of HMAC-SHA256 blocks over one canonical JSON array."""
    found = []
    for block in range(how_many):
        text = json.dumps(
            ["Ύδρα", "y", request, counter, block],
            sort_keys=True,
            separators=(",", ":"),
            ensure_ascii=False,
        )
        digest = hmac.new(SEED, text.encode("utf-8"), "sha256").hexdigest()
        found += [int(digest[place : place + 16], 16) for place in (0, 16, 32, 48)]
    return found


DIE_BY_HAND = {"label": "die", "faces": [1, 2, 3, 4, 5, 6], "side": 1, "die": "d6"}
HAND_BY_HAND = {"label": "hand", "pool": list("abcdefg"), "count": 4, "side": 0}


@pytest.mark.parametrize("counter", [[1, 0], [2, 0], [1, 1], [17, 3]])
def test_a_die_is_the_first_number_modulo_its_faces(counter):
    first = numbers_by_hand(DIE_BY_HAND, counter, 1)[0]

    assert result(D6, SEED, ENTROPIES, counter) == first % 6 + 1


@pytest.mark.parametrize("counter", [[1, 0], [2, 0], [5, 1]])
def test_a_draw_takes_one_card_after_another_out_of_the_pool(counter):
    pool = ["a", "b", "c", "d", "e", "f", "g"]
    numbers = numbers_by_hand(HAND_BY_HAND, counter, 1)
    drawn = [pool.pop(numbers[place] % (7 - place)) for place in range(4)]

    assert result(HAND, SEED, ENTROPIES, counter) == drawn


KNOWN_DICE = [2, 4, 5, 2, 1, 4, 4, 3, 5, 3]
KNOWN_HAND = ["a", "e", "c", "b"]


def test_known_answers_have_not_changed():
    assert [result(D6, SEED, ENTROPIES, [count, 0]) for count in range(1, 11)] == KNOWN_DICE
    assert result(HAND, SEED, ENTROPIES, [1, 0]) == KNOWN_HAND


def test_more_numbers_than_one_block_holds_come_from_the_next():
    numbers = stream(SEED, ENTROPIES, DIE_BY_HAND, [1, 0])

    assert [next(numbers) for _ in range(12)] == numbers_by_hand(DIE_BY_HAND, [1, 0], 3)


@pytest.mark.parametrize(
    "changed",
    [
        (D6, bytes(32), ENTROPIES, [1, 0]),
        (D6, SEED, PerSide("Ύδρα", "z"), [1, 0]),
        (D6, SEED, PerSide("Ύδραy", ""), [1, 0]),
        (D6, SEED, PerSide("y", "Ύδρα"), [1, 0]),
        (D6, SEED, ENTROPIES, [2, 0]),
        (D6, SEED, ENTROPIES, [1, 1]),
        (Roll("another", "1", D6.faces, 1), SEED, ENTROPIES, [1, 0]),
        (Roll("die", "1", D6.faces, 0), SEED, ENTROPIES, [1, 0]),
    ],
)
def test_seed_entropies_counter_and_request_all_matter(changed):
    request, seed, entropies, counter = changed
    usual = stream(SEED, ENTROPIES, D6.described(), [1, 0])

    assert next(stream(seed, entropies, request.described(), counter)) != next(usual)


@pytest.mark.parametrize("limit", [3, 5, 6, 7, 10, 52, 1000])
def test_numbers_past_the_last_whole_multiple_are_thrown_away(limit):
    last_whole = 2**64 // limit * limit
    numbers = iter([2**64 - 1, last_whole, last_whole - 1, 0])

    assert below(limit, numbers) == limit - 1
    assert below(limit, numbers) == 0


@pytest.mark.parametrize("limit", [1, 2, 4, 64])
def test_nothing_is_thrown_away_where_the_limit_divides(limit):
    assert below(limit, repeat(2**64 - 1)) == limit - 1


@pytest.mark.parametrize("limit", [0, -1])
def test_there_is_no_number_below_nothing(limit):
    with pytest.raises(ScriptFault):
        below(limit, repeat(1))


def chi_square(counts, expected):
    return sum((count - expected) ** 2 / expected for count in counts)


def test_faces_fall_equally_often():
    counts = dict.fromkeys(range(1, 7), 0)
    for count in range(6000):
        counts[result(D6, SEED, ENTROPIES, [count, 0])] += 1

    # 20.5 is passed by chance once in a thousand seeds; this seed is fixed.
    assert chi_square(counts.values(), 1000) < 20.5


def test_a_die_with_three_blanks_shows_a_blank_half_the_time():
    blanks = Roll("blank", "1", ("", "", "", "one", "two", "three"))
    fell = [result(blanks, SEED, ENTROPIES, [count, 0]) for count in range(2000)]

    assert abs(fell.count("") - 1000) < 75


def test_every_card_comes_equally_often_in_every_place():
    for place in range(4):
        counts = dict.fromkeys(HAND.pool, 0)
        for count in range(3500):
            counts[result(HAND, SEED, ENTROPIES, [count, 0])[place]] += 1
        # 22.5 is passed by chance once in a thousand seeds.
        assert chi_square(counts.values(), 500) < 22.5


def test_one_result_does_not_follow_from_the_last():
    fell = [result(D6, SEED, ENTROPIES, [count, 0]) for count in range(6000)]
    pairs = [0] * 36
    for one, two in pairwise(fell):
        pairs[(one - 1) * 6 + two - 1] += 1

    assert chi_square(pairs, 5999 / 36) < 70


def test_a_draw_from_too_small_a_pool_takes_what_there_is():
    assert sorted(result(Draw("all", "1", ("b", "a"), 5, 0), SEED, ENTROPIES, [1, 0])) == ["a", "b"]
    assert result(Draw("none", "1", (), 5, 0), SEED, ENTROPIES, [1, 0]) == []


def test_equal_cards_in_a_pool_are_cards_of_their_own():
    assert result(Draw("reds", "1", ("red", "red", "red"), 2, 0), SEED, ENTROPIES, [1, 0]) == [
        "red",
        "red",
    ]


def test_a_commitment_is_the_hash_of_salt_and_canonical_value():
    by_hand = hashlib.sha256(bytes.fromhex("00ff") + b'{"a":"\xc3\xbc","b":[1,null]}').hexdigest()

    assert commitment("00ff", {"b": [1, None], "a": "ü"}) == by_hand


def test_salts_differ_by_entry_part_and_seed():
    salts = {
        salt(seed, entry, part)
        for seed in (SEED, bytes(32))
        for entry in (1, 2, 11)
        for part in (0, 1, 11)
    }

    assert len(salts) == 18
    assert {len(bytes.fromhex(each)) for each in salts} == {16}


def test_ties_are_rolled_again_with_the_next_counter():
    tied = next(
        battle
        for battle in (skirmish(bytes([n]) * 32) for n in range(64))
        if len([e for e in sit_down(battle).entries if e.kind == "precedence"]) > 2
    )

    dice = [entry for entry in tied.entries if entry.kind == "precedence"]

    assert dice[0].value == dice[1].value
    assert dice[-2].value != dice[-1].value
    assert [entry.counter for entry in dice[:4]] == [(1, 0), (1, 0), (2, 0), (2, 0)]


def test_nothing_falls_before_both_have_sat_down():
    battle = skirmish()

    assert [entry.type for entry in battle.entries] == ["act"]
    assert [asking.prompt.kind for asking in battle.askings()] == ["sit_down", "sit_down"]


def test_the_second_to_sit_down_cannot_know_the_first_ones_entropy():
    battle = skirmish()
    play(battle, 0, "sit_down", {"accept": True, "entropy": "mine"})

    assert "mine" not in json.dumps(battle.entries[-1].public_form())


def test_another_entropy_gives_other_dice():
    fell = {
        tuple(
            entry.value
            for entry in play_until(sit_down(skirmish(), (str(number), "")), "mood").entries
            if entry.kind == "precedence"
        )
        for number in range(12)
    }

    assert len(fell) > 6
