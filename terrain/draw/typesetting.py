"""How is the compiler called that knows our fonts? A map is handed to it as bytes, never as source.

What strangers wrote stands in the map alone: typst reads it as a picture and runs nothing of it.
"""

from functools import lru_cache
from typing import TYPE_CHECKING

from terrain.draw.measure import FONTS

if TYPE_CHECKING:
    import typst


@lru_cache(maxsize=1)
def fonts() -> "typst.Fonts":
    """Our fonts and none of the machine's: a map looks the same everywhere."""
    # Loaded here, because pages and checks draw maps all day and never need the compiler.
    import typst

    return typst.Fonts(include_system_fonts=False, font_paths=[str(FONTS)])
