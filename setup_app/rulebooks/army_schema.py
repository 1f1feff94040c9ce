"""Read an army list by a JSON Schema, for rulebooks without a reader of their own.

Every fault is reported with its position, in the codes that all lists use. Two checks apply to
every list besides: no characters that hide or reorder text, and only finite numbers.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any, Final

from jsonschema import Draft202012Validator

from setup_app.engine.names import is_blank
from setup_app.rulebooks.army_faults import (
    ArmyRefused,
    Fault,
    Path,
    code_point,
    describe_value,
    hidden_in,
    most_shown,
)

_KINDS: Final = {
    "object": "object",
    "array": "list",
    "string": "text",
    "integer": "whole_number",
    "number": "number",
    "boolean": "true_or_false",
}


def read_by_schema(schema: Mapping[str, Any], stated: object) -> Mapping[str, Any]:
    """Return the stated list unchanged; raises `ArmyRefused` with every fault and its path."""
    if not isinstance(stated, Mapping):
        raise ArmyRefused((_wrong_type((), "object", stated),))
    found = [*_in_any_list(stated, ()), *_against(schema, stated)]
    if found:
        raise ArmyRefused(
            most_shown(list({(each.code, each.path): each for each in found}.values()))
        )
    return stated


def _against(schema: Mapping[str, Any], stated: Mapping[str, Any]) -> Iterator[Fault]:
    errors = Draft202012Validator(schema).iter_errors(stated)
    for error in sorted(errors, key=lambda error: [str(step) for step in error.absolute_path]):
        yield from _faults(error, tuple(error.absolute_path))


def _faults(error: Any, path: Path) -> Iterator[Fault]:
    wanted, found, rules = error.validator_value, error.instance, error.schema
    match error.validator:
        case "required":
            for name in wanted:
                if name not in found:
                    yield Fault("army_missing_field", (*path, name))
        case "additionalProperties":
            known = list(rules.get("properties", {}))
            for name in found:
                if name not in known:
                    yield Fault(
                        "army_unknown_field", (*path, describe_value(name)), {"known": known}
                    )
        case "enum" | "const":
            choices = [
                describe_value(each) for each in (wanted if error.validator == "enum" else [wanted])
            ]
            yield Fault(
                "army_not_a_choice", path, {"choices": choices, "found": describe_value(found)}
            )
        case "minimum" | "maximum":
            limits = {"least": rules.get("minimum", "…"), "most": rules.get("maximum", "…")}
            yield Fault("army_out_of_range", path, {**limits, "found": describe_value(found)})
        case "minItems":
            yield Fault("army_too_few", path, {"least": wanted, "found": len(found)})
        case "maxItems":
            yield Fault("army_too_many", path, {"most": wanted, "found": len(found)})
        case "uniqueItems":
            twice = next(each for place, each in enumerate(found) if each in found[:place])
            yield Fault("army_duplicate", path, {"found": describe_value(twice)})
        case "maxLength":
            yield Fault("army_too_long", path, {"most": wanted, "found": len(found)})
        case "minLength" | "pattern" if is_blank(found):
            yield Fault("army_blank", path)
        case "type":
            kinds = [wanted] if isinstance(wanted, str) else wanted
            yield _wrong_type(path, _KINDS.get(kinds[0], kinds[0]), found)
        case _:
            yield _wrong_type(path, str(error.validator), found)


def _in_any_list(stated: object, path: Path) -> Iterator[Fault]:
    """Yield what no list may contain, whatever its schema allows there."""
    if isinstance(stated, str):
        hidden = hidden_in(stated)
        if hidden is not None:
            params: dict[str, str | int | list[str]] = {
                "character": code_point(hidden.group()),
                "position": hidden.start() + 1,
            }
            yield Fault("army_forbidden_character", path, params)
    elif isinstance(stated, float) and not math.isfinite(stated):
        yield _wrong_type(path, "number", stated)
    elif isinstance(stated, Mapping):
        for name, inner in stated.items():
            yield from _in_any_list(inner, (*path, describe_value(name)))
            if hidden_in(name):
                yield Fault("army_unknown_field", (*path, describe_value(name)), {"known": []})
    elif isinstance(stated, list):
        for place, inner in enumerate(stated):
            yield from _in_any_list(inner, (*path, place))


def _wrong_type(path: Path, expected: str, found: object) -> Fault:
    return Fault("army_wrong_type", path, {"expected": expected, "found": describe_value(found)})
