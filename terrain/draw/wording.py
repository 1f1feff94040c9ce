"""What does the map say of a piece: on its label, and to those who cannot see it?"""

from dataclasses import replace

from shapely.geometry.base import BaseGeometry

from terrain.core.layout import Piece
from terrain.core.outline import extents
from terrain.draw import palette
from terrain.draw.lettering import BUILT, NATURAL, SIZE, WARNING, WATER, Block, Run
from terrain.draw.names import Names
from terrain.draw.textures import BANDS, STRIPS, texture_of

WET = frozenset({"deep_water", "rivers_and_streams", "marsh"})


def block_for(piece: Piece, names: Names) -> Block:
    """The label's lines: name, size, and what it was declared to be."""
    texture = texture_of(piece.type)
    lettering = BUILT if texture.settled else WATER if piece.type in WET else NATURAL
    runs = [Run(names.type(piece.type), lettering, "name")]
    size = size_text(piece, names)
    if size:
        runs.append(Run(size, SIZE, "size"))
    if piece.declared:
        runs.append(Run(names.word(piece.declared), WARNING, "declared"))
    halo = palette.PAPER if texture.wash == "none" or texture.settled else texture.wash
    runs = [replace(run, lettering=replace(run.lettering, halo=halo)) for run in runs]
    return Block(tuple(runs), piece.placed_by, flat=piece.type in BANDS | STRIPS)


def size_text(piece: Piece, names: Names) -> str:
    """The sides of the reported bounding rectangle; of bands and strips the short one only."""
    shape = piece.shape
    if shape is None:
        return ""
    if piece.type in BANDS | STRIPS:
        code = "band_size" if piece.type in BANDS else "water_size"
        return names.word(code, width=_figure(_width(shape)))
    rectangles = extents(shape)
    least = rectangles.least()
    return names.word(
        "size",
        long=_figure(float(rectangles.long[least])),
        short=_figure(float(rectangles.short[least])),
    )


def described(piece: Piece, names: Names) -> tuple[str, str]:
    """A title (name and size) and a description (by whom, by which right) of a piece."""
    size = size_text(piece, names)
    title = (
        f"{names.type(piece.type)}, {size} {names.word('unit')}"
        if size
        else (names.type(piece.type))
    )
    said = [names.word(piece.slot), names.word(f"placed_by_{piece.placed_by}")]
    said.append(names.word("die", die=piece.die) if piece.die else names.word("no_die"))
    if piece.declared:
        said.append(names.word(piece.declared))
    if piece.moved:
        said.append(names.word("moved"))
    return title, ", ".join(said)


def _width(shape: BaseGeometry) -> float:
    """Square to the direction of a band, which a slanting end does not change."""
    rectangles = extents(shape)
    return float(rectangles.across[rectangles.narrowest()])


def _figure(value: float) -> str:
    return f"{round(value, 1):g}"
