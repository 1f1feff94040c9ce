"""Which armies does a JSON text state, one or a list of them, and on which line is what wrong?"""

import json
import re
from typing import Any, Final, NoReturn

from setup_app.armies.import_faults import ImportFault, ImportRefused
from setup_app.armies.rulebooks import read_list
from setup_app.rulebooks.pbs_2023_1.armies import Army
from setup_app.rulebooks.pbs_2023_1.army_faults import (
    MOST_FAULTS,
    ArmyRefused,
    Path,
    shown,
)

MOST_ARMIES_AT_ONCE: Final = 50

_TOKEN: Final = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\]:,]|[^\s{}\[\]:,"]+', re.DOTALL)


class _NotANumber(ValueError):
    pass


def read_json(text: str) -> tuple[Army, ...]:
    """Return the armies of a JSON text; raises `ImportRefused` with every fault and its line."""
    value = _parsed(text)
    places = _Places(text)
    if places.doubled:
        raise ImportRefused(tuple(places.doubled[:MOST_FAULTS]))
    if not isinstance(value, list):
        return (_read(value, (), places),)
    if not value:
        raise ImportRefused((ImportFault("import_empty", 1),))
    if len(value) > MOST_ARMIES_AT_ONCE:
        params = {"most": MOST_ARMIES_AT_ONCE, "found": len(value)}
        raise ImportRefused((ImportFault("army_too_many", 1, "", params),))
    armies: list[Army] = []
    faults: list[ImportFault] = []
    for place, stated in enumerate(value):
        try:
            armies.append(_read(stated, (place,), places))
        except ImportRefused as refused:
            faults.extend(refused.faults)
    if faults:
        raise ImportRefused(tuple(faults[:MOST_FAULTS]))
    return tuple(armies)


def _parsed(text: str) -> Any:
    try:
        return json.loads(text, parse_constant=_refuse_constant)
    except json.JSONDecodeError as broken:
        fault = ImportFault("import_json_broken", broken.lineno, params={"character": broken.colno})
    except _NotANumber as constant:
        word = str(constant)
        found = re.search(rf"[:\[,]\s*{word}", text)
        line = text.count("\n", 0, found.end()) + 1 if found else 1
        fault = ImportFault("import_json_not_a_number", line, params={"found": word})
    except RecursionError:
        fault = ImportFault("import_json_too_deep", None)
    except ValueError:
        # Python reads no whole number of more than 4,300 digits.
        fault = ImportFault("import_json_number_too_long", None)
    raise ImportRefused((fault,))


def _refuse_constant(word: str) -> NoReturn:
    raise _NotANumber(word)


def _read(stated: object, at: Path, places: "_Places") -> Army:
    try:
        return read_list(stated)
    except ArmyRefused as refused:
        raise ImportRefused(
            tuple(
                ImportFault(
                    fault.code,
                    places.line_of((*at, *fault.path)),
                    _pointer((*at, *fault.path)),
                    fault.params,
                )
                for fault in refused.faults
            )
        ) from refused


def _pointer(path: Path) -> str:
    return "".join(f"/{step}" for step in path)


class _Places:
    """The line of every value in a text that is known to be JSON, and the doubled fields.

    A second walk, since `json` tells no positions. It keeps its own stack, and so needs no depth.
    """

    def __init__(self, text: str) -> None:
        self._lines: dict[Path, int] = {}
        self.doubled: list[ImportFault] = []
        stack: list[list[Any]] = []  # per open bracket: the fields seen, or None, and the step
        line, at = 1, 0
        expects_field = False
        for token in _TOKEN.finditer(text):
            line += text.count("\n", at, token.start())
            at = token.start()
            word = token.group()
            path = tuple(level[1] for level in stack)
            if word in "}]":
                stack.pop()
                expects_field = False
            elif word == ",":
                if stack[-1][0] is None:
                    stack[-1][1] += 1
                else:
                    expects_field = True
            elif word == ":":
                expects_field = False
            elif expects_field:
                self._field(stack, json.loads(word), line)
            else:
                self._lines[path] = line
                if word == "{":
                    stack.append([set(), ""])
                    expects_field = True
                elif word == "[":
                    stack.append([None, 0])

    def _field(self, stack: list[list[Any]], name: str, line: int) -> None:
        seen = stack[-1][0]
        stack[-1][1] = shown(name)
        if name in seen:
            pointer = _pointer(tuple(level[1] for level in stack))
            self.doubled.append(ImportFault("import_field_twice", line, pointer))
        seen.add(name)

    def line_of(self, path: Path) -> int:
        """Return the line of a value, or of the nearest thing around it that is there."""
        while path not in self._lines and path:
            path = path[:-1]
        return self._lines.get(path, 1)
