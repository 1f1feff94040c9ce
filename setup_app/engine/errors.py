"""Domain errors with stable codes. `setup_app.web.problems` turns them into HTTP responses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from setup_app.engine.values import Violation


class DomainError(Exception):
    """A refusal with a stable `code`, parameters for its sentence, and every violation found."""

    def __init__(
        self,
        code: str,
        params: Mapping[str, Any] | None = None,
        *,
        violations: tuple[Violation, ...] = (),
    ) -> None:
        super().__init__(code, dict(params or {}))
        self.code = code
        self.params: dict[str, Any] = dict(params or {})
        self.violations = violations

    def __str__(self) -> str:
        return f"{self.code} {self.params}" if self.params else self.code


class ReplayMismatch(DomainError):
    """A stored log that does not fit its script: the battle becomes read-only."""

    def __init__(self, entry: int, expected: str, found: str) -> None:
        super().__init__("replay_mismatch", {"entry": entry, "expected": expected, "found": found})


class ScriptFault(Exception):
    """A broken engine rule in a rulebook's script; this is our defect, so never a 4xx."""
