"""Statements in a rulebook's tables that both programs and players understand.

A statement is a code with parameters: the program acts on the code, and the edge makes a sentence
from the text stored under it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

Param: TypeAlias = str | int | float | bool | tuple[str, ...] | tuple[tuple[str, ...], ...]


class Params(Mapping[str, Param]):
    """Immutable, hashable named parameters in the order of their file."""

    __slots__ = ("_items",)

    def __init__(self, items: Mapping[str, Param] | None = None) -> None:
        self._items: dict[str, Param] = dict(items or {})

    def __getitem__(self, key: str) -> Param:
        return self._items[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __hash__(self) -> int:
        return hash(frozenset(self._items.items()))

    def __repr__(self) -> str:
        return f"Params({self._items!r})"

    def words(self, key: str) -> tuple[str, ...]:
        """Return a parameter that is a list of words."""
        value = self._items[key]
        if not isinstance(value, tuple):
            raise TypeError(f"{key!r} is not a list of words")
        return tuple(str(word) for word in value)


@dataclass(frozen=True)
class Coded:
    """A code and its parameters."""

    code: str
    params: Params

    def as_json(self) -> dict[str, object]:
        """Return `{"code", ...params}`, its lists as JSON lists."""
        return {"code": self.code} | {key: _listed(value) for key, value in self.params.items()}


def _listed(value: object) -> object:
    return [_listed(item) for item in value] if isinstance(value, tuple) else value
