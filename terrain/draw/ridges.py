"""Mountains as on a staff map.

A crest winds from summit to summit, spurs leave it on both sides, and the slopes below are pale
towards the light and dark away from it, with strokes down the fall of the ground.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import shapely
from shapely.geometry import LineString, Point
from shapely.geometry.base import BaseGeometry

from terrain.draw import palette
from terrain.draw.chance import Floats
from terrain.draw.marks import Ink, Mark
from terrain.draw.pen import wedges
from terrain.draw.plot import Plot
from terrain.draw.rings import main_axis
from terrain.draw.trace import area

LIT_TONES = (Ink(palette.ROCK_WASH), Ink(palette.ROCK_FACE))
DARK_TONES = (Ink(palette.ROCK_FALL), Ink(palette.ROCK_SHADE))
STROKES = Ink(palette.ROCK_INK, opacity=0.85)
CREST = Ink(palette.ROCK_INK)

STEP = 1.5
"""The approximate distance between summits and saddles of a crest, in units of the table."""
PACE = 0.17
"""The distance between strokes along a crest."""
STRIDE = 0.12
"""The step of the search for the way down to the foot or to another crest's slope."""
FARTHEST = 3.2
LEAST_SPUR = 0.55


@dataclass(frozen=True)
class Crest:
    """A line of the ground's highest points (n, 2), and the height of each, 1 being the highest."""

    points: Floats
    heights: Floats

    def distance(self, points: Floats) -> Floats:
        """Return the distance of points (..., 2) from it."""
        starts, ways = self.points[:-1], np.diff(self.points, axis=0)
        beside = points[..., None, :] - starts
        share = (beside * ways).sum(axis=-1) / np.maximum((ways**2).sum(axis=-1), 1e-9)
        off = beside - np.clip(share, 0.0, 1.0)[..., None] * ways
        return np.asarray(np.sqrt((off**2).sum(axis=-1).min(axis=-1)))


@dataclass(frozen=True)
class Spur:
    """The start, height and direction of a spur that leaves the main crest; the share of the way to
    the outline that it covers, and its turn on the way, in radians.
    """

    start: Floats
    height: float
    direction: Floats
    share: float
    bend: float


@dataclass(frozen=True)
class Falls:
    """Ways down (n, 2) from a crest, side by side: their starts, and the length of each (n) to the
    foot or to where the ground rises to another crest. `heights` are those of the crest.
    """

    starts: Floats
    ways: Floats
    far: Floats
    heights: Floats

    def down(self, by: Floats) -> Floats:
        """Return the points this far down each way, no farther than it goes."""
        return self.starts + self.ways * np.minimum(by, self.far)[:, None]

    def face(self, by: Floats) -> BaseGeometry:
        """Return the ground between the crest and those points."""
        return shapely.make_valid(shapely.Polygon([*self.starts, *self.down(by)[::-1]]))


def ranges(plot: Plot) -> tuple[Mark, ...]:
    """Return faces and strokes of all crests; nothing on ground that is too narrow for any."""
    crests = list(_crests(plot))
    if not crests:
        return ()
    sides, ends = _falls(plot, crests)
    marks = [
        *_faces(plot, sides + ends),
        Mark("".join(_rows(plot, each, at) for at, each in enumerate(sides + ends)), STROKES),
        Mark("".join(_drawn(plot, crest) for crest in crests), CREST),
    ]
    return tuple(mark for mark in marks if mark.d)


def _faces(plot: Plot, slopes: list[Falls]) -> Iterator[Mark]:
    """Yield all slopes in their tone of light, and darker, with a ragged foot, right below the
    crests.
    """
    clear = plot.name.buffer(0.12)
    for tones, lit in ((LIT_TONES, True), (DARK_TONES, False)):
        facing = [each for each in slopes if _is_lit(plot, each) == lit]
        for tone, share in zip(tones, (1.0, 0.42), strict=True):
            parts = []
            for at, each in enumerate(facing):
                noise = plot.chance.apart(60 + at).along(len(each.far))
                high = 0.35 + 0.65 * each.heights
                ragged = high * (0.55 + 0.9 * noise) if share < 1 else np.minimum(1.0, 1.5 * high)
                parts.append(each.face(FARTHEST * share * ragged))
            if parts:
                ground = shapely.union_all(parts).difference(clear)
                yield Mark(area(plot.view, ground.simplify(0.012)), tone)


def _is_lit(plot: Plot, falls: Falls) -> bool:
    return bool(falls.ways.mean(axis=0) @ plot.view.light > 0)


def _crests(plot: Plot) -> Iterator[Crest]:
    """Yield the main crest along the ground's longer axis, then the spurs that leave it."""
    ground = plot.inset(min(0.34 * plot.depth, 0.9), clear=0.1)
    main = _main(plot, ground)
    if main is None:
        return
    yield main
    chance = plot.chance.apart(31).stream()
    along = np.gradient(main.points, axis=0)
    side = 1.0 if next(chance) < 0.5 else -1.0
    for at in range(len(main.points)):
        # At the ends on both sides, so that the crest ends in a fork; else alternately.
        ends = at in (0, len(main.points) - 1)
        for way in (side, -side):
            turn = way * np.radians((38 if ends else 58) + 24 * next(chance))
            if at == 0:
                turn = np.pi - turn
            spur = Spur(
                start=main.points[at],
                height=float(main.heights[at]),
                direction=_turned(along[at] / max(float(np.hypot(*along[at])), 1e-9), turn),
                share=(0.62 if way == side else 0.34) + 0.3 * next(chance),
                bend=0.5 * (next(chance) - 0.5),
            )
            yield from _drawn_out(plot, ground, spur)
        side = -side


def _main(plot: Plot, ground: BaseGeometry) -> Crest | None:
    if ground.is_empty:
        return None
    middle, direction, length, width = main_axis(ground)
    across = np.array([-direction[1], direction[0]])
    count = max(3, round(0.72 * length / STEP) + 1)
    share = np.linspace(-0.36, 0.36, count)
    noise = plot.chance.apart(32).along(3 * count).reshape(3, count)
    sway = (noise[0] - 0.5) * 0.34 * width
    drift = (noise[1] - 0.5) * 0.3 * length / count
    points = middle + np.outer(share * length + drift, direction) + np.outer(sway, across)
    points = np.array([_within(ground, point) for point in points])
    heights = np.where(np.arange(count) % 2 == 0, 0.62, 1.0) - 0.22 * noise[2]
    return Crest(points, heights)


def _drawn_out(plot: Plot, ground: BaseGeometry, spur: Spur) -> Iterator[Crest]:
    """Yield the crest of a spur; none if there is hardly room for one."""
    start, direction = spur.start, spur.direction
    length = min(_reach(plot.shape, start, direction, FARTHEST + 1.0) * spur.share, FARTHEST)
    half = start + direction * length * 0.5
    end = half + _turned(direction, spur.bend) * length * 0.5
    if length > LEAST_SPUR and ground.covers(LineString([start, half])):
        yield Crest(np.array([start, half, end]), spur.height * np.array([0.85, 0.5, 0.12]))


def _falls(plot: Plot, crests: list[Crest]) -> tuple[list[Falls], list[Falls]]:
    """Return the ways down from both sides of each stretch of each crest, and around the ends."""
    foot = plot.shape.buffer(-min(0.15 * plot.depth, 0.36))
    shapely.prepare(foot)

    def falls(number: int, starts: Floats, ways: Floats, heights: Floats) -> Falls:
        steps = np.arange(STRIDE, FARTHEST, STRIDE)
        points = starts[:, None] + ways[:, None] * steps[None, :, None]
        away = np.stack([crest.distance(points) for crest in crests])
        free = shapely.contains_xy(foot, points[..., 0], points[..., 1])
        free &= away[number] <= away.min(axis=0) + 0.02
        far = np.logical_and.accumulate(free, axis=1).sum(axis=1) * STRIDE
        return Falls(starts, ways, far, heights)

    sides, ends = [], []
    for number, crest in enumerate(crests):
        along = np.gradient(crest.points, axis=0)
        along /= np.maximum(np.hypot(*along.T), 1e-9)[:, None]
        for at in range(len(crest.points) - 1):
            (a, b), (low, high) = crest.points[at : at + 2], crest.heights[at : at + 2]
            share = np.linspace(0.0, 1.0, max(2, round(float(np.hypot(*(b - a))) / PACE)) + 1)
            run = along[at] + np.outer(share, along[at + 1] - along[at])
            for way in (1.0, -1.0):
                # A spur's slopes lean the way it falls, as water would run.
                ways = way * np.column_stack([-run[:, 1], run[:, 0]]) + 0.2 * run * (number > 0)
                ways /= np.hypot(*ways.T)[:, None]
                heights = low + share * (high - low)
                sides.append(falls(number, a + np.outer(share, b - a), ways, heights))
        ways = np.array([_turned(along[-1], turn) for turn in np.radians((-66, -33, 0, 33, 66))])
        starts = np.tile(crest.points[-1], (len(ways), 1))
        ends.append(falls(number, starts, ways, np.full(len(ways), crest.heights[-1])))
    return sides, ends


def _rows(plot: Plot, falls: Falls, number: int) -> str:
    """Return the ways down in strokes, one below the other, thick at their top and in the dark."""
    noise = plot.chance.apart(200 + number).along(4 * len(falls.far)).reshape(4, -1)
    shade = 0.5 - 0.5 * (falls.ways @ plot.view.light)
    top = 0.04 + 0.2 * (1 - shade)
    text = ""
    for row in range(4):
        length = (0.34 + 0.26 * noise[row]) * (1.15 - 0.1 * row)
        foot = np.minimum(top + length, falls.far)
        # The lit side is left open, more so further down.
        kept = (foot - top > 0.1) & (noise[row] < 0.1 + 1.05 * shade - 0.07 * row)
        a, b = falls.down(top), falls.down(foot)
        kept &= shapely.contains_xy(plot.free, *a.T) & shapely.contains_xy(plot.free, *b.T)
        thick = (0.5 + 1.3 * shade) * (1.0 - 0.16 * row)
        text += wedges(plot.view.at(a[kept]), plot.view.at(b[kept]), thick[kept])
        top = foot + 0.07 + 0.1 * noise[(row + 1) % 4]
    return text


def _drawn(plot: Plot, crest: Crest) -> str:
    """Return a crest's line, stronger where it is higher."""
    thick = 0.5 + 1.9 * crest.heights[:-1]
    starts, ends = crest.points[:-1], crest.points[1:]
    kept = shapely.contains_xy(plot.free, *starts.T) & shapely.contains_xy(plot.free, *ends.T)
    return wedges(plot.view.at(starts[kept]), plot.view.at(ends[kept]), thick[kept])


def _within(ground: BaseGeometry, point: Floats) -> Floats:
    """Return the point of the ground that is nearest to a point."""
    at = Point(point)
    if ground.covers(at):
        return point
    nearest = shapely.line_interpolate_point(
        ground.boundary, shapely.line_locate_point(ground.boundary, at)
    )
    return np.asarray(shapely.get_coordinates(nearest)[0])


def _reach(shape: BaseGeometry, start: Floats, direction: Floats, most: float) -> float:
    """Return the distance from a point to the outline, in a direction."""
    ray = LineString([start, start + direction * most])
    hit = shapely.intersection(ray, shape.boundary)
    return most if hit.is_empty else float(shapely.distance(Point(start), hit))


def _turned(direction: Floats, angle: float) -> Floats:
    cos, sin = np.cos(angle), np.sin(angle)
    return np.array(
        [direction[0] * cos - direction[1] * sin, direction[0] * sin + direction[1] * cos]
    )
