"""Printable sheets from which a table is set up, made by typst with our fonts.

The map is large, and below it each piece has its size and two points measured from the edges. Made
for a hall: black on white, figures readable in bad light, shapes readable in grey.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from json import dumps

from terrain.core.layout import Layout
from terrain.draw.lines import TableLines
from terrain.draw.names import Names
from terrain.draw.pages import Heading, Page, Paper, pages
from terrain.draw.piece_list import MM_PER, Measure, rows
from terrain.draw.scene import scene
from terrain.draw.svg import svg
from terrain.draw.typesetting import fonts
from terrain.draw.view import ViewFrom
from terrain.draw.wording import described_table, table_size

__all__ = ["Heading", "Paper", "Sheet", "compiled", "sheets"]


@dataclass(frozen=True)
class Sheet:
    """One table to be printed, as one side sees it.

    `beside` has notes on pieces by their ids, which the list shows first.
    """

    layout: Layout
    heading: Heading
    view_from: ViewFrom = "defender"
    lines: TableLines | None = None
    beside: Mapping[str, str] = field(default_factory=dict)


def sheets(tables: Iterable[Sheet], *, names: Names | None = None, paper: Paper = "a4") -> bytes:
    """Return every table as a page of one PDF (more if a list is long); equal tables give equal
    bytes.

    Each table is requested when the previous one is drawn, so that the caller sees the progress.
    Untrusted text is passed as data and set as text; typst runs nothing of it.
    """
    names = names or Names()
    inputs: dict[str, str] = {}
    measure: Measure = "in" if paper == "us-letter" else "cm"
    laid_out: list[Page] = []
    for at, table in enumerate(tables):
        drawn = scene(
            table.layout, view_from=table.view_from, names=names, lines=table.lines, use="print"
        )
        listed = rows(
            table.layout,
            view_from=table.view_from,
            names=names,
            measure=measure,
        )
        listed = [
            replace(row, notes=", ".join(filter(None, (table.beside.get(piece.id), row.notes))))
            for row, piece in zip(listed, table.layout.pieces, strict=True)
        ]
        inputs[f"map{at}"] = svg(drawn, prefix=f"map{at}")
        heading = replace(table.heading, table=table_line(table.layout, names, measure))
        note = names.word("sheet_note", side=names.word(table.view_from))
        size = drawn.width, drawn.height
        laid_out += pages(heading, listed, (f"map{at}", size), (names, note), paper=paper)
    return compiled(laid_out, inputs, paper=paper)


def compiled(laid_out: Iterable[Page], pictures: Mapping[str, str], *, paper: Paper) -> bytes:
    """Return laid-out pages as one PDF, with the pictures that they name."""
    # Loaded here, because pages and checks draw many maps and never need the compiler.
    import typst

    inputs: dict[str, str] = {"paper": paper, **pictures}
    written = []
    for page in laid_out:
        inputs |= page.pictures
        written.append(page.written())
    inputs["pages"] = dumps(written)
    document: bytes = typst.compile(PAGE, font_paths=fonts(), format="pdf", sys_inputs=inputs)
    return document


def table_line(layout: Layout, names: Names, measure: Measure) -> str:
    """Return the table's name, its size in its unit and by the tape, and the length of the unit."""
    mm = layout.base_width_mm
    measured = table_size(layout, names, scale=mm / MM_PER[measure], unit=measure)
    territory = [names.territory(layout.territory)] if layout.territory else []
    *notes, size = described_table(layout, names)
    length = f"{names.number(mm)} {names.word('mm')}"
    unit = names.word("unit_is", unit=names.word("unit"), length=length)
    return " · ".join([*territory, *notes, f"{size} = {measured}", unit])


# Everything is already placed: nothing is measured, wrapped or broken here, which keeps sixty pages
# small and quick.
PAGE = b"""
#set page(paper: sys.inputs.paper, margin: 0pt)
#set document(date: none)
#set text(number-type: "lining", number-width: "tabular")
#set par(leading: 0pt, spacing: 0pt)
#for (at, page) in json(bytes(sys.inputs.pages)).enumerate() {
  if at > 0 { pagebreak() }
  for (x, y, width, name) in page.pictures {
    place(dx: x * 1mm, dy: y * 1mm, image(
      bytes(sys.inputs.at(name)), format: "svg", width: width * 1mm,
    ))
  }
  for (x, y, width, side, font, weight, size, pitch, fill, words) in page.texts {
    place(dx: x * 1mm, dy: y * 1mm, box(width: width * 1mm, {
      set align(if side == "right" { right } else if side == "center" { center } else { left })
      set text(
        font: font, weight: weight, size: size * 1pt, fill: luma(fill),
        top-edge: pitch * 0.76mm, bottom-edge: pitch * -0.24mm,
      )
      words
    }))
  }
}
"""
