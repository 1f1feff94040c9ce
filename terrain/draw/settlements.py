"""How are villages, towns, forts and vital settlements drawn? Streets, roofs and ramparts."""

from dataclasses import dataclass

import numpy as np
import shapely
from shapely.geometry import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from terrain.draw import palette
from terrain.draw.chance import Floats
from terrain.draw.marks import Ink, Mark
from terrain.draw.pen import line, stamped, strokes
from terrain.draw.plot import Plot, parts, scatter
from terrain.draw.relief import hachures_outward
from terrain.draw.rings import main_axis, paced_line, rings
from terrain.draw.stamps import disc
from terrain.draw.trace import area, curves
from terrain.draw.trees import lone_trees

TERRACE = 0.4
FALL = np.array([1.4, 1.8])
WALL_INSET = 0.28
MOST_BASTIONS = 6
MOST_STREETS = 12
MOST_HOUSES = 40

ROOF = Ink(palette.ROOF, palette.ROOF_INK, 0.8)
ROOF_FILL = Ink(palette.ROOF)
ROOF_EDGE = Ink(stroke=palette.ROOF_INK, width=0.8)
PARTY_WALL = Ink(stroke=palette.ROOF_INK, width=0.5)
COURT = Ink(palette.FIELD_OTHER)
ROOF_SHADE = Ink(palette.ROOF_SHADE)
CAST = Ink(palette.INK, opacity=0.22)
STREET = Ink(palette.STREET)
STREET_EDGE = Ink(stroke=palette.STONE, width=0.7)
WALL = Ink(stroke=palette.ROOF_INK, width=3.4)
WALL_TOP = Ink(stroke=palette.TOWN_WASH, width=1.4)
TOWER = Ink(palette.TOWN_WASH, palette.ROOF_INK, 1.2)
RAMPART = Ink(palette.HILL_RISE, palette.INK, 1.4)
GLACIS = Ink(palette.HILL_INK)
YARD = Ink(palette.STREET, palette.ROOF_INK, 0.8)
PALISADE = Ink(stroke=palette.ROOF_INK, width=2.2, dash="0.1 3.2")
CROSS = Ink(stroke=palette.ROOF_INK, width=1.1)


@dataclass(frozen=True)
class House:
    """A gabled building: its middle, the direction of its roof's ridge, length and breadth."""

    middle: Floats
    along: Floats
    length: float
    breadth: float

    def corners(self) -> Floats:
        across = np.array([-self.along[1], self.along[0]])
        far, wide = self.along * self.length / 2, across * self.breadth / 2
        return np.array(
            [
                self.middle - far - wide,
                self.middle + far - wide,
                self.middle + far + wide,
                self.middle - far + wide,
            ]
        )


def village(plot: Plot) -> tuple[Mark, ...]:
    """One street, houses along both sides, gardens behind, a few trees."""
    street = _street(plot)
    houses = _houses_along(plot, street, plot.inset(0.25))
    built = shapely.union_all([Polygon(house.corners()).buffer(0.25) for house in houses])
    trees = scatter(plot, 0.74, inset=0.4, jitter=0.4, channel=5)
    taken = built.union(street.buffer(0.45))
    clear = ~shapely.contains_xy(taken, trees.points[:, 0], trees.points[:, 1])
    clear &= trees.noise < 0.7
    return (
        *_paved(plot, [street]),
        *lone_trees(trees.points[clear], plot.chance, plot, radius=4.4),
        *_houses(plot, houses),
    )


def town(plot: Plot) -> tuple[Mark, ...]:
    """Blocks between streets, a church on its square, and a wall with towers."""
    blocks, square = _blocks(plot)
    return (
        Mark(area(plot.view, plot.shape.buffer(-WALL_INSET, join_style="mitre")), STREET),
        *_terraces(plot, blocks),
        *_church(plot, square),
        *_wall(plot),
    )


def fort(plot: Plot) -> tuple[Mark, ...]:
    """A rampart with bastions, hachures falling away outside, a yard with barracks."""
    crest = _trace(plot)
    if crest is None:
        return ()
    yard = crest.buffer(-0.42, join_style="mitre")
    works = shapely.union_all([crest, *_bastions(crest)]) & plot.shape.buffer(-0.3)
    houses = _houses_ring(plot, yard.buffer(-0.4)) if not yard.is_empty else []
    return (
        *hachures_outward(plot, works, 0.34, GLACIS),
        Mark(area(plot.view, works), RAMPART),
        Mark(area(plot.view, yard), YARD),
        *_houses(plot, houses),
    )


def vital_settlement(plot: Plot) -> tuple[Mark, ...]:
    """A village inside a palisade, with a hall on its middle."""
    bank = plot.shape.buffer(-0.45, join_style="mitre")
    inner = plot.shape.buffer(-0.62, join_style="mitre")
    street = _street(plot)
    middle, along, length, _ = main_axis(plot.shape)
    across = np.array([-along[1], along[0]])
    hall = House(middle + across * 0.85, along, min(1.7, length * 0.3), 0.85)
    room = inner.buffer(-0.15).intersection(plot.free) - Polygon(hall.corners()).buffer(0.25)
    seen = plot.free.covers(Polygon(hall.corners()))
    houses = _houses_along(plot, street, room) + ([hall] if seen else [])
    stakes = [
        Mark(line(plot.view.at(ring.points), closed=True), PALISADE) for ring in rings(inner, 0.6)
    ]
    return (
        *hachures_outward(plot, bank, 0.3, GLACIS),
        Mark(area(plot.view, bank), Ink(palette.TOWN_WASH, palette.INK, 1.2)),
        *_paved(plot, [street & inner]),
        *_houses(plot, houses),
        *stakes,
    )


def _street(plot: Plot) -> LineString:
    """A slightly bent line along the plot, from outline to outline."""
    middle, along, length, width = main_axis(plot.shape)
    across = np.array([-along[1], along[0]])
    noise = plot.chance.apart(100).along(2) - 0.5
    points = [
        middle - along * length * 0.6 + across * width * 0.16 * noise[0],
        middle - along * length * 0.1 - across * width * 0.10 * noise[0],
        middle + along * length * 0.2 - across * width * 0.12 * noise[1],
        middle + along * length * 0.6 + across * width * 0.16 * noise[1],
    ]
    return LineString(points)


def _paved(plot: Plot, streets: list[BaseGeometry]) -> tuple[Mark, ...]:
    paved = shapely.union_all(streets).buffer(0.2, cap_style="flat") & plot.shape
    edges = paved.boundary.difference(plot.shape.boundary.buffer(0.03))
    return (
        Mark(area(plot.view, paved), STREET),
        Mark(curves(plot.view, edges, at_least=0.3), STREET_EDGE),
    )


def _houses_along(plot: Plot, street: LineString, room: BaseGeometry) -> list[House]:
    """Houses on both sides of a street, and a looser second row behind."""
    points = paced_line(street, max(0.84, street.length / MOST_HOUSES))
    along = np.gradient(points, axis=0)
    along /= np.maximum(np.hypot(along[:, 0], along[:, 1]), 1e-9)[:, None]
    noise = plot.chance.apart(101).stream()
    houses: list[House] = []
    for row in (0.68, 1.46, 2.3, 3.2):
        for side in (1, -1):
            for point, way in zip(points, along, strict=True):
                one, two, three = next(noise), next(noise), next(noise)
                if row > 1 and one > 0.72:
                    continue
                across = np.array([-way[1], way[0]]) * side
                gable = way if three < 0.7 else across
                house = House(
                    point + across * (row + 0.16 * (two - 0.5)) + way * 0.3 * (one - 0.5),
                    gable,
                    0.56 + 0.22 * two,
                    0.40 + 0.08 * one,
                )
                houses.append(house)
    return _standing(houses, room)


def _houses_ring(plot: Plot, yard: BaseGeometry) -> list[House]:
    """Barracks along the inside of a yard."""
    houses = []
    noise = plot.chance.apart(102).stream()
    for ring in rings(yard, 1.15):
        for point, inward in zip(ring.points, ring.inward, strict=True):
            along = np.array([-inward[1], inward[0]])
            houses.append(House(point, along, 0.72 + 0.2 * next(noise), 0.46))
    return _standing(houses, plot.free & yard.buffer(0.3))


def _standing(houses: list[House], room: BaseGeometry) -> list[House]:
    """Those that fit into the room, none on another."""
    standing: list[House] = []
    taken: list[Polygon] = []
    shapely.prepare(room)
    for house in houses:
        ground = Polygon(house.corners())
        if room.covers(ground) and not shapely.intersects(ground, taken).any():
            standing.append(house)
            taken.append(ground.buffer(0.09, quad_segs=1))
    return standing


def _blocks(plot: Plot) -> tuple[list[BaseGeometry], Floats]:
    """The ground between the streets of a town, and the middle of its square."""
    middle, along, length, width = main_axis(plot.shape)
    across = np.array([-along[1], along[0]])
    room = plot.inset(0.6)
    noise = plot.chance.apart(103)
    columns, rows = _count(length / 2.1), _count(width / 1.7)
    x = np.linspace(-length / 2, length / 2, columns + 1)
    y = np.linspace(-width / 2, width / 2, rows + 1)
    x[1:-1] += (noise.along(columns + 1)[1:-1] - 0.5) * 0.6
    y[1:-1] += (noise.apart(1).along(rows + 1)[1:-1] - 0.5) * 0.4
    bend = (noise.apart(2).along(1)[0] - 0.5) * 0.05

    def corner(column: int, row: int) -> Floats:
        sway = bend * (x[column] ** 2) * 0.5
        at: Floats = middle + along * (x[column] + 0.10 * y[row]) + across * (y[row] + sway)
        return at

    square = columns // 2, rows // 2
    blocks: list[BaseGeometry] = []
    for column in range(columns):
        for row in range(rows):
            if (column, row) == square:
                continue
            ground = Polygon(
                [
                    corner(column, row),
                    corner(column + 1, row),
                    corner(column + 1, row + 1),
                    corner(column, row + 1),
                ]
            )
            blocks += parts(ground.buffer(-0.14, join_style="mitre") & room)
    at = (corner(*square) + corner(square[0] + 1, square[1] + 1)) / 2
    return [block for block in blocks if block.area > 0.35], at


def _count(wanted: float) -> int:
    return min(max(2, round(wanted)), MOST_STREETS)


def _terraces(plot: Plot, blocks: list[BaseGeometry]) -> tuple[Mark, ...]:
    """Houses wall to wall around the edge of each block, a court within."""
    courts = [block.buffer(-TERRACE, join_style="mitre") for block in blocks]
    light = plot.view.light
    roofs = shapely.union_all([b.difference(c) for b, c in zip(blocks, courts, strict=True)])
    # What the roofs do not cover when they are shifted towards the light lies on their dark side.
    shifted = shapely.transform(roofs, lambda at: at + light * 0.15)
    thrown = shapely.transform(roofs, lambda at: at - light * 0.10)
    walls = []
    for block in blocks:
        for ring in rings(block, 0.5):
            ends = ring.points + ring.inward * TERRACE
            walls.append(strokes(plot.view.at(ring.points), plot.view.at(ends)))
    return (
        Mark(area(plot.view, thrown), CAST),
        Mark(area(plot.view, shapely.union_all(courts)), COURT),
        Mark(area(plot.view, roofs), ROOF_FILL),
        Mark(area(plot.view, roofs.difference(shifted)), ROOF_SHADE),
        Mark("".join(walls), PARTY_WALL),
        Mark(area(plot.view, roofs), ROOF_EDGE),
    )


def _houses(plot: Plot, houses: list[House]) -> tuple[Mark, ...]:
    """Roofs with a lit and a dark half, and the shadows they cast."""
    if not houses:
        return ()
    houses = sorted(houses, key=lambda house: -house.middle[1] * plot.view.up)
    whole, dark, cast = "", "", ""
    for house in houses:
        corners = house.corners()
        on_sheet = plot.view.at(corners)
        whole += line(on_sheet, closed=True)
        cast += line(on_sheet + FALL, closed=True)
        ridge = (corners[0] + corners[3]) / 2, (corners[1] + corners[2]) / 2
        across = corners[3] - corners[0]
        lower = corners[[0, 1]] if across @ plot.view.light > 0 else corners[[3, 2]]
        dark += line(plot.view.at(np.array([*lower, ridge[1], ridge[0]])), closed=True)
    return Mark(cast, CAST), Mark(whole, ROOF), Mark(dark, ROOF_SHADE)


def _church(plot: Plot, at: Floats) -> tuple[Mark, ...]:
    nave = House(at, np.array([1.0, 0.0]), 1.0, 0.5)
    if not plot.free.buffer(-0.3).covers(Polygon(nave.corners())):
        return ()
    ((x, y),) = plot.view.at(at).tolist()
    tower = np.array([[x - 13.5, y - 6.5], [x - 6, y - 6.5], [x - 6, y + 6.5], [x - 13.5, y + 6.5]])
    cross = line(np.array([[x - 9.75, y - 3.6], [x - 9.75, y + 3.6]]))
    bar = line(np.array([[x - 12.2, y - 1.2], [x - 7.3, y - 1.2]]))
    return (
        *_houses(plot, [nave]),
        Mark(line(tower, closed=True), Ink(palette.STREET, palette.ROOF_INK, 1.0)),
        Mark(cross + bar, CROSS),
    )


def _wall(plot: Plot) -> tuple[Mark, ...]:
    walls = plot.shape.buffer(-WALL_INSET, join_style="mitre")
    text = area(plot.view, walls)
    if not text:
        return ()
    corners = np.vstack(
        [np.asarray(part.simplify(0.25).exterior.coords)[:-1] for part in parts(walls)]
    )
    return (
        Mark(text, WALL),
        Mark(text, WALL_TOP),
        Mark(stamped(plot.view.at(corners[:64]), [disc(3.4)] * len(corners[:64])), TOWER),
    )


def _trace(plot: Plot) -> Polygon | None:
    """The ground's chief corners, drawn in: the line of a fort's curtains."""
    ground = max(parts(plot.shape), key=lambda part: part.area, default=None)
    if ground is None:
        return None
    simple = ground.convex_hull.simplify(0.2)
    if len(simple.exterior.coords) - 1 > MOST_BASTIONS or _shortest_side(simple) < 1.2:
        simple = _even_corners(ground.convex_hull, 5 if ground.length < 19 else MOST_BASTIONS)
    inner = parts(simple.buffer(-0.74, join_style="mitre") & ground.buffer(-0.6))
    return max(inner, key=lambda part: part.area, default=None)


def _even_corners(hull: Polygon, count: int) -> Polygon:
    """A polygon whose corners stand evenly around a hull, from its farthest corner on."""
    ring = np.asarray(hull.exterior.coords)[:-1]
    first = int(np.argmax(np.hypot(*(ring - np.asarray(hull.centroid.coords[0])).T)))
    line = LineString(np.vstack([ring[first:], ring[: first + 1]]))
    fractions = np.arange(count) / count
    return Polygon(
        shapely.get_coordinates(shapely.line_interpolate_point(line, fractions, normalized=True))
    )


def _shortest_side(polygon: Polygon) -> float:
    return float(np.hypot(*np.diff(np.asarray(polygon.exterior.coords), axis=0).T).min())


def _bastions(crest: Polygon) -> list[Polygon]:
    """Arrow-headed works on the corners of the trace, in proportion to its curtains."""
    works: list[Polygon] = []
    simple = crest.simplify(0.3)
    corners = np.asarray(simple.exterior.coords)[:-1]
    size = min(1.0, _shortest_side(simple) / 1.9)
    centre = np.asarray(crest.centroid.coords[0])
    for corner in corners[: 2 * MOST_BASTIONS]:
        out = (corner - centre) / max(float(np.hypot(*(corner - centre))), 1e-9) * size
        across = np.array([-out[1], out[0]])
        works.append(
            Polygon(
                [
                    corner - out * 0.50 - across * 0.26,
                    corner - out * 0.06 - across * 0.52,
                    corner + out * 0.50,
                    corner - out * 0.06 + across * 0.52,
                    corner - out * 0.50 + across * 0.26,
                ]
            )
        )
    return works
