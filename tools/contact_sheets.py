"""Draw two dozen tables of a territory on one sheet.

    python -m tools.contact_sheets TERRITORY OUT.png [--seed SEED] [--invader]

Twenty-four tables over the squares of the territory's map, each from its own seed, drawn as for a
phone: large names, nothing else. An OUT that ends in .pdf is written as PDF. Run by hand;
tests/terrain_draw draws one small sheet to see it work.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from json import dumps
from pathlib import Path
from typing import Literal

import typst

from setup_app.rulebooks.pbs_2023_1.generator import lay_table
from setup_app.rulebooks.pbs_2023_1.generator_options import read_wish
from setup_app.rulebooks.pbs_2023_1.tables import TERRITORIES
from terrain.core.layout import Layout
from terrain.draw.scene import scene
from terrain.draw.svg import svg
from terrain.draw.typesetting import fonts
from terrain.draw.view import ViewFrom

TABLES = 24
COLUMNS = 4
WIDTH_MM = 594.0

PAGE = b"""
#let said = json(bytes(sys.inputs.said))
#set page(width: WIDTHmm, height: auto, margin: 8mm, fill: rgb("#fdfcf9"))
#set document(date: none)
#set text(font: "Alegreya Sans", size: 11pt)
#text(font: "Alegreya", weight: 700, size: 26pt, said.title)
#grid(
  columns: (1fr,) * COLUMNS, gutter: 5mm,
  ..said.notes.enumerate().map(((at, note)) => {
    image(bytes(sys.inputs.at("map" + str(at))), format: "svg", width: 100%)
    v(-3mm)
    align(center, note)
  }),
)
"""


@dataclass(frozen=True)
class Shown:
    """One table, and the line below it."""

    layout: Layout
    note: str


def tables(territory: str, seed: int, *, count: int = TABLES) -> list[Shown]:
    """Return generated tables over the boxes of one territory in order, without featureless
    ones.
    """
    boxes = [
        (row, column, cell)
        for row, cells in enumerate(TERRITORIES[territory].cells)
        for column, cell in enumerate(cells)
        if cell.density != "featureless"
    ]
    shown = []
    for at in range(count):
        row, column, cell = boxes[at % len(boxes)]
        box = {"rulebook": "pbs-2023.1", "territory": territory, "cell": [row, column]}
        wish = read_wish(box | {"table": {"width": 45, "depth": 30}, "seed": seed + at})
        flank = " / ".join(cell.flank).replace("_", " ") or "no flank"
        density = cell.density.replace("_", " ")
        note = f"box {row}, {column}: {density}, {flank}; seed {seed + at}"
        shown.append(Shown(lay_table(wish).layout, note))
    return shown


def sheet(
    title: str, shown: Sequence[Shown], *, view_from: ViewFrom = "defender"
) -> dict[str, str]:
    """Return the input of typst: a map for each table, and the words."""
    said = {"title": title, "notes": [each.note for each in shown]}
    maps = [
        svg(scene(each.layout, view_from=view_from, use="phone"), prefix=f"map{at}")
        for at, each in enumerate(shown)
    ]
    return {"said": dumps(said)} | {f"map{at}": text for at, text in enumerate(maps)}


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Draw two dozen tables of a territory.")
    parser.add_argument("territory", choices=sorted(TERRITORIES))
    parser.add_argument("out", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=TABLES)
    parser.add_argument("--invader", action="store_true", help="as the invader sees them")
    given = parser.parse_args(arguments)
    shown = tables(given.territory, given.seed, count=given.count)
    inputs = sheet(
        TERRITORIES[given.territory].name,
        shown,
        view_from="invader" if given.invader else "defender",
    )
    page = PAGE.replace(b"WIDTH", str(WIDTH_MM).encode()).replace(b"COLUMNS", str(COLUMNS).encode())
    kind: Literal["pdf", "png"] = "pdf" if given.out.suffix == ".pdf" else "png"
    given.out.write_bytes(
        typst.compile(page, font_paths=fonts(), format=kind, ppi=110.0, sys_inputs=inputs)
    )
    print(f"{given.out}: {len(shown)} tables")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
