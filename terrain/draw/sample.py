"""A small picture of one piece of a type, for pages that name the type."""

from functools import lru_cache
from typing import Final

from terrain.core.layout import Piece
from terrain.core.outline import Outline
from terrain.draw.names import Names
from terrain.draw.pieces import Labelling, draw_pieces
from terrain.draw.svg import marks_alone
from terrain.draw.textures import BANDS, STRIPS, texture_of
from terrain.draw.view import UNIT, View

WIDTH: Final = 8.0
DEPTH: Final = 5.2
"""The picture's size, in units of the table: one piece of a usual size with a small margin."""

ROUND: Final[Outline] = (
    (0.7, 2.4), (1.2, 3.9), (2.7, 4.7), (4.6, 4.5), (6.2, 4.8), (7.4, 3.5), (7.1, 1.7), (5.6, 0.6),
    (3.9, 0.9), (2.1, 0.5),
)  # fmt: skip
STRAIGHT: Final[Outline] = ((0.8, 0.9), (1.2, 4.4), (6.9, 4.7), (7.3, 1.5), (4.6, 0.5))
ACROSS: Final[Outline] = ((0.0, 1.4), (0.0, 2.9), (8.0, 3.8), (8.0, 2.3))
AT_THE_EDGE: Final[Outline] = ((0.0, 0.0), (0.0, 5.2), (4.6, 5.2), (4.6, 0.0))


@lru_cache(maxsize=64)
def sample(kind: str) -> str:
    """Return the picture as an SVG document without words; an unknown type gets an empty
    outline.
    """
    view = View(WIDTH, DEPTH, "defender", 0.0, 0.0)
    piece = Piece(f"sample-{kind}", kind, "optional", "defender", outline=_outline(kind))
    labelling = Labelling(lines=(), names=Names(), ground="", wide=False)
    (drawn,) = draw_pieces((piece,), view, labelling)
    return marks_alone(drawn.marks, WIDTH * UNIT, DEPTH * UNIT)


def _outline(kind: str) -> Outline:
    if kind in STRIPS:
        return AT_THE_EDGE
    if kind in BANDS:
        return ACROSS
    return STRAIGHT if texture_of(kind).straight else ROUND
