"""Draw the outlines of each terrain type side by side.

    python -m tools.shape_sheet OUT.png [--bare] [--seed SEED] [TYPE ...]

One row of eight for each type of the rulebook that has an outline of its own, in sizes that the
rules allow, as the map draws it; with `--bare` as black silhouettes. An OUT that ends in .svg is
written as SVG. Run by hand; test_shapes.py draws one sheet to see it work.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from random import Random

from setup_app.rulebooks.pbs_2023_1.tables import TERRITORIES
from setup_app.rulebooks.pbs_2023_1.type_rules import House, types_of
from terrain.core import shapes
from terrain.core.layout import Layout, Piece, Table
from terrain.core.outline import Outline, slid
from terrain.core.rules import TypeRules
from terrain.draw.png import png
from terrain.draw.scene import scene
from terrain.draw.svg import svg

IN_A_ROW = 8
CELL = 11.0
UNIT = 20.0
MARGIN = 1.0
SLOTS = ("compulsory", "optional", "settlement")


def types() -> Mapping[str, TypeRules]:
    """Return every type of the rulebook whose pieces have a size, by name."""
    house = House({})
    found: dict[str, TypeRules] = {}
    for territory in TERRITORIES.values():
        found |= {name: rules for name, rules in types_of(territory, house).items() if rules.sizes}
    return found


def outlines(kind: TypeRules, seed: str) -> list[Outline]:
    """Return eight outlines of a type, within the rules' sizes, each in the middle of its cell."""
    chooser = Random(f"{seed} {kind.name}")
    sizes = [kind.sizes[slot] for slot in SLOTS if slot in kind.sizes]
    found = []
    for at in range(IN_A_ROW):
        size = shapes.some_size(sizes[at % len(sizes)], 0.01, 0.9, chooser, kind.figure)[::-1]
        middle = ((at + 0.5) * CELL - size[0] / 2, CELL / 2 - size[1] / 2)
        found.append(slid(shapes.figure(kind.figure, size, chooser), by=middle))
    return found


def row(kind: TypeRules, seed: str, *, bare: bool) -> str:
    """Return one type's outlines as an SVG document."""
    drawn = outlines(kind, seed)
    if bare:
        return _silhouettes(kind.name, drawn)
    pieces = tuple(
        Piece(f"{kind.name} {at}", kind.name, "optional", "defender", outline=outline)
        for at, outline in enumerate(drawn)
    )
    ground = Table(CELL * IN_A_ROW, CELL)
    return svg(scene(Layout("pbs-2023.1", None, None, None, ground, pieces)))


def sheet(rows: list[str]) -> str:
    """Return the rows below one another, as one SVG document."""
    high = (CELL + MARGIN) * UNIT
    body = "".join(
        f'<g transform="translate(0,{at * high})">{row}</g>' for at, row in enumerate(rows)
    )
    size = f'width="{(IN_A_ROW * CELL + 5) * UNIT:.0f}" height="{high * len(rows):.0f}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{body}</svg>\n'


def _silhouettes(name: str, drawn: list[Outline]) -> str:
    size = f'width="{(IN_A_ROW * CELL + 5) * UNIT:.0f}" height="{(CELL + MARGIN) * UNIT:.0f}"'
    paths = "".join(
        '<polygon points="'
        + " ".join(f"{UNIT * x:.1f},{UNIT * (CELL - y):.1f}" for x, y in outline)
        + '"/>'
        for outline in drawn
    )
    words = f'<text x="20" y="30" font-family="Alegreya Sans" font-size="40">{name}</text>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{paths}{words}</svg>'


def main() -> None:
    """Write the sheet that the command line asks for."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("out", type=Path)
    asked.add_argument("types", nargs="*")
    asked.add_argument("--bare", action="store_true")
    asked.add_argument("--seed", default="1")
    given = asked.parse_intermixed_args()
    known = types()
    wanted = given.types or list(known)
    drawn = sheet([row(known[name], given.seed, bare=given.bare) for name in wanted])
    if given.out.suffix == ".svg":
        given.out.write_text(drawn)
    else:
        given.out.write_bytes(png(drawn, pixels_per_inch=48))


if __name__ == "__main__":
    main()
