"""Generate a table on the command line. The rulebook and the pictures do the work."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext
from rest_framework.exceptions import ParseError

from setup_app.engine.errors import DomainError
from setup_app.layouts import queries
from setup_app.layouts.requests import PAPERS
from setup_app.web.json_body import read_json
from setup_app.web.problems import problem_of
from terrain.core.generation import POLICIES


class Command(BaseCommand):
    """Generate tables without a database; the same arguments give the same files, byte for byte."""

    help = "Generate a table and write layout.json, layout.svg, log.json and sheet.pdf."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--territory", required=True)
        parser.add_argument(
            "--cell",
            nargs=2,
            type=int,
            metavar=("ROW", "COL"),
            help="square of the territory's map, counted from 0, top row first",
        )
        parser.add_argument("--density")
        parser.add_argument(
            "--flank",
            nargs="*",
            metavar="KIND",
            help="terrain types of the square's flank; leave empty for no flank",
        )
        parser.add_argument("--seed", required=True, type=int)
        parser.add_argument("--out", required=True, type=Path)
        parser.add_argument("--policy", default="random", choices=POLICIES)
        parser.add_argument("--rulebook", default="pbs-2023.1")
        parser.add_argument("--width", type=float, default=45)
        parser.add_argument("--depth", type=float, default=30)
        parser.add_argument("--base-width-mm", type=float, default=40)
        parser.add_argument("--paper", default="a4", choices=PAPERS, help="paper size of sheet.pdf")
        parser.add_argument(
            "--set",
            action="append",
            default=[],
            metavar="NAME=JSON",
            help="a house rule or event number",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            found = queries.generated(_request(options))
        except DomainError as refused:
            raise CommandError(describe_refusal(refused)) from refused
        layout = found.pop("layout")
        sheet = queries.printed(_sheet(layout, options))
        out: Path = options["out"]
        try:
            out.mkdir(parents=True, exist_ok=True)
        except OSError as unwritable:
            raise CommandError(
                gettext("Cannot write to %(out)s: %(why)s.")
                % {"out": out, "why": unwritable.strerror}
            ) from unwritable
        (out / "layout.json").write_text(_json(layout))
        (out / "layout.svg").write_text(queries.render_layout(layout))
        (out / "log.json").write_text(_json(found))
        (out / "sheet.pdf").write_bytes(sheet)
        counts = {"count": len(layout["pieces"]), "lost": len(found["lost"]), "out": out}
        self.stdout.write(
            gettext("Pieces placed: %(count)d. Lost: %(lost)d. Output: %(out)s") % counts
        )


def describe_refusal(refused: DomainError) -> str:
    """Return everything that is wrong, in the words of the API."""
    problem = problem_of(refused)
    return "\n".join(each["message"] for each in problem["violations"]) or problem["detail"]


def _request(options: dict[str, Any]) -> dict[str, Any]:
    if options["cell"] is None and None in (options["density"], options["flank"]):
        raise CommandError(
            gettext("Choose a map square with --cell ROW COL, or with --density and --flank.")
        )
    named = ("rulebook", "territory", "seed", "policy", "base_width_mm")
    asked = {name: options[name] for name in named}
    asked["table"] = {"width": options["width"], "depth": options["depth"]}
    asked["settings"] = dict(map(_setting, options["set"]))
    box = {name: options[name] for name in ("cell", "density", "flank")}
    return asked | {name: value for name, value in box.items() if value is not None}


def _sheet(layout: Any, options: dict[str, Any]) -> dict[str, Any]:
    title = gettext("Table from seed %(seed)s") % options
    return {"tables": [{"layout": layout, "title": title}], "paper": options["paper"]}


def _setting(given: str) -> tuple[str, Any]:
    name, _, value = given.partition("=")
    try:
        return name, read_json(value.encode())
    except (ParseError, UnicodeEncodeError) as unreadable:
        raise CommandError(
            gettext("%(given)s is not in the form NAME=JSON.") % {"given": given}
        ) from unreadable


def _json(value: Any) -> str:
    return json.dumps(value, indent=1, sort_keys=True, ensure_ascii=False) + "\n"
