"""Faults of a stated army list, each with its position.

Shared by all readers of decoded JSON: they never stop at the first fault, so a list with five
mistakes gets one answer. Faults carry codes and parameters; sentences are made at the edge.
Parameters are always safe to write as JSON: a NaN or a lone surrogate in the input is described,
not repeated.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from setup_app.engine.errors import DomainError
from setup_app.engine.names import is_blank
from setup_app.engine.values import Violation

MAX_NAME_LENGTH: Final = 80
MAX_FAULTS: Final = 100

# Characters that hide, reorder or break text: controls, soft hyphen, direction marks and
# overrides, zero-width spaces, line separators, lone surrogates, non-characters. The two joiners
# U+200C and U+200D stay: Persian and the Indic scripts need them. Written as the inside of a
# character class, so that the JSON Schema states exactly the same.
FORBIDDEN: Final = (
    r"\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e"
    r"\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb\ufffe\uffff"
)
_FORBIDDEN: Final = re.compile(f"[{FORBIDDEN}]")

Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with a list; `path` leads from the list to the place."""

    code: str
    path: Path
    params: Mapping[str, str | int | list[str]] = field(default_factory=dict)

    @property
    def pointer(self) -> str:
        """Return the path as a JSON pointer (RFC 6901); the whole list is the empty string."""
        return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in self.path)

    def spelt(self) -> dict[str, str | int]:
        """Return the parameters with lists written out, as sentences want them."""
        return {
            name: ", ".join(value) if isinstance(value, list) else value
            for name, value in self.params.items()
        }


class ArmyRefused(DomainError):
    """A refused list; `faults` has every fault, in the list's order."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__(
            "army_refused",
            {"faults": len(faults)},
            violations=tuple(
                Violation(fault.code, params={"path": fault.pointer or "/", **fault.spelt()})
                for fault in faults
            ),
        )
        self.faults = faults


def describe_value(value: object) -> str:
    """Return a short description of any decoded JSON value that is safe to show and to encode."""
    if isinstance(value, str):
        text = _FORBIDDEN.sub(lambda found: code_point(found.group()), value[:40])
        return text + ("…" if len(value) > 40 else "")
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        # str() of an int past 4,300 digits raises ValueError.
        return str(value) if abs(value) < 10**20 else "a number of more than 20 digits"
    if isinstance(value, float):
        return repr(value)
    return "an object" if isinstance(value, Mapping) else "a list"


def hidden_in(text: str) -> re.Match[str] | None:
    """Return the match of the first forbidden character in a text; None if there is none."""
    return _FORBIDDEN.search(text)


def code_point(character: str) -> str:
    """Return the name of a character as U+202E."""
    return f"U+{ord(character):04X}"


@dataclass(frozen=True, slots=True)
class Fields:
    """An object's known fields and their path; faults go to `faults`.

    Every method returns a usable value, even if it recorded a fault. `fields_of` records a missing
    field once; the methods then return their fallback without another fault.
    """

    values: Mapping[str, object]
    path: Path
    faults: list[Fault]

    def name(self, key: str, *, may_be_blank: bool = False) -> str:
        """Return a name without surrounding spaces."""
        if key not in self.values:
            return ""
        value = self.values[key]
        if not isinstance(value, str):
            self._fault("army_wrong_type", key, expected="text", found=describe_value(value))
            return ""
        if len(value) > MAX_NAME_LENGTH:
            self._fault("army_too_long", key, most=MAX_NAME_LENGTH, found=len(value))
        hidden = hidden_in(value)
        if hidden is not None:
            character, position = code_point(hidden.group()), hidden.start() + 1
            self._fault("army_forbidden_character", key, character=character, position=position)
        elif is_blank(value) and not (may_be_blank and not value.strip()):
            self._fault("army_blank", key)
        return value.strip()

    def whole(self, key: str, *, most: int, least: int = 0) -> int:
        """Return a whole number between `least` and `most`; 6.0 is one, true is not."""
        if key not in self.values:
            return least
        value = self.values[key]
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int):
            self._fault(
                "army_wrong_type", key, expected="whole_number", found=describe_value(value)
            )
            return least
        if not least <= value <= most:
            self._fault(
                "army_out_of_range", key, least=least, most=most, found=describe_value(value)
            )
            return least
        return value

    def yes_or_no(self, key: str, *, otherwise: bool) -> bool:
        """Return a truth value."""
        value = self.values.get(key, otherwise)
        if not isinstance(value, bool):
            self._fault(
                "army_wrong_type", key, expected="true_or_false", found=describe_value(value)
            )
            return otherwise
        return value

    def choice(self, key: str, choices: tuple[str, ...]) -> str:
        """Return one of `choices`."""
        if key not in self.values:
            return choices[0]
        return self._one_of(self.values[key], (key,), choices) or choices[0]

    def choice_or_none(self, key: str, choices: tuple[str, ...]) -> str | None:
        """Return one of `choices`, or None where the field is null or left out."""
        value = self.values.get(key)
        return None if value is None else self._one_of(value, (key,), choices)

    def choices(self, key: str, choices: tuple[str, ...], *, least: int = 0) -> tuple[str, ...]:
        """Return distinct members of `choices`, in the order of `choices`."""
        chosen: list[str] = []
        for place, value in self.items(key, least=least, most=len(choices)):
            one = self._one_of(value, (key, place), choices)
            if one is None:
                continue
            if one in chosen:
                self._fault("army_duplicate", key, place, found=one)
            chosen.append(one)
        return tuple(one for one in choices if one in chosen)

    def items(self, key: str, *, most: int, least: int = 0) -> Iterator[tuple[int, object]]:
        """Yield the members of a list with their paths, at most `most` of them."""
        if key not in self.values:
            return
        value = self.values[key]
        if not isinstance(value, list | tuple):
            self._fault("army_wrong_type", key, expected="list", found=describe_value(value))
            return
        if len(value) < least:
            self._fault("army_too_few", key, least=least, found=len(value))
        if len(value) > most:
            self._fault("army_too_many", key, most=most, found=len(value))
        yield from enumerate(value[:most])

    def _one_of(self, value: object, steps: Path, choices: tuple[str, ...]) -> str | None:
        if isinstance(value, str) and value in choices:
            return value
        self._fault("army_not_a_choice", *steps, choices=list(choices), found=describe_value(value))
        return None

    def _fault(self, code: str, *steps: str | int, **params: str | int | list[str]) -> None:
        self.faults.append(Fault(code, (*self.path, *steps), params))


def fields_of(
    stated: object,
    path: Path,
    faults: list[Fault],
    *,
    required: tuple[str, ...],
    optional: tuple[str, ...],
) -> Fields:
    """Return the known fields of an object; record missing and unknown ones."""
    if not isinstance(stated, Mapping):
        params: dict[str, str | int | list[str]] = {
            "expected": "object",
            "found": describe_value(stated),
        }
        faults.append(Fault("army_wrong_type", path, params))
        return Fields({}, path, faults)
    known = (*required, *optional)
    faults.extend(
        Fault("army_missing_field", (*path, name)) for name in required if name not in stated
    )
    faults.extend(
        Fault("army_unknown_field", (*path, describe_value(name)), {"known": list(known)})
        for name in stated
        if name not in known
    )
    return Fields({name: stated[name] for name in known if name in stated}, path, faults)


def most_shown(faults: list[Fault]) -> tuple[Fault, ...]:
    """Return the faults, cut to `MAX_FAULTS`; a last one then states how many were cut."""
    if len(faults) <= MAX_FAULTS:
        return tuple(faults)
    cut = Fault("army_more_faults", (), {"more": len(faults) - MAX_FAULTS})
    return (*faults[:MAX_FAULTS], cut)
