"""Which army does a CSV text state, and on which line is what wrong?

Commas, semicolons or tabs separate; the first row shows which. Cells are turned into the decoded
JSON that the rulebook reads, so that one place judges lists, and each fault finds its line again.
"""

import csv
import io
from dataclasses import dataclass, field
from typing import Any, Final

from setup_app.armies.csv_layout import COLUMNS, COLUMNS_OF, NO, ROW, YES, as_meant
from setup_app.armies.import_faults import ImportFault, ImportRefused
from setup_app.armies.rulebooks import read_list
from setup_app.rulebooks.pbs_2023_1.armies import Army
from setup_app.rulebooks.pbs_2023_1.army_faults import (
    MOST_FAULTS,
    ArmyRefused,
    Path,
    shown,
)

MOST_ROWS: Final = 400
MOST_COLUMNS: Final = 100
_NUMBERS: Final = ("pbs_cards", "scouting", "bases", "points")
_LISTS: Final = ("home", "flags")
_NAMES: Final = ("name", "player")


@dataclass(slots=True)
class _Sheet:
    """What has been read so far: the stated list, where its parts stand, and what is wrong."""

    stated: dict[str, Any] = field(default_factory=lambda: {"generals": [], "units": []})
    lines: dict[Path, int] = field(default_factory=dict)
    faults: list[ImportFault] = field(default_factory=list)
    army_line: int | None = None

    def fault(self, code: str, line: int | None, column: str | None = None, **params: Any) -> None:
        self.faults.append(ImportFault(code, line, column, params))

    def line_of(self, path: Path) -> int:
        """Return the line on which a part of the list stands, else that of the army's row."""
        for length in (2, 1):
            if path[:length] in self.lines:
                return self.lines[path[:length]]
        return self.army_line or 1


def read_csv(text: str) -> Army:
    """Return the army of a CSV text; raises `ImportRefused` with every fault and its line."""
    sheet = _Sheet()
    rows = _rows(text, sheet)
    columns = _columns(rows, sheet)
    if columns:
        for line, cells in rows[1:]:
            _take(sheet, line, columns, cells)
        if sheet.army_line is None:
            sheet.fault("import_no_army_row", None)
    army = _judged(sheet)
    if army is None:
        raise ImportRefused(tuple(sheet.faults[:MOST_FAULTS]))
    return army


def _rows(text: str, sheet: _Sheet) -> list[tuple[int, list[str]]]:
    """Return each row that is not empty with the line on which it begins."""
    skipped = 0
    if text.lower().startswith("sep="):
        # Excel's own hint, which then counts as line 1.
        skipped, text = 1, text.partition("\n")[2]
    first = text.lstrip("\n").partition("\n")[0]
    separator = max(",;\t", key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    rows: list[tuple[int, list[str]]] = []
    begins = 1 + skipped
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                rows.append((begins, cells))
            if len(rows) > MOST_ROWS:
                sheet.fault("import_too_many_rows", begins, most=MOST_ROWS)
                break
            begins = reader.line_num + 1 + skipped
    except csv.Error:
        sheet.fault("import_line_unreadable", begins)
    return rows


def _columns(rows: list[tuple[int, list[str]]], sheet: _Sheet) -> list[str]:
    """Return the names in the first row; none, with a fault noted, where they will not do."""
    if not rows:
        return []
    line, cells = rows[0]
    columns = [cell.strip().lower() for cell in cells]
    while columns and not columns[-1]:
        columns.pop()
    if len(columns) > MOST_COLUMNS:
        sheet.fault("import_too_many_cells", line, most=len(COLUMNS), found=len(columns))
        return []
    if ROW not in columns:
        sheet.fault("import_no_header", line, expected=list(COLUMNS))
        return []
    for name in columns:
        if name not in COLUMNS:
            sheet.fault("import_unknown_column", line, shown(name), known=list(COLUMNS))
        elif columns.count(name) > 1 and name not in {fault.column for fault in sheet.faults}:
            sheet.fault("import_column_twice", line, name)
    return columns


def _take(sheet: _Sheet, line: int, columns: list[str], cells: list[str]) -> None:
    """Put one row into the stated list."""
    if any(cell.strip() for cell in cells[len(columns) :]):
        sheet.fault("import_too_many_cells", line, most=len(columns), found=len(cells))
    by_name = {name: cell.strip() for name, cell in zip(columns, cells, strict=False)}
    kind = by_name.pop(ROW, "").lower()
    if kind not in COLUMNS_OF:
        sheet.fault("import_unknown_row", line, ROW, found=shown(kind), choices=list(COLUMNS_OF))
        return
    for name, cell in by_name.items():
        if cell and name in COLUMNS and name not in COLUMNS_OF[kind]:
            sheet.fault("import_cell_not_used", line, name, row=kind, used=list(COLUMNS_OF[kind]))
    values = {
        name: _value(name, by_name[name])
        for name in COLUMNS_OF[kind]
        if by_name.get(name) or (name == "name" and name in by_name)
    }
    if kind in ("general", "unit"):
        place = len(sheet.stated[f"{kind}s"])
        sheet.stated[f"{kind}s"].append(values)
        sheet.lines[f"{kind}s", place] = line
    elif kind == "commander":
        if "commander" in sheet.stated:
            sheet.fault("import_row_twice", line, ROW, row=kind, first=sheet.lines[("commander",)])
            return
        sheet.stated["commander"] = values
        sheet.lines[("commander",)] = line
    elif sheet.army_line is not None:
        sheet.fault("import_row_twice", line, ROW, row=kind, first=sheet.army_line)
    else:
        sheet.stated.update(values)
        sheet.army_line = line


def _value(name: str, cell: str) -> Any:
    """Return what a cell means; what does not fit stays text, for the rulebook to refuse."""
    if name in _NAMES:
        return as_meant(cell)
    word = cell.lower()
    if name in _NUMBERS:
        whole = word.isascii() and word.isdigit() and len(word) <= 9
        return int(word) if whole else cell
    if name in _LISTS:
        return word.replace(",", " ").replace(";", " ").replace("|", " ").split()
    if name == "camp":
        return True if word in YES else False if word in NO else cell
    if name == "settlement":
        return None if word in NO else word
    return word


def _judged(sheet: _Sheet) -> Army | None:
    """Return the army, or None with its faults noted; a sheet without an army row is not read."""
    if sheet.army_line is None:
        return None
    try:
        army = read_list(sheet.stated)
    except ArmyRefused as refused:
        for fault in refused.faults:
            line = sheet.line_of(fault.path)
            if fault.path == ("commander",):
                sheet.fault("import_no_commander_row", line)
            else:
                names = [step for step in fault.path if isinstance(step, str)]
                column = names[-1] if names else None
                sheet.faults.append(ImportFault(fault.code, line, column, fault.params))
        return None
    return None if sheet.faults else army
