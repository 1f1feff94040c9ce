"""What reading one workbook may cost.

The budget counts XML elements, whatever they are called, and unpacked bytes. Rows and cells are
elements like all others, so a row of empty cells and a run of unknown tags end at the same limit.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from setup_app.spreadsheets.faults import ImportRefused, refusal

MAX_ELEMENTS: Final = 200_000
"""The limit for elements in all parts that are read. The largest kit has 16,000 cells and, with
its shared texts, some 70,000 elements; 200,000 take a third of a second.
"""
MAX_CELLS: Final = 50_000
"""The limit for cells of a sheet, empty ones included: programs also store empty cells that have a
format, such as 1,000 rows of 26 columns.
"""

MAX_UNPACKED: Final = 10 * 1024 * 1024
FREELY_UNPACKED: Final = 1024 * 1024
MAX_RATIO: Final = 100
"""Spreadsheet programs reach 10 to 30; deflate reaches 1,000. The first `FREELY_UNPACKED` bytes are
free, since a small file has parts of which every line is the same.
"""


@dataclass(slots=True)
class Budget:
    """Counts what was read of a file of `size` bytes, and refuses what is beyond the limits."""

    size: int
    elements: int = 0
    cells: int = 0
    unpacked: int = 0

    def add_element(self) -> None:
        """Count an element. Raises `ImportRefused`."""
        self.elements += 1
        if self.elements > MAX_ELEMENTS:
            raise refusal("sheet_too_complex", most=MAX_ELEMENTS)

    def add_cell(self, row: int) -> None:
        """Count a cell of the sheet. Raises `ImportRefused`."""
        self.cells += 1
        if self.cells > MAX_CELLS:
            raise refusal("sheet_too_many_cells", row, most=MAX_CELLS)

    def add_bytes(self, number: int) -> None:
        """Count unpacked bytes. Raises `ImportRefused`."""
        self.unpacked += number
        if self.unpacked > min(MAX_UNPACKED, FREELY_UNPACKED + MAX_RATIO * self.size):
            raise unpacks_too_large()


def unpacks_too_large() -> ImportRefused:
    """Return the refusal of a file that is too large once it is unpacked."""
    return refusal("sheet_unpacks_too_large", most=MAX_UNPACKED // 1024 // 1024)
