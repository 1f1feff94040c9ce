"""Lines as SVG path data.

Coordinates are scene units, relative and rounded to a tenth: short, and the same bytes on every
machine, because rounding removes the last bits in which mathematics libraries differ.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np

from terrain.draw.chance import Floats

TENTHS = 10


@lru_cache(maxsize=65536)
def tenths(value: int) -> str:
    """Return `value` tenths as the shortest decimal."""
    whole, rest = divmod(abs(value), TENTHS)
    text = f"{whole or ''}.{rest}" if rest else str(whole)
    return f"-{text}" if value < 0 else text


def figure(value: float) -> str:
    """Return one coordinate, to a tenth."""
    return tenths(round(value * TENTHS))


def _grid(points: Floats) -> list[list[int]]:
    rows: list[list[int]] = np.rint(np.asarray(points) * TENTHS).astype(np.int64).tolist()
    return rows


@lru_cache(maxsize=65536)
def _next(value: int) -> str:
    """Return a subsequent figure: with a blank only if no sign separates them."""
    return tenths(value) if value < 0 else f" {tenths(value)}"


def _pairs(values: Sequence[int]) -> str:
    """Return figures in a row."""
    return tenths(values[0]) + "".join(map(_next, values[1:]))


def line(points: Floats, *, closed: bool = False) -> str:
    """Return straight segments through `points` (n, 2)."""
    rows = _grid(points)
    x, y = rows[0]
    steps: list[int] = []
    for next_x, next_y in rows[1:]:
        if (next_x, next_y) != (x, y):
            steps += (next_x - x, next_y - y)
            x, y = next_x, next_y
    return (
        f"M{_pairs(rows[0])}" + (f"l{_pairs(steps)}" if steps else "h0") + ("z" if closed else "")
    )


def curve(points: Floats, *, closed: bool = False) -> str:
    """Return a smooth line through `points` (n, 2): Catmull and Rom's, as cubic pieces."""
    if len(points) < 3:
        return line(points, closed=closed)
    if closed:
        before, after = np.roll(points, 1, axis=0), np.roll(points, -1, axis=0)
    else:
        before = np.vstack([points[:1], points[:-1]])
        after = np.vstack([points[1:], points[-1:]])
    lean = (after - before) / 6
    ends = np.roll(points, -1, axis=0) if closed else points[1:]
    starts = points if closed else points[:-1]
    out = starts + (lean if closed else lean[:-1])
    into = ends - (np.roll(lean, -1, axis=0) if closed else lean[1:])
    rows = _grid(np.hstack([out, into, ends]))
    x, y = _grid(points[:1])[0]
    text = f"M{_pairs((x, y))}c"
    steps: list[int] = []
    for x1, y1, x2, y2, x3, y3 in rows:
        steps += (x1 - x, y1 - y, x2 - x, y2 - y, x3 - x, y3 - y)
        x, y = x3, y3
    return text + _pairs(steps) + ("z" if closed else "")


def softened_corners(starts: Floats, corners: Floats, ends: Floats) -> str:
    """Return a closed line (n, 2) that leaves each side at `starts` and joins the next at
    `ends`.
    """
    start, corner, end = (np.rint(points * TENTHS) for points in (starts, corners, ends))
    steps = np.hstack([start - np.roll(end, 1, axis=0), corner - start, end - start])
    text = "".join(
        f"l{tenths(a)}{_next(b)}q{tenths(c)}{_next(d)}{_next(e)}{_next(f)}"
        for a, b, c, d, e, f in steps.astype(np.int64).tolist()
    )
    first = start[0].astype(np.int64).tolist()
    # Closing the line draws the first side.
    return f"M{_pairs(first)}{text[text.index('q') :]}z"


def strokes(starts: Floats, ends: Floats) -> str:
    """Return one straight stroke for each pair of points."""
    rows = _grid(np.hstack([starts, ends]))
    return "".join(f"M{tenths(x)}{_next(y)}l{tenths(u - x)}{_next(v - y)}" for x, y, u, v in rows)


def wedges(starts: Floats, ends: Floats, thick: Floats) -> str:
    """Return strokes `thick` at their start and pointed at their end, like an engraver's."""
    along = ends - starts
    length = np.maximum(np.hypot(along[:, 0], along[:, 1]), 1e-9)
    side = np.column_stack([-along[:, 1], along[:, 0]]) / length[:, None] * (thick / 2)[:, None]
    return polygons(np.stack([starts + side, ends, starts - side], axis=1))


def polygons(corners: Floats) -> str:
    """Return closed polygons of k corners each (n, k, 2)."""
    rows = np.rint(corners * TENTHS).astype(np.int64)
    steps = np.diff(rows, axis=1).reshape(len(rows), 2 * (corners.shape[1] - 1)).tolist()
    starts = rows[:, 0].tolist()
    return "".join(
        f"M{_pairs(start)}l{_pairs(step)}z" for start, step in zip(starts, steps, strict=True)
    )


def dots(points: Floats) -> str:
    """Return one dot, drawn by a round cap, for each point."""
    return "".join(f"M{tenths(x)}{_next(y)}h.1" for x, y in _grid(points))


def stamped(points: Floats, stamps: Iterable[str]) -> str:
    """Return a relative drawing at each point; `stamps` runs parallel to `points`."""
    return "".join(
        f"M{tenths(x)}{_next(y)}{stamp}"
        for (x, y), stamp in zip(_grid(points), stamps, strict=True)
    )


def relative(*steps: float) -> str:
    """Return the figures of a stamp, ready to follow a path letter."""
    return _pairs([round(step * TENTHS) for step in steps])
