"""Faults of an imported text and their positions."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext

from setup_app.engine.errors import DomainError
from setup_app.engine.rulebook import Rulebook
from setup_app.engine.values import Violation


@dataclass(frozen=True, slots=True)
class ImportFault:
    """One fault; `line` counts from 1, `column` names a CSV column or a JSON pointer.

    `line` is None if the fault concerns the whole text, or a field that was not read from a text.
    """

    code: str
    line: int | None
    column: str | None = None
    params: Mapping[str, Any] = field(default_factory=dict)

    @property
    def place(self) -> str:
        """Return the place as players say it: “line 7, bases”."""
        if self.line is None:
            return capfirst(self.column) if self.column else gettext("the file")
        if not self.column:
            return gettext("line %(line)d") % {"line": self.line}
        place = {"line": self.line, "column": self.column}
        return gettext("line %(line)d, %(column)s") % place

    def spelt(self) -> dict[str, Any]:
        """Return the parameters with lists spelled out for sentences."""
        return {
            name: ", ".join(value) if isinstance(value, list) else value
            for name, value in self.params.items()
        }


class ImportRefused(DomainError):
    """A refused text, from which nothing was stored; `faults` are in the order of their lines.

    `rulebook` is that of the first list in it, if it can be determined.
    """

    def __init__(self, faults: tuple[ImportFault, ...], rulebook: Rulebook | None = None) -> None:
        self.rulebook = rulebook
        self.faults = tuple(sorted(faults, key=lambda fault: fault.line or 0))
        super().__init__(
            "import_refused",
            {"faults": len(faults)},
            violations=tuple(
                Violation(
                    fault.code,
                    params={"path": fault.place, **fault.spelt()},
                )
                for fault in self.faults
            ),
        )


def refusal(code: str, line: int | None = None, **params: object) -> ImportRefused:
    """Return a refusal for one fault."""
    return ImportRefused((ImportFault(code, line, params=params),))
