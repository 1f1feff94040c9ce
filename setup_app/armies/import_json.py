"""Read one or several armies from JSON text, with the line of every fault."""

import json
import re
from collections.abc import Mapping
from typing import Any, Final, NoReturn

from setup_app.armies.rulebooks import read_list, rulebook_of
from setup_app.engine.rulebook import Rulebook
from setup_app.rulebooks.army_faults import MAX_FAULTS, ArmyRefused, Fault, Path, describe_value
from setup_app.spreadsheets.faults import ImportFault, ImportRefused

MAX_ARMIES_AT_ONCE: Final = 50

_TOKEN: Final = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\]:,]|[^\s{}\[\]:,"]+', re.DOTALL)


class _NotANumber(ValueError):
    pass


def read_json(text: str) -> tuple[Mapping[str, Any], ...]:
    """Return the armies of a JSON text; raises `ImportRefused` with every fault and its line."""
    value = _parsed(text)
    if not isinstance(value, list):
        stated: list[tuple[Path, object]] = [((), value)]
    elif not value:
        raise ImportRefused((ImportFault("import_empty", 1),))
    elif len(value) > MAX_ARMIES_AT_ONCE:
        params = {"most": MAX_ARMIES_AT_ONCE, "found": len(value)}
        raise ImportRefused((ImportFault("army_too_many", 1, None, params),))
    else:
        stated = [((place,), each) for place, each in enumerate(value)]
    armies: list[Mapping[str, Any]] = []
    faults: list[tuple[Path, Fault]] = []
    for at, each in stated:
        try:
            armies.append(read_list(each))
        except ArmyRefused as refused:
            faults.extend(((*at, *fault.path), fault) for fault in refused.faults)
    if faults:
        raise _refusal(text, faults[:MAX_FAULTS], rulebook_of(stated[0][1]))
    return tuple(armies)


def _refusal(text: str, faults: list[tuple[Path, Fault]], rulebook: Rulebook) -> ImportRefused:
    ways = {path[:length] for path, _ in faults for length in range(len(path) + 1)}
    walk = _Walk(text, ways)
    return ImportRefused(
        tuple(
            ImportFault(fault.code, walk.line_of(path), _pointer(path), fault.params)
            for path, fault in faults
        ),
        rulebook,
    )


def _parsed(text: str) -> Any:
    doubled: list[str] = []

    def noted(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        fields = dict(pairs)
        if len(fields) < len(pairs):
            doubled.append("")
        return fields

    try:
        value = json.loads(text, parse_constant=_refuse_constant, object_pairs_hook=noted)
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
        # Python refuses to parse whole numbers of more than 4,300 digits.
        fault = ImportFault("import_json_number_too_long", None)
    else:
        if doubled:
            raise ImportRefused(tuple(_Walk(text, set()).doubled[:MAX_FAULTS]))
        return value
    raise ImportRefused((fault,))


def _refuse_constant(word: str) -> NoReturn:
    raise _NotANumber(word)


def _pointer(path: Path) -> str:
    return "".join(f"/{step}" for step in path)


class _Walk:
    """The lines of requested values in a valid JSON text, and its duplicate fields.

    This is a second pass, since `json` reports no positions. It keeps its own stack, so depth is no
    problem.
    """

    def __init__(self, text: str, wanted: set[Path]) -> None:
        self.doubled: list[ImportFault] = []
        self._lines: dict[Path, int] = {}
        deepest = max((len(path) for path in wanted), default=0)
        stack: list[list[Any]] = []  # per open bracket: the fields seen, or None, and the step
        line, at = 1, 0
        expects_field = False
        for token in _TOKEN.finditer(text):
            line += text.count("\n", at, token.start())
            at = token.start()
            word = token.group()
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
                if len(stack) <= deepest and (path := _path(stack)) in wanted:
                    self._lines[path] = line
                if word == "{":
                    stack.append([set(), ""])
                    expects_field = True
                elif word == "[":
                    stack.append([None, 0])

    def _field(self, stack: list[list[Any]], name: str, line: int) -> None:
        seen = stack[-1][0]
        stack[-1][1] = describe_value(name)
        if name in seen and len(self.doubled) < MAX_FAULTS:
            self.doubled.append(ImportFault("import_field_twice", line, _pointer(_path(stack))))
        seen.add(name)

    def line_of(self, path: Path) -> int:
        """Return the line of a value, or of the nearest existing value around it."""
        while path not in self._lines and path:
            path = path[:-1]
        return self._lines.get(path, 1)


def _path(stack: list[list[Any]]) -> Path:
    return tuple(level[1] for level in stack)
