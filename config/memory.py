"""Keep what a process loads at its start away from the garbage collector.

It stays until the end. Searching it while it grows, and again when the process ends, takes a third
of the time of a start and an end; a search also writes into every object, so that each forked
process copies nearly all of them, 43 MB a process.
"""

from __future__ import annotations

import gc


def put_off() -> None:
    """Look for none until `set_aside`: what is read in from here is meant to stay."""
    gc.disable()


def set_aside() -> None:
    """Never look again at what is there now, and from here on as usual."""
    # Else what nobody needs any more would be kept for good.
    gc.collect()
    gc.freeze()
    gc.enable()
