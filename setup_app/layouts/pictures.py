"""PNG pictures of tables at a bounded cost.

A picture takes a tenth of a second of one core. Each process makes one at a time, none wider than
the maximum, and caches the last ones by the drawing itself, so that only a viewer who may see a
table can get its picture.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import lru_cache

from setup_app.engine.errors import DomainError
from terrain.draw.png import png

INCH = 96.0
"""Scene units per inch, as typst reads an SVG document."""
FINEST = 144.0
MAX_PIXELS = 2400
TIMEOUT = 5.0
KEPT = 16

_desk = threading.BoundedSemaphore(1)


def as_png(drawing: str, *, across: float) -> bytes:
    """Return a drawing as PNG; `across` is its longer side in scene units. Raises `no_worker`."""
    return made(_png, drawing, min(FINEST, MAX_PIXELS * INCH / across))


def made(make: Callable[..., bytes], *given: object) -> bytes:
    """Return the result of `make`, one call at a time. Raises `no_worker` if too many wait."""
    if not _desk.acquire(timeout=TIMEOUT):
        raise DomainError("no_worker")
    try:
        return make(*given)
    finally:
        _desk.release()


@lru_cache(maxsize=KEPT)
def _png(drawing: str, pixels_per_inch: float) -> bytes:
    return png(drawing, pixels_per_inch=pixels_per_inch)
