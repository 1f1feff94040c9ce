"""The fields of a rulebook's lists, from its JSON Schema, for the form, the page and CSV.

Supported at the top level and in an object or array row: text, whole numbers, numbers, booleans,
one of several words, several of several words, and constants. Anything else in a schema can be
stated over the API and imported as JSON, but is not shown.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from setup_app.engine.rulebook import Rulebook
from setup_app.rulebooks.army_faults import MAX_NAME_LENGTH

MAX_DIGITS: Final = 9
_DECIMAL: Final = re.compile(r"-?[0-9]{1,9}([.,][0-9]{1,9})?")

ARMY: Final = "army"
"""The key of the list itself, beside the names of its parts and rows."""


class Kind(StrEnum):
    """The input type of a field; the form renders each type differently."""

    TEXT = "text"
    NUMBER = "number"
    YES_OR_NO = "check"
    ONE = "select"
    SEVERAL = "checks"
    GIVEN = "given"


@dataclass(frozen=True, slots=True)
class Column:
    """One field. `limits` and `whole` apply to numbers, `longest` to texts, `choices` to words."""

    name: str
    kind: Kind
    choices: tuple[str, ...] = ()
    limits: tuple[float, float] = (0, 0)
    whole: bool = True
    longest: int = MAX_NAME_LENGTH
    may_be_none: bool = False
    needed: bool = False

    def number(self, text: str) -> int | float | str:
        """Return the number in a text; any other text unchanged, to be refused later."""
        if text.isascii() and text.isdigit() and len(text) <= MAX_DIGITS:
            return int(text)
        if self.whole or not _DECIMAL.fullmatch(text):
            return text
        return float(text.replace(",", "."))


@dataclass(frozen=True, slots=True)
class Rows:
    """The fields of each row of an array, and how many rows there may be."""

    columns: tuple[Column, ...]
    most: int


@dataclass(frozen=True, slots=True)
class Fields:
    """A list's fields by name, in the order of the schema: columns, composite parts, rows."""

    columns: Mapping[str, Column]
    parts: Mapping[str, tuple[Column, ...]]
    rows: Mapping[str, Rows]
    names: tuple[str, ...]

    def all(self) -> Iterator[Column]:
        """Yield every column, those of parts and rows after the list's own."""
        yield from self.columns.values()
        for columns in (*self.parts.values(), *(each.columns for each in self.rows.values())):
            yield from columns


def fields_of(rulebook: Rulebook) -> Fields:
    """Return the fields of a rulebook's lists."""
    columns: dict[str, Column] = {}
    parts: dict[str, tuple[Column, ...]] = {}
    rows: dict[str, Rows] = {}
    for name, schema in rulebook.army_schema.get("properties", {}).items():
        items = schema.get("items", {})
        if "properties" in schema:
            parts[name] = tuple(_columns(schema))
        elif "properties" in items:
            rows[name] = Rows(tuple(_columns(items)), schema.get("maxItems", 100))
    for column in _columns(rulebook.army_schema):
        columns[column.name] = column
    known = (*columns, *parts, *rows)
    names = (name for name in rulebook.army_schema.get("properties", {}) if name in known)
    return Fields(columns, parts, rows, tuple(names))


def in_order(schema: Mapping[str, Any], stated: Any) -> Any:
    """Return a stated value with its fields in the order of the schema.

    PostgreSQL keeps an object's fields in an order of its own.
    """
    if isinstance(stated, list):
        return [in_order(schema.get("items", {}), each) for each in stated]
    if not isinstance(stated, dict):
        return stated
    properties = schema.get("properties", {})
    known = {
        name: in_order(properties[name], stated[name]) for name in properties if name in stated
    }
    return known | {name: stated[name] for name in stated if name not in known}


def _columns(schema: Mapping[str, Any]) -> Iterator[Column]:
    for name, field in schema.get("properties", {}).items():
        column = _column(name, field, needed=name in schema.get("required", ()))
        if column is not None:
            yield column


def _column(name: str, schema: Mapping[str, Any], *, needed: bool) -> Column | None:
    items = schema.get("items", {})
    if "const" in schema:
        return Column(name, Kind.GIVEN, (str(schema["const"]),))
    if "enum" in schema:
        words = _words(schema["enum"])
        may_be_none = None in schema["enum"]
        return (
            Column(name, Kind.ONE, words, may_be_none=may_be_none, needed=needed) if words else None
        )
    if "enum" in items:
        words = _words(items["enum"])
        return Column(name, Kind.SEVERAL, words, needed=needed) if words else None
    match schema.get("type"):
        case "boolean":
            return Column(name, Kind.YES_OR_NO)
        case "integer" | "number":
            limits = (schema.get("minimum", 0), schema.get("maximum", 1_000_000))
            whole = schema["type"] == "integer"
            return Column(name, Kind.NUMBER, limits=limits, whole=whole, needed=needed)
        case "string":
            longest = schema.get("maxLength", MAX_NAME_LENGTH)
            return Column(name, Kind.TEXT, longest=longest, needed=needed)
    return None


def _words(choices: Iterable[Any]) -> tuple[str, ...]:
    """Return the choices that are words; none if another kind of value can be chosen."""
    words = tuple(each for each in choices if each is not None)
    return words if all(isinstance(each, str) for each in words) else ()
