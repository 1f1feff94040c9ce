"""Read a rulebook's data file by its schema, and name the line of a fault.

A file is TOML, read by the standard library and validated against a JSON Schema. Neither reports
lines, so the line is searched for only when there is a fault.
"""

import json
import math
import re
import tomllib
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from jsonschema import Draft202012Validator, ValidationError
from jsonschema.validators import extend

Keys: TypeAlias = tuple[str | int, ...]
"""The path to a value: the names of tables and the indices of lists."""

_UNKNOWN = "unknown key"

# JSON accepts 50.0 as a whole number and has neither inf nor nan; TOML is literal.
_Validator = extend(
    Draft202012Validator,
    type_checker=Draft202012Validator.TYPE_CHECKER.redefine_many(
        {
            "integer": lambda _, value: type(value) is int,
            "number": lambda _, value: type(value) is int or _finite(value),
        }
    ),
)


class RulebookFileError(Exception):
    """A data file that cannot be read or breaks a rule: `file`, `line` (from 1), `problem`."""

    def __init__(self, file: Path, line: int, problem: str) -> None:
        super().__init__(f"{file}:{line}: {problem}")
        self.file = file
        self.line = line
        self.problem = problem


@dataclass(frozen=True)
class TablesFile:
    """A file as it was read: its text and its values."""

    file: Path
    text: str
    values: Mapping[str, Any]

    def fault(self, problem: str, *keys: str | int) -> RulebookFileError:
        """Return the error to raise for the value at these keys.

        For a missing value it names the line of the table that should contain it.
        """
        where = ".".join(str(key) for key in keys)
        line = line_of(self.text, keys)
        return RulebookFileError(self.file, line, f"{where}: {problem}" if where else problem)

    def once(self, tables: str, key: str) -> None:
        """Raise for the first of a list of tables with the name of an earlier one."""
        self.different([row[key] for row in self.values[tables]], tables, then=(key,))

    def different(self, named: Iterable[Hashable], *keys: str | int, then: Keys = ()) -> None:
        """Raise for the first duplicate name; the keys lead to the list."""
        seen = set()
        for index, name in enumerate(named):
            if name in seen:
                raise self.fault(f"{name!r} appears twice", *keys, index, *then)
            seen.add(name)


def read_tables_file(
    file: Path, schema: Path | None = None, words: Mapping[str, Any] | None = None
) -> TablesFile:
    """Return a TOML file checked against a JSON Schema, whose `$defs` are joined by `words`.

    Raises RulebookFileError for a file that is missing, is not UTF-8 or is not TOML, and for the
    first line that the schema refuses.
    """
    try:
        content = file.read_bytes()
    except OSError as error:
        raise RulebookFileError(file, 1, f"the file cannot be read: {error.strerror}") from error
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise RulebookFileError(file, line, "the text is not UTF-8") from error
    try:
        read = TablesFile(file, text, tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise RulebookFileError(file, _stated(error, text), f"no valid TOML: {error}") from error
    if schema is not None:
        held_to = json.loads(schema.read_text("utf-8"))
        held_to["$defs"] = {**held_to.get("$defs", {}), **(words or {})}
        faults = [_fault(read, error) for error in _Validator(held_to).iter_errors(read.values)]
        if faults:
            # A misspelt key is also a missing one; the misspelling says more.
            raise min(faults, key=lambda fault: (_UNKNOWN not in fault.problem, fault.line))
    return read


def line_of(text: str, keys: Keys) -> int:
    """Return the line, from 1, on which a value of a valid TOML text begins.

    That is the first line up to which the text, with its open lists closed, holds the value. For a
    missing value it is the line of the innermost table or list that the keys name.
    """
    lines = text.split("\n")
    for depth in range(len(keys), 0, -1):
        for count in range(1, len(lines) + 1):
            if _holds("\n".join(lines[:count]), keys[:depth]):
                return count
    return 1


def _holds(text: str, keys: Keys) -> bool:
    for closing in ("", "\n]", "\n]]"):
        try:
            value: Any = tomllib.loads(text + closing)
            for key in keys:
                value = value[key]
        except (tomllib.TOMLDecodeError, LookupError, TypeError):
            continue
        return True
    return False


def _fault(read: TablesFile, error: ValidationError) -> RulebookFileError:
    keys: Keys = tuple(error.absolute_path)
    if error.validator == "additionalProperties":
        known: Mapping[str, Any] = error.schema.get("properties", {})
        unknown = next(key for key in error.instance if key not in known)
        return read.fault(_UNKNOWN, *keys, unknown)
    return read.fault(error.message, *keys)


def _finite(value: object) -> bool:
    return isinstance(value, float) and math.isfinite(value)


def _stated(error: tomllib.TOMLDecodeError, text: str) -> int:
    """Return the line that `tomllib` states; in Python 3.11 only its message does."""
    stated = re.search(r"at line (\d+)", str(error))
    return int(stated.group(1)) if stated else len(text.splitlines()) or 1
