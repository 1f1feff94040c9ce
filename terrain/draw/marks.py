"""What is a map made of? Lines in an ink, and words in a lettering; nothing else."""

from dataclasses import dataclass, field

Point = tuple[float, float]
Corners = tuple[Point, ...]


@dataclass(frozen=True)
class Ink:
    """How a path is filled and stroked; widths and dashes in scene units."""

    fill: str = "none"
    stroke: str = "none"
    width: float = 1.0
    dash: str = ""
    opacity: float = 1.0
    even_odd: bool = False


@dataclass(frozen=True)
class Mark:
    """One path; `role` is a class name a page may hook onto."""

    d: str
    ink: Ink
    role: str = ""


@dataclass(frozen=True)
class Lettering:
    """How a text is set."""

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
    """A piece's words and the four corners of the room they take, in scene units.

    `rooms` are the corners of each line's own room, for the drawing to leave out.
    """

    words: tuple[Words, ...]
    box: Corners
    rooms: tuple[Corners, ...] = ()
    marks: tuple[Mark, ...] = ()
    inside: bool = True


@dataclass(frozen=True)
class DrawnPiece:
    """One piece of terrain, ready to be written down."""

    id: str
    type: str
    placed_by: str
    title: str
    description: str
    outline: str
    marks: tuple[Mark, ...]
    label: Label | None = None


@dataclass(frozen=True)
class Sheet:
    """The map around the pieces: what lies under them, over them and in the margin."""

    under: tuple[Mark, ...] = ()
    over: tuple[Mark, ...] = ()
    words: tuple[Words, ...] = field(default=())
