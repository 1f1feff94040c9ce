"""The page layout of a sheet: heading, map and list, in millimetres."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from io import BytesIO
from typing import Literal

from terrain.draw.measure import text_width
from terrain.draw.names import Names
from terrain.draw.piece_list import PieceRow

Paper = Literal["a4", "us-letter"]
Align = Literal["left", "right", "center"]

PAPERS: dict[Paper, tuple[float, float]] = {"a4": (210.0, 297.0), "us-letter": (215.9, 279.4)}
"""Width and height."""
EDGE = 10.0
HEAD = 23.0
TOLD = 4.6
"""The line height of the notes below the heading."""
QR = 21.0
LINE = 4.25
ROW = 2 * LINE + 0.5
LIST_HEAD = 6.0
NOTE = 12.0
LEAST_SHARE = 0.72
"""The minimum share of the map's possible size for its list to stand below it; the rest of a longer
list goes on to other pages.
"""

BADGE = 7.0
COLUMNS: tuple[tuple[str, float, Align], ...] = (
    ("sheet_size", 27.0, "left"),
    ("sheet_from", 17.0, "left"),
    ("unit", 9.5, "right"),
    ("cm", 11.5, "right"),
    ("in", 9.5, "right"),
    ("sheet_along", 17.0, "left"),
    ("unit", 16.0, "right"),
    ("cm", 19.0, "right"),
    ("in", 17.0, "right"),
)
"""The list's columns after badge and name: the head's word, the width, and the alignment."""
RULED = (1, 5)
"""The columns with a vertical rule before them."""
GAP = 2.2
POINT_MM = 25.4 / 72
MASK = 3


@dataclass(frozen=True)
class Heading:
    """The heading of a map: whose table it is, and its address.

    `code` is large, for a table's number; `url` becomes a QR code. `table`, the last line, says
    which table this is and its size; a sheet fills it in. `told` are sentences above the map of the
    first page alone, in as many lines as they take.
    """

    title: str
    subtitle: str = ""
    code: str = ""
    url: str | None = None
    table: str = ""
    told: tuple[str, ...] = ()


@dataclass(frozen=True)
class Text:
    """Lines of one column; `y` is the top of the first, `pitch` the height of each."""

    at: tuple[float, float]
    width: float
    words: str
    size: float = 9.5
    align: Align = "left"
    font: str = "Alegreya Sans"
    weight: int = 400
    pitch: float = LINE
    fill: int = 0

    def written(self) -> list[object]:
        x, y = (round(each, 2) for each in self.at)
        setting = [self.align, self.font, self.weight, self.size, self.pitch, self.fill]
        return [x, y, round(self.width, 2), *setting, self.words]


@dataclass(frozen=True)
class Page:
    """One side of paper: texts, and pictures by name with their place and width."""

    texts: tuple[Text, ...]
    placed: tuple[tuple[float, float, float, str], ...]
    pictures: dict[str, str] = field(default_factory=dict)

    def written(self) -> dict[str, object]:
        return {"texts": [text.written() for text in self.texts], "pictures": self.placed}


def pages(
    heading: Heading,
    listed: Sequence[PieceRow],
    drawn: tuple[str, tuple[float, float]],
    said: tuple[Names, str],
    *,
    paper: Paper,
) -> list[Page]:
    """Return the map `drawn` (its name, and its size in any unit) with its list, on as many pages
    as the list needs.
    """
    name, size = drawn
    names, note = said
    width, height = (side - 2 * EDGE for side in PAPERS[paper])
    told = in_lines(" ".join(heading.told), width, 10.0)
    head = HEAD + TOLD * len(told)
    across = _map_width(size, len(listed), paper, head)
    down = across * size[1] / size[0]
    texts, placed, pictures = headed(heading, name, width)
    if told:
        texts.append(Text((EDGE, EDGE + HEAD - 2.0), width, "\n".join(told), 10.0, pitch=TOLD))
    placed.append((EDGE + (width - across) / 2, EDGE + head, round(across, 2), name))
    top = EDGE + head + down + 2.0
    found: list[Page] = []
    rest = list(listed)
    while True:
        room = max(0, int((EDGE + height - top - LIST_HEAD - NOTE) / ROW))
        here, rest = rest[:room], rest[room:]
        if here:
            key = f"{name}-list{len(found)}"
            pictures[key] = _rules(here, width)
            placed.append((EDGE, round(top, 2), width, key))
            texts += _columns(here, names, (EDGE, top), width)
        if not rest:
            below = top + (LIST_HEAD + ROW * len(here) if here else 0.0) + 1.5
            texts += _note(note, (EDGE, below), width)
        found.append(Page(tuple(texts), tuple(placed), pictures))
        if not rest:
            return found
        texts, placed, pictures = headed(heading, f"{name}-{len(found)}", width)
        top = EDGE + HEAD + 2.0


def _map_width(size: tuple[float, float], listed: int, paper: Paper, head: float) -> float:
    """Return the width of the map below the `head` of its page: the whole map, and with its list if
    they can share the page.
    """
    width, height = (side - 2 * EDGE for side in PAPERS[paper])
    room = height - head - 2.0
    # The note stands below the list, or below the map if the list is empty.
    alone = min(width, (room if listed else room - NOTE) * size[0] / size[1])
    fitting = (room - LIST_HEAD - NOTE - ROW * listed) * size[0] / size[1]
    return alone if fitting > alone or fitting < LEAST_SHARE * alone else fitting


Begun = tuple[list[Text], list[tuple[float, float, float, str]], dict[str, str]]


def headed(heading: Heading, name: str, width: float) -> Begun:
    """Return a new page with its title at the left, table number and QR code at the right."""
    right = EDGE + width
    placed, pictures = [], {}
    if heading.url:
        key = f"{name}-qr"
        pictures[key] = _qr(heading.url)
        placed.append((right - QR, EDGE, QR, key))
        right -= QR + 5.0
    texts: list[Text] = []
    if heading.code:
        size, weight, font = 40.0, 700, "Alegreya"
        room = min(_long(heading.code, size) + 2.0, 60.0)
        code = fitted(heading.code, room, size)
        at = (right - room, EDGE - 1.0)
        texts.append(Text(at, room, code, size, "right", font, weight, pitch=15.0))
        right -= room + 4.0
    room = right - EDGE
    title = fitted(heading.title, room, 21.0)
    texts.append(Text((EDGE, EDGE), room, title, 21.0, "left", "Alegreya", 700, pitch=9.0))
    y = EDGE + 9.5
    for words, size in ((heading.subtitle, 12.0), (heading.table, 10.0)):
        if words:
            texts.append(Text((EDGE, y), room, fitted(words, room, size), size, pitch=5.5))
            y += 5.5
    return texts, placed, pictures


def _columns(
    listed: Sequence[PieceRow], names: Names, at: tuple[float, float], width: float
) -> Iterable[Text]:
    """Return the list's texts: one for each column, two lines to a row."""
    left, top = at
    body = top + LIST_HEAD + 0.1
    pitch = ROW / 2
    numbers = "\n\n".join(str(row.number) for row in listed)
    yield Text(
        (left, body + pitch / 2), BADGE, numbers, 9.0, "center", weight=700, pitch=pitch, fill=255
    )
    x, room = left + BADGE + GAP, _name_width(width)
    yield Text((x, top + 1.0), room, names.word("sheet_piece"))
    bold = "\n\n".join(fitted(row.name, room, 10.5) for row in listed)
    yield Text((x, body), room, bold, 10.5, weight=700, pitch=pitch)
    notes = "\n\n".join(fitted(row.notes, room, 9.5) for row in listed)
    yield Text((x, body + pitch), room, notes, pitch=pitch)
    x += room + GAP
    for column, (code, wide, align) in enumerate(COLUMNS):
        head = fitted(names.word(code), wide, 9.5)
        yield Text((x, top + 1.0), wide, head, 9.5, align)
        lines = [_unbroken(line) for row in listed for line in _cell(row, column)]
        weight = 700 if column == 1 else 400
        yield Text((x, body), wide, "\n".join(lines), 9.5, align, weight=weight, pitch=pitch)
        x += wide + (GAP if column + 1 in RULED else 0.0)


def _cell(row: PieceRow, column: int) -> tuple[str, str]:
    """Return the two lines of a row in one of COLUMNS."""
    if column == 0:
        return row.sizes
    first, second = (spot[column - 1] if spot else "" for spot in (*row.spots, (), ())[:2])
    return first, second


def _unbroken(words: str) -> str:
    """Return the words as one line of any width: a second line would push the rows out of place."""
    return words.replace(" ", "\u00a0").replace("–", "\u2060–\u2060")


def _name_width(width: float) -> float:
    """Return the width that the other columns leave for the name."""
    gaps = GAP * (2 + len(RULED))
    return width - BADGE - gaps - sum(wide for _, wide, _ in COLUMNS)


def _rules(listed: Sequence[PieceRow], width: float) -> str:
    """Return the list's rules and the shapes of its badges, as a picture."""
    height = LIST_HEAD + ROW * len(listed)
    rules = f"M0 .3h{width:g}M0 {LIST_HEAD:g}h{width:g}"
    rules += "".join(f"M0 {LIST_HEAD + ROW * at:g}h{width:g}" for at in range(1, len(listed) + 1))
    x = BADGE + GAP + _name_width(width) + GAP
    for column, (_, wide, _) in enumerate(COLUMNS):
        x += GAP if column in RULED else 0.0
        rules += f"M{x - GAP / 2:.2f} 0v{height:.2f}" if column in RULED else ""
        x += wide
    shields = lozenges = ""
    half = BADGE / 2
    for at, row in enumerate(listed):
        y = LIST_HEAD + ROW * (at + 0.5)
        if row.side == "invader":
            lozenges += f"M0 {y:.2f}l{half} -{half} {half} {half} -{half} {half}z"
        else:
            shields += f"M.4 {y - 3.1:.2f}h6.2v3.1q0 2.4 -3.1 3.4q-3.1 -1 -3.1 -3.4z"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}"'
        f' viewBox="0 0 {width:g} {height:g}"><path d="{rules}" stroke="#000"'
        f' stroke-width=".25"/><path d="{shields}{lozenges}M0 0"/></svg>'
    )


def _note(note: str, at: tuple[float, float], width: float) -> Iterable[Text]:
    """Return the sentence below the list, in as many lines as it takes."""
    yield Text(at, width, "\n".join(in_lines(note, width, 8.5)), 8.5, pitch=3.6)


@lru_cache(maxsize=16)
def in_lines(words: str, width: float, size: float) -> tuple[str, ...]:
    """Return the words in lines of this width; a word that is longer than a line is cut."""
    lines: list[str] = []
    for word in words.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and _long(longer, size) <= width:
            lines[-1] = longer
        else:
            lines.append(fitted(word, width, size))
    return tuple(lines)


def fitted(text: str, width: float, size: float) -> str:
    """Return the text, or as much of it as fits on a line of this width."""
    text = " ".join(text.split())
    if _long(text, size) <= width:
        return text
    while text and _long(f"{text}…", size) > width:
        text = text[:-1].rstrip()
    return f"{text}…"


def _long(text: str, size: float) -> float:
    """Return an upper bound of a text's length, in millimetres."""
    # Set bold, which is the widest of the faces.
    return text_width(text, family="Alegreya", face="bold", size=size) * POINT_MM


def _qr(url: str) -> str:
    """Return the address as an SVG picture."""
    # Loaded here, because most maps have no code.
    import segno

    picture = BytesIO()
    # Every mask is readable; comparing all eight takes as long as a map's labels.
    code = segno.make(url, error="m", mask=MASK)
    code.save(picture, kind="svg", xmldecl=False, border=0, nl=False)
    return picture.getvalue().decode()
