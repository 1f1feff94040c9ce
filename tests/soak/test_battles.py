"""Five hundred battles played at random: do all finish, legally, and replay elsewhere?"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

from setup_app.engine.battle import EngineBattle
from setup_app.engine.hidden import SPECTATOR
from setup_app.engine.log import Entry
from setup_app.engine.situation import BattleSetup
from setup_app.rulebooks.pbs_2023_1 import RULEBOOK
from setup_app.rulebooks.pbs_2023_1.layout_rules import layout_rules
from terrain.core import legality
from terrain.core.layout import read_layout
from tests.oracle.fine_grid import confirm_lost
from tests.oracle.judge import judge
from tests.soak.plan import SMALL, folder

pytestmark = pytest.mark.soak

ROOT = Path(__file__).resolve().parents[2]
BATTLES = int(os.environ.get("SOAK_BATTLES", "500"))
SMALL_BATTLES = BATTLES // 5
WORKERS = 2
MAX_LOST = 0.02


@dataclass(frozen=True)
class Played:
    """What `autoplay` wrote of one battle."""

    out: Path

    @property
    def small(self) -> bool:
        return int(self.out.name) >= SMALL

    @cached_property
    def layout(self) -> dict[str, Any]:
        return json.loads((self.out / "layout.json").read_text())

    @cached_property
    def log(self) -> dict[str, Any]:
        return json.loads((self.out / "log.json").read_text())

    def battle(self) -> EngineBattle:
        entries = [Entry.from_json(entry) for entry in self.log["entries"]]
        seed = bytes.fromhex(self.log["seed"])
        return EngineBattle(RULEBOOK, BattleSetup.from_json(self.log["setup"]), seed, entries)


def python(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *words],
        cwd=ROOT,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings", **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_every_battle_finishes(played: list[Played]) -> None:
    unfinished = [battle.out.name for battle in played if not battle.battle().over]
    assert unfinished == []


def test_every_layout_is_legal_by_the_engine(played: list[Played]) -> None:
    broken = {}
    for battle in played:
        layout = read_layout(battle.layout)
        found = legality.check(layout, layout_rules(layout))
        if found:
            broken[battle.out.name] = [(violation.code, violation.pieces) for violation in found]
    assert broken == {}


def _oracle_finds(path: Path) -> list[str]:
    said = judge(Played(path).layout)
    return [
        f"{path.name}: {code} {pieces}"
        for code, answers in said.items()
        for pieces, answer in answers.items()
        if answer == "broken"
    ]


def test_every_layout_is_legal_by_the_slow_oracle(played: list[Played]) -> None:
    with ProcessPoolExecutor(WORKERS) as pool:
        found = pool.map(_oracle_finds, [battle.out for battle in played], chunksize=8)
        assert [line for lines in found for line in lines] == []


def _losses(path: Path) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Each lost piece of a battle, with the layout as it lay when no place was found."""
    played = Played(path)
    battle = played.battle()
    if not battle.run.situation.lost:
        return []
    lost = []
    for entry in battle.entries:
        if entry.kind != "place_piece" or "impossible" not in (entry.value or {}):
            continue
        before = battle.at(entry.number - 1)
        (asking,) = before.askings()
        layout = RULEBOOK.present(before.known(SPECTATOR), SPECTATOR)["layout"]
        lost.append((layout, asking.prompt.about()))
    return lost


def _found_after_all(path: Path) -> list[str]:
    return [
        f"{path.name}: {wanted['id']} {wanted['type']} die {wanted['die']}"
        for layout, wanted in _losses(path)
        if confirm_lost(layout, wanted) is not None
    ]


def _share_lost(what: str, battles: list[Played]) -> float:
    situations = [battle.battle().run.situation for battle in battles]
    lost = sum(len(situation.lost) for situation in situations)
    placed = sum(situation.placed_so_far for situation in situations)
    print(f"\n{what}: {len(battles)} battles, {placed} pieces, {lost} lost: {lost / placed:.2%}")
    return lost / placed


def test_few_pieces_are_lost(played: list[Played]) -> None:
    _share_lost("small tables, no bar", [battle for battle in played if battle.small])
    share = _share_lost(
        "regulation table and larger", [battle for battle in played if not battle.small]
    )
    assert share < MAX_LOST


def test_a_fine_grid_finds_no_place_for_what_was_lost(played: list[Played]) -> None:
    with ProcessPoolExecutor(WORKERS) as pool:
        after_all = pool.map(_found_after_all, [battle.out for battle in played], chunksize=8)
        assert [line for lines in after_all for line in lines] == []


def test_every_log_replays_in_a_new_process_under_another_hash_seed(
    played: list[Played],
) -> None:
    here = os.environ.get("PYTHONHASHSEED", "random")
    out = str(played[0].out.parent)
    run = python("-m", "tests.soak.replay_many", out, PYTHONHASHSEED="1" if here != "1" else "2")
    assert run.returncode == 0, run.stderr[-4000:]
    replayed = {line["folder"]: line for line in map(json.loads, run.stdout.splitlines())}
    for battle in played:
        last = battle.log["entries"][-1]
        assert replayed[battle.out.name] == {
            "folder": battle.out.name,
            "over": True,
            "digest": last["digest"],
            "head": last["head"],
            "layout": battle.layout,
        }


def test_the_same_seed_writes_the_same_bytes(played: list[Played], tmp_path: Path) -> None:
    number = len(played) // 2
    run = python("-m", "tests.soak.play_many", str(tmp_path), str(number), str(number + 1))
    assert run.returncode == 0, run.stderr[-4000:]
    for name in ("layout.json", "layout.svg", "log.json"):
        again = folder(tmp_path, number) / name
        assert again.read_bytes() == (played[number].out / name).read_bytes()
