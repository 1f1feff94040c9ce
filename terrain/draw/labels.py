"""Where does each piece's name stand, so that it can be read and covers nothing it should not?

Boxes are weighed by cost: inside the outline if the name fits, otherwise beside it; names of bands
and strips run along them. No box ever touches another; a name for which there is no room at all
is left out of the picture (the piece's title still says it).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from terrain.draw.chance import Floats
from terrain.draw.lettering import Block
from terrain.draw.marks import Label
from terrain.draw.rings import main_axis
from terrain.draw.view import UNIT

SCALES = (1.0, 0.87, 0.76)
CLEARANCE = 2.5
MOST_NEIGHBOURS = 12
CROWD = 20
OVER_LINE = 26.0
OVER_PIECE = 160.0
OFF_TABLE = 400.0

Boxes = NDArray[np.object_]


@dataclass
class Room:
    """What labels must keep clear of, in scene units; filled as they are placed."""

    table: BaseGeometry
    lines: BaseGeometry
    shapes: Sequence[BaseGeometry]
    taken: list[BaseGeometry] = field(default_factory=list)

    def __post_init__(self) -> None:
        shapely.prepare([self.table, self.lines, *self.shapes])

    def free(self, boxes: Boxes) -> NDArray[np.bool_]:
        """Which boxes touch no label that stands already."""
        low_x, low_y, high_x, high_y = shapely.total_bounds(boxes)
        around = shapely.box(low_x, low_y, high_x, high_y)
        near = [box for box in self.taken if around.intersects(box)]
        if not near:
            return np.ones(len(boxes), dtype=bool)
        blocked = shapely.union_all(near)
        shapely.prepare(blocked)
        return ~np.asarray(shapely.intersects(blocked, boxes))

    def neighbours(self, boxes: Boxes, own: int) -> list[BaseGeometry]:
        """The other shapes that some of the boxes may touch; not more than can matter."""
        low_x, low_y, high_x, high_y = shapely.total_bounds(boxes)
        around = shapely.box(low_x, low_y, high_x, high_y)
        others = (shape for at, shape in enumerate(self.shapes) if at != own)
        return [shape for shape in others if shape.intersects(around)][:MOST_NEIGHBOURS]

    @property
    def effort(self) -> float:
        """How many places to try for each label, as a share: fewer in an absurd crowd."""
        return min(1.0, CROWD / max(1, len(self.shapes)))

    def cost(self, boxes: Boxes, own: int) -> Floats:
        """What it costs to stand on lines, on other pieces, or off the table."""
        cost = OVER_LINE * shapely.intersects(self.lines, boxes)
        cost = cost + OFF_TABLE * ~shapely.covers(self.table, boxes)
        for shape in self.neighbours(boxes, own):
            cost = cost + OVER_PIECE * shapely.intersects(shape, boxes)
        return np.asarray(cost, dtype=np.float64)


@dataclass(frozen=True)
class Wish:
    """One piece's label: the block of words, and whether it wants to be inside, beside, along."""

    own: int
    block: Block
    inside: bool = True
    along: bool = False
    low: bool = False


def place(room: Room, wish: Wish) -> Label | None:
    """The cheapest free place for a label; taken in the room once found."""
    shape = room.shapes[wish.own]
    if shape.is_empty:
        return None
    found = _along(room, wish) if wish.along else _upright(room, wish)
    if found is not None:
        room.taken.append(shapely.Polygon(found.box).buffer(CLEARANCE, join_style="mitre"))
    return found


def _upright(room: Room, wish: Wish) -> Label | None:
    ways = (_within, _beside) if wish.inside else (_beside, _within)
    for way in ways:
        for scale in SCALES:
            label = way(room, wish, wish.block.scaled(scale))
            if label is not None:
                return label
    return _anywhere(room, wish, wish.block.scaled(SCALES[-1]))


def _within(room: Room, wish: Wish, block: Block) -> Label | None:
    shape = room.shapes[wish.own]
    inner = shape.buffer(-4.0, quad_segs=2)
    if inner.is_empty:
        return None
    centres = _centres(inner.bounds, 0.35 * UNIT, most=900 * room.effort)
    boxes = _boxes(centres, block)
    shapely.prepare(inner)
    fits = np.asarray(shapely.covers(inner, boxes)) & room.free(boxes)
    if not fits.any():
        return None
    centres, boxes = centres[fits], boxes[fits]
    middle = shapely.get_coordinates(shape.centroid)[0]
    if wish.low:
        middle = middle + np.array([0.0, (shape.bounds[3] - shape.bounds[1]) * 0.3])
    cost = np.hypot(*(centres - middle).T) * (2.0 if wish.low else 0.55)
    cost -= shapely.distance(boxes, shape.boundary) * 0.8
    cost += room.cost(boxes, wish.own)
    return _label(block, centres, cost, most=OVER_PIECE, inside=True)


def _beside(room: Room, wish: Wish, block: Block) -> Label | None:
    shape = room.shapes[wish.own]
    low_x, low_y, high_x, high_y = shape.bounds
    reach_x, reach_y = block.width / 2 + 16, block.height / 2 + 16
    bounds = low_x - reach_x, low_y - reach_y, high_x + reach_x, high_y + reach_y
    centres = _centres(bounds, 0.3 * UNIT, most=1600 * room.effort)
    boxes = _boxes(centres, block)
    distance = shapely.distance(shape, boxes)
    fits = (distance >= 3.0) & (distance < 15) & room.free(boxes)
    if not fits.any():
        return None
    centres, boxes, distance = centres[fits], boxes[fits], distance[fits]
    middle = shapely.get_coordinates(shape.centroid)[0]
    offset = (centres - middle) / [max(high_x - low_x, 1), max(high_y - low_y, 1)]
    # Below reads first, then above, then the right, then the left.
    cost = distance * 2.2 + np.abs(offset[:, 0]) * 34 - offset[:, 1] * 7
    cost += np.where(offset[:, 0] < 0, 4.0, 0.0) + room.cost(boxes, wish.own)
    return _label(block, centres, cost, most=OVER_PIECE, inside=False)


def _anywhere(room: Room, wish: Wish, block: Block) -> Label | None:
    """The nearest place that no other label has, whatever lies beneath."""
    shape = room.shapes[wish.own]
    middle = shapely.get_coordinates(shape.centroid)[0]
    reach = 12 * UNIT
    centres = _centres(
        (middle[0] - reach, middle[1] - reach, middle[0] + reach, middle[1] + reach),
        12,
        most=1600 * room.effort,
    )
    boxes = _boxes(centres, block)
    free = room.free(boxes)
    if not free.any():
        return None
    centres, boxes = centres[free], boxes[free]
    cost = np.hypot(*(centres - middle).T) + room.cost(boxes, wish.own) * 0.25
    return _label(block, centres, cost, most=np.inf, inside=False)


def _along(room: Room, wish: Wish) -> Label | None:
    """Along a band: in it where it is wide enough, otherwise close beside."""
    shape = room.shapes[wish.own]
    middle, along, length, _ = main_axis(shape)
    width = shape.area / max(length, 1e-9)
    angle = float(np.degrees(np.arctan2(along[1], along[0])))
    # What runs up and down the sheet is read from below, even where it leans a little.
    if angle > 80.0 or angle <= -100.0:
        along, angle = -along, (angle - 180.0 if angle > 0 else angle + 180.0)
    across = np.array([-along[1], along[0]])
    for scale in SCALES:
        block = wish.block.scaled(scale)
        slack = max(0.0, (length - block.width) / 2 - 6)
        places = np.linspace(-slack, slack, max(1, int(slack / 8) * 2 + 1))
        inside = block.height + 9 <= width
        apart = width / 2 + block.height / 2 + 3
        lanes = (0.0, -apart, apart) if inside else (-apart, apart)
        centres = np.vstack([middle + np.outer(places, along) + lane * across for lane in lanes])
        boxes = _boxes(centres, block, angle=angle)
        cost = np.tile(np.abs(places) * 0.12, len(lanes))
        cost += np.repeat(np.abs(lanes), len(places)) * 0.5
        cost += room.cost(boxes, wish.own) + np.where(room.free(boxes), 0.0, np.inf)
        label = _label(block, centres, cost, most=OVER_PIECE, inside=inside, angle=angle)
        if label is not None:
            return label
    return _anywhere(room, wish, wish.block.scaled(SCALES[-1]))


def _label(
    block: Block, centres: Floats, cost: Floats, *, most: float, inside: bool, angle: float = 0.0
) -> Label | None:
    best = int(np.argmin(cost))
    if not np.isfinite(cost[best]) or cost[best] >= most:
        return None
    x, y = centres[best].tolist()
    return block.at((round(x, 1), round(y, 1)), angle=round(angle, 1), inside=inside)


def _centres(bounds: tuple[float, float, float, float], step: float, *, most: float) -> Floats:
    low_x, low_y, high_x, high_y = bounds
    area = max(high_x - low_x, step) * max(high_y - low_y, step)
    step = max(step, float(np.sqrt(area / most)))
    x, y = np.meshgrid(np.arange(low_x, high_x + step, step), np.arange(low_y, high_y + step, step))
    return np.column_stack([x.ravel(), y.ravel()])


def _boxes(centres: Floats, block: Block, *, angle: float = 0.0) -> Boxes:
    corners = np.array(block.corners((0.0, 0.0), angle))
    rings = centres[:, None, :] + corners[None, [0, 1, 2, 3, 0], :]
    return np.asarray(shapely.polygons(rings), dtype=object)
