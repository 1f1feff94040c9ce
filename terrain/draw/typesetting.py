"""The typst compiler with our fonts.

A map is passed as bytes, never as source: text from strangers occurs only inside the map, which
typst reads as a picture and does not execute.
"""

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from terrain.draw.measure import FONTS

if TYPE_CHECKING:
    import typst

_folders: list[Path] = []


def use_fonts(folder: Path) -> None:
    """Use the fonts of a folder too, for characters that ours lack; when a process starts."""
    if folder not in _folders:
        _folders.append(folder)
        fonts.cache_clear()


@lru_cache(maxsize=1)
def fonts() -> "typst.Fonts":
    """Return our fonts and those of the folders in use, and none of the machine's: a map looks the
    same everywhere.
    """
    # Loaded here, because pages and checks draw many maps and never need the compiler.
    import typst

    folders = [str(each) for each in (FONTS, *_folders)]
    return typst.Fonts(include_system_fonts=False, font_paths=folders)
