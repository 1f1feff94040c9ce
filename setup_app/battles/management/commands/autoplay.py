"""Play a battle between two lists with random choices."""

from __future__ import annotations

import hashlib
import json
import random
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext

from setup_app.engine.autoplay import play_out
from setup_app.engine.battle import EngineBattle
from setup_app.engine.errors import DomainError
from setup_app.engine.hidden import SPECTATOR
from setup_app.engine.rulebook import Rulebook
from setup_app.engine.situation import BattleSetup
from setup_app.engine.values import PerSide
from setup_app.layouts.queries import render_layout
from setup_app.rulebooks import registry

LOG_FORMAT = "metator-log/1"


class Command(BaseCommand):
    """The autoplay command. It uses no database, and the same arguments give the same files, byte
    for byte.
    """

    help = "Play a whole battle at random; write layout.json, layout.svg and log.json."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--armies",
            nargs=2,
            required=True,
            metavar=("A", "B"),
            help="two army lists: JSON files, or names of samples",
        )
        parser.add_argument("--seed", required=True, type=int)
        parser.add_argument("--out", required=True, type=Path)
        parser.add_argument("--rulebook", default=registry.rulebooks()[0].id)
        parser.add_argument("--width", type=float)
        parser.add_argument("--depth", type=float)
        parser.add_argument("--until", help="where to stop (default: as far as both lists allow)")
        parser.add_argument("--dice", choices=("server", "entered"), default="server")
        parser.add_argument("--cards", choices=("server", "entered"), default="server")
        parser.add_argument(
            "--set",
            action="append",
            default=[],
            metavar="NAME=JSON",
            help="a house rule or event number",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            battle = begin(options)
            play_out(battle, random.Random(options["seed"]))
        except DomainError as refused:
            raise CommandError(str(refused)) from refused
        out: Path = options["out"]
        out.mkdir(parents=True, exist_ok=True)
        known = battle.known(SPECTATOR)
        layout = battle.rulebook.present(known, SPECTATOR).get("layout")
        if layout is not None:
            (out / "layout.json").write_text(_json(layout))
            (out / "layout.svg").write_text(render_layout(layout))
        (out / "log.json").write_text(_json(log_of(battle)))


def begin(options: dict[str, Any]) -> EngineBattle:
    """Return the battle that the command's options describe, before either player has sat down."""
    rulebook = registry.rulebook(options["rulebook"])
    usual = rulebook.usual_table()
    armies = PerSide(*(_army(rulebook.folder / "samples", each) for each in options["armies"]))
    setup = BattleSetup(
        rulebook=rulebook.id,
        revision=rulebook.revision,
        table={name: options[name] or usual[name] for name in ("width", "depth")},
        base_width_mm=usual["base_width_mm"],
        settings=rulebook.complete_settings(dict(map(_setting, options["set"]))),
        until=_until(rulebook, options["until"], armies),
        dice=options["dice"],
        cards=options["cards"],
        sides=armies,
        maps={},
    )
    seed = hashlib.sha256(f"autoplay/{options['seed']}".encode()).digest()
    return EngineBattle.begin(rulebook, setup, seed)


def _until(rulebook: Rulebook, wanted: str | None, armies: PerSide[Any]) -> str:
    if wanted is not None and wanted not in rulebook.until:
        raise CommandError(
            gettext("--until must be one of %(known)s.") % {"known": ", ".join(rulebook.until)}
        )
    return wanted or rulebook.can_go_until(armies)


def log_of(battle: EngineBattle) -> dict[str, Any]:
    """Return a battle, secrets included, in the form that another store can import and replay."""
    return {
        "format": LOG_FORMAT,
        "setup": battle.setup.as_json(),
        "seed": battle.seed.hex(),
        "entries": [entry.as_json() for entry in battle.entries],
    }


def _army(samples: Path, name: str) -> Any:
    sample = samples / f"{name}.json"
    path = sample if sample in samples.glob("*") else Path(name)
    try:
        return json.loads(path.read_text())
    except (OSError, ValueError) as unreadable:
        raise CommandError(
            gettext("%(name)s is not a sample or a readable army list.") % {"name": name}
        ) from unreadable


def _setting(given: str) -> tuple[str, Any]:
    name, _, value = given.partition("=")
    try:
        return name, json.loads(value)
    except ValueError as unreadable:
        raise CommandError(
            gettext("%(given)s is not in the form NAME=JSON.") % {"given": given}
        ) from unreadable


def _json(value: Any) -> str:
    return json.dumps(value, indent=1, sort_keys=True, ensure_ascii=False) + "\n"
