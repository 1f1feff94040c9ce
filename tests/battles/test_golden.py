"""Do finished battles still lead to the table that was seen? Every file in `golden/` is replayed.

Any exported log may be dropped into the folder. `tools.golden_plays` says how those that
are there came about, and when they may be played anew.
"""

from __future__ import annotations

import io
import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from setup_app.battles.models import Battle as Row
from setup_app.battles.seats import tokens
from setup_app.battles.seats.tokens import Seat
from setup_app.battles.services import rematch, store_log
from setup_app.engine.audit import check_every_move
from setup_app.engine.autoplay import play_one, unanswered
from setup_app.engine.battle import EngineBattle
from setup_app.engine.errors import DomainError
from setup_app.engine.hidden import SPECTATOR
from setup_app.engine.log import ACT, Entry, broken_head
from setup_app.engine.situation import BattleSetup
from setup_app.engine.views import events
from setup_app.rulebooks import registry
from setup_app.wording.speaker import Speaker
from tests.battles.callers import Caller
from tools.golden_plays import FOLDER

GOLDEN = sorted(FOLDER.glob("*.json"))
WITH_AGREED_PIECES = ("beside_the_rules", "deployed_by_the_fourth_revision")
ROOT = Path(__file__).parents[2]


def read(path: Path) -> dict[str, Any]:
    return json.loads(path.read_text(encoding="utf-8"))


def replayed(golden: dict[str, Any]) -> EngineBattle:
    entries = [Entry.from_json(entry) for entry in golden["entries"]]
    setup = BattleSetup.from_json(golden["setup"])
    rulebook = registry.rulebook(setup.rulebook)
    return EngineBattle(rulebook, setup, bytes.fromhex(golden["seed"]), entries)


def layout_of(battle: EngineBattle) -> Any:
    """The table, as JSON brings it back."""
    shown = battle.rulebook.present(battle.known(SPECTATOR), SPECTATOR)["layout"]
    return json.loads(json.dumps(shown))


def as_kept(golden: dict[str, Any]) -> Any:
    """The table as it was recorded, its settings those that are not usual any more.

    A layout leaves out what is usual, and what is usual has changed: a battle that counted a
    maximum for the table says so now, one that counted it for each player need not.
    """
    layout = golden.get("layout")
    if layout is None or golden["setup"]["revision"] > 1:
        return layout
    was = {"max_counts": "table", **layout["settings"]}
    return {
        **layout,
        "settings": {
            name: value for name, value in was.items() if (name, value) != ("max_counts", "player")
        },
    }


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_golden_battle_replays_to_its_heads_its_digests_and_its_table(path: Path) -> None:
    golden = read(path)

    battle = replayed(golden)

    battle.check()
    check_every_move(battle)
    assert broken_head(battle.entries) is None
    assert battle.over
    assert as_kept(golden) in (layout_of(battle), None)


def test_between_them_the_golden_battles_hold_every_kind_of_act_and_prompt() -> None:
    entries = [entry for path in GOLDEN for entry in read(path)["entries"]]
    acts = {entry["kind"] for entry in entries if entry["type"] == ACT}
    asked = {entry["kind"] for entry in entries if entry["type"] == "answer"}
    rulebook = registry.rulebook("pbs-2023.1")

    assert acts >= {
        *("opened", "back", "proposed", "accepted", "declined", "resigned"),
        *("close_asked", "closed", "seat_reissued", "stopped", "envelope_opened"),
    }
    assert {prompt.kind for prompt in rulebook.prompts} - asked == set()
    proposed = [entry["value"]["kind"] for entry in entries if entry["kind"] == "proposed"]
    assert set(proposed) == {"back", "accept_as_placed", "stop"}


def test_a_battle_begun_at_revision_3_is_finished_by_its_rules() -> None:
    golden = read(FOLDER / "deployed.json")
    begins = next(each["number"] for each in golden["entries"] if each["kind"] == "deploy")
    battle = replayed({**golden, "entries": golden["entries"][: begins - 1]})
    asking = unanswered(battle)[0]
    assert (battle.setup.revision, asking.prompt.kind) == (3, "deploy")
    assert battle.rulebook.settings_of(battle.setup)["hold_back"] is True
    assert asking.prompt.why().code == "why.deploy.first_or_hide"

    while not battle.over:
        play_one(battle, unanswered(battle)[0], random.Random(battle.version))

    battle.check()
    check_every_move(battle)
    told = {line.code for line in battle.run.situation.told}
    assert {"put_down", "declared", "pregame_passed"} <= told
    assert not told & {"put_down_percent", "put_down_group", "garrison_led"}
    shown = battle.rulebook.present(battle.known(SPECTATOR), SPECTATOR)["deployment"]
    assert {each["garrison"] for side in shown["sides"] for each in side["leaders"]} == {None}


def log_of(name: str) -> list[tuple[str | None, str]]:
    """The log as a spectator reads it, each line with its section."""
    battle = replayed(read(FOLDER / f"{name}.json"))
    say = Speaker(battle.rulebook, ("Ann", "Ben"))
    lines = events(battle, SPECTATOR, say=say)
    return [pair for line in lines for pair in zip(line["rules"], line["text"], strict=True)]


DEPLOYED = "Ann deployed 15 TUGs and 3 SUGs."


def test_an_umpire_reads_what_was_asked_for_and_what_came_of_it() -> None:
    said = log_of("deployed_by_the_fourth_revision")

    for line in (
        ("8.D", "Day 1: Ann yellow, Ben black. Ann wins by 3."),
        ("9.A", "Ben chose which sector the wood belongs to: left."),
        ("10.C", "Ann placed their camp."),
        ("10.D", f"{DEPLOYED} Required: 15 of 15 TUGs (100%). On the table: 15 of 15."),
        ("10.E", "Ben's garrison (Captured bolt-shooters on the wall) is commanded by Jugurtha."),
        ("10.H", "Ben made a pre-game move with Mauri cavalry of Volux: a forced march, 0.7 BW."),
        ("10.H", "Ann passed: no more pre-game moves (batteries)."),
        (None, "Ben revealed ambush marker A: Numidian light horse of Bomilcar."),
    ):
        assert line in said


def test_the_log_of_an_old_battle_says_what_its_entries_hold() -> None:
    said = [line for name in ("by_the_book", "deployed") for line in log_of(name)]

    assert ("8.D", "Day 1: Ann green, Ben white. Ann wins by 1.") in said
    assert ("10.C", "Ann placed their camp.") in said
    bluff = "Ann revealed a bluff: Chieftain of the Ligurians marches with no units."
    assert (None, bluff) in said


def test_they_replay_to_the_same_in_a_new_process_under_another_hash_seed() -> None:
    program = (
        "import django; django.setup()\n"
        "from tests.battles.test_golden import GOLDEN, layout_of, read, replayed\n"
        "import json\n"
        "battles = {path.stem: replayed(read(path)) for path in GOLDEN}\n"
        "print(json.dumps({n: [b.digest(), b.head, layout_of(b)] for n, b in battles.items()}))"
    )
    seed = "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2"
    environment = {
        **os.environ,
        "PYTHONHASHSEED": seed,
        "DJANGO_SETTINGS_MODULE": "tests.settings",
        # It reads files only, and needs no server of its own.
        "METATOR_TEST_DATABASE": "sqlite",
    }
    run = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env={name: value for name, value in environment.items() if name != "DATABASE_URL"},
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr[-2000:]

    here = {path.stem: replayed(read(path)) for path in GOLDEN}
    assert json.loads(run.stdout) == {
        name: [battle.digest(), battle.head, layout_of(battle)] for name, battle in here.items()
    }


@pytest.mark.django_db
def test_the_last_page_and_the_print_name_what_stands_by_agreement(client: Any) -> None:
    golden = read(FOLDER / "beside_the_rules.json")
    row = store_log(exported=golden, visibility="link")
    token = tokens.token(row, Seat.SPECTATOR)

    pages = [
        client.get(f"/b/{row.public_id}/{page}/{token}/").content.decode()
        for page in ("watch", "print")
    ]

    for page in pages:
        assert "Allowed by agreement: Sand dunes × 2, Mountains, Fort." in page


@pytest.mark.django_db(transaction=True)
def test_they_are_stored_replayed_and_shown_from_the_database() -> None:
    for path in GOLDEN:
        golden = read(path)
        row = store_log(exported=golden, visibility="link")
        shown = Caller().get(f"battles/{row.public_id}/").json()
        # What stands by agreement the log alone says, not the rulebook's situation.
        agreed = {each["id"] for each in shown["layout"]["pieces"] if each.pop("agreed", False)}
        assert bool(agreed) == (path.stem in WITH_AGREED_PIECES)
        assert (shown["head"], shown["layout"]) == (
            golden["entries"][-1]["head"],
            as_kept(golden),
        )

    said = io.StringIO()
    call_command("replay_all", stdout=said)

    assert said.getvalue() == f"All {len(GOLDEN)} battles replay.\n"
    assert not Row.objects.filter(read_only=True).exists()


@pytest.mark.django_db
def test_an_old_battle_shows_what_it_is_played_by_and_its_rematch_is_played_alike() -> None:
    row = store_log(exported=read(FOLDER / "by_the_book.json"), visibility="link")

    again = rematch(battle=row.public_id)

    shown = Caller().get(f"battles/{row.public_id}/").json()
    rulebook = registry.rulebook(row.rulebook)
    was, now = BattleSetup.from_json(row.setup), BattleSetup.from_json(again.setup)
    assert "own_size_replaces" not in was.settings
    assert (shown["house_rulings"], shown["implied_rulings"]) == ({"max_counts": "table"}, {})
    assert (was.revision, now.revision) == (1, rulebook.revision)
    assert now.settings == rulebook.settings_of(was)


def changed(golden: dict[str, Any], kind: str, **fields: Any) -> dict[str, Any]:
    """The golden battle with one of its entries rewritten."""
    at = next(i for i, entry in enumerate(golden["entries"]) if entry["kind"] == kind)
    entries = list(golden["entries"])
    entries[at] = {**entries[at], **fields}
    return {**golden, "entries": entries}


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("place_marker", {"value": {"box": [0, 0]}}),
        ("pbs_cards", {"value": ["red"] * 6}),
        ("commander", {"value": "skull", "public": "skull"}),
        ("choose_territory", {"digest": "0" * 64}),
        ("opened", {"head": "0" * 64}),
    ],
)
@pytest.mark.django_db
def test_a_golden_battle_with_one_thing_changed_is_refused(
    kind: str, fields: dict[str, Any]
) -> None:
    forged = changed(read(FOLDER / "by_the_book.json"), kind, **fields)

    with pytest.raises(DomainError) as refused:
        store_log(exported=forged)

    assert refused.value.code == "replay_mismatch"
    assert not Row.objects.exists()
