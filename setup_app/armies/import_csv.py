"""Read an army from CSV text, with the line of every fault.

The first row shows the separator: comma, semicolon or tab. Cells become the decoded JSON that the
rulebook reads, so that one place judges lists; each fault then finds its line again.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from setup_app.armies.csv_layout import NO, ROW, YES, as_meant, columns_of, header_of, row_kind
from setup_app.armies.fields import ARMY, Column, Fields, Kind, fields_of
from setup_app.armies.points import with_total
from setup_app.armies.rulebooks import read_list
from setup_app.engine.rulebook import Rulebook
from setup_app.rulebooks import registry
from setup_app.rulebooks.army_faults import MAX_FAULTS, ArmyRefused, Path, describe_value
from setup_app.spreadsheets.faults import ImportFault, ImportRefused
from setup_app.spreadsheets.rows import Row, read_until_fault
from setup_app.spreadsheets.tables import MAX_COLUMNS, ignored_columns, too_wide
from setup_app.spreadsheets.tables import header_of as column_names

MAX_ROWS: Final = 400


@dataclass(slots=True)
class _Sheet:
    """The state of reading: the stated list, the lines of its parts, and the faults."""

    stated: dict[str, Any] = field(default_factory=dict)
    lines: dict[Path, int] = field(default_factory=dict)
    faults: list[ImportFault] = field(default_factory=list)
    army_line: int | None = None

    def fault(self, code: str, line: int | None, column: str | None = None, **params: Any) -> None:
        self.faults.append(ImportFault(code, line, column, params))

    def line_of(self, path: Path) -> int:
        """Return the line of a part of the list, or else of the army's row."""
        for length in (2, 1):
            if path[:length] in self.lines:
                return self.lines[path[:length]]
        return self.army_line or 1


@dataclass(frozen=True)
class ArmyTable:
    """The army of a CSV text, and the names of its columns that were ignored."""

    army: Mapping[str, Any]
    ignored: tuple[str, ...]


def read_csv(text: str, *, rulebook_id: str | None = None) -> ArmyTable:
    """Return the army of a CSV text; raises `ImportRefused` with every fault and its line.

    A text that names no rulebook is read by `rulebook_id`, else by the first one. A blank total is
    the sum of the rows' points.
    """
    sheet = _Sheet()
    rows, fault = read_until_fault(text, most=MAX_ROWS - 1)
    if fault is not None:
        sheet.faults.append(fault)
    if len(rows) > MAX_ROWS:
        sheet.fault("import_too_many_rows", rows[MAX_ROWS][0], most=MAX_ROWS)
    rulebook = _rulebook(rows, rulebook_id)
    header = header_of(rulebook)
    columns = _columns(rows, sheet, header)
    ignored: tuple[str, ...] = ()
    if columns:
        ignored = ignored_columns(rows[0][1], columns, header, rows[1:])
        sheet.faults += too_wide(rows[1:], len(columns))
        fields = fields_of(rulebook)
        sheet.stated.update({name: [] for name in fields.rows})
        for line, cells in rows[1:]:
            _take(sheet, line, dict(zip(columns, cells, strict=False)), fields)
        if sheet.army_line is None:
            sheet.fault("import_no_army_row", None)
        sheet.stated = {"rulebook": rulebook.id, **with_total(sheet.stated, rulebook)}
    army = _judged(sheet)
    if army is None:
        raise ImportRefused(tuple(sheet.faults[:MAX_FAULTS]), rulebook)
    return ArmyTable(army, ignored)


def _rulebook(rows: list[Row], otherwise: str | None) -> Rulebook:
    """Return the rulebook that the army's row names; the first one if it names no known one, and
    the other one if it names none.
    """
    names = column_names(rows[0][1]) if rows else []
    for _, cells in rows[1:]:
        by_name = dict(zip(names, (cell.strip().lower() for cell in cells), strict=False))
        if by_name.get(ROW) == ARMY:
            return registry.known_or_first(by_name.get("rulebook") or otherwise)
    return registry.known_or_first(otherwise)


def _columns(rows: list[Row], sheet: _Sheet, header: tuple[str, ...]) -> list[str]:
    """Return the names in the first row; none, with a fault recorded, if they are not usable."""
    if not rows:
        return []
    line, cells = rows[0]
    columns = column_names(cells)
    if len(columns) > MAX_COLUMNS:
        sheet.fault("import_too_many_cells", line, most=len(header), found=len(columns))
        return []
    if ROW not in columns:
        sheet.fault("import_no_header", line, expected=list(header))
        return []
    for name in header:
        if columns.count(name) > 1:
            sheet.fault("import_column_twice", line, name)
    return columns


def _take(sheet: _Sheet, line: int, cells: Mapping[str, str], fields: Fields) -> None:
    """Add one row to the stated list."""
    by_name = {name: cell.strip() for name, cell in cells.items()}
    kind = by_name.pop(ROW, "").lower()
    layout = columns_of(fields)
    if kind not in layout:
        sheet.fault(
            "import_unknown_row", line, ROW, found=describe_value(kind), choices=list(layout)
        )
        return
    used = layout[kind]
    known = {name for columns in layout.values() for name in columns}
    for name, cell in by_name.items():
        if cell and name in known and name not in used:
            sheet.fault("import_cell_not_used", line, name, row=kind, used=list(used))
    values = {
        name: _value(column, by_name[name])
        for name, column in used.items()
        if by_name.get(name) or (name in by_name and (column.may_be_none or name == "name"))
    }
    rows = next((name for name in fields.rows if row_kind(name) == kind), None)
    if rows is not None:
        sheet.lines[rows, len(sheet.stated[rows])] = line
        sheet.stated[rows].append(values)
    elif kind == ARMY:
        if sheet.army_line is not None:
            sheet.fault("import_row_twice", line, ROW, row=kind, first=sheet.army_line)
            return
        sheet.stated.update(values)
        sheet.army_line = line
    elif kind in sheet.stated:
        sheet.fault("import_row_twice", line, ROW, row=kind, first=sheet.lines[(kind,)])
    else:
        sheet.stated[kind] = values
        sheet.lines[(kind,)] = line


def _value(column: Column, cell: str) -> Any:
    """Return the value of a cell; an invalid one stays text, for the rulebook to refuse."""
    word = cell.lower()
    match column.kind:
        case Kind.TEXT:
            return as_meant(cell)
        case Kind.NUMBER:
            return column.number(cell)
        case Kind.SEVERAL:
            return word.replace(",", " ").replace(";", " ").replace("|", " ").split()
        case Kind.YES_OR_NO:
            return True if word in YES else False if word in NO else cell
        case _:
            return None if column.may_be_none and word in ("", *NO) else word


def _judged(sheet: _Sheet) -> Mapping[str, Any] | None:
    """Return the army, or None with its faults recorded; a sheet without an army row is not
    read.
    """
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
