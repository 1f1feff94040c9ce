"""What does each move read and write? Statements that are put together once.

To build and compile the three as querysets each time took a tenth of a move. Values are prepared as
a queryset prepares them; nothing is filled in, and no signal is sent.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, TypeVar

from django.db import connection, models, transaction

Row = TypeVar("Row", bound=models.Model)


def locked_row(model: type[Row], **by: object) -> Row | None:
    """The row of which a unique column has this value, locked to the end of the transaction.

    Raises `TransactionManagementError` outside of one.
    """
    ((name, value),) = by.items()
    if not connection.in_atomic_block:
        raise transaction.TransactionManagementError("a lock needs a transaction")
    column, statement = _selection(model, name, connection.vendor)
    sought = column.get_db_prep_value(value, connection)
    found = model._base_manager.using(connection.alias).raw(statement, [sought])
    return next(iter(found), None)


def add_rows(model: type[models.Model], rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert rows of which every column but the key is given, by the name of its attribute.

    Raises `ValueError` where one is missing, or is not there.
    """
    columns, statement = _insertion(model, connection.vendor)
    names = {each.attname for each in columns}
    for row in rows:
        if row.keys() != names:
            raise ValueError(f"{model.__name__}: {sorted(row.keys() ^ names)}")
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


# Names are quoted and rows are locked as the database's vendor does: he is part of what is kept.


@cache
def _selection(model: type[models.Model], name: str, vendor: str) -> tuple[Any, str]:
    sought: Any = model._meta.get_field(name)
    names = ", ".join(_quoted(each.column) for each in _columns(model))
    # SQLite has one lock for all rows, which the transaction took as it began.
    lock = " FOR UPDATE" if connection.features.has_select_for_update else ""
    where = f"{_quoted(sought.column)} = %s{lock}"
    return sought, f"SELECT {names} FROM {_quoted(model._meta.db_table)} WHERE {where}"


@cache
def _insertion(model: type[models.Model], vendor: str) -> tuple[tuple[Any, ...], str]:
    columns = tuple(each for each in _columns(model) if not each.primary_key)
    names = ", ".join(_quoted(each.column) for each in columns)
    values = ", ".join(["%s"] * len(columns))
    return columns, f"INSERT INTO {_quoted(model._meta.db_table)} ({names}) VALUES ({values})"


@cache
def _change(
    model: type[models.Model], names: tuple[str, ...], vendor: str
) -> tuple[tuple[Any, ...], str]:
    of_model = {each.attname: each for each in _columns(model)}
    columns = tuple(of_model[name] for name in names)
    assignments = ", ".join(f"{_quoted(each.column)} = %s" for each in columns)
    (key,) = (each for each in of_model.values() if each.primary_key)
    table = _quoted(model._meta.db_table)
    return columns, f"UPDATE {table} SET {assignments} WHERE {_quoted(key.column)} = %s"


def _columns(model: type[models.Model]) -> Sequence[Any]:
    return model._meta.concrete_fields


def _quoted(name: str) -> str:
    return str(connection.ops.quote_name(name))
