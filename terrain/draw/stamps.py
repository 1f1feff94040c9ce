"""Small symbols of the map: relative paths in scene units, computed once and reused."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import cos, pi, sin

from terrain.draw.chance import Chance
from terrain.draw.pen import relative

VARIANTS = 6
LOBES = 6
BUSH = 4.3


@lru_cache(maxsize=256)
def canopy(variant: int, radius: float) -> str:
    """Return a round tree from above: lobes around a middle."""
    noise = Chance.named("canopy", str(variant)).stream()
    turn = next(noise) * 2 * pi
    corners = []
    for lobe in range(LOBES):
        angle = turn + 2 * pi * (lobe + 0.35 * (next(noise) - 0.5)) / LOBES
        reach = radius * (0.84 + 0.12 * next(noise))
        corners.append((reach * cos(angle), reach * sin(angle)))
    return _lobed(corners, swell=1.36)


@lru_cache(maxsize=256)
def canopy_shade(variant: int, radius: float) -> str:
    """Return the canopy's dark side, towards the lower right."""
    bump = 0.05 * (variant % 3)
    start, end = _polar(radius * 0.86, -38), _polar(radius * 0.86, 128)
    outer = _polar(radius * (1.24 + bump), 45)
    inner = _polar(radius * (0.30 + bump), 45)
    return (
        f"m{relative(*start)}"
        f"q{relative(*_from(start, outer), *_from(start, end))}"
        f"q{relative(*_from(end, inner), *_from(end, start))}z"
    )


@lru_cache(maxsize=256)
def leafage(variant: int, radius: float) -> str:
    """Return the edge of a tree's crown on its dark side, three lobes or four."""
    noise = Chance.named("leafage", str(variant)).stream()
    lobes = 3 + variant % 2
    turns = [-62 + 20 * next(noise) + 185 * lobe / lobes for lobe in range(lobes + 1)]
    x, y = _polar(radius * 0.92, turns[0])
    text = f"m{relative(x, y)}"
    for before, after in pairwise(turns):
        end = _polar(radius * (0.86 + 0.12 * next(noise)), after)
        bulge = _polar(radius * (1.3 + 0.1 * next(noise)), (before + after) / 2)
        text += f"q{relative(bulge[0] - x, bulge[1] - y, end[0] - x, end[1] - y)}"
        x, y = end
    return text


@lru_cache(maxsize=256)
def fir(variant: int, radius: float) -> str:
    """Return a pointed tree seen from the near side: two skirts under a tip."""
    half, low = radius * (0.74 + 0.04 * (variant % 3)), radius * 0.72
    high = -radius * (1.36 + 0.05 * (variant % 4))
    waist = low - radius * 0.82
    points = [
        (0.0, high),
        (half * 0.66, waist),
        (half * 0.36, waist - radius * 0.06),
        (half, low),
        (0.0, low + radius * 0.2),
        (-half, low),
        (-half * 0.36, waist - radius * 0.06),
        (-half * 0.66, waist),
    ]
    return polygon(points)


@lru_cache(maxsize=256)
def fir_shade(variant: int, radius: float) -> str:
    """Return the fir's dark side."""
    half, low = radius * (0.74 + 0.04 * (variant % 3)), radius * 0.72
    high = -radius * (1.36 + 0.05 * (variant % 4))
    waist = low - radius * 0.82
    points = [
        (0.0, high),
        (half * 0.66, waist),
        (half * 0.36, waist - radius * 0.06),
        (half, low),
        (half * 0.1, low + radius * 0.18),
    ]
    return polygon(points)


@lru_cache(maxsize=64)
def disc(radius: float) -> str:
    """Return a circle around the point, as two arcs."""
    r, d = relative(radius), relative(2 * radius)
    back = relative(-2 * radius)
    return f"m{relative(-radius, 0)}a{r} {r} 0 0 1 {d} 0a{r} {r} 0 0 1{_sep(back)} 0z"


@lru_cache(maxsize=64)
def bush(variant: int, radius: float) -> str:
    """Return three or four lobes on a flat foot."""
    lift = 0.2 * (variant % 3)
    r = radius
    return (
        f"m{relative(-r, 0.45 * r)}"
        f"q{relative(-0.35 * r, -0.95 * r, 0.45 * r, -0.9 * r)}"
        f"q{relative(0.2 * r, -(0.85 + lift) * r, 0.75 * r, -0.25 * r)}"
        f"q{relative(0.75 * r, -0.1 * r, 0.6 * r, 0.55 * r)}"
        f"q{relative(0.4 * r, 0.35 * r, 0.1 * r, 0.6 * r)}z"
    )


@lru_cache(maxsize=64)
def bush_shade(radius: float) -> str:
    r = radius
    return (
        f"m{relative(0.5 * r, -0.5 * r)}"
        f"q{relative(0.7 * r, 0.1 * r, 0.35 * r, 0.9 * r)}"
        f"h{relative(-1.0 * r)}q{relative(0.8 * r, -0.2 * r, 0.65 * r, -0.9 * r)}z"
    )


@lru_cache(maxsize=64)
def twigs(variant: int) -> str:
    """Return three strokes from one root."""
    lean = (variant % 3 - 1) * 0.6
    return _from_one_root((-2.2 + lean, -3.2), (0.2 + lean, -4.4), (2.3 + lean, -2.9))


@lru_cache(maxsize=64)
def reeds(variant: int) -> str:
    """Return a tuft of five blades over a short line of water."""
    lean = (variant % 3 - 1) * 0.5
    return _from_one_root(
        (-4.2 + lean, -3.4),
        (-2.2 + lean, -6.0),
        (0.3 + lean, -7.2),
        (2.6 + lean, -5.6),
        (4.4 + lean, -3.2),
    )


@lru_cache(maxsize=64)
def blades(variant: int) -> str:
    """Return three blades of grass."""
    lean = (variant % 3 - 1) * 0.6
    return _from_one_root((-1.8 + lean, -2.6), (lean, -3.8), (1.9 + lean, -2.4))


def _from_one_root(*tips: tuple[float, float]) -> str:
    strokes = "".join(f"l{relative(x, y)}m{relative(-x, -y)}" for x, y in tips)
    return strokes.rsplit("m", 1)[0]


@lru_cache(maxsize=64)
def grain(variant: int) -> str:
    """Return three or four grains that lie together."""
    spots = ((0.0, 0.0), (5.0, 2.2), (9.5, -1.4), (3.0, -4.0))[: 3 + variant % 2]
    turn = 1 if variant % 4 < 2 else -1
    return "".join(f"m{relative(turn * x, y)}h.9m{relative(-turn * x - 0.9, -y)}" for x, y in spots)


@lru_cache(maxsize=64)
def wave(variant: int) -> str:
    """Return two or three crests in a row."""
    half = 3.0 + 0.5 * (variant % 3)
    crests = "".join(f"q{relative(half, -2.6, 2 * half, 0)}" for _ in range(2 + variant % 2))
    return f"m{relative(-2 * half, 0)}{crests}"


@lru_cache(maxsize=64)
def pool(variant: int, radius: float) -> str:
    """Return a flat pool of water with an uneven shore."""
    noise = Chance.named("pool", str(variant)).stream()
    corners = []
    for corner in range(7):
        angle, reach = 2 * pi * corner / 7, radius * (0.75 + 0.35 * next(noise))
        corners.append((reach * cos(angle), reach * sin(angle) * 0.42))
    return _lobed(corners, swell=1.16)


@lru_cache(maxsize=128)
def boulder(variant: int, radius: float) -> str:
    """Return a stone with five to seven edges."""
    return polygon(_boulder_corners(variant, radius))


@lru_cache(maxsize=128)
def boulder_shade(variant: int, radius: float) -> str:
    """Return the stone's face away from the light, along its lower right edges."""
    corners = _boulder_corners(variant, radius)
    dark = [corner for corner in corners if corner[0] + corner[1] > -0.12 * radius]
    dark.sort(key=lambda corner: corner[1] - corner[0])
    inner = [(0.3 * x - 0.08 * radius, 0.3 * y - 0.12 * radius) for x, y in reversed(dark)]
    return polygon(dark + inner[1:-1]) if len(dark) > 2 else ""


DUNE = 0.86
"""The length of one crescent of a dune's ridge, in units of the table."""


@dataclass(frozen=True)
class Dune:
    """A ridge of crescents: its shaded side, the strokes down that, and the crest's line."""

    lee: str
    hatch: str
    crest: str


@lru_cache(maxsize=64)
def dune(count: int, variant: int) -> Dune:
    """Return a ridge of `count` crescents that begins at its point and runs to the right."""
    noise = Chance.named("dune", str(count), str(variant)).stream()
    widths = [DUNE * 20 * (0.58 + 0.42 * next(noise)) for _ in range(count)]
    heights = [width * (0.32 + 0.10 * next(noise)) for width in widths]
    crest = lee = hatch = ""
    x = 0.0
    for width, height in zip(widths, heights, strict=True):
        crest += f"c{relative(0.2 * width, -height * 1.3, 0.8 * width, -height * 1.3, width, 0)}"
        for at in (0.16, 0.33, 0.5, 0.67, 0.84):
            top = -3.9 * height * at * (1 - at)
            hatch += _stroke((x + width * at, top), (1.2, -0.66 * top))
        x += width
    for width, height in zip(widths[::-1], heights[::-1], strict=True):
        lee += f"c{relative(-0.3 * width, -height * 0.4, -0.7 * width, -height * 0.4, -width, 0)}"
    return Dune(crest + lee + "z", hatch, f"m{relative(-2.6, 2.4)}l{relative(2.6, -2.4)}{crest}")


@lru_cache(maxsize=32)
def ledge(variant: int) -> tuple[str, str]:
    """Return the jagged brink of an outcrop, and the hatching down its face."""
    noise = Chance.named("ledge", str(variant)).stream()
    count = 4 + variant % 3
    half, lean = 2.9 * count, 5 * (next(noise) - 0.5)
    brink = [
        (half * (2 * at / count - 1), lean * (at / count - 0.5) + 4.4 * (next(noise) - 0.6))
        for at in range(count + 1)
    ]
    faces = ""
    for (x, y), (next_x, next_y) in pairwise(brink):
        for at in (0.1, 0.4, 0.7):
            start = x + (next_x - x) * at, y + (next_y - y) * at
            middle = 1.0 - abs(start[0]) / half
            faces += _stroke(start, (0.7, 2.0 + (1.5 + 3.5 * next(noise)) * middle))
    steps = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(brink)]
    line = f"m{relative(*brink[0])}l{relative(*(value for step in steps for value in step))}"
    return line, faces


def _stroke(start: tuple[float, float], step: tuple[float, float]) -> str:
    """Return one line of a stamp that leaves the pen where it began."""
    x, y = start
    return f"m{relative(x, y)}l{relative(*step)}m{relative(-x - step[0], -y - step[1])}"


def polygon(points: list[tuple[float, float]]) -> str:
    """Return a closed stamp through `points`, relative to its position."""
    steps: list[float] = []
    x, y = (round(value, 1) for value in points[0])
    start = (x, y)
    for next_x, next_y in points[1:]:
        # Rounding each corner, not each step, lets the stamp close where it began.
        next_x, next_y = round(next_x, 1), round(next_y, 1)
        steps += (next_x - x, next_y - y)
        x, y = next_x, next_y
    return f"m{relative(*start)}l{relative(*steps)}z"


def _lobed(corners: list[tuple[float, float]], *, swell: float) -> str:
    x, y = corners[0]
    text = f"m{relative(x, y)}"
    for next_x, next_y in [*corners[1:], corners[0]]:
        middle = (x + next_x) / 2 * swell, (y + next_y) / 2 * swell
        text += f"q{relative(middle[0] - x, middle[1] - y, next_x - x, next_y - y)}"
        x, y = next_x, next_y
    return text + "z"


def _boulder_corners(variant: int, radius: float) -> list[tuple[float, float]]:
    noise = Chance.named("boulder", str(variant)).stream()
    count = 5 + variant % 3
    turn = next(noise) * 2 * pi
    corners = []
    for corner in range(count):
        angle = turn + 2 * pi * (corner + 0.5 * (next(noise) - 0.5)) / count
        reach = radius * (0.8 + 0.35 * next(noise))
        corners.append((reach * cos(angle), reach * sin(angle) * 0.82))
    return corners


def _polar(radius: float, degrees: float) -> tuple[float, float]:
    angle = degrees * pi / 180
    return radius * cos(angle), radius * sin(angle)


def _from(start: tuple[float, float], end: tuple[float, float]) -> tuple[float, float]:
    return end[0] - start[0], end[1] - start[1]


def _sep(text: str) -> str:
    return text if text.startswith("-") else f" {text}"
