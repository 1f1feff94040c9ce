"""An army list on its page: facts, then rows, in the rulebook's words."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from setup_app.armies.fields import Column, Fields, Kind, Rows, fields_of
from setup_app.armies.rulebooks import rulebook_of
from setup_app.armies.wording import text_of, word
from setup_app.engine.rulebook import Rulebook

IN_A_LINE: Final = 3
"""The number of fields up to which rows are shown as lines; longer rows form a table."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A value for display; the `label` of a number names it if no column does."""

    words: SafeString | str
    number: bool
    label: str = ""


@dataclass(frozen=True, slots=True)
class RowsShown:
    """All rows of a kind; `none` is the text without rows, `counted` the text above the table."""

    title: str
    heads: tuple[Cell, ...]
    rows: tuple[tuple[Cell, ...], ...]
    none: str
    counted: str
    in_a_line: bool


def facts(army: Mapping[str, Any]) -> list[tuple[str, SafeString | str]]:
    """Return a list's values except its name and rows, as labels and words."""
    rulebook = rulebook_of(army)
    fields = fields_of(rulebook)
    return [
        (capfirst(word(rulebook, name)), words)
        for name in fields.names
        if name != "name"
        and name not in fields.rows
        and (words := _fact(rulebook, fields, name, army))
    ]


def rows(army: Mapping[str, Any]) -> list[RowsShown]:
    """Return the kinds of rows that a list has."""
    rulebook = rulebook_of(army)
    return [
        _rows(rulebook, name, rows, army.get(name, ()))
        for name, rows in fields_of(rulebook).rows.items()
    ]


def _fact(
    rulebook: Rulebook, fields: Fields, name: str, army: Mapping[str, Any]
) -> SafeString | str:
    if name in fields.columns:
        return _words(rulebook, fields.columns[name], army.get(name))
    part = army.get(name) or {}
    said = (_words(rulebook, each, part.get(each.name)) for each in fields.parts[name])
    return format_html_join(", ", "{}", ((words,) for words in said if words))


def _rows(rulebook: Rulebook, name: str, rows: Rows, stated: Any) -> RowsShown:
    heads = (name, *(column.name for column in rows.columns[1:]))
    return RowsShown(
        title=text_of(rulebook, f"{name}.many") or capfirst(word(rulebook, name)),
        heads=tuple(
            Cell(capfirst(word(rulebook, head)), column.kind is Kind.NUMBER)
            for head, column in zip(heads, rows.columns, strict=True)
        ),
        rows=tuple(
            tuple(
                Cell(
                    _words(rulebook, column, row.get(column.name)),
                    column.kind is Kind.NUMBER,
                    word(rulebook, column.name),
                )
                for column in rows.columns
            )
            for row in stated
        ),
        none=text_of(rulebook, f"{name}.none") or _("None."),
        counted=_counted(rulebook, name, rows, stated),
        in_a_line=len(rows.columns) <= IN_A_LINE,
    )


def _counted(rulebook: Rulebook, name: str, rows: Rows, stated: Any) -> str:
    """Return the row counts by the words of their first choice, if the rulebook names them."""
    said = text_of(rulebook, f"{name}.counted")
    column = next((each for each in rows.columns if each.kind is Kind.ONE), None)
    if said is None or column is None:
        return ""
    chosen = [row.get(column.name) for row in stated]
    return said.format(**{choice: chosen.count(choice) for choice in column.choices})


def _words(rulebook: Rulebook, column: Column, value: Any) -> SafeString | str:
    match column.kind:
        case Kind.TEXT:
            return format_html("<bdi>{}</bdi>", value) if value else ""
        case Kind.SEVERAL:
            return ", ".join(word(rulebook, each) for each in value or ())
        case Kind.YES_OR_NO:
            return _("yes") if value else _("no")
        case Kind.ONE:
            return word(rulebook, value) if value else _("none")
        case Kind.NUMBER:
            return "" if value is None else str(value)
        case Kind.GIVEN if value == rulebook.id:
            return rulebook.title
    return str(value or "")
