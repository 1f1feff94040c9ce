"""The lettering of a piece's label: words, sizes and the width of the block."""

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from math import ceil, cos, pi, sin

from terrain.draw import palette
from terrain.draw.badges import badge
from terrain.draw.marks import Corners, Ink, Label, Lettering, Mark, Point, Words
from terrain.draw.measure import text_width

LEADING = 1.1
BADGE = 8.0
BADGE_GAP = 3.5
RUN_GAP = 6.0
PRINT_NAME, PRINT_FIGURE = 1.2, 1.35
NUMBERED_BADGE = 19.0
CLOSE_NAME, CLOSE_FIGURE = 1.6, 1.85

NATURAL = Lettering("Alegreya", "italic", 15.0, palette.INK)
BUILT = Lettering("Alegreya", "bold", 15.0, palette.INK)
WATER = Lettering("Alegreya", "italic", 15.0, "#28505f", spacing=0.8)
SIZE = Lettering("Alegreya Sans", "regular", 11.0, palette.INK)
WARNING = Lettering("Alegreya Sans", "bold", 11.0, palette.WARNING)


@dataclass(frozen=True)
class TextRun:
    """One line of a label."""

    text: str
    lettering: Lettering
    role: str

    @cached_property
    def width(self) -> float:
        setting = self.lettering
        width = text_width(self.text, family=setting.family, face=setting.face, size=setting.size)
        return width + setting.spacing * len(self.text)


@dataclass(frozen=True)
class TextBlock:
    """Lines under one another, or one line if `flat`, and the owner's badge.

    The badge stands in the second line; with a `number` in it, it is larger and stands in the
    first. `ground` is the halo of a block that stands beside its piece, none if empty; a block with
    a `plate` has a lighter background under it.
    """

    runs: tuple[TextRun, ...]
    placed_by: str
    flat: bool = False
    badge_size: float = BADGE
    number: str = ""
    ground: str = palette.PAPER
    plate: bool = False

    def first(self) -> "TextBlock":
        """Return the first line alone."""
        return replace(self, runs=self.runs[:1])

    def scaled(self, scale: float) -> "TextBlock":
        return self if scale == 1.0 else self._resized(scale, scale)

    def closer(self) -> "TextBlock":
        """Return the block for a narrow screen: larger, and figures more so than names."""
        return self._resized(CLOSE_NAME, CLOSE_FIGURE)

    def printed(self, number: str) -> "TextBlock":
        """Return the block for a printed sheet, with its number there."""
        larger = self._resized(PRINT_NAME, PRINT_FIGURE)
        return replace(larger, number=number, badge_size=NUMBERED_BADGE)

    def _resized(self, name: float, figure: float) -> "TextBlock":
        runs = tuple(
            TextRun(
                run.text, _sized(run.lettering, name if run.role == "name" else figure), run.role
            )
            for run in self.runs
        )
        badge_size = round(self.badge_size * figure, 1)
        return replace(self, runs=runs, badge_size=badge_size)

    @property
    def _gap(self) -> float:
        return self.badge_size + BADGE_GAP

    @cached_property
    def _widths(self) -> list[float]:
        """Return the width of each line, the badge's line with its badge."""
        widths = [run.width for run in self.runs]
        widths[self._badge_line] += self._gap
        return widths

    @property
    def _badge_line(self) -> int:
        return 0 if self.flat or self.number else min(1, len(self.runs) - 1)

    @cached_property
    def width(self) -> float:
        widths = self._widths
        if self.flat:
            return sum(widths) + RUN_GAP * (len(widths) - 1)
        return max(widths)

    @cached_property
    def height(self) -> float:
        sizes = [run.lettering.size for run in self.runs]
        return (max(sizes) if self.flat else sum(sizes)) * LEADING

    def corners(self, centre: Point, angle: float) -> Corners:
        """Return the corners of the whole block."""
        half_width, half_height = self.width / 2 + 1, self.height / 2
        return _corners(centre, (-half_width, -half_height, half_width, half_height), angle)

    def parts(self, angle: float) -> list[tuple[float, float, float, float]]:
        """Return upright boxes around (0, 0) that cover the whole block, turned by `angle`."""
        half_width, half_height = self.width / 2 + 1, self.height / 2
        count = 1 if angle == 0.0 else max(1, ceil(2 * half_width / self.height))
        step = 2 * half_width / count
        boxes = []
        for part in range(count):
            left = -half_width + part * step
            corners = _corners((0.0, 0.0), (left, -half_height, left + step, half_height), angle)
            x, y = zip(*corners, strict=True)
            boxes.append((min(x), min(y), max(x), max(y)))
        return boxes

    def at(self, centre: Point, *, angle: float, inside: bool) -> Label:
        """Return the block at `centre`, turned clockwise by `angle` degrees."""
        words: list[Words] = []
        rooms: list[Corners] = []
        marks = self._plate(centre, angle, inside)
        x, y = -self.width / 2, -self.height / 2
        for index, (run, width) in enumerate(zip(self.runs, self._widths, strict=True)):
            size = run.lettering.size
            left = x if self.flat else -width / 2
            baseline = self.height * 0.26 if self.flat else y + size * 0.83
            below = self.height / 2 if self.flat else y + size * LEADING
            rooms.append(_corners(centre, (left - 1, y, left + width + 1, below), angle))
            if index == self._badge_line:
                middle = left + self.badge_size / 2, baseline - size * 0.31
                marks += badge(self.placed_by, _turned(centre, middle, angle), self.badge_size)
                if self.number:
                    words.append(self._numeral(_turned(centre, middle, angle)))
                left += self._gap
            start = _turned(centre, (left, baseline), angle)
            lettering = run.lettering if inside else _on(run.lettering, self.ground)
            words.append(Words(run.text, start, lettering, angle, anchor="start", role=run.role))
            x = x + width + RUN_GAP
            y = y if self.flat else below
        return Label(tuple(words), self.corners(centre, angle), tuple(rooms), marks, inside)

    def _numeral(self, at: Point) -> Words:
        """Return the number on the badge."""
        size = round(self.badge_size * (0.72 if len(self.number) < 2 else 0.6), 1)
        setting = Lettering(size=size, face="bold", fill=palette.SHEET)
        return Words(self.number, (at[0], round(at[1] + 0.33 * size, 1)), setting, role="number")

    def _plate(self, centre: Point, angle: float, inside: bool) -> tuple[Mark, ...]:
        if not self.plate or not inside:
            return ()
        d = "M" + "L".join(f"{x:g} {y:g}" for x, y in self.corners(centre, angle)) + "z"
        halo = self.runs[0].lettering.halo
        return (Mark(d, Ink(halo, halo, 4.0, opacity=0.82), "plate"),)


def _corners(centre: Point, sides: tuple[float, float, float, float], angle: float) -> Corners:
    left, top, right, bottom = sides
    return tuple(
        _turned(centre, corner, angle)
        for corner in ((left, top), (right, top), (right, bottom), (left, bottom))
    )


def _turned(centre: Point, offset: Point, angle: float) -> Point:
    x, y = offset
    if angle == 0.0:
        return round(centre[0] + x, 2), round(centre[1] + y, 2)
    radians = angle * pi / 180
    return (
        round(centre[0] + x * cos(radians) - y * sin(radians), 2),
        round(centre[1] + x * sin(radians) + y * cos(radians), 2),
    )


@lru_cache(maxsize=512)
def _sized(lettering: Lettering, scale: float) -> Lettering:
    size, spacing = round(lettering.size * scale, 1), round(lettering.spacing * scale, 1)
    return replace(lettering, size=size, spacing=spacing)


@lru_cache(maxsize=512)
def _on(lettering: Lettering, halo: str) -> Lettering:
    return replace(lettering, halo=halo)
