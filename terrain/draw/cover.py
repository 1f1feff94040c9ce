"""The table's ground between the pieces: a tint and a few faint tufts, by territory.

It shows where the battle is and says nothing about the rules, so it is fainter than any piece.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from terrain.draw import palette
from terrain.draw.chance import Chance
from terrain.draw.marks import Ink, Mark
from terrain.draw.pen import stamped
from terrain.draw.stamps import blades, grain, twigs

TILE = (520.0, 440.0)
"""Width and height, in scene units, of the repeated tile of ground."""
CELLS = (12, 10)

Stamp = Callable[[int], str]


@dataclass(frozen=True)
class Cover:
    """The colour of open ground, and the drawing on each tile of it."""

    tint: str
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True)
class Growth:
    """The tufts on open ground: their ink and the share of its cells."""

    tint: str
    stamp: Stamp
    ink: Ink
    share: float


def _faint(colour: str, opacity: float) -> Ink:
    return Ink(stroke=colour, width=0.8, opacity=opacity)


GROWTHS: Mapping[str, Growth] = {
    "waterside": Growth("#f2f3e8", blades, _faint(palette.REED, 0.34), 0.8),
    "desert": Growth("#f9f5ea", grain, _faint(palette.SAND_INK, 0.5), 1.0),
    "cultivated": Growth("#f5f3df", blades, _faint(palette.FIELD_INK, 0.5), 0.7),
    "forest": Growth("#f0f2e4", blades, _faint(palette.CANOPY_LINE, 0.3), 0.9),
    "jungle": Growth("#eff3e5", twigs, _faint(palette.CANOPY_LINE, 0.3), 0.9),
    "plains": Growth("#f7f2e1", blades, _faint(palette.TILTH_INK, 0.4), 1.0),
    "mountains": Growth("#f2efe9", grain, _faint(palette.ROCK_INK, 0.4), 1.0),
}
BARE = Cover(palette.PAPER)
WHITE = Cover("#ffffff")


@lru_cache(maxsize=16)
def cover_of(territory: str | None) -> Cover:
    """Return the ground of a territory; plain paper for one without a drawing."""
    growth = GROWTHS.get(territory or "")
    if growth is None:
        return BARE
    columns, rows = CELLS
    column, row = (grid.ravel() for grid in np.meshgrid(np.arange(columns), np.arange(rows)))
    chance = Chance.named("cover")
    lean_x, lean_y = chance.over(column, row) - 0.5, chance.apart(1).over(column, row) - 0.5
    at = np.column_stack([column + 0.5 * (row % 2) + 0.25, row + 0.5]).astype(float)
    at += np.column_stack([lean_x, lean_y]) * [0.46, 0.8]
    kept = chance.apart(2).over(column, row) < growth.share
    kinds = (chance.apart(3).over(column, row)[kept] * 12).astype(int).tolist()
    path = stamped(
        at[kept] * [TILE[0] / columns, TILE[1] / rows], [growth.stamp(kind) for kind in kinds]
    )
    return Cover(growth.tint, (Mark(path, growth.ink),))
