"""How does a map become a picture for those who cannot take SVG? Through typst, with our fonts."""

from functools import lru_cache
from typing import TYPE_CHECKING

from terrain.draw.measure import FONTS

if TYPE_CHECKING:
    import typst

PAGE = b"""#set page(width: auto, height: auto, margin: 0pt)
#image(bytes(sys.inputs.map), format: "svg")
"""


def png(svg: str, *, pixels_per_inch: float = 144.0) -> bytes:
    """An SVG document as PNG bytes, at its stated size (a scene unit is a 96th of an inch)."""
    # Loaded here, because pages and checks draw maps all day and never need the compiler.
    import typst

    return typst.compile(
        PAGE, font_paths=_fonts(), format="png", ppi=pixels_per_inch, sys_inputs={"map": svg}
    )


@lru_cache(maxsize=1)
def _fonts() -> "typst.Fonts":
    import typst

    return typst.Fonts(include_system_fonts=False, font_paths=[str(FONTS)])
