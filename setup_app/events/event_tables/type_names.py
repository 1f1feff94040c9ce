"""Terrain types by their names, also by names that are nearly right."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from setup_app.engine.names import name_key
from setup_app.layouts.table_picture import label

PARTED: Final = re.compile(r"[,;/+]")
SHORTEST, LONGEST = 4, 40
"""The lengths of a name with one wrong letter that is still understood."""
LIKE: Final = 0.6
MAX_GUESSED: Final = 12
"""The maximum number of words in a cell with nearly right names; each of them takes time."""


@dataclass(frozen=True)
class TypeNames:
    """The accepted names of types by their keys, and the near ones, each of only one type."""

    exact: Mapping[str, str]
    near: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, types: list[str]) -> TypeNames:
        """Return the names of these types: the name on the map, and the code."""
        exact = {}
        for each in types:
            for name in (each, each.replace("_", " "), label(each)):
                exact[name_key(name)] = each
        near: dict[str, set[str]] = {}
        for name, each in exact.items():
            for alike in _alike(name):
                near.setdefault(alike, set()).add(each)
        return cls(exact, {name: min(found) for name, found in near.items() if len(found) == 1})

    def read(self, name: str) -> str | None:
        """Return the type with this exact name."""
        return self.exact.get(name_key(name))

    def guess(self, name: str) -> str | None:
        """Return the only type with nearly this name: in the singular, as one word of it, or with
        one wrong, missing, additional or swapped letter.
        """
        key = name_key(name)
        found = {self.near[each] for each in _alike(key) if each in self.near}
        return found.pop() if len(found) == 1 else None

    def suggest(self, name: str) -> str | None:
        """Return the label of the type whose name is most like an unknown one, if any is."""
        close = difflib.get_close_matches(name_key(name), self.exact, n=1, cutoff=LIKE)
        return label(self.exact[close[0]]) if close else None


def types_in(text: str, names: TypeNames) -> Iterator[tuple[str, str]]:
    """Yield each name in a text with its type; an unknown word is its own type, to be refused."""
    longest = max((len(name.split()) for name in names.exact), default=1)
    guesses = len(text.split()) <= MAX_GUESSED
    for part in PARTED.split(text):
        words, at = part.split(), 0
        while at < len(words):
            # “Sand dunes” is one name of two words.
            runs = [" ".join(words[at : at + many]) for many in range(longest, 0, -1)]
            found = [(each, type_) for each in runs if (type_ := names.read(each))]
            if guesses and not found:
                found = [(each, type_) for each in runs if (type_ := names.guess(each))]
            named, type_ = found[0] if found else (words[at], words[at])
            yield named, type_
            at += len(named.split())


def _alike(name: str) -> Iterator[str]:
    """Yield what a name shares with names like it: its singular, its words, and the name without
    one letter.
    """
    singular = " ".join(_singular(word) for word in name.split())
    yield singular
    if len(name) > LONGEST:
        return
    words = [_singular(word) for word in re.split(r"[ _]", name)]
    yield from (word for word in words if len(word) >= SHORTEST)
    if len(name) >= SHORTEST:
        yield from (f"-{name[:at]}{name[at + 1 :]}" for at in range(len(name)))
        yield f"-{name}"


def _singular(word: str) -> str:
    return word.removesuffix("s") if len(word) >= SHORTEST else word
