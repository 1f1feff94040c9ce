"""What does each move read and write? Statements that are put together once.

To build and compile the three as querysets each time took a tenth of a move.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, TypeVar

from django.db import connection, models

Row = TypeVar("Row", bound=models.Model)


def locked_row(model: type[Row], name: str, value: object) -> Row | None:
    """The row of which a unique column has this value, locked to the end of the transaction."""
    found = model._base_manager.raw(_selection(model, name, connection.vendor), [value])
    return next(iter(found), None)


def add_rows(model: type[models.Model], rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert rows of which every column but the key is given, by the name of its attribute."""
    columns, statement = _insertion(model, connection.vendor)
    with connection.cursor() as cursor:
        cursor.executemany(statement, [_prepared(columns, row) for row in rows])


def change_row(row: models.Model, changed: Mapping[str, Any]) -> None:
    """Write these attributes of a row that is there, and set them on it."""
    for name, value in changed.items():
        setattr(row, name, value)
    columns, statement = _change(type(row), tuple(changed), connection.vendor)
    with connection.cursor() as cursor:
        cursor.execute(statement, [*_prepared(columns, changed), row.pk])


def _prepared(columns: Iterable[Any], values: Mapping[str, Any]) -> list[Any]:
    return [field.get_db_prep_save(values[field.attname], connection) for field in columns]


@cache
def _selection(model: type[models.Model], name: str, vendor: str) -> str:
    names = ", ".join(_quoted_column(each) for each in model._meta.concrete_fields)
    where = _quoted_column(model._meta.get_field(name))
    # SQLite has one lock for all rows, which the transaction took as it began.
    lock = " FOR UPDATE" if connection.features.has_select_for_update else ""
    return f"SELECT {names} FROM {_quoted(model._meta.db_table)} WHERE {where} = %s{lock}"


@cache
def _insertion(model: type[models.Model], vendor: str) -> tuple[tuple[Any, ...], str]:
    columns = tuple(each for each in model._meta.concrete_fields if not each.primary_key)
    names = ", ".join(_quoted_column(each) for each in columns)
    values = ", ".join(["%s"] * len(columns))
    return columns, f"INSERT INTO {_quoted(model._meta.db_table)} ({names}) VALUES ({values})"


@cache
def _change(
    model: type[models.Model], names: tuple[str, ...], vendor: str
) -> tuple[tuple[Any, ...], str]:
    of_model = {each.attname: each for each in model._meta.concrete_fields}
    columns = tuple(of_model[name] for name in names)
    said = ", ".join(f"{_quoted_column(each)} = %s" for each in columns)
    assert model._meta.pk is not None
    key = _quoted_column(model._meta.pk)
    return columns, f"UPDATE {_quoted(model._meta.db_table)} SET {said} WHERE {key} = %s"


def _quoted_column(field: Any) -> str:
    return _quoted(field.column)


def _quoted(name: str) -> str:
    return str(connection.ops.quote_name(name))
