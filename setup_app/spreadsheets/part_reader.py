"""Read one XML part of a workbook as a stream of elements.

Expat is called directly: it ends at the first element past the budget, wherever the part has it. A
document type is refused, so there are no entities and no default attributes. Names are compared
without their prefixes: with namespaces, expat would copy a long address for each element.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final
from xml.parsers import expat

from setup_app.spreadsheets.budget import Budget
from setup_app.spreadsheets.faults import refusal

MAX_TOKEN: Final = 64 * 1024
"""The limit for one tag or comment, in bytes, which is checked after each step of the part: expat
keeps the beginning until it finds the end.
"""
MAX_CELL_LENGTH: Final = 32_767
"""The limit of every spreadsheet program for the text of a cell."""
ENCODINGS: Final = ("utf-8", "utf-16", "us-ascii")


class PartReader:
    """Reads a part. A subclass says what it does with elements by `open` and `close`."""

    is_done = False
    """Whether the rest of the part does not matter."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self._pieces: list[str] | None = None
        self._length = 0

    def open(self, name: str, attributes: Mapping[str, str]) -> None:
        """Handle the beginning of an element; `name` has no prefix."""

    def close(self, name: str) -> None:
        """Handle the end of an element."""

    def collect(self) -> None:
        """Collect text from here on, until `take_text`."""
        self._pieces, self._length = [], 0

    def take_text(self) -> str:
        """Return the collected text and stop collecting."""
        text, self._pieces = "".join(self._pieces or ()), None
        return text

    def read(self, steps: Iterable[bytes]) -> None:
        """Read a part. Raises `ImportRefused`."""
        parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.XmlDeclHandler = _check_declaration
        parser.StartDoctypeDeclHandler = _refuse_document_type
        parser.StartElementHandler = self._open
        parser.EndElementHandler = self._close
        parser.CharacterDataHandler = self._text
        read = 0
        try:
            for step in steps:
                parser.Parse(step, False)
                if self.is_done:
                    return
                read += len(step)
                if read - parser.CurrentByteIndex > MAX_TOKEN:
                    raise refusal("sheet_unreadable")
            parser.Parse(b"", True)
        except expat.ExpatError as broken:
            raise refusal("sheet_unreadable") from broken

    def _open(self, name: str, attributes: Mapping[str, str]) -> None:
        self.budget.add_element()
        self.open(name.rpartition(":")[2], attributes)

    def _close(self, name: str) -> None:
        self.close(name.rpartition(":")[2])

    def _text(self, text: str) -> None:
        if self._pieces is None:
            return
        self._length += len(text)
        if self._length > MAX_CELL_LENGTH:
            raise refusal("sheet_unreadable")
        self._pieces.append(text)


def _check_declaration(version: str, encoding: str | None, standalone: int) -> None:
    """Refuse encodings that an .xlsx file cannot have; Python would look others up by name."""
    if encoding is not None and encoding.lower() not in ENCODINGS:
        raise refusal("sheet_unreadable")


def _refuse_document_type(*declared: object) -> None:
    raise refusal("sheet_unreadable")
