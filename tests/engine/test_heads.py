"""Do the heads show that a log was rewritten?"""

import json
from dataclasses import replace

import pytest

from setup_app.engine.errors import ReplayMismatch
from setup_app.engine.log import FIRST_HEAD, broken_head, next_head
from setup_app.engine.values import sha256
from tests.engine.playing import SEED, exported, imported, marches, play_until, skirmish


def finished():
    return [play_until(make(), None) for make in (skirmish, marches)]


def test_every_head_follows_from_the_one_before():
    for battle in finished():
        assert broken_head(battle.entries) is None
        assert len({entry.head for entry in battle.entries}) == len(battle.entries)


def test_a_head_is_the_hash_of_the_last_head_and_the_public_form():
    first = skirmish().entries[0]

    public = json.dumps(first.public_form(), sort_keys=True, separators=(",", ":"))

    assert first.head == sha256(FIRST_HEAD.encode() + public.encode())


def test_the_first_entry_commits_to_seed_setup_and_lists():
    first = skirmish().entries[0]

    assert first.public["seed_hash"] == sha256(SEED)
    assert len(first.commitments) == 2


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("number", 99),
        ("type", "another"),
        ("side", 7),
        ("kind", "another"),
        ("asking", 99),
        ("public", "another"),
        ("commitments", ("00" * 32,)),
        ("reveals", ({"entry": 1},)),
        ("counter", (9, 9)),
        ("head", "00" * 32),
    ],
)
def test_a_changed_public_form_is_noticed_at_its_entry(field, value):
    for battle in finished():
        for entry in battle.entries:
            changed = list(battle.entries)
            changed[entry.number - 1] = replace(entry, **{field: value})
            assert broken_head(changed) == entry.number


def test_a_missing_an_added_and_a_swapped_entry_are_noticed():
    entries = finished()[0].entries

    assert broken_head(entries[:4] + entries[5:]) == 5
    assert broken_head([*entries[:5], entries[4], *entries[5:]]) == 6
    assert broken_head([*entries[:5], entries[6], entries[5], *entries[7:]]) == 6
    assert broken_head(entries[1:]) == 1


def test_a_gap_in_the_numbers_is_noticed_although_heads_follow():
    head, renumbered = FIRST_HEAD, []
    for entry in finished()[0].entries:
        number = entry.number if entry.number < 5 else entry.number + 1
        moved = replace(entry, number=number)
        head = next_head(head, moved)
        renumbered.append(replace(moved, head=head))

    assert broken_head(renumbered) == 5


@pytest.mark.parametrize("field", ["value", "owner", "secret"])
def test_a_changed_secret_or_owner_is_noticed_although_heads_do_not_show_it(field):
    battle = play_until(skirmish(), "play_card")
    drawn = next(entry for entry in battle.entries if entry.kind == "hand")
    other_order = list(reversed(drawn.value))
    changed = {"value": other_order, "owner": 1 - drawn.owner, "secret": False}[field]

    stored = json.loads(exported(battle))["entries"]
    stored[drawn.number - 1][field] = changed
    tampered = imported(exported(battle), {"entries": stored})

    assert broken_head(tampered.entries) is None
    with pytest.raises(ReplayMismatch) as raised:
        tampered.check()
    assert raised.value.params["entry"] == drawn.number
