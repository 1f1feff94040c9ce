"""When does a process of ours look for garbage? Not in what it has read in before it serves.

That stays to the end. To search it while it grows, and once more when the process ends, takes a
third of all that a start and an end cost; and a search writes into every object that it looks at,
so that each process that has parted makes its own copy of nearly all of them, 43 MB a process.
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
