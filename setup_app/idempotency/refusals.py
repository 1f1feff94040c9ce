"""Store a `DomainError` as codes and parameters, and restore it. No sentences are stored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from setup_app.engine.errors import DomainError
from setup_app.engine.values import Violation


def as_json(error: DomainError) -> dict[str, Any]:
    return {
        "code": error.code,
        "params": error.params,
        "violations": [asdict(violation) for violation in error.violations],
    }


def from_json(kept: Mapping[str, Any]) -> DomainError:
    return DomainError(
        kept["code"],
        kept["params"],
        violations=tuple(
            Violation(**{**each, "pieces": tuple(each["pieces"])}) for each in kept["violations"]
        ),
    )
