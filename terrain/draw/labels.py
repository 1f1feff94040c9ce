"""Positions of the pieces' names, readable and clear of everything important.

Candidate boxes are compared by cost: inside the outline if the name fits, otherwise beside it;
names of bands and strips follow them. Boxes never overlap or leave the table. A name without room
is left out of the picture; the piece's title still has it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray

from terrain.draw.chance import Floats
from terrain.draw.lettering import TextBlock
from terrain.draw.marks import Label
from terrain.draw.rings import main_axis
from terrain.draw.room import LabelRoom

SCALES = (1.0, 0.87, 0.76)
CLEARANCE = 2.5
INSIDE = 4.0
NEAREST, FARTHEST = 3.0, 16.0
OVER_LINE = 26.0
OVER_PIECE = 160.0
ELBOW_ROOM = 10.0
BESIDE_WORDS = 44.0
BESIDE_PIECE = 9.0
BESIDE_BAND = 6.0
STEP = 7.0
MAX_PLACES = 1100
CROWD = 20


MAX_COVERED = 0.5
"""The share of a piece that its name may cover before it stands beside it; half of that if the
drawing needs the middle.
"""


@dataclass(frozen=True)
class LabelWish:
    """One piece's label: the block of words, and its preference for inside, beside or along.

    A `low` one leaves the middle of the ground to the drawing.
    """

    own: int
    block: TextBlock
    inside: bool = True
    along: bool = False
    low: bool = False


@dataclass(frozen=True)
class LabelPlaces:
    """Candidate positions of a block: its middles (n, 2), and each one's room as boxes (n, m,
    4).
    """

    block: TextBlock
    middles: Floats
    boxes: Floats
    angle: float = 0.0

    def __len__(self) -> int:
        return len(self.middles)

    def where(self, kept: NDArray[np.bool_]) -> "LabelPlaces":
        return LabelPlaces(self.block, self.middles[kept], self.boxes[kept], self.angle)

    def grown(self, by: float) -> Floats:
        return np.asarray(self.boxes + np.array([-by, -by, by, by]))


Way = Callable[[LabelRoom, LabelWish, TextBlock], Label | None]


def place(room: LabelRoom, wish: LabelWish) -> Label | None:
    """Return the cheapest free place for a label; it is then taken in the room."""
    if room.shapes[wish.own].is_empty:
        return None
    return _along(room, wish) if wish.along else _upright(room, wish)


def place_all(room: LabelRoom, wishes: Sequence[LabelWish]) -> dict[int, Label | None]:
    """Return every label in its turn; those that are close to one another then choose again,
    knowing all the others.
    """
    labels = {wish.own: place(room, wish) for wish in wishes}
    for wish in wishes:
        if room.crowded(wish.own, ELBOW_ROOM - CLEARANCE):
            room.release(wish.own)
            labels[wish.own] = place(room, wish)
    return labels


def _upright(room: LabelRoom, wish: LabelWish) -> Label | None:
    for way, scale in WAYS[wish.inside and _roomy(room, wish)]:
        label = way(room, wish, wish.block.scaled(scale))
        if label is not None:
            return label
    smallest = wish.block.scaled(SCALES[-1])
    return _anywhere(room, wish, smallest) or _anywhere(room, wish, smallest.first())


def _roomy(room: LabelRoom, wish: LabelWish) -> bool:
    """Return whether a name inside leaves enough of the ground visible."""
    most = MAX_COVERED / 2 if wish.low else MAX_COVERED
    return bool(wish.block.width * wish.block.height < most * room.shapes[wish.own].area)


def _within(room: LabelRoom, wish: LabelWish, block: TextBlock) -> Label | None:
    shape = room.shapes[wish.own]
    own = room.own[wish.own]
    places = _places(room, shape.bounds, block, angle=0.0)
    places = _open(room, places.where(_all(own.missing(places.grown(INSIDE)) == 0)))
    if not len(places):
        return None
    low_y, high_y = shape.bounds[1], shape.bounds[3]
    middle = np.asarray(shapely.get_coordinates(shape.centroid)[0])
    if wish.low:
        middle = middle + np.array([0.0, (high_y - low_y) * 0.3])
    cost = np.hypot(*(places.middles - middle).T) * (2.0 if wish.low else 0.7)
    for around in (9.0, 15.0):
        cost += 5.0 * (own.missing(places.grown(around)) > 0).any(axis=1)
    return _cheapest(room, wish, places, cost, inside=True)


def _beside(room: LabelRoom, wish: LabelWish, block: TextBlock) -> Label | None:
    shape = room.shapes[wish.own]
    own = room.own[wish.own]
    low_x, low_y, high_x, high_y = shape.bounds
    out_x, out_y = block.width / 2 + FARTHEST, block.height / 2 + FARTHEST
    around = low_x - out_x, low_y - out_y, high_x + out_x, high_y + out_y
    places = _places(room, around, block, angle=0.0)
    near = (own.under(places.grown(FARTHEST)) > 0).any(axis=1)
    places = _open(room, places.where(near & _all(own.under(places.grown(NEAREST)) == 0)))
    if not len(places):
        return None
    middle = np.asarray(shapely.get_coordinates(shape.centroid)[0])
    offset = (places.middles - middle) / [max(high_x - low_x, 1), max(high_y - low_y, 1)]
    # Below reads first, then above, then the right, then the left.
    cost = np.abs(offset[:, 0]) * 34 - offset[:, 1] * 7 + np.where(offset[:, 0] < 0, 4.0, 0.0)
    for distance in (8.0, 12.0):
        cost += 10.0 * _all(own.under(places.grown(distance)) == 0)
    return _cheapest(room, wish, places, cost, inside=False)


def _anywhere(room: LabelRoom, wish: LabelWish, block: TextBlock) -> Label | None:
    """Return the nearest place without another label, even over other pieces except bands."""
    middle = np.asarray(shapely.get_coordinates(room.shapes[wish.own].centroid)[0])
    reach = 12 * 20.0
    bounds = (middle[0] - reach, middle[1] - reach, middle[0] + reach, middle[1] + reach)
    places = _open(room, _places(room, bounds, block, angle=0.0))
    if not len(places):
        return None
    cost = np.hypot(*(places.middles - middle).T) * 4
    if wish.along:
        on_it = room.own[wish.own].under(places.grown(BESIDE_BAND)) > 0
        cost += OVER_PIECE * on_it.any(axis=1)
    return _cheapest(room, wish, places, cost, inside=False, most=np.inf)


def _along(room: LabelRoom, wish: LabelWish) -> Label | None:
    """Return a place along a band: inside if it is wide enough, otherwise close beside it."""
    shape = room.shapes[wish.own]
    middle, along, length, _ = main_axis(shape)
    width = shape.area / max(length, 1e-9)
    angle = float(np.degrees(np.arctan2(along[1], along[0])))
    # A vertical label is read from below, even if it leans a little.
    if angle > 80.0 or angle <= -100.0:
        along, angle = -along, (angle - 180.0 if angle > 0 else angle + 180.0)
    across = np.array([-along[1], along[0]])
    for scale in SCALES:
        block = wish.block.scaled(scale)
        slack = max(0.0, (length - block.width) / 2 - 6)
        at = np.linspace(-slack, slack, max(1, int(min(slack, 600.0) / 8) * 2 + 1))
        inside = block.height + 9 <= width
        apart = width / 2 + block.height / 2 + BESIDE_BAND
        lanes = (0.0, -apart, apart) if inside else (-apart, apart)
        middles = np.vstack([middle + np.outer(at, along) + lane * across for lane in lanes])
        cost = np.tile(np.abs(at) * 0.12, len(lanes))
        cost += np.repeat(np.abs(lanes), len(at)) * 0.5
        places = _stand(block, middles, angle)
        free = _free(room, places)
        label = _cheapest(room, wish, places.where(free), cost[free], inside=inside)
        if label is not None:
            return label
    return _anywhere(room, wish, wish.block.scaled(SCALES[-1]))


WAYS: Mapping[bool, tuple[tuple[Way, float], ...]] = {
    True: (
        (_within, 1.0), (_within, 0.87), (_beside, 1.0), (_within, 0.76), (_beside, 0.87),
        (_beside, 0.76),
    ),
    False: (
        (_beside, 1.0), (_beside, 0.87), (_within, 1.0), (_within, 0.87), (_beside, 0.76),
        (_within, 0.76),
    ),
}  # fmt: skip
"""The order in which places and sizes are tried: for names inside, and for names beside."""


def _cheapest(
    room: LabelRoom,
    wish: LabelWish,
    places: LabelPlaces,
    cost: Floats,
    *,
    inside: bool,
    most: float = OVER_PIECE,
) -> Label | None:
    if not len(places):
        return None
    others = room.others(places.boxes, wish.own).sum(axis=1)
    cost = cost + np.where(others > 0, OVER_PIECE + 2.0 * others, 0.0)
    cost += OVER_LINE * room.on_lines(places.boxes).any(axis=1)
    # Two names in one row look like one; a name as near to a neighbour could be the neighbour's.
    roomy = places.grown(ELBOW_ROOM)
    cost += BESIDE_WORDS * ~_all(room.clear(roomy))
    if not inside:
        cost += BESIDE_PIECE * (room.others(roomy, wish.own).sum(axis=1) > 0)
    best = int(np.argmin(cost))
    if cost[best] >= most:
        return None
    room.take(places.grown(CLEARANCE)[best], wish.own)
    x, y = places.middles[best].tolist()
    return places.block.at((x, y), angle=places.angle, inside=inside)


def _places(
    room: LabelRoom, bounds: tuple[float, float, float, float], block: TextBlock, *, angle: float
) -> LabelPlaces:
    """Return middles in a lattice over the bounds, coarser on large ground and in a crowd."""
    low_x, low_y, high_x, high_y = bounds
    most = MAX_PLACES * min(1.0, CROWD / max(1, len(room.shapes)))
    area = max(high_x - low_x, STEP) * max(high_y - low_y, STEP)
    step = max(STEP, float(np.sqrt(area / most)))
    x, y = np.meshgrid(np.arange(low_x, high_x + step, step), np.arange(low_y, high_y + step, step))
    return _stand(block, np.column_stack([x.ravel(), y.ravel()]), angle)


def _stand(block: TextBlock, middles: Floats, angle: float) -> LabelPlaces:
    middles, angle = np.round(middles, 1), round(angle, 1)
    parts = np.array(block.parts(angle))
    return LabelPlaces(block, middles, np.tile(middles, 2)[:, None, :] + parts, angle)


def _open(room: LabelRoom, places: LabelPlaces) -> LabelPlaces:
    return places.where(_free(room, places))


def _free(room: LabelRoom, places: LabelPlaces) -> NDArray[np.bool_]:
    return _all(room.free(places.boxes))


def _all(found: NDArray[np.bool_]) -> NDArray[np.bool_]:
    return np.asarray(found.all(axis=1))
