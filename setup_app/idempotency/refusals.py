"""Store a `DomainError` as codes and parameters, and restore it.

No sentences are stored. A parameter may be a translated phrase; it is stored in the language of the
request, since JSON has no lazy values.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from rest_framework.utils.encoders import JSONEncoder

from setup_app.engine.errors import DomainError
from setup_app.engine.values import Violation


def to_json(value: Any) -> Any:
    """Return a value as it is read back from storage, without anything lazy."""
    return json.loads(json.dumps(value, cls=JSONEncoder, allow_nan=False))


def as_json(error: DomainError) -> dict[str, Any]:
    stored: dict[str, Any] = to_json(
        {
            "code": error.code,
            "params": error.params,
            "violations": [asdict(violation) for violation in error.violations],
        }
    )
    return stored


def from_json(kept: Mapping[str, Any]) -> DomainError:
    return DomainError(
        kept["code"],
        kept["params"],
        violations=tuple(
            Violation(**{**each, "pieces": tuple(each["pieces"])}) for each in kept["violations"]
        ),
    )
