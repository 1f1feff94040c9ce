"""The parts of a drawing: lines in an ink and words in a lettering."""

from dataclasses import dataclass

Point = tuple[float, float]
Corners = tuple[Point, ...]


@dataclass(frozen=True)
class Ink:
    """The fill and stroke of a path; widths and dashes in scene units."""

    fill: str = "none"
    stroke: str = "none"
    width: float = 1.0
    dash: str = ""
    opacity: float = 1.0
    even_odd: bool = False


@dataclass(frozen=True)
class Mark:
    """One path; `role` is a class name for a page's styles."""

    d: str
    ink: Ink
    role: str = ""


@dataclass(frozen=True)
class Lettering:
    """The typesetting of a text."""

    family: str = "Alegreya Sans"
    face: str = "regular"
    size: float = 11.0
    fill: str = "#2b2926"
    halo: str = ""
    spacing: float = 0.0


@dataclass(frozen=True)
class Words:
    """A text, its baseline's middle (or start) at `at`, turned by `angle` degrees clockwise."""

    text: str
    at: Point
    lettering: Lettering
    angle: float = 0.0
    anchor: str = "middle"
    role: str = ""


@dataclass(frozen=True)
class Label:
    """A piece's words and the four corners of their room, in scene units.

    `rooms` are the corners of each line's own room, which the drawing leaves out.
    """

    words: tuple[Words, ...]
    box: Corners
    rooms: tuple[Corners, ...] = ()
    marks: tuple[Mark, ...] = ()
    inside: bool = True


@dataclass(frozen=True)
class DrawnPiece:
    """One piece of terrain, ready to be written; `close` is its label on a small screen."""

    id: str
    type: str
    placed_by: str
    title: str
    description: str
    outline: str
    marks: tuple[Mark, ...]
    label: Label | None = None
    close: Label | None = None


@dataclass(frozen=True)
class OnTable:
    """One thing on the table, over the pieces; the caller knows what it is.

    `id` and `kind` are names for a page's scripts.
    """

    id: str
    kind: str
    title: str
    marks: tuple[Mark, ...]
    words: tuple[Words, ...] = ()


@dataclass(frozen=True)
class Swatch:
    """A sample of a texture, its upper left corner at `at`, scaled down by `scale`."""

    at: Point
    scale: float
    marks: tuple[Mark, ...]


@dataclass(frozen=True)
class GroundMarks:
    """The ground under the pieces; `cover` is repeated on tiles of `tile`, width and height."""

    under: tuple[Mark, ...] = ()
    cover: tuple[Mark, ...] = ()
    tile: tuple[float, float] = (0.0, 0.0)
    grid: tuple[Mark, ...] = ()


@dataclass(frozen=True)
class Margin:
    """The margin around the table, and the lines over the pieces."""

    marks: tuple[Mark, ...] = ()
    words: tuple[Words, ...] = ()
    swatches: tuple[Swatch, ...] = ()
    lines: tuple[Mark, ...] = ()
