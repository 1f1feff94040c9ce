"""PDF sheets of a map, made by typst with our fonts: one page, A4 landscape."""

from terrain.draw.typesetting import fonts

PAGE = b"""#set page(paper: "a4", flipped: true, margin: 10mm)
#set document(date: none)
#image(
  bytes(sys.inputs.map), format: "svg", width: 100%, height: 100%, fit: "contain",
)
"""


def pdf(svg: str) -> bytes:
    """Return an SVG document as a PDF of one page of its size; equal maps give equal bytes."""
    # Loaded here, because pages and checks draw many maps and never need the compiler.
    import typst

    return typst.compile(PAGE, font_paths=fonts(), format="pdf", sys_inputs={"map": svg})
