"""PNG pictures of a map, made by typst with our fonts, for programs without SVG."""

from terrain.draw.typesetting import fonts

PAGE = b"""#set page(width: auto, height: auto, margin: 0pt)
#image(bytes(sys.inputs.map), format: "svg")
"""


def png(svg: str, *, pixels_per_inch: float = 144.0) -> bytes:
    """Return an SVG document as PNG bytes, at its stated size (a scene unit is a 96th of an
    inch).
    """
    # Loaded here, because pages and checks draw many maps and never need the compiler.
    import typst

    return typst.compile(
        PAGE, font_paths=fonts(), format="png", ppi=pixels_per_inch, sys_inputs={"map": svg}
    )
