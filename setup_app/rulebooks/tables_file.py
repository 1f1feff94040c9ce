"""Does a rulebook's data file say what it must, and if not, on which line does it fail?

Any rulebook reads its files through `Table`: a file is complete and known to the last key, or it
is refused with file and line, before anything is played by it.
"""

import re
import tomllib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from setup_app.rulebooks.toml_lines import Path as Keys
from setup_app.rulebooks.toml_lines import lines_of


class RulebookFileError(Exception):
    """A data file that cannot be read or breaks a rule: `file`, `line` (from 1), `problem`."""

    def __init__(self, file: Path, line: int, problem: str) -> None:
        super().__init__(f"{file}:{line}: {problem}")
        self.file = file
        self.line = line
        self.problem = problem


def read_tables_file(file: Path) -> "Table":
    """Read a TOML file as a table whose values remember their lines.

    Raises RulebookFileError for a file that is missing, is not UTF-8 or is not TOML.
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
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RulebookFileError(file, _line_of(error, text), f"no valid TOML: {error}") from error
    return Table(file, (), values, lines_of(text))


def _line_of(error: tomllib.TOMLDecodeError, text: str) -> int:
    """Find the line that `tomllib` states; in Python 3.11 only its message does."""
    stated = re.search(r"at line (\d+)", str(error))
    return int(stated.group(1)) if stated else len(text.splitlines()) or 1


@dataclass(frozen=True)
class Table:
    """One table of a file; what is asked of it is there and of the right type, or it raises.

    Every method that reads raises RulebookFileError at the line of the value that is at fault; for
    a missing key that is the line where the table begins.
    """

    file: Path
    path: Keys
    values: Mapping[str, object]
    lines: Mapping[Keys, int]

    def __contains__(self, key: str) -> bool:
        return key in self.values

    def __iter__(self) -> Iterator[str]:
        return iter(self.values)

    def line(self, *keys: str | int) -> int:
        """Give the line of this table, or of what the keys lead to from it."""
        return self.lines[(*self.path, *keys)]

    def fault(self, problem: str, *keys: str | int) -> RulebookFileError:
        """Make the error to be raised for a value that is read well but means nothing good."""
        return RulebookFileError(self.file, self.line(*keys), problem)

    def expect(self, *required: str, optional: Collection[str] = ()) -> None:
        """Raise for the first key that nobody knows, then for the first that is missing."""
        for key in self.values:
            if key not in required and key not in optional:
                raise self.fault(f"unknown key {key!r}", key)
        for key in required:
            if key not in self.values:
                raise self.fault(f"missing key {key!r}")

    def word(self, key: str) -> str:
        """Read a string that is not empty."""
        return _word(self._value(key), self, key)

    def word_of(self, key: str, known: Collection[str], what: str) -> str:
        """Read a string that must be among the known ones; `what` says what it names."""
        word = self.word(key)
        if word not in known:
            raise self.fault(f"unknown {what} {word!r}", key)
        return word

    def words(self, key: str) -> tuple[str, ...]:
        """Read a list of strings, none twice."""
        words = tuple(
            _word(value, self, key, index) for index, value in enumerate(self.sequence(key))
        )
        for index, word in enumerate(words):
            if word in words[:index]:
                raise self.fault(f"{word!r} stands twice in {key!r}", key, index)
        return words

    def words_of(self, key: str, known: Collection[str], what: str) -> tuple[str, ...]:
        """Read a list of at least one string, each among the known ones."""
        words = self.words(key)
        if not words:
            raise self.fault(f"{key!r} is empty", key)
        for index, word in enumerate(words):
            if word not in known:
                raise self.fault(f"unknown {what} {word!r}", key, index)
        return words

    def whole(self, key: str, *, least: int = 0) -> int:
        """Read a whole number that is not below the least."""
        value = self._value(key)
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.fault(f"{key!r} must be a whole number", key)
        if value < least:
            raise self.fault(f"{key!r} must be at least {least}", key)
        return value

    def number(self, key: str) -> float:
        """Read a finite number that is not negative; a whole one stays an `int`."""
        value = self._value(key)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.fault(f"{key!r} must be a number", key)
        if not 0 <= value < float("inf"):
            raise self.fault(f"{key!r} must be finite and not negative", key)
        return value

    def flag(self, key: str) -> bool:
        """Read true or false."""
        value = self._value(key)
        if not isinstance(value, bool):
            raise self.fault(f"{key!r} must be true or false", key)
        return value

    def sequence(self, key: str) -> tuple[object, ...]:
        """Read a list of anything; its elements are the caller's to check."""
        value = self._value(key)
        if not isinstance(value, list):
            raise self.fault(f"{key!r} must be a list", key)
        return tuple(value)

    def table(self, key: str) -> "Table":
        """Read a table within this one."""
        value = self._value(key)
        if not isinstance(value, dict):
            raise self.fault(f"{key!r} must be a table", key)
        return Table(self.file, (*self.path, key), value, self.lines)

    def tables(self, key: str) -> tuple["Table", ...]:
        """Read a list of tables, in their order; it may be empty."""
        found = []
        for index, value in enumerate(self.sequence(key)):
            if not isinstance(value, dict):
                raise self.fault(f"{key!r} must hold tables only", key, index)
            found.append(Table(self.file, (*self.path, key, index), value, self.lines))
        return tuple(found)

    def _value(self, key: str) -> object:
        if key not in self.values:
            raise self.fault(f"missing key {key!r}")
        return self.values[key]


def _word(value: object, table: Table, *keys: str | int) -> str:
    if not isinstance(value, str) or not value.strip():
        raise table.fault(f"{keys[0]!r} must hold text", *keys)
    return value
