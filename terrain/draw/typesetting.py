"""The typst compiler with our fonts.

A map is passed as bytes, never as source: text from strangers occurs only inside the map, which
typst reads as a picture and does not execute.
"""

from functools import lru_cache
from typing import TYPE_CHECKING

from terrain.draw.measure import FONTS

if TYPE_CHECKING:
    import typst


@lru_cache(maxsize=1)
def fonts() -> "typst.Fonts":
    """Return our fonts and none of the machine's: a map looks the same everywhere."""
    # Loaded here, because pages and checks draw many maps and never need the compiler.
    import typst

    return typst.Fonts(include_system_fonts=False, font_paths=[str(FONTS)])
