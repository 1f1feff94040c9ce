"""The words of a rulebook's lists in a pasted text, however they are written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from setup_app.armies.csv_layout import row_kind
from setup_app.armies.fields import Column, Fields, Kind
from setup_app.armies.points import POINTS
from setup_app.armies.wording import text_of, word
from setup_app.engine.names import name_key
from setup_app.engine.rulebook import Rulebook

MAX_WORDS: Final = 4
"""The limit for the words of one choice, such as “may flank march”."""
SPLIT: Final = re.compile(r"[,;|\t()\[\]{}]|\s[-–—]+\s|:\s|:$|\s[-–—]+$")
NUMBER: Final = re.compile(r"(\d{1,9})(pts?|p|[x×])?|[x×](\d{1,9})", re.IGNORECASE)
TIMES: Final = frozenset(("x", "×"))
EACH: Final = frozenset(("each", "apiece", "ea"))
_PER: Final = re.compile(r"\s*/\s*(?=(?:bases?|stands?|units?)\b)", re.IGNORECASE)
_SYMBOLS: Final = re.compile(r"\s*@\s*|(?:(?<=\s)|^)=\s*")
TOGETHER: Final = frozenset(("together", "altogether", "total"))
ALSO_CALLED: Final[Mapping[str, tuple[str, ...]]] = {
    POINTS: ("pts", "pt", "point", "p"),
    "bases": ("base", "stands", "stand"),
}
"""Other words for numbers of a row, by their column."""
ALSO_CHOSEN: Final[Mapping[str, str]] = {"infantry": "foot", "cavalry": "mounted"}
"""Other words for choices, where they stand alone: as a heading or between separators."""
ALSO_TITLED: Final[Mapping[str, tuple[str, ...]]] = {
    "commander": ("c in c", "cinc", "commander in chief", "general in chief"),
    "generals": (
        *("sub general", "subgeneral", "sub commander", "subcommander"),
        *("allied general", "ally general", "allied commander", "ally commander"),
    ),
}
"""Other words for a part or a kind of row."""
ALSO_LABELLED: Final[Mapping[str, tuple[str, ...]]] = {
    "name": ("army", "list", "army name", "list name"),
    "home": ("home territory", "territory", "territories"),
    "pbs_cards": ("pbs",),
    "scouting": ("scouting card",),
    POINTS: ("total", "total points", "points total", "grand total", "pts"),
}
"""Other labels of a list's own fields."""


@dataclass
class Found:
    """What of a line the words explain; `words` and `bare` numbers are left over, in their order.

    `choices` has the choice of each column that takes one, `flags` those of one that takes several.
    `parts` numbers the part of the line in which each of the words stands: commas, brackets, tabs
    and columns of spaces end a part. `unused` has what is understood and is no value of the row,
    such as the price of a base. `each` says after what “each” stands: a column, the place of a bare
    number, or nothing of these (an empty text). `starts_bare` says whether the line begins with a
    bare number. `twice` has the columns with two different numbers. `last` has the latest number,
    after the place of the token that follows it.
    """

    choices: dict[str, str] = field(default_factory=dict)
    flags: dict[str, list[str]] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)
    bare: list[int] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    parts: list[int] = field(default_factory=list)
    unused: list[str] = field(default_factory=list)
    copies: int = 1
    each: list[str | int] = field(default_factory=list)
    is_together: bool = False
    starts_bare: bool = False
    twice: set[str] = field(default_factory=set)
    last: tuple[int, str | int] = (-1, "")

    @property
    def name(self) -> str:
        """Return the words that are left over as a name."""
        return " ".join(self.words)

    def before(self, at: int) -> str | int:
        """Return the number directly before a token: its column, or its place among bare ones."""
        return self.last[1] if self.last[0] == at else ""

    def state(self, column: str, value: int, end: int) -> None:
        """Keep the number of a column. Two different numbers are both reported."""
        self.last = (end, column)
        if column in self.twice or self.numbers.get(column, value) != value:
            self.twice.add(column)
            first = self.numbers.pop(column, None)
            stated = [each for each in (first, value) if each is not None]
            self.unused += [f"{each} {column}" for each in stated]
        else:
            self.numbers[column] = value

    @property
    def name_and_others(self) -> tuple[str, list[str]]:
        """Return the words of the first part that has some left over, and those of each other."""
        joined: dict[int, list[str]] = {}
        for part, written in zip(self.parts, self.words, strict=True):
            joined.setdefault(part, []).append(written)
        first, *others = [" ".join(each) for each in joined.values()] or [""]
        return first, others


class Vocabulary:
    """The words for the choices and numbers of some columns."""

    def __init__(self, rulebook: Rulebook, columns: Iterable[Column]) -> None:
        self.columns = {each.name: each for each in columns}
        self._choices: dict[str, tuple[str, str]] = {}
        self._numbers = dict.fromkeys((POINTS, *ALSO_CALLED[POINTS]), POINTS)
        for column in self.columns.values():
            for choice in column.choices:
                for said in _spellings(choice, word(rulebook, choice)):
                    self._choices.setdefault(said, (column.name, choice))
            if column.kind is Kind.NUMBER:
                also = ALSO_CALLED.get(column.name, ())
                for said in (*_spellings(column.name, word(rulebook, column.name)), *also):
                    self._numbers.setdefault(said, column.name)

    def own_choices(self, others: Mapping[str, Vocabulary]) -> set[str]:
        """Return the columns with choices that no other kind of row has."""
        shared = {name for each in others.values() if each is not self for name in each.columns}
        return {name for name, _ in self._choices.values()} - shared

    def number_of(self, text: str) -> str:
        """Return the column of numbers that a text names; empty for none."""
        return self._numbers.get(_key(text), "")

    def found_in(self, text: str, *, name_given: bool = False) -> Found:
        """Return what the words explain in a text.

        A choice of a column that is stated again later belongs to the name, unless that is given:
        “Elephants elephants”.
        """
        found = Found()
        items: list[tuple[str, str, str]] = []
        parts: list[int] = []
        part = 0
        for piece in SPLIT.split(_SYMBOLS.sub(_spaced, _PER.sub(" per ", text))):
            pairs = re.findall(r"(\s*)(\S+)", piece)
            tokens = [token for _, token in pairs]
            at = 0
            found.last = (-1, "")
            while at < len(tokens):
                part += len(pairs[at][0]) > 1 or at == 0
                taken = self._take(tokens, at, found, items)
                if part == 1 and at == 0:
                    found.starts_bare = bool(found.bare)
                parts += [part] * (len(items) - len(parts))
                part += sum(len(gap) > 1 for gap, _ in pairs[at + 1 : at + taken])
                at += taken
        last = {column: at for at, (column, _, _) in enumerate(items)}
        for at, (column, choice, written) in enumerate(items):
            if not column:
                found.words.append(written)
                found.parts.append(parts[at])
            elif self.columns[column].kind is Kind.SEVERAL:
                chosen = found.flags.setdefault(column, [])
                chosen += [choice] if choice not in chosen else []
            elif last[column] == at or name_given:
                found.choices[column] = choice
            else:
                found.words.append(written)
                found.parts.append(parts[at])
        return found

    def _take(
        self, tokens: list[str], at: int, found: Found, items: list[tuple[str, str, str]]
    ) -> int:
        """Take the token at a place, and those that belong to it; return their number."""
        number = NUMBER.fullmatch(_plain(tokens[at]))
        if number is not None:
            return self._take_number(number, tokens, at, found)
        following = NUMBER.fullmatch(_plain(tokens[at + 1])) if at + 1 < len(tokens) else None
        if following is not None and following[1]:
            value = int(following[1])
            if _key(tokens[at]) in TIMES and not following[2]:
                found.copies = value
                return 2
            if _key(tokens[at]) == "of":
                return 1
            if tokens[at] in ("@", "="):
                return self._take_price(tokens, at, value, found)
        for many in range(min(MAX_WORDS, len(tokens) - at), 0, -1):
            written = " ".join(tokens[at : at + many])
            said = _key(written)
            if len(tokens) == 1 and said not in self._choices:
                said = ALSO_CHOSEN.get(said, said)
            if said in self._choices:
                column, choice = self._choices[said]
                items.append((column, choice, _plain(written)))
                # The column's own word may follow: “open order”.
                after = _key(tokens[at + many]) if at + many < len(tokens) else ""
                return many + (after == _key(column))
        key = _key(tokens[at])
        if key in EACH:
            found.each.append(found.before(at))
        elif key == "per" and at + 1 < len(tokens):
            return self._take_per(tokens, at, found)
        elif key in TOGETHER:
            found.is_together = True
        elif key not in self._numbers and _plain(tokens[at]) not in ("", "@", "="):
            items.append(("", "", _plain(tokens[at])))
        return 1

    def _take_price(self, tokens: list[str], at: int, value: int, found: Found) -> int:
        """Take “= 640”, the points, or “@ 80”, a price of one that is not said to be a unit."""
        used = 2
        after = _key(tokens[at + used]) if at + used < len(tokens) else ""
        if self._numbers.get(after, POINTS if _has_points(tokens[at + 1]) else "") == POINTS:
            used += after in self._numbers
            after = _key(tokens[at + used]) if at + used < len(tokens) else ""
        elif after in self._numbers:
            return 1
        if tokens[at] == "@" and after not in EACH:
            found.unused.append(f"@ {value}")
            return used
        found.state(POINTS, value, at + used)
        if tokens[at] == "@":
            found.each.append(POINTS)
            used += 1
        return used

    def _take_per(self, tokens: list[str], at: int, found: Found) -> int:
        """Take “per unit”, which is “each”, or “per base”, whose number is not the unit's."""
        after = _key(tokens[at + 1])
        if after == "unit" or after in self._choices:
            found.each.append(found.before(at))
            return 2
        before = found.before(at)
        if before == POINTS and POINTS in found.numbers:
            found.unused.append(f"{found.numbers.pop(POINTS)} per {after}")
        elif isinstance(before, int):
            found.unused.append(f"{found.bare.pop(before)} per {after}")
            found.starts_bare = found.starts_bare and bool(before)
        return 2

    def _take_number(self, number: re.Match[str], tokens: list[str], at: int, found: Found) -> int:
        if number[3]:
            found.copies = int(number[3])
            return 1
        value, unit = int(number[1]), _key(number[2] or "")
        used = 1
        if not unit and at + 1 < len(tokens):
            unit, used = _key(tokens[at + 1]), 2
        if unit in TIMES:
            after = _key(tokens[at + used]) if at + used < len(tokens) else ""
            if after in self._numbers:
                found.state(self._numbers[after], value, at + used + 1)
                return used + 1
            found.copies = value
            return used
        if unit in self._numbers:
            found.state(self._numbers[unit], value, at + used)
            return used
        found.bare.append(value)
        found.last = (at + 1, len(found.bare) - 1)
        return 1


class Labels:
    """The labels of a list's own fields, before or after their values."""

    def __init__(self, names: Mapping[str, str], numbers: Iterable[str]) -> None:
        self._names = names
        every = "|".join(map(_pattern, sorted(names, key=len, reverse=True)))
        counts = [said for said, name in names.items() if name in set(numbers)]
        counted = "|".join(map(_pattern, sorted(counts, key=len, reverse=True))) or "(?!)"
        self.mark = re.compile(rf"(?<!\w)({every})\s*[:=]\s*", re.IGNORECASE)
        points = "|".join(("points", *ALSO_CALLED[POINTS]))
        self.number = re.compile(
            rf"(?P<before>{counted})\s+(?P<number>\d{{1,9}})(?:\s*(?:{points})\.?)?"
            rf"|(?P<count>\d{{1,9}})\s+(?P<after>{counted})",
            re.IGNORECASE,
        )

    def named(self, label: str) -> str:
        """Return the field of a label."""
        return self._names[_key(label)]


def labels_of(rulebook: Rulebook, fields: Fields) -> Labels:
    """Return the labels of the list's own fields."""
    names: dict[str, str] = {}
    for column in fields.columns.values():
        also = ALSO_LABELLED.get(column.name, ())
        said = (*_spellings(column.name, word(rulebook, column.name)), *also)
        names |= {each: column.name for each in said if each not in names}
    numbers = [name for name, each in fields.columns.items() if each.kind is Kind.NUMBER]
    return Labels(names, numbers)


class Titles:
    """The words for a list's parts and kinds of row."""

    def __init__(self, names: Mapping[str, str], parts: Iterable[str]) -> None:
        self._names = names
        self._parts = frozenset(parts)
        every = "|".join(map(_pattern, sorted(names, key=len, reverse=True))) or "(?!)"
        self._mark = re.compile(rf"(?<![\w'’])({every})(?![\w'’])\s*[:=]?", re.IGNORECASE)

    def whole(self, text: str) -> str:
        """Return the part or row that a text names and nothing else; empty for none."""
        return self._names.get(_key(text), "")

    def taken(self, text: str) -> tuple[str, str]:
        """Return the part or row that a text names, and the text without that word.

        A part, of which a list has one, wins over a row: “General Trajan, C-in-C”.
        """
        marks = list(self._mark.finditer(text))
        if not marks:
            return "", text
        found = next(
            (each for each in marks if self._names[_key(each[1])] in self._parts), marks[0]
        )
        taken = marks if found is not marks[0] else marks[:1]
        for each in reversed(taken):
            text = f"{text[: each.start()]} , {text[each.end() :]}"
        return self._names[_key(found[1])], text


def titles_of(rulebook: Rulebook, fields: Fields) -> Titles:
    """Return the words for the parts and kinds of row of a rulebook's lists."""
    names: dict[str, str] = {}
    for part in fields.parts:
        also = ALSO_TITLED.get(part, ())
        names |= dict.fromkeys((*_spellings(part, word(rulebook, part)), *also), part)
    for rows in fields.rows:
        many = text_of(rulebook, f"{rows}.many") or rows
        also = (_key(many), *ALSO_TITLED.get(rows, ()))
        for said in (*_spellings(row_kind(rows), word(rulebook, rows)), *also):
            names.setdefault(said, rows)
    return Titles(names, fields.parts)


def _spellings(slug: str, said: str) -> set[str]:
    """Return how a slug may be written: also in the plural or singular, or without “may”."""
    found = {_key(slug), _key(said)}
    found |= {each.removeprefix("may ") for each in found}
    return found | {f"{each}s" for each in found} | {each.removesuffix("s") for each in found}


@lru_cache(maxsize=4096)
def _key(text: str) -> str:
    """Return a word for comparison: “May_Flank-March.” is “may flank march”."""
    return " ".join(re.sub(r"[-_]", " ", name_key(text)).split()).strip(".,:;!*'’\"")


def _plain(token: str) -> str:
    return token.strip('.,;:!*"')


def _has_points(token: str) -> bool:
    number = NUMBER.fullmatch(_plain(token))
    return number is not None and _key(number[2] or "") in ALSO_CALLED[POINTS]


def _spaced(symbol: re.Match[str]) -> str:
    return f" {symbol[0].strip()} "


def _pattern(said: str) -> str:
    return r"[\s_-]+".join(map(re.escape, said.split()))
