"""How is a piece's label set: which words, how large, and how wide does the block become?"""

from dataclasses import dataclass, replace
from math import ceil, cos, pi, sin

from terrain.draw import palette
from terrain.draw.badges import badge
from terrain.draw.marks import Corners, Label, Lettering, Mark, Point, Words
from terrain.draw.measure import text_width

LEADING = 1.1
BADGE = 8.0
BADGE_GAP = 3.5
RUN_GAP = 6.0

NATURAL = Lettering("Alegreya", "italic", 15.0, palette.INK)
BUILT = Lettering("Alegreya", "bold", 15.0, palette.INK)
WATER = Lettering("Alegreya", "italic", 15.0, "#28505f", spacing=0.8)
SIZE = Lettering("Alegreya Sans", "regular", 11.0, palette.INK)
WARNING = Lettering("Alegreya Sans", "bold", 11.0, palette.WARNING)


@dataclass(frozen=True)
class Run:
    """One line of a label."""

    text: str
    lettering: Lettering
    role: str

    @property
    def width(self) -> float:
        setting = self.lettering
        width = text_width(self.text, family=setting.family, face=setting.face, size=setting.size)
        return width + setting.spacing * len(self.text)


@dataclass(frozen=True)
class Block:
    """Lines under one another, or one line where `flat`; the owner's badge stands in the last."""

    runs: tuple[Run, ...]
    placed_by: str
    flat: bool = False
    badge_size: float = BADGE

    def scaled(self, scale: float) -> "Block":
        if scale == 1.0:
            return self
        runs = tuple(
            replace(
                run,
                lettering=replace(
                    run.lettering,
                    size=round(run.lettering.size * scale, 1),
                    spacing=round(run.lettering.spacing * scale, 1),
                ),
            )
            for run in self.runs
        )
        return replace(self, runs=runs, badge_size=round(self.badge_size * scale, 1))

    @property
    def _gap(self) -> float:
        return self.badge_size + BADGE_GAP

    def _widths(self) -> list[float]:
        """The width of each line, the badge's line with its badge."""
        widths = [run.width for run in self.runs]
        widths[self._badge_line] += self._gap
        return widths

    @property
    def _badge_line(self) -> int:
        return 0 if self.flat else min(1, len(self.runs) - 1)

    @property
    def width(self) -> float:
        widths = self._widths()
        if self.flat:
            return sum(widths) + RUN_GAP * (len(widths) - 1)
        return max(widths)

    @property
    def height(self) -> float:
        sizes = [run.lettering.size for run in self.runs]
        return (max(sizes) if self.flat else sum(sizes)) * LEADING

    def corners(self, centre: Point, angle: float) -> Corners:
        """The room of the whole block."""
        half_width, half_height = self.width / 2 + 1, self.height / 2
        return _corners(centre, (-half_width, -half_height, half_width, half_height), angle)

    def parts(self, angle: float) -> list[tuple[float, float, float, float]]:
        """Upright boxes around (0, 0) that cover the room of the whole block, turned by `angle`."""
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
        """The block set down around `centre`, turned clockwise by `angle` degrees."""
        words: list[Words] = []
        rooms: list[Corners] = []
        marks: tuple[Mark, ...] = ()
        x, y = -self.width / 2, -self.height / 2
        for index, (run, width) in enumerate(zip(self.runs, self._widths(), strict=True)):
            size = run.lettering.size
            left = x if self.flat else -width / 2
            baseline = self.height * 0.26 if self.flat else y + size * 0.83
            below = self.height / 2 if self.flat else y + size * LEADING
            rooms.append(_corners(centre, (left - 1, y, left + width + 1, below), angle))
            if index == self._badge_line:
                spot = _turned(centre, (left + self.badge_size / 2, baseline - size * 0.31), angle)
                marks = badge(self.placed_by, spot, self.badge_size)
                left += self._gap
            start = _turned(centre, (left, baseline), angle)
            words.append(
                Words(run.text, start, run.lettering, angle, anchor="start", role=run.role)
            )
            x = x + width + RUN_GAP
            y = y if self.flat else below
        return Label(tuple(words), self.corners(centre, angle), tuple(rooms), marks, inside)


def _corners(centre: Point, sides: tuple[float, float, float, float], angle: float) -> Corners:
    left, top, right, bottom = sides
    return tuple(
        _turned(centre, corner, angle)
        for corner in ((left, top), (right, top), (right, bottom), (left, bottom))
    )


def _turned(centre: Point, offset: Point, angle: float) -> Point:
    radians = angle * pi / 180
    x, y = offset
    return (
        round(centre[0] + x * cos(radians) - y * sin(radians), 2),
        round(centre[1] + x * sin(radians) + y * cos(radians), 2),
    )
