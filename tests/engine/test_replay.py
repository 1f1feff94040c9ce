"""Does a log lead to the same battle, at any time and in any process?"""

import json
import os
import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from setup_app.engine.audit import check_every_move, runs
from setup_app.engine.battle import EngineBattle
from setup_app.engine.errors import ReplayMismatch
from setup_app.engine.undo import undo
from tests.engine.playing import (
    exported,
    go_back,
    imported,
    marches,
    play_until,
    refused,
    skirmish,
)
from tests.engine.toys.skirmish import SKIRMISH, script

ROOT = Path(__file__).parents[2]


def well_travelled(make):
    """A battle with everything in it: undone, gone back, envelopes, over and closed."""
    battle = play_until(make(), None, random.Random(11))
    go_back(battle, 0, 5)
    play_until(battle, None, random.Random(12))
    undo(battle, battle.entries[-1].side)
    play_until(battle, None, random.Random(13))
    battle.close(0)
    return battle


@pytest.fixture(params=[skirmish, marches], ids=["skirmish", "marches"])
def battle(request):
    return well_travelled(request.param)


def test_an_exported_battle_is_the_same_battle(battle):
    again = imported(exported(battle))

    assert again.entries == battle.entries
    assert again.digest() == battle.digest()
    check_every_move(again)


READ = """
import sys
from setup_app.engine.audit import check_every_move
from tests.engine.playing import imported
battle = imported(sys.stdin.read())
check_every_move(battle)
print(battle.digest())
"""


def test_it_is_the_same_in_another_process_with_another_hash_seed(battle):
    digests = {
        subprocess.run(
            [sys.executable, "-c", READ],
            input=exported(battle),
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for hash_seed in ("1", "4711")
    }

    assert digests == {battle.digest()}


def test_every_version_of_the_past_can_be_seen_again(battle):
    for version in range(1, battle.version + 1):
        then = battle.at(version)
        assert then.entries == battle.entries[:version]
        if then.entries[-1].digest is not None:
            assert then.digest() == then.entries[-1].digest


def test_every_move_notes_its_digest(battle):
    for entry, following in zip(battle.entries, battle.entries[1:], strict=False):
        ends_a_move = following.type == "answer" or following.type == "act"
        if entry.type != "act" and ends_a_move:
            assert entry.digest is not None


def test_the_raw_log_can_be_walked_with_what_was_taken_back(battle):
    walked = [(entry.number, run.ordinal) for entry, run in runs(battle)]

    assert [number for number, _ in walked] == [entry.number for entry in battle.entries]
    assert walked[-1][1] == battle.run.ordinal


def test_a_digest_that_no_longer_comes_out_is_named_by_its_entry(battle):
    noted = [entry for entry in battle.entries if entry.digest]
    stored = json.loads(exported(battle))["entries"]
    stored[noted[3].number - 1]["digest"] = "00" * 32

    with pytest.raises(ReplayMismatch) as raised:
        check_every_move(imported(exported(battle), {"entries": stored}))

    assert raised.value.params["entry"] == noted[3].number


def test_the_last_digest_is_compared_whenever_a_battle_is_checked(battle):
    stored = json.loads(exported(battle))["entries"]
    noted = max(entry.number for entry in battle.entries if entry.digest)
    stored[noted - 1]["digest"] = "00" * 32

    with pytest.raises(ReplayMismatch):
        imported(exported(battle), {"entries": stored}).check()


def test_a_script_that_was_changed_no_longer_leads_there():
    def kinder(situation):
        yield from script(situation)
        situation.hill = "Molehill"

    battle = play_until(skirmish(), None)
    changed = replace(SKIRMISH, script=kinder)

    with pytest.raises(ReplayMismatch):
        EngineBattle(changed, battle.setup, battle.seed, battle.entries).check()


def test_a_bug_fix_is_a_branch_on_the_revision():
    def fixed(situation):
        yield from script(situation)
        if situation.setup.revision >= 2:
            situation.hill = "Molehill"

    second = replace(SKIRMISH, script=fixed, revision=2)
    old = play_until(skirmish(), None)
    new = play_until(EngineBattle.begin(second, replace(old.setup, revision=2), old.seed), None)

    check_every_move(EngineBattle(second, old.setup, old.seed, old.entries))
    assert (old.run.situation.hill, new.run.situation.hill) == ("Hill 60", "Molehill")


def test_a_moment_that_never_was_cannot_be_looked_at():
    battle = skirmish()

    for version in (0, -1, 2):
        assert refused(lambda v=version: battle.at(v)).code == "no_such_version"
