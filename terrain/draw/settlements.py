"""Drawings of villages, towns, forts and vital settlements: streets, roofs and ramparts."""

import numpy as np
import shapely
from shapely.geometry import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from terrain.draw import palette
from terrain.draw.chance import Floats
from terrain.draw.houses import along_street, around_yard, house, roofs, standing, together
from terrain.draw.marks import Ink, Mark
from terrain.draw.pen import line, stamped, strokes
from terrain.draw.plot import Plot, parts, scatter
from terrain.draw.relief import hachures_outward
from terrain.draw.rings import main_axis, paced_line, rings
from terrain.draw.stamps import disc
from terrain.draw.trace import area, curves, ruled
from terrain.draw.trees import lone_trees

TERRACE = 0.4
WALL_INSET = 0.28
MAX_BASTIONS = 6
MAX_STREETS = 12
MAX_CROFTS = 24
CROFT = 1.5
HALF_STREET = 0.2

ROOF_FILL = Ink(palette.ROOF)
ROOF_SHADE = Ink(palette.ROOF_SHADE)
ROOF_EDGE = Ink(stroke=palette.ROOF_INK, width=0.8)
CAST = Ink(palette.INK, opacity=0.22)
PARTY_WALL = Ink(stroke=palette.ROOF_INK, width=0.5)
FENCE = Ink(stroke=palette.HEDGE_LINE, width=0.8, dash="3 1.6")
GARDEN = Ink(palette.FIELD_OTHER)
BEDS = Ink(stroke=palette.FIELD_INK, width=0.8)
COURT = Ink(palette.FIELD_OTHER)
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


def village(plot: Plot) -> tuple[Mark, ...]:
    """Return one street, houses along both sides, fenced crofts behind them, a few trees."""
    street = _street(plot)
    houses = along_street(plot, street, plot.inset(0.25), (0.68, 1.46))
    built = shapely.union_all(houses.grounds(wider=0.25))
    trees = scatter(plot, 0.74, inset=0.4, jitter=0.4, channel=5)
    taken = built.union(street.buffer(0.45))
    clear = ~shapely.contains_xy(taken, trees.points[:, 0], trees.points[:, 1])
    clear &= trees.noise < 0.55
    return (
        *_crofts(plot, street),
        *_paved(plot, street, plot.shape),
        *lone_trees(trees.points[clear], plot.chance, plot, radius=4.0),
        *roofs(plot, houses),
    )


def _crofts(plot: Plot, street: LineString) -> tuple[Mark, ...]:
    """Return plots behind the houses: fences at right angles to the street, beds on some of
    them.
    """
    points = paced_line(street, max(CROFT, street.length / MAX_CROFTS))
    way = np.gradient(points, axis=0)
    way /= np.maximum(np.hypot(way[:, 0], way[:, 1]), 1e-9)[:, None]
    across = np.column_stack([-way[:, 1], way[:, 0]])
    room = plot.inset(0.18)
    reach = 2 * plot.depth + 1.0
    fences, gardens = [], []
    noise = plot.chance.apart(104).stream()
    for side in (1, -1):
        near, far = points + across * side * 0.45, points + across * side * reach
        fences += [LineString(ends) for ends in zip(near, far, strict=True)]
        behind = points + across * side * 1.05
        for at in range(len(points) - 1):
            if next(noise) < 0.75:
                corners = [behind[at], behind[at + 1], far[at + 1], far[at]]
                gardens.append((Polygon(corners), way[at]))
    beds = [(ground & room, run) for ground, run in gardens if ground.is_valid]
    rows = [row for bed, run in beds for row in ruled(plot.view, bed, run=run, pace=0.2, most=30)]
    drawn = np.array(rows).reshape(-1, 2, 2)
    kept = shapely.union_all(fences) & room
    return (
        Mark("".join(area(plot.view, bed) for bed, _ in beds), GARDEN),
        Mark(strokes(drawn[:, 0], drawn[:, 1]), BEDS),
        Mark(curves(plot.view, kept, at_least=0.3), FENCE),
    )


def town(plot: Plot) -> tuple[Mark, ...]:
    """Return blocks between streets, a church on its square, and a wall with towers."""
    blocks, square = _blocks(plot)
    return (
        Mark(area(plot.view, plot.shape.buffer(-WALL_INSET, join_style="mitre")), STREET),
        *_terraces(plot, blocks),
        *_church(plot, square),
        *_wall(plot),
    )


def fort(plot: Plot) -> tuple[Mark, ...]:
    """Return a rampart with bastions, hachures falling away outside, a yard with barracks."""
    crest = _trace(plot)
    if crest is None:
        return ()
    yard = crest.buffer(-0.42, join_style="mitre")
    works = shapely.union_all([crest, *_bastions(crest)]) & plot.shape.buffer(-0.3)
    barracks = around_yard(plot, yard)
    return (
        *hachures_outward(plot, works, 0.34, GLACIS),
        Mark(area(plot.view, works), RAMPART),
        Mark(area(plot.view, yard), YARD),
        *roofs(plot, barracks),
    )


def vital_settlement(plot: Plot) -> tuple[Mark, ...]:
    """Return a village inside a palisade, with a hall in its middle."""
    bank = plot.shape.buffer(-0.36, join_style="mitre")
    inner = plot.shape.buffer(-0.52, join_style="mitre")
    street = _street(plot)
    middle, along, length, _ = main_axis(plot.shape)
    across = np.array([-along[1], along[0]])
    room = inner.buffer(-0.12) & plot.free
    hall = standing(house(middle + across * 0.8, along, (min(1.6, length * 0.3), 0.7)), room)
    room = room - shapely.union_all(hall.grounds(wider=0.12))
    cottages = along_street(plot, street, room, (0.48, 0.98, 1.48, 1.98), size=0.78)
    stakes = [
        Mark(line(plot.view.at(ring.points), closed=True), PALISADE) for ring in rings(inner, 0.6)
    ]
    return (
        *hachures_outward(plot, bank, 0.3, GLACIS),
        Mark(area(plot.view, bank), Ink(palette.TOWN_WASH, palette.INK, 1.2)),
        *_paved(plot, street, inner),
        *roofs(plot, together(hall, cottages)),
        *stakes,
    )


def _street(plot: Plot) -> LineString:
    """Return a slightly bent line along the plot, from outline to outline."""
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


def _paved(plot: Plot, street: LineString, room: BaseGeometry) -> tuple[Mark, ...]:
    """Return the street as far as the room goes, a line along either side."""
    points = np.asarray(street.coords)
    way = np.gradient(points, axis=0)
    way /= np.maximum(np.hypot(way[:, 0], way[:, 1]), 1e-9)[:, None]
    across = np.column_stack([-way[:, 1], way[:, 0]]) * HALF_STREET
    sides = LineString(points + across), LineString(points - across)
    paved = Polygon(np.vstack([points + across, (points - across)[::-1]])) & room
    edges = [curves(plot.view, side & room, at_least=0.3) for side in sides]
    return Mark(area(plot.view, paved), STREET), Mark("".join(edges), STREET_EDGE)


def _blocks(plot: Plot) -> tuple[list[BaseGeometry], Floats]:
    """Return the ground between the streets of a town, and the middle of its square."""
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
    return min(max(2, round(wanted)), MAX_STREETS)


def _terraces(plot: Plot, blocks: list[BaseGeometry]) -> tuple[Mark, ...]:
    """Return terraced houses around the edge of each block, a court within."""
    courts = [block.buffer(-TERRACE, join_style="mitre") for block in blocks]
    light = plot.view.light
    roofs = shapely.union_all([b.difference(c) for b, c in zip(blocks, courts, strict=True)])
    # The part that the roofs do not cover when they are shifted towards the light is their dark
    # side.
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


def _church(plot: Plot, at: Floats) -> tuple[Mark, ...]:
    nave = standing(house(at, np.array([1.0, 0.0]), (1.0, 0.5)), plot.free.buffer(-0.3))
    if not len(nave):
        return ()
    x, y = plot.view.at(at).tolist()
    tower = np.array([[x - 13.5, y - 6.5], [x - 6, y - 6.5], [x - 6, y + 6.5], [x - 13.5, y + 6.5]])
    cross = line(np.array([[x - 9.75, y - 3.6], [x - 9.75, y + 3.6]]))
    bar = line(np.array([[x - 12.2, y - 1.2], [x - 7.3, y - 1.2]]))
    return (
        *roofs(plot, nave),
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
    """Return the ground's chief corners, inset: the line of a fort's curtains."""
    ground = max(parts(plot.shape), key=lambda part: part.area, default=None)
    if ground is None:
        return None
    simple = ground.convex_hull.simplify(0.2)
    if len(simple.exterior.coords) - 1 > MAX_BASTIONS or _shortest_side(simple) < 1.2:
        simple = _even_corners(ground.convex_hull, 5 if ground.length < 19 else MAX_BASTIONS)
    inner = parts(simple.buffer(-0.74, join_style="mitre") & ground.buffer(-0.6))
    return max(inner, key=lambda part: part.area, default=None)


def _even_corners(hull: Polygon, count: int) -> Polygon:
    """Return a polygon with evenly spaced corners around a hull, from its farthest corner on."""
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
    """Return arrow-headed works on the corners of the trace, in proportion to its curtains."""
    works: list[Polygon] = []
    simple = crest.simplify(0.3)
    corners = np.asarray(simple.exterior.coords)[:-1]
    size = min(1.0, _shortest_side(simple) / 1.9)
    centre = np.asarray(crest.centroid.coords[0])
    for corner in corners[: 2 * MAX_BASTIONS]:
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
