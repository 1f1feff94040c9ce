"""The words for a piece: on its label, and for people who cannot see it."""

from dataclasses import replace
from functools import lru_cache

from shapely.geometry.base import BaseGeometry

from terrain.core.layout import Layout, Piece
from terrain.core.outline import extents
from terrain.draw.lettering import BUILT, NATURAL, SIZE, WARNING, WATER, TextBlock, TextRun
from terrain.draw.names import Names
from terrain.draw.textures import BANDS, STRIPS, texture_of

WET = frozenset({"deep_water", "rivers_and_streams", "marsh"})


def block_for(piece: Piece, names: Names) -> TextBlock:
    """Return the label's lines: name, size, and declaration."""
    texture = texture_of(piece.type)
    lettering = BUILT if texture.settled else WATER if piece.type in WET else NATURAL
    runs = [TextRun(names.type(piece.type), lettering, "name")]
    size = size_text(piece, names)
    if size:
        runs.append(TextRun(size, SIZE, "size"))
    if piece.declared:
        runs.append(TextRun(names.word(piece.declared), WARNING, "declared"))
    runs = [replace(run, lettering=replace(run.lettering, halo=texture.paper)) for run in runs]
    return TextBlock(tuple(runs), piece.placed_by, flat=piece.type in BANDS | STRIPS)


def size_text(
    piece: Piece, names: Names, *, in_unit: bool = False, scale: float = 1.0, unit: str = "unit"
) -> str:
    """Return the sides of the reported bounding rectangle; of bands and strips the short one only.

    `unit` is the word for the result of `scale`. Empty for an outline that is not a polygon.
    """
    shape = piece.shape
    if shape is None:
        return ""
    long, short, across = (side * scale for side in _sides(shape))
    end = "_in_unit" if in_unit else ""
    said = names.word(unit)
    if piece.type in BANDS | STRIPS:
        code = "band_size" if piece.type in BANDS else "water_size"
        # Square to the band's direction, which slanting ends do not change.
        return names.word(code + end, width=names.number(across), unit=said)
    return names.word("size" + end, long=names.number(long), short=names.number(short), unit=said)


@lru_cache(maxsize=256)
def _sides(shape: BaseGeometry) -> tuple[float, float, float]:
    """Return the long and the short side of the least rectangle, and the width between
    parallels.
    """
    rectangles = extents(shape)
    least = rectangles.least()
    across = float(rectangles.across[rectangles.narrowest()])
    return float(rectangles.long[least]), float(rectangles.short[least]), across


def described(piece: Piece, names: Names) -> tuple[str, str]:
    """Return a title (name and size) and a description (its player and the rule behind it) of a
    piece.
    """
    size = size_text(piece, names, in_unit=True)
    name = names.type(piece.type)
    title = f"{name}, {size}" if size else name
    said = [names.word(piece.slot), names.word(f"placed_by_{piece.placed_by}")]
    said.append(names.word("die", die=piece.die) if piece.die else names.word("no_die"))
    if piece.declared:
        said.append(names.word(piece.declared))
    if piece.moved:
        said.append(names.word("moved"))
    if piece.agreed:
        said.append(names.word("agreed"))
    return title, ", ".join(said)


def described_table(layout: Layout, names: Names) -> list[str]:
    """Return density, flank and size of the table, as far as they are known."""
    notes = [names.word(layout.density)] if layout.density else []
    if layout.flank:
        notes.append(" / ".join(names.type(kind).lower() for kind in layout.flank))
    return [*notes, table_size(layout, names)]


def table_size(layout: Layout, names: Names, *, scale: float = 1.0, unit: str = "unit") -> str:
    """Return width and depth of the table; `unit` is the word for the result of `scale`."""
    long, short = (names.number(side * scale) for side in (layout.table.width, layout.table.depth))
    return names.word("size_in_unit", long=long, short=short, unit=names.word(unit))
