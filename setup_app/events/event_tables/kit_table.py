"""Kit pieces from a CSV text.

Columns id, types (by their codes or their names on the map, with blanks, commas, semicolons, “/” or
“+” between them), long_mm, short_mm, count, box, section (yes or no), note; the page's own column
headings work as well.
One error anywhere, and nothing is saved; each error names its line.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from setup_app.armies.csv_layout import NO, YES, as_meant, made_safe
from setup_app.engine.names import is_blank, name_key
from setup_app.events.event_tables.type_names import TypeNames, types_in
from setup_app.events.models import MAX_NAME_LENGTH, Event
from setup_app.rulebooks import registry
from setup_app.rulebooks.army_faults import MAX_FAULTS, code_point, describe_value, hidden_in
from setup_app.spreadsheets.faults import ImportFault, ImportRefused
from setup_app.spreadsheets.rows import read_rows
from setup_app.spreadsheets.tables import read_table

COLUMNS: Final = ("id", "types", "long_mm", "short_mm", "count", "box", "section", "note")
ALSO_CALLED: Final = {
    "long": "long_mm",
    "longer side": "long_mm",
    "short": "short_mm",
    "shorter side": "short_mm",
    "copies": "count",
    "type": "types",
    "name": "id",
}
NEEDED: Final = ("id", "types", "long_mm", "short_mm")
LEAST_MM: Final = 10
MAX_MM: Final = 5000
MAX_PIECES: Final = 2000
MAX_COPIES: Final = 2000
MAX_NOTE_LENGTH: Final = 200
MAX_LENGTH: Final = {
    "id": MAX_NAME_LENGTH,
    "types": 1000,
    "box": MAX_NAME_LENGTH,
    "note": MAX_NOTE_LENGTH,
}
MAX_CORNERS: Final = 200
WHOLE: Final = {
    "long_mm": (LEAST_MM, MAX_MM),
    "short_mm": (LEAST_MM, MAX_MM),
    "count": (1, MAX_COPIES),
}


@dataclass(frozen=True)
class KitTable:
    """The pieces of a text, in its order, the names of its columns that were ignored, and the type
    that each nearly right name was read as.
    """

    pieces: list[dict[str, Any]]
    ignored: tuple[str, ...]
    read_as: Mapping[str, str]


def read_kit(text: str, event: Event) -> KitTable:
    """Return the pieces of a CSV text. Raises `ImportRefused` with every error and line."""
    rows = read_rows(text, most=MAX_PIECES)
    table = read_table(rows, known=COLUMNS, needed=NEEDED, also_called=ALSO_CALLED)
    if len(table.rows) > MAX_PIECES:
        most = {"most": MAX_PIECES}
        raise ImportRefused((ImportFault("import_too_many_rows", None, params=most),))
    faults = list(table.faults)
    faults += [fault for line, cells in table.rows for fault in _faults_of_cells(line, cells)]
    if faults:
        raise ImportRefused(tuple(faults[:MAX_FAULTS]))
    names = TypeNames.of(types_of(event))
    read_as: dict[str, str] = {}
    lines = [(line, _piece(cells, names, read_as)) for line, cells in table.rows]
    return KitTable(_judged(lines, event), table.ignored, read_as)


def judged_kit(pieces: Sequence[Mapping[str, Any]], event: Event) -> list[dict[str, Any]]:
    """Return pieces with valid fields, validated as a kit; a position counts as a line. Raises
    `ImportRefused`.
    """
    return _judged([(line, dict(piece)) for line, piece in enumerate(pieces, start=1)], event)


def kit_csv(pieces: Iterable[Mapping[str, Any]]) -> str:
    """Return the pieces as a text that `read_kit` can read; it has no outlines."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for each in pieces:
        cells = {
            **each,
            "types": " ".join(each["types"]),
            "section": "yes" if each["section"] else "no",
        }
        writer.writerow([made_safe(str(cells[name])) for name in COLUMNS])
    # Without the byte order mark, Excel reads UTF-8 as Latin-1.
    return "\ufeff" + out.getvalue()


def _cell(cells: Mapping[str, str], name: str) -> str:
    """Return a cell in one line; an absent column is an empty cell."""
    return " ".join(as_meant(cells.get(name, "").strip()).split())


def _faults_of_cells(line: int, cells: Mapping[str, str]) -> Iterator[ImportFault]:
    for name in ("id", "types"):
        if is_blank(_cell(cells, name)):
            yield ImportFault("army_blank", line, name)
    for name, (least, most) in WHOLE.items():
        text = _cell(cells, name)
        if name == "count" and not text:
            continue
        if not text:
            yield ImportFault("kit_blank", line, name)
        elif not _is_whole(text) or not least <= int(text) <= most:
            bounds = {"found": describe_value(text), "least": least, "most": most}
            yield ImportFault("kit_no_number", line, name, bounds)
    if _cell(cells, "section").lower() not in ("", *YES, *NO):
        found = {"found": describe_value(_cell(cells, "section"))}
        yield ImportFault("kit_no_yes", line, "section", found)
    for name, longest in MAX_LENGTH.items():
        text = _cell(cells, name)
        if len(text) > longest:
            yield ImportFault("army_too_long", line, name, {"found": len(text), "most": longest})
        hidden = hidden_in(text)
        if hidden is not None:
            where = {"position": hidden.start() + 1, "character": code_point(hidden.group())}
            yield ImportFault("army_forbidden_character", line, name, where)


def _is_whole(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= len(str(MAX_MM))


def _piece(cells: Mapping[str, str], names: TypeNames, read_as: dict[str, str]) -> dict[str, Any]:
    """Return the piece of a row; notes in `read_as` the types of nearly right names."""
    types = list(types_in(_cell(cells, "types"), names))
    read_as |= {name: each for name, each in types if names.read(name) is None and name != each}
    return {
        "id": _cell(cells, "id"),
        "types": [each for _name, each in types],
        "long_mm": int(_cell(cells, "long_mm")),
        "short_mm": int(_cell(cells, "short_mm")),
        "count": int(_cell(cells, "count") or 1),
        "box": _cell(cells, "box"),
        "section": _cell(cells, "section").lower() in YES,
        "outline": None,
        "note": _cell(cells, "note"),
    }


def _judged(lines: list[tuple[int, dict[str, Any]]], event: Event) -> list[dict[str, Any]]:
    """Return the pieces with the longer side first and each type once. Raises `ImportRefused`."""
    known = types_of(event)
    faults: list[ImportFault] = []
    met: set[str] = set()
    for line, piece in lines:
        if name_key(piece["id"]) in met:
            faults.append(ImportFault("kit_id_twice", line, "id", {"id": piece["id"]}))
        met.add(name_key(piece["id"]))
        faults += [
            ImportFault(
                "kit_no_type", line, "types", {"found": describe_value(each), "known": known}
            )
            for each in piece["types"]
            if each not in known
        ]
        if piece["outline"] is not None and not _is_outline(piece["outline"]):
            faults.append(ImportFault("kit_no_outline", line, "outline"))
        piece["short_mm"], piece["long_mm"] = sorted((piece["long_mm"], piece["short_mm"]))
        piece["types"] = list(dict.fromkeys(piece["types"]))
    if faults:
        names = TypeNames.of(known)
        raise ImportRefused(tuple(_suggesting(each, names) for each in faults[:MAX_FAULTS]))
    return [piece for _, piece in lines]


def _suggesting(fault: ImportFault, names: TypeNames) -> ImportFault:
    """Return the same error; one about an unknown type with the name that was perhaps meant."""
    if fault.code != "kit_no_type":
        return fault
    near = names.suggest(fault.params["found"])
    return replace(fault, params={**fault.params, "near": near}) if near else fault


def types_of(event: Event) -> list[str]:
    """Return the types of terrain that the event's rulebook knows, including those of its
    flanks.
    """
    territories = registry.known_or_first(event.rulebook).territories
    known = territories() if territories else ()
    found = {row["type"] for each in known for row in each["terrain"]}
    for each in known:
        found |= {kind for row in each["cells"] for box in row for kind in box["flank"]}
    return sorted(found)


def _is_outline(given: Any) -> bool:
    """Return whether it is a GeoJSON polygon in mm with one ring that does not cross itself."""
    from shapely.geometry import Polygon

    if not isinstance(given, Mapping) or set(given) != {"type", "coordinates"}:
        return False
    if given["type"] != "Polygon":
        return False
    rings = given["coordinates"]
    if not isinstance(rings, list) or len(rings) != 1 or not isinstance(rings[0], list):
        return False
    if not 4 <= len(rings[0]) <= MAX_CORNERS or not all(_is_point(each) for each in rings[0]):
        return False
    polygon = Polygon(rings[0])
    return bool(rings[0][0] == rings[0][-1] and polygon.is_valid and polygon.area > 0)


def _is_point(given: Any) -> bool:
    return (
        isinstance(given, list)
        and len(given) == 2
        and all(
            isinstance(each, (int, float)) and not isinstance(each, bool) and abs(each) <= MAX_MM
            for each in given
        )
    )
