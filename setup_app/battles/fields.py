"""Model fields that store JSON and return it unchanged, byte for byte."""

from __future__ import annotations

import json
from typing import Any

from django.db import models
from django.db.models.query_utils import DeferredAttribute

from setup_app.engine.values import canonical


class _Unread(str):
    """A database value as text that is not decoded yet."""

    __slots__ = ()


class _ReadWhenLookedAt(DeferredAttribute):
    """A descriptor that decodes a value on first access.

    Every move reads a battle's set-up twice with its row, but only a replay needs the value.
    """

    def __get__(self, instance: models.Model | None, cls: Any = None) -> Any:
        found = super().__get__(instance, cls)
        if instance is not None and isinstance(found, _Unread):
            found = instance.__dict__[self.field.attname] = json.loads(found)
        return found

    def __set__(self, instance: models.Model, value: Any) -> None:
        instance.__dict__[self.field.attname] = value


class CanonicalJSONField(models.TextField):  # type: ignore[type-arg]  # generic in its stubs alone
    """A JSON value stored as its canonical text; `values` of a queryset gives the text.

    Heads and digests are hashes over values. PostgreSQL's `jsonb` writes 1e22 as a whole number and
    drops the sign of zero, so a log stored in it would not replay to its own head. Raises
    `ValueError` for NaN and `UnicodeEncodeError` for half a surrogate pair.
    """

    # The types that this attribute accepts and returns, for django-stubs.
    _pyi_private_set_type: Any
    _pyi_private_get_type: Any

    descriptor_class = _ReadWhenLookedAt

    def get_prep_value(self, value: Any) -> str:
        return canonical(value).decode()

    def from_db_value(self, value: str | None, expression: Any, connection: Any) -> Any:
        return None if value is None else _Unread(value)

    def to_python(self, value: Any) -> Any:
        return value

    def value_to_string(self, obj: models.Model) -> str:
        return self.get_prep_value(self.value_from_object(obj))
