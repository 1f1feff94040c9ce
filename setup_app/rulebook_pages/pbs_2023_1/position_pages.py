"""The printed pages of a deployed table and both orders of battle, in millimetres.

The map comes first. If both armies fit below it, they go there; otherwise hidden units, unassigned
units and cards go below the map, and the commands on pages of their own, with no command split that
a page could hold whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext as _

from setup_app.battles.position_sheets import ArmyShown, OrderLine, OrderSection
from terrain.draw.measure import text_width
from terrain.draw.pages import (
    EDGE,
    PAPERS,
    POINT_MM,
    TOLD,
    Heading,
    Page,
    Text,
    headed,
    in_lines,
)
from terrain.draw.sheet import Paper

SIZE, TITLE, HEADING = 9.0, 9.5, 12.0
"""Font sizes in points: of a line, of a section's title, of an army's name."""
PITCH, TITLE_PITCH = 4.0, 4.4
BETWEEN, BELOW_MAP, GUTTER = 1.2, 4.0, 7.0
NUMBER, AFTER_NUMBER = 7.0, 2.0
MAX_SHARE = 0.55
"""The maximum share of a line for its words before a note."""


@dataclass(frozen=True)
class ColumnRow:
    """Texts of one line of a column, with its height; `band` is a title's grey ground, `plate` a
    frame around its number.
    """

    texts: tuple[Text, ...]
    height: float
    band: bool = False
    plate: bool = False
    badge: str = ""


@dataclass(frozen=True)
class ColumnBlock:
    """Rows that stay together if a page can hold them."""

    rows: tuple[ColumnRow, ...]

    @property
    def height(self) -> float:
        return sum(row.height for row in self.rows) + BETWEEN


@dataclass
class PrintColumn:
    """The part of one army that is still to be printed: `name` repeats on each page."""

    name: ColumnBlock
    left: list[ColumnBlock] = field(default_factory=list)

    def fill(self, room: float) -> list[ColumnBlock]:
        """Return as many blocks as fit below the name; if one is longer than a page, its rows."""
        if not self.left:
            return []
        taken, room = [self.name], room - self.name.height
        while self.left and self.left[0].height <= room:
            room -= self.left[0].height
            taken.append(self.left.pop(0))
        if len(taken) == 1:
            taken += self._torn(room)
        return taken

    def _torn(self, room: float) -> list[ColumnBlock]:
        rows, here = list(self.left[0].rows), []
        while rows and rows[0].height <= room:
            room -= rows[0].height
            here.append(rows.pop(0))
        self.left[:1] = [ColumnBlock(tuple(rows))] if rows else []
        return [ColumnBlock(tuple(here))] if here else []


def pages(
    armies: Sequence[ArmyShown], said: tuple[Heading, Paper], shape: float
) -> tuple[Page, ...]:
    """Return all pages; `shape` is the ratio of the map's width to its height."""
    heading, paper = said
    wide, high = (side - 2 * EDGE for side in PAPERS[paper])
    width = (wide - GUTTER) / 2
    page = _begun(heading, 0, wide)
    above = page.head
    told = in_lines(" ".join(heading.told), wide, 10.0)
    head = above + TOLD * len(told)
    across = min(wide, (high - head - BELOW_MAP) * shape)
    top = EDGE + head + across / shape + BELOW_MAP
    names = [_named(army, width) for army in armies]
    commands = [[_block(each, width) for each in army.commands] for army in armies]
    beside = [[_block(each, width) for each in army.beside] for army in armies]
    room = EDGE + high - top
    first = [[*a, *b] for a, b in zip(commands, beside, strict=True)]
    later: list[list[ColumnBlock]] = [[] for _army in armies]
    if not _fit(names, first, room):
        first, later = (beside, commands) if _fit(names, beside, room) else (later, first)
    if told:
        at = (EDGE, EDGE + above - 2.0)
        page = page.with_texts([Text(at, wide, "\n".join(told), 10.0, pitch=TOLD)])
    page = page.with_picture(
        (EDGE + (wide - across) / 2, EDGE + head, round(across, 2), "position")
    )
    below_map = [
        [name, *blocks] if blocks else [] for name, blocks in zip(names, first, strict=True)
    ]
    found = [page.placed(below_map, top, width)]
    below = EDGE + above + 2.0
    columns = [PrintColumn(name, blocks) for name, blocks in zip(names, later, strict=True)]
    while any(column.left for column in columns):
        filled = [column.fill(high - above - 2.0) for column in columns]
        found.append(_begun(heading, len(found), wide).placed(filled, below, width))
    return tuple(found)


def _fit(
    names: Sequence[ColumnBlock], columns: Sequence[Sequence[ColumnBlock]], room: float
) -> bool:
    return all(
        name.height + sum(block.height for block in blocks) <= room
        for name, blocks in zip(names, columns, strict=True)
    )


@dataclass(frozen=True)
class PositionPage:
    """An unfinished page: its texts and pictures so far, and the height of its heading."""

    name: str
    texts: tuple[Text, ...]
    pictures: tuple[tuple[float, float, float, str], ...]
    drawn: dict[str, str]
    head: float

    def with_texts(self, texts: Iterable[Text]) -> PositionPage:
        return replace(self, texts=(*self.texts, *texts))

    def with_picture(self, placed: tuple[float, float, float, str]) -> PositionPage:
        return replace(self, pictures=(*self.pictures, placed))

    def placed(self, columns: Sequence[Sequence[ColumnBlock]], top: float, width: float) -> Page:
        """Return the page with these blocks side by side, lines and plates drawn below their
        words.
        """
        texts, shapes, lowest = list(self.texts), "", 0.0
        for at, blocks in enumerate(columns):
            left, y = at * (width + GUTTER), 0.0
            for block in blocks:
                for row in block.rows:
                    texts += [_moved(text, EDGE + left, top + y) for text in row.texts]
                    shapes += _ground(row, (left, y), width)
                    y += row.height
                y += BETWEEN
            lowest = max(lowest, y)
        drawn, pictures = dict(self.drawn), self.pictures
        if shapes:
            whole = 2 * width + GUTTER
            drawn[f"{self.name}-ground"] = (
                f'<svg xmlns="http://www.w3.org/2000/svg" width="{whole:g}" height="{lowest:g}"'
                f' viewBox="0 0 {whole:g} {lowest:g}">{shapes}</svg>'
            )
            pictures = (*pictures, (EDGE, round(top, 2), whole, f"{self.name}-ground"))
        return Page(tuple(texts), pictures, drawn)


def _begun(heading: Heading, number: int, wide: float) -> PositionPage:
    name = f"head{number}"
    texts, placed, pictures, head = headed(heading, name, wide)
    return PositionPage(name, tuple(texts), tuple(placed), pictures, head)


def _moved(text: Text, x: float, y: float) -> Text:
    return replace(text, at=(text.at[0] + x, text.at[1] + y))


def _ground(row: ColumnRow, at: tuple[float, float], width: float) -> str:
    """Return the drawing below a row's words: a band, a plate around its number, a side's badge."""
    x, y = at
    if row.badge:
        rule = f'<path d="M{x:.2f} {y + row.height - 0.9:.2f}h{width:.2f}" stroke="#000"'
        return f'{rule} stroke-width=".5"/>{_badge(row.badge, (x + 2.6, y + 2.9))}'
    if row.band:
        size = f'width="{width:.2f}" height="{row.height - 0.5:.2f}"'
        return f'<rect x="{x:.2f}" y="{y:.2f}" {size} fill="#e6e3dc"/>'
    if row.plate:
        return (
            f'<rect x="{x + 1:.2f}" y="{y + 0.35:.2f}" width="{NUMBER - 1:.2f}" height="3.3"'
            ' rx=".8" fill="#fff" stroke="#000" stroke-width=".2"/>'
        )
    return ""


def _badge(role: str, at: tuple[float, float]) -> str:
    """Return the shield of the defender or the lozenge of the invader, which differ in grey too."""
    x, y = at
    if role == "invader":
        return f'<path d="M{x - 2.4:.2f} {y:.2f}l2.4 -2.7 2.4 2.7 -2.4 2.7z" fill="#a2381f"/>'
    return (
        f'<path d="M{x - 2.2:.2f} {y - 2.4:.2f}h4.4v2.3q0 1.7 -2.2 2.7q-2.2 -1 -2.2 -2.7z"'
        ' fill="#1f4a7f"/>'
    )


def _named(army: ArmyShown, width: float) -> ColumnBlock:
    role = _("Defender") if army.role == "defender" else _("Invader")
    words = f"{role}: {army.player}" if army.player else role
    room = width - 6.5
    lines, below = in_lines(words, room, HEADING), in_lines(army.army, room, TITLE)
    title, pitch = "\n".join(lines), 6.0
    texts = [Text((6.5, 0.0), room, title, HEADING, font="Alegreya", weight=700, pitch=pitch)]
    height = pitch * len(lines) + 0.9
    if below:
        at = (6.5, pitch * len(lines) - 0.6)
        texts.append(Text(at, room, "\n".join(below), TITLE, pitch=PITCH))
        height += PITCH * len(below)
    return ColumnBlock((ColumnRow(tuple(texts), height, badge=army.role),))


def _block(section: OrderSection, width: float) -> ColumnBlock:
    left = NUMBER + AFTER_NUMBER if section.sign else 1.2
    lines = in_lines(section.title, width - left, TITLE)
    title = [
        Text((left, 0.2), width - left, "\n".join(lines), TITLE, weight=700, pitch=TITLE_PITCH)
    ]
    if section.sign:
        title.append(_number(section.sign, 0.2))
    height = TITLE_PITCH * len(lines) + 0.9
    name = ColumnRow(tuple(title), height, band=True)
    share = _share(section.lines, width - NUMBER - AFTER_NUMBER)
    return ColumnBlock((name, *(_row(line, width, share) for line in section.lines)))


def _share(lines: Sequence[OrderLine], room: float) -> float:
    """Return the share of the width for the words of a section, beside its notes."""
    longest = max((_long(line.words) for line in lines if line.note), default=0.0)
    return min(max(longest + 3.0, 0.2 * room), MAX_SHARE * room)


def _long(words: str) -> float:
    return text_width(words, family="Alegreya Sans", face="bold", size=SIZE) * POINT_MM


def _number(words: str, y: float = 0.0) -> Text:
    return Text((1.0, y), NUMBER - 1.0, words, SIZE, "center", weight=700, pitch=PITCH)


def _row(line: OrderLine, width: float, share: float) -> ColumnRow:
    left = NUMBER + AFTER_NUMBER
    room = width - left
    share = share if line.note else room
    words = in_lines(line.words, share - 1.0, SIZE)
    notes = in_lines(line.note, room - share, SIZE) if line.note else ()
    texts = [Text((left, 0.0), share, "\n".join(words), SIZE, pitch=PITCH)]
    if notes:
        at = (left + share, 0.0)
        texts.append(Text(at, room - share, "\n".join(notes), SIZE, pitch=PITCH, fill=70))
    if line.number:
        texts.append(_number(line.number))
    height = PITCH * max(len(words), len(notes), 1) + 0.2
    return ColumnRow(tuple(texts), height, plate=bool(line.number))
