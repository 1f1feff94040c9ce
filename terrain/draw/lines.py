"""The lines of sectors and deployment zones on the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from terrain.core.rules import GroundRules
from terrain.draw import palette
from terrain.draw.chance import Floats
from terrain.draw.marks import Ink, Label, Mark
from terrain.draw.pen import line
from terrain.draw.view import View

SECTOR = Ink(stroke=palette.INK, width=1.1, dash="9 6", opacity=0.6)
CENTRE = Ink(stroke=palette.INK, width=0.8, dash="1 5", opacity=0.55)
DEPLOYMENT = {
    side: Ink(stroke=colour, width=1.3, dash=dash, opacity=0.8)
    for side, colour, dash in (
        ("defender", palette.DEFENDER, "14 4 2 4"),
        ("invader", palette.INVADER, "14 4 2 4 2 4"),
    )
}
UNDER, OVER = 0.75, 0.5
"""The strength of a line, as shares of its ink, under the pieces and over them: on open ground the
two add up to about as much, on a piece the line is weaker.
"""
GAP = 4.0
"""The distance of a line from a name that it would cross."""
LEAST = 8.0


@dataclass(frozen=True)
class TableLines:
    """The distances of the lines drawn on the table; None omits a pair."""

    flank_sector_depth: float | None = 10.0
    deployment_from_centre: float | None = 6.0

    @classmethod
    def of(cls, rules: GroundRules) -> TableLines:
        """Return the lines of a table with these rules."""
        left = rules.zones.get("left")
        return cls(None if left is None else left.high, rules.deployment)

    def sectors_at(self, width: float) -> tuple[float, ...]:
        """Return where along x the sectors meet; nothing if the flanks would overlap."""
        depth = self.flank_sector_depth
        return () if depth is None or depth * 2 >= width else (depth, width - depth)

    def zones_at(self, depth: float) -> tuple[float, ...]:
        """Return where along y the defender's zone ends and the invader's begins."""
        reach, half = self.deployment_from_centre, depth / 2
        return () if reach is None or reach >= half else (half - reach, half + reach)


def sector_names(view: View, lines: TableLines) -> list[tuple[str, float, float]]:
    """Return each sector's code, and its range along x; left is the viewer's left."""
    cuts = lines.sectors_at(view.width)
    if not cuts:
        return []
    codes = ["left_flank", "centre", "right_flank"]
    if view.seen_from == "invader":
        codes.reverse()
    return list(zip(codes, (0.0, *cuts), (*cuts, view.width), strict=True))


def zone_names(view: View, lines: TableLines) -> list[tuple[str, float, float]]:
    """Return each zone's code, and its range along y."""
    cuts = lines.zones_at(view.depth)
    if not cuts:
        return []
    codes = ("defender_deploys", "between_lines", "invader_deploys")
    return list(zip(codes, (0.0, *cuts), (*cuts, view.depth), strict=True))


def line_ends(view: View, lines: TableLines) -> list[Floats]:
    """Return both ends of every line (2, 2), in scene units, for labels to keep off them."""
    return [ends for ends, _, _ in _lines(view, lines)]


def line_marks(
    view: View, lines: TableLines, labels: Sequence[Label], *, strength: float = 1.0
) -> tuple[Mark, ...]:
    """Return sector lines, and deployment lines in their side's colour; interrupted at names."""
    boxes = np.array([[*np.min(label.box, axis=0), *np.max(label.box, axis=0)] for label in labels])
    marks = []
    for ends, ink, role in _lines(view, lines):
        text = "".join(line(piece) for piece in _broken(ends, boxes.reshape(-1, 4)))
        marks.append(Mark(text, replace(ink, opacity=round(ink.opacity * strength, 2)), role))
    return tuple(marks)


def _lines(view: View, lines: TableLines) -> list[tuple[Floats, Ink, str]]:
    drawn = [
        (np.array([[x, 0.0], [x, view.depth]]), SECTOR, "sector-line")
        for x in lines.sectors_at(view.width)
    ]
    for side, y in zip(("defender", "invader"), lines.zones_at(view.depth), strict=False):
        ends = np.array([[0.0, y], [view.width, y]])
        drawn.append((ends, DEPLOYMENT[side], f"deployment-line {side}"))
    return [(view.at(ends), ink, role) for ends, ink, role in drawn]


def _broken(ends: Floats, boxes: Floats) -> list[Floats]:
    """Return the parts of an upright or level line outside the boxes."""
    way = int(abs(ends[1, 0] - ends[0, 0]) < abs(ends[1, 1] - ends[0, 1]))
    start, stop = ends[:, way].tolist()
    turned = start > stop
    low, high = min(start, stop), max(start, stop)
    across = ends[0, 1 - way]
    hit = boxes[(boxes[:, 1 - way] < across) & (boxes[:, 3 - way] > across)]
    pieces, at = [], low
    for gap_low, gap_high in sorted(hit[:, [way, way + 2]].tolist()):
        if gap_low - GAP - at > LEAST:
            pieces.append((at, gap_low - GAP))
        at = max(at, gap_high + GAP)
    if high - at > LEAST or at == low:
        pieces.append((at, high))
    found = []
    for piece in pieces:
        points = np.full((2, 2), across)
        points[:, way] = piece[::-1] if turned else piece
        found.append(points)
    return found
