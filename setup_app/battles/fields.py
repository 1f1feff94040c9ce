"""How does JSON survive a database unchanged, byte for byte?"""

from __future__ import annotations

import json
from typing import Any

from django.db import models

from setup_app.script.values import canonical


class CanonicalJSONField(models.TextField):  # type: ignore[type-arg]  # generic in its stubs alone
    """A JSON value as its canonical text.

    Heads and digests are hashes over values: PostgreSQL's `jsonb` writes 1e22 as a whole number
    and forgets the sign of zero, so a log kept in it would not replay to its own head. Raises
    `ValueError` for NaN and `UnicodeEncodeError` for half a surrogate pair.
    """

    # Of which types a model's attribute is, as django-stubs asks: what goes in, what comes out.
    _pyi_private_set_type: Any
    _pyi_private_get_type: Any

    def get_prep_value(self, value: Any) -> str:
        return canonical(value).decode()

    def from_db_value(self, value: str | None, expression: Any, connection: Any) -> Any:
        return None if value is None else json.loads(value)

    def to_python(self, value: Any) -> Any:
        return value

    def value_to_string(self, obj: models.Model) -> str:
        return self.get_prep_value(self.value_from_object(obj))
