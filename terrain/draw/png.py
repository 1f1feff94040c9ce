"""How does a map become a picture for those who cannot take SVG? Through typst, with our fonts."""

from terrain.draw.measure import FONTS

PAGE = '#set page(width: auto, height: auto, margin: 0pt)\n#image("map.svg")\n'


def png(svg: str, *, pixels_per_inch: float = 144.0) -> bytes:
    """An SVG document as PNG bytes, at its stated size (a scene unit is a 96th of an inch)."""
    # Loaded here, because pages and checks draw maps all day and never need the compiler.
    import typst

    compiled = typst.compile(
        {"main": PAGE.encode(), "map.svg": svg.encode()},
        format="png",
        ppi=pixels_per_inch,
        font_paths=[str(FONTS)],
        ignore_system_fonts=True,
    )
    return bytes(compiled)
