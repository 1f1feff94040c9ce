"""The page layout of a sheet: heading, map and list, in millimetres."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from io import BytesIO
from itertools import accumulate
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
"""The least height of a heading; long names make it higher."""
TOLD = 4.6
"""The line height of the notes below the heading."""
QR = 21.0
LINE = 4.25
ROW_LINE = LINE + 0.25
"""The height of a line in the list. A row has two, and more if its name or notes need them."""
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
class ListedRow:
    """A row of the list, with its name and its notes in lines."""

    row: PieceRow
    name: tuple[str, ...]
    notes: tuple[str, ...]

    @property
    def lines(self) -> int:
        return max(2, len(self.name) + len(self.notes))

    @property
    def height(self) -> float:
        return ROW_LINE * self.lines

    def padded(self, lines: Sequence[str], *, below: int = 0) -> list[str]:
        """Return lines that fill the row, these below some empty ones."""
        left = self.lines - below - len(lines)
        return [*[""] * below, *lines, *[""] * left]


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
    texts, placed, pictures, above = headed(heading, name, width)
    told = in_lines(" ".join(heading.told), width, 10.0)
    head = above + TOLD * len(told)
    rest = [_listed(row, width) for row in listed]
    across = _map_width(size, _height(rest), paper, head)
    down = across * size[1] / size[0]
    if told:
        texts.append(Text((EDGE, EDGE + above - 2.0), width, "\n".join(told), 10.0, pitch=TOLD))
    placed.append((EDGE + (width - across) / 2, EDGE + head, round(across, 2), name))
    top = EDGE + head + down + 2.0
    found: list[Page] = []
    while True:
        count = _fitting(rest, EDGE + height - top - LIST_HEAD - NOTE)
        if found:
            # A page of its own takes at least one row, so that the list comes to an end.
            count = max(count, 1)
        here, rest = rest[:count], rest[count:]
        if here:
            key = f"{name}-list{len(found)}"
            pictures[key] = _rules(here, width)
            placed.append((EDGE, round(top, 2), width, key))
            texts += _columns(here, names, (EDGE, top), width)
        if not rest:
            below = top + (LIST_HEAD + _height(here) if here else 0.0) + 1.5
            texts += _note(note, (EDGE, below), width)
        found.append(Page(tuple(texts), tuple(placed), pictures))
        if not rest:
            return found
        texts, placed, pictures, above = headed(heading, f"{name}-{len(found)}", width)
        top = EDGE + above + 2.0


def _listed(row: PieceRow, width: float) -> ListedRow:
    """Return a row whose notes, from the third line on, take the width of the sizes too."""
    room, family = _name_width(width), "Alegreya Sans"
    wide = room + GAP + COLUMNS[0][1]
    name = in_lines(row.name, room, 10.5, family=family)
    words = " ".join(row.notes.split())
    if len(name) > 1:
        return ListedRow(row, name, in_lines(words, wide, 9.5, family=family))
    notes = in_lines(words, room, 9.5, family=family)
    if len(notes) > 1:
        rest = words.removeprefix(notes[0])
        notes = (notes[0], *in_lines(rest, wide, 9.5, family=family))
    return ListedRow(row, name, notes)


def _height(listed: Iterable[ListedRow]) -> float:
    return sum(row.height for row in listed)


def _fitting(listed: Iterable[ListedRow], room: float) -> int:
    """Return how many of the first rows fit in this height."""
    heights = accumulate(row.height for row in listed)
    # A map that shares its page leaves exactly the height of its list, but for rounding.
    return sum(height <= room + 1e-6 for height in heights)


def _map_width(size: tuple[float, float], listed: float, paper: Paper, head: float) -> float:
    """Return the width of the map below the `head` of its page: the whole map, and with its list,
    `listed` high, if they can share the page.
    """
    width, height = (side - 2 * EDGE for side in PAPERS[paper])
    room = height - head - 2.0
    # The note stands below the list, or below the map if the list is empty.
    alone = min(width, (room if listed else room - NOTE) * size[0] / size[1])
    fitting = (room - LIST_HEAD - NOTE - listed) * size[0] / size[1]
    return alone if fitting > alone or fitting < LEAST_SHARE * alone else fitting


Begun = tuple[list[Text], list[tuple[float, float, float, str]], dict[str, str], float]


def headed(heading: Heading, name: str, width: float) -> Begun:
    """Return a new page with its title at the left, table number and QR code at the right, and the
    height that they take. Long words are set smaller, then in more lines; none are cut.
    """
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
    lines, size = _in_size(heading.title, room, 21.0, least=14.0)
    pitch = 9.0 if size == 21.0 else size * 0.43
    texts.append(
        Text((EDGE, EDGE), room, "\n".join(lines), size, "left", "Alegreya", 700, pitch=pitch)
    )
    y = EDGE + max(pitch * len(lines), 9.0) + 0.5
    for words, largest, least in ((heading.subtitle, 12.0, 10.5), (heading.table, 10.0, 9.0)):
        if words:
            lines, size = _in_size(words, room, largest, least=least)
            pitch = 5.5 if len(lines) == 1 else 4.8
            texts.append(Text((EDGE, y), room, "\n".join(lines), size, pitch=pitch))
            y += max(pitch * len(lines), 5.5)
    return texts, placed, pictures, max(HEAD, y - EDGE + 2.5)


def _in_size(
    words: str, width: float, largest: float, *, least: float
) -> tuple[tuple[str, ...], float]:
    """Return the words on one line in the largest font size that allows it, or else in lines of
    the least size.
    """
    long = _long(" ".join(words.split()), 1.0)
    size = min(largest, width / long if long else largest)
    size = max(least, int(size * 2) / 2)
    return in_lines(words, width, size), size


def _columns(
    listed: Sequence[ListedRow], names: Names, at: tuple[float, float], width: float
) -> Iterable[Text]:
    """Return the list's texts: one for each column."""
    left, top = at
    body = top + LIST_HEAD + 0.1
    pitch = ROW_LINE
    numbers = _one_below_another(each.padded([str(each.row.number)]) for each in listed)
    yield Text(
        (left, body + pitch / 2), BADGE, numbers, 9.0, "center", weight=700, pitch=pitch, fill=255
    )
    x, room = left + BADGE + GAP, _name_width(width)
    yield Text((x, top + 1.0), room, names.word("sheet_piece"))
    bold = _one_below_another(each.padded(each.name) for each in listed)
    yield Text((x, body), room, bold, 10.5, weight=700, pitch=pitch)
    notes = _one_below_another(each.padded(each.notes, below=len(each.name)) for each in listed)
    yield Text((x, body), room + GAP + COLUMNS[0][1], notes, pitch=pitch)
    x += room + GAP
    for column, (code, wide, align) in enumerate(COLUMNS):
        head = fitted(names.word(code), wide, 9.5)
        yield Text((x, top + 1.0), wide, head, 9.5, align)
        cells = [[_unbroken(line) for line in _cell(each.row, column)] for each in listed]
        lines = _one_below_another(
            each.padded(cell) for each, cell in zip(listed, cells, strict=True)
        )
        weight = 700 if column == 1 else 400
        yield Text((x, body), wide, lines, 9.5, align, weight=weight, pitch=pitch)
        x += wide + (GAP if column + 1 in RULED else 0.0)


def _one_below_another(rows: Iterable[Sequence[str]]) -> str:
    return "\n".join(line for lines in rows for line in lines).rstrip("\n")


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


def _rules(listed: Sequence[ListedRow], width: float) -> str:
    """Return the list's rules and the shapes of its badges, as a picture."""
    *tops, height = accumulate((row.height for row in listed), initial=LIST_HEAD)
    rules = f"M0 .3h{width:g}" + "".join(f"M0 {y:g}h{width:g}" for y in (*tops, height))
    x = BADGE + GAP + _name_width(width) + GAP
    for column, (_, wide, _) in enumerate(COLUMNS):
        x += GAP if column in RULED else 0.0
        rules += f"M{x - GAP / 2:.2f} 0v{height:.2f}" if column in RULED else ""
        x += wide
    shields = lozenges = ""
    half = BADGE / 2
    for top, each in zip(tops, listed, strict=True):
        y = top + ROW_LINE
        if each.row.side == "invader":
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


@lru_cache(maxsize=256)
def in_lines(words: str, width: float, size: float, *, family: str = "Alegreya") -> tuple[str, ...]:
    """Return the words in lines of this width; a word that is longer than a line is broken."""
    lines: list[str] = []
    for word in words.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and _long(longer, size, family) <= width:
            lines[-1] = longer
        else:
            lines += _broken(word, lambda part: _long(part, size, family) <= width)
    return tuple(lines)


def _broken(word: str, fits: Callable[[str], bool]) -> Iterable[str]:
    """Return a word in parts that fit, broken after a hyphen if there is one in reach."""
    while word and not fits(word):
        count = max(1, sum(fits(word[:end]) for end in range(1, len(word))))
        count = word.rfind("-", 0, count) + 1 or count
        yield word[:count]
        word = word[count:]
    yield word


def fitted(text: str, width: float, size: float) -> str:
    """Return the text, or as much of it as fits on a line of this width."""
    text = " ".join(text.split())
    if _long(text, size) <= width:
        return text
    while text and _long(f"{text}…", size) > width:
        text = text[:-1].rstrip()
    return f"{text}…"


def _long(text: str, size: float, family: str = "Alegreya") -> float:
    """Return an upper bound of a text's length, in millimetres."""
    # Set bold, which is the widest face of each family. Alegreya is wider than its Sans.
    return text_width(text, family=family, face="bold", size=size) * POINT_MM


def _qr(url: str) -> str:
    """Return the address as an SVG picture."""
    # Loaded here, because most maps have no code.
    import segno

    picture = BytesIO()
    # Every mask is readable; comparing all eight takes as long as a map's labels.
    code = segno.make(url, error="m", mask=MASK)
    code.save(picture, kind="svg", xmldecl=False, border=0, nl=False)
    return picture.getvalue().decode()
