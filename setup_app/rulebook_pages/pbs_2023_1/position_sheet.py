"""A deployed table as a picture, and as the sheet for the game.

The picture explains its signs; the sheet lists each side's order of battle below it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from django.utils.translation import gettext as _

from setup_app.battles.position_sheets import PositionSheet, View
from setup_app.layouts.names import map_names
from setup_app.layouts.requests import read_with_rules
from setup_app.rulebook_pages.pbs_2023_1.deployment_picture import (
    RINGS,
    by_agreement,
    things,
)
from setup_app.rulebook_pages.pbs_2023_1.figure_marks import Livery, UnitBlock, unit_marks
from setup_app.rulebook_pages.pbs_2023_1.order_of_battle import armies
from setup_app.rulebook_pages.pbs_2023_1.position_pages import pages
from setup_app.rulebooks.pbs_2023_1.list_words import LIST_WORDS
from terrain.draw import palette
from terrain.draw.badges import rings
from terrain.draw.chance import Floats
from terrain.draw.marks import Lettering, Mark, Swatch, Words
from terrain.draw.pages import Heading
from terrain.draw.piece_list import Measure
from terrain.draw.scene import Scene, TableLines, Use, scene
from terrain.draw.sheet import Paper, compiled, table_line
from terrain.draw.svg import svg
from terrain.draw.view import UNIT, ViewFrom

Shown = Mapping[str, Any]

SAMPLE = Livery("#ffffff", "#8f8a80", palette.INK, palette.INK)
KEY_ROW, KEY_COLUMN, KEY_GAP = 27.0, 178.0, 22.0
KEY_WORDS = Lettering(size=12.5)


def draw_position(view: View, view_from: ViewFrom, use: Use = "map") -> Scene:
    """Return the table with everything on it, and its signs explained below."""
    layout, rules = read_with_rules(view["layout"])
    names, lines = map_names(layout.rulebook), TableLines.of(rules)
    sides = view["deployment"]["sides"]
    table = scene(
        layout,
        view_from=view_from,
        names=names,
        lines=lines,
        use=use,
        clear_of=[*_covered(view["deployment"])],
    )
    standing = things(view["deployment"], table.view)
    key, words, down = _key(sides, table, table.height + KEY_GAP)
    margin = replace(
        table.margin,
        swatches=(*table.margin.swatches, key),
        words=(*table.margin.words, *words),
    )
    return replace(table, height=table.height + down, margin=margin, standing=standing)


def _covered(deployment: Shown) -> Iterator[Floats]:
    """Yield the corners of everything on the table."""
    half = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
    for side in deployment["sides"]:
        for each in (*side["units"], *([side["camp"]] if side["camp"] else [])):
            yield np.array(each["outline"]["coordinates"][0][:4])
        for each in (*side["markers"], *(side["leaders"] or ())):
            if each["at"] is not None:
                yield np.array(each["at"]) + half


def _key(sides: Sequence[Shown], table: Scene, top: float) -> tuple[Swatch, list[Words], float]:
    """Return a key for below a map: a sample of each kind of unit on it, in words, and the height
    it takes.
    """
    units = [unit for side in sides for unit in side["units"]]
    camps = [side["camp"] for side in sides if side["camp"]]
    agreed = any(each.get("agreed") for each in (*units, *camps))
    signs = dict.fromkeys(
        (unit["kind"], unit["arm"], unit["order"], tuple(unit["works"][:1])) for unit in units
    )
    marks: list[Mark] = []
    words: list[Words] = []
    left, _top, right, _bottom = table.view.sheet
    columns = max(1, int((right - left) / KEY_COLUMN))
    for at, (kind, arm, order, works) in enumerate(sorted(signs)):
        x = left + (at % columns) * KEY_COLUMN
        y = top + (at // columns) * KEY_ROW
        depth = {"foot": 0.5, "mounted": 0.75}.get(arm, 1.0) * UNIT * 0.9
        file, rank = np.array([UNIT * 0.9, 0.0]), np.array([0.0, depth])
        block = UnitBlock(np.array([x, y - depth / 2]), file, rank, 2, 1, 2)
        sample = {"kind": kind, "arm": arm, "order": order, "works": list(works)}
        marks += unit_marks(sample, block, SAMPLE)
        said = ", ".join(
            [
                *([_(LIST_WORDS["list.sug"])] if kind == "sug" else []),
                *(_(LIST_WORDS[f"list.{word}"]) for word in (arm, order)),
                *(_(LIST_WORDS[f"list.{word}"]) for word in works),
            ]
        )
        words.append(Words(said, (x + 44.0, y + 4.0), KEY_WORDS, anchor="start"))
    at = len(signs)
    if agreed:
        x = left + (at % columns) * KEY_COLUMN
        y = top + (at // columns) * KEY_ROW
        marks += rings((x + 18.0, y), RINGS)
        words.append(Words(by_agreement(), (x + 44.0, y + 4.0), KEY_WORDS, anchor="start"))
        at += 1
    rows = -(-at // columns)
    return Swatch((0.0, 0.0), 1.0, tuple(marks)), words, top - table.height + rows * KEY_ROW


def printed(view: View, heading: Heading, view_from: ViewFrom, paper: Paper) -> bytes:
    """Return the sheet: the deployed table, both armies as far as they are known, the cards
    spent.
    """
    picture = draw_position(view, view_from, use="print")
    layout, _rules = read_with_rules(view["layout"])
    measure: Measure = "in" if paper == "us-letter" else "cm"
    heading = replace(heading, table=table_line(layout, map_names(layout.rulebook), measure))
    both = sorted(armies(view), key=lambda army: army.role != view_from)
    laid_out = pages(both, (heading, paper), picture.width / picture.height)
    return compiled(laid_out, {"position": svg(picture, prefix="position")}, paper=paper)


POSITION_SHEET = PositionSheet(drawn=draw_position, printed=printed, armies=armies)
