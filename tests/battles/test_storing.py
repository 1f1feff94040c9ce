"""Does a battle that was played elsewhere come into this database whole?"""

import json
import random
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from setup_app.battles.models import Battle, LogEntry
from setup_app.battles.repository import load
from setup_app.engine.battle import EngineBattle as Played
from tests.battles.callers import stored
from tests.engine.playing import exported, marches, play_until, sit_down, skirmish

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


def played() -> Played:
    return play_until(sit_down(skirmish()), None, random.Random(4))


def imported(tmp_path: Path, log: Any) -> Battle:
    out = StringIO()
    (tmp_path / "log.json").write_text(json.dumps(log))
    call_command("import_log", tmp_path / "log.json", stdout=out)
    return Battle.objects.get(public_id=out.getvalue().strip())


@pytest.mark.parametrize("begun", [skirmish, marches])
def test_an_imported_battle_is_the_one_that_was_played(begun: Any, tmp_path: Path) -> None:
    battle = play_until(sit_down(begun()), None, random.Random(4))

    row = imported(tmp_path, json.loads(exported(battle)))

    again = load(row)
    assert (row.version, row.head, row.digest) == (battle.version, battle.head, battle.digest())
    assert again.entries == battle.entries
    assert row.finished is not None


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"seed": "00" * 32}, "does not replay"),
        ({"seed": "x"}, "not an exported battle"),
        ({"entries": []}, "does not replay"),
        ({"setup": {}}, "not an exported battle"),
    ],
)
def test_an_untrue_log_is_refused(changed: dict[str, Any], message: str, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=message):
        imported(tmp_path, json.loads(exported(played())) | changed)

    assert Battle.objects.count() == LogEntry.objects.count() == 0


def test_a_log_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("import_log", tmp_path / "nothing.json")


def test_a_stored_battle_is_played_on() -> None:
    table = stored(play_until(sit_down(skirmish()), "mood"))

    table.play_on(random.Random(1))

    assert table.view()["step"] is None


def test_values_come_back_as_they_were_byte_for_byte() -> None:
    table = stored(sit_down(skirmish()))
    row = LogEntry.objects.get(battle__public_id=table.id, number=2)
    odd = {"far": 1e22, "zero": -0.0, "one": 1.0, "whole": 1, "words": "ä\u2028\u0001"}

    row.value = odd
    row.save()

    row.refresh_from_db()
    assert json.dumps(row.value, sort_keys=True) == json.dumps(odd, sort_keys=True)
