"""The differences between two versions of a list, by row and then by field."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference between two lists.

    `what` is `added`, `removed` or `changed`. `part` is the field of the list, `name` that of its
    row if the field has rows, `field` that of the changed row.
    """

    what: str
    part: str
    name: str = ""
    field: str = ""
    before: Any = None
    after: Any = None


def differences(before: Mapping[str, Any], after: Mapping[str, Any]) -> tuple[Difference, ...]:
    """Return how the second list differs from the first, in the order of its fields.

    Equal rows match first, then rows with the same name; the rest was removed or added.
    """
    found: list[Difference] = []
    for part in dict.fromkeys((*after, *before)):
        one, other = before.get(part), after.get(part)
        if _is_rows(one) or _is_rows(other):
            found += _of_rows(part, list(one or ()), list(other or ()))
        elif isinstance(one, Mapping) and isinstance(other, Mapping):
            found += _of_fields(part, "", one, other)
        elif one != other:
            found.append(Difference("changed", part, before=one, after=other))
    return tuple(found)


def _is_rows(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], Mapping)


def _of_rows(part: str, before: list[Any], after: list[Any]) -> Iterator[Difference]:
    left = list(before)
    new = []
    for row in after:
        if row in left:
            left.remove(row)
        else:
            new.append(row)
    for row in new:
        same = next((each for each in left if each.get("name") == row.get("name")), None)
        if same is None:
            yield Difference("added", part, name=_name(row), after=row)
        else:
            left.remove(same)
            yield from _of_fields(part, _name(row), same, row)
    for row in left:
        yield Difference("removed", part, name=_name(row), before=row)


def _of_fields(
    part: str, name: str, before: Mapping[str, Any], after: Mapping[str, Any]
) -> Iterator[Difference]:
    for field in dict.fromkeys((*after, *before)):
        one, other = before.get(field), after.get(field)
        if one != other:
            yield Difference("changed", part, name, field, one, other)


def _name(row: Mapping[str, Any]) -> str:
    return str(row.get("name", ""))
