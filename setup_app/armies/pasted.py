"""Read a list from text as army builders and people write it, one thing to a line.

docs/army-lists.md has the grammar. Nothing is refused and nothing is guessed: each line keeps what
was read from it, with remarks about what is missing or was not used, and the form of the list shows
both beside its fields. The words are those of the rulebook's own lists.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from setup_app.armies.csv_layout import NO, ROW, YES
from setup_app.armies.fields import Column, Fields, Kind, fields_of
from setup_app.armies.pasted_numbers import numbers_of
from setup_app.armies.pasted_words import Found, Vocabulary, labels_of, titles_of
from setup_app.armies.points import POINTS, counted_rows
from setup_app.engine.names import name_key
from setup_app.engine.rulebook import Rulebook
from setup_app.spreadsheets.archive import is_sheet
from setup_app.spreadsheets.faults import refusal
from setup_app.spreadsheets.rows import read_until_fault
from setup_app.spreadsheets.tables import header_of
from setup_app.spreadsheets.texts import text_in

MAX_LINES: Final = 400
MAX_LINE_LENGTH: Final = 300
"""A longer line is no line of a list; it is shown as unread."""
MAX_COPIES: Final = 50

ARMY: Final = "army"
HEADING: Final = "heading"
UNREAD: Final = "unread"

_EDGES: Final = " \t*•·#=_~>+"
_RULE: Final = re.compile(r"[\W_]*")
_THOUSANDS: Final = re.compile(r"(?<=\d)[,.'’](?=\d{3}\b)")
_QUOTED: Final = re.compile(r"[\"“„«]([^\"”“»]+)[\"”“»]")
_MARKUP: Final = re.compile(
    r"\[/?(?:b|i|u|s|list|\*|code|quote|size|colou?r|url)(?:=[^\]]*)?\]"
    r"|</?(?:b|i|u|s|p|ul|ol|li|br|em|strong)\s*/?>",
    re.IGNORECASE,
)
_NUMBERING: Final = re.compile(
    r"\d{1,3}[.)]\s+|\[\d{1,3}\]\s*|(?:command|group|unit)\s*#?\d{1,3}\s*[-–—:.)]+\s*",
    re.IGNORECASE,
)
_BULLET: Final = re.compile(r"\s*[*•·+\-–—]\s*\w")
_SUM: Final = re.compile(r"(?:(?:sub[\s-]?|grand\s)?totals?|sum)\b.*\d", re.IGNORECASE)
_COUNT: Final = re.compile(
    r"([^\W\d][\w ]*?)\s*[:=]\s*\d+\s*(?:[,;|/]\s*)?(?:$|(?=([^\W\d][\w ]*?)\s*[:=]))"
)
_PRICES: Final = frozenset(("cost", "price", "total", "total points"))
"""Column heads of a table for the points of a unit, beside the words for points."""
_ORDINAL: Final = re.compile(
    r"\W*([^\W\d]+)\s+#?(\d{1,3})\b(?!\s*(?:[x×]|bases?\b|stands?\b|pts?\b|points?\b))",
    re.IGNORECASE,
)
_NAMED: Final = re.compile(r"([^:\d]+):\s+\S")


@dataclass(frozen=True, slots=True)
class Remark:
    """What a reader should look at in a line: `missing`, `not_used` or `each_or_together`."""

    code: str
    what: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LineRead:
    """A line with what was read from it.

    `read_as` is `army` for fields of the list itself, the name of a part or of a kind of row,
    `heading`, or `unread`. `copies` is how many equal rows it states.
    """

    number: int
    text: str
    read_as: str
    values: Mapping[str, Any] = field(default_factory=dict)
    copies: int = 1
    remarks: tuple[Remark, ...] = ()


@dataclass(frozen=True)
class PastedList:
    """A list as far as a text states it, and the lines that have something in them, in order."""

    rulebook: Rulebook
    stated: Mapping[str, Any]
    lines: tuple[LineRead, ...]

    @property
    def has_rows(self) -> bool:
        """Return whether a row was read; a text without one is no list."""
        return any(line.read_as in fields_of(self.rulebook).rows for line in self.lines)

    def lines_of(self, name: str) -> list[LineRead]:
        """Return the line of each row of a kind; of equal rows the same one."""
        return [line for line in self.lines if line.read_as == name for _ in range(line.copies)]


def read_pasted(text: str, rulebook: Rulebook) -> PastedList:
    """Return the list of a text. Raises `ImportRefused` for more than `MAX_LINES` lines."""
    lines = text.removeprefix("\ufeff").splitlines()
    if len(lines) > MAX_LINES:
        raise refusal("import_too_many_rows", most=MAX_LINES)
    reader = _Reader(rulebook)
    read = tuple(_once(list(reader.lines(lines)), reader.fields))
    return PastedList(rulebook, _stated(read, rulebook, reader.fields), read)


def _once(lines: list[LineRead], fields: Fields) -> Iterator[LineRead]:
    """Yield the lines, each field of the list read once: the last one, and the first of a part.

    The other lines say what of them is not used.
    """
    parts: set[str] = set()
    for at, line in enumerate(lines):
        if line.read_as == ARMY:
            later = [each.values for each in lines[at + 1 :] if each.read_as == ARMY]
            unused = {
                name: value
                for name, value in line.values.items()
                if any(name in each and each[name] != value for each in later)
            }
            if unused:
                kept = {name: each for name, each in line.values.items() if name not in unused}
                before = [each for remark in line.remarks for each in remark.what]
                remark = Remark(
                    "not_used", (*before, *(_in_text(*each) for each in unused.items()))
                )
                line = replace(line, values=kept, remarks=(remark,))
        elif line.read_as in parts:
            line = LineRead(line.number, line.text, UNREAD)
        elif line.read_as in fields.parts:
            parts.add(line.read_as)
        yield line


def _in_text(name: str, value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(value)
    return name if isinstance(value, bool) else str(value)


def _stated(lines: Iterable[LineRead], rulebook: Rulebook, fields: Fields) -> dict[str, Any]:
    stated: dict[str, Any] = {name: [] for name in fields.rows}
    for line in lines:
        if line.read_as == ARMY:
            stated.update(line.values)
        elif line.read_as in fields.parts:
            stated[line.read_as] = dict(line.values)
        elif line.read_as in fields.rows:
            stated[line.read_as] += [dict(line.values) for _ in range(line.copies)]
    return {**stated, "rulebook": rulebook.id}


class _Reader:
    """Reads lines one after another; a heading applies to those below it."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self.fields = fields_of(rulebook)
        self._counted = counted_rows(rulebook) or next(iter(self.fields.rows), "")
        self._labels = labels_of(rulebook, self.fields)
        self._titles = titles_of(rulebook, self.fields)
        self._words = {name: Vocabulary(rulebook, columns) for name, columns in self._kinds()}
        self._section = ""
        self._defaults: dict[str, Any] = {}
        self._met: set[str] = set()
        self._given: set[str] = set()
        self._is_after_gap = False
        self._has_bullets: bool | None = None
        self._numbered: frozenset[int] = frozenset()
        self._heads: list[tuple[str, str]] = []
        self._apart: list[str] = []

    def _kinds(self) -> Iterator[tuple[str, tuple[Column, ...]]]:
        yield from self.fields.parts.items()
        for name, rows in self.fields.rows.items():
            yield name, rows.columns

    def lines(self, texts: Iterable[str]) -> Iterator[LineRead]:
        """Yield each line that has a letter or a number in it."""
        texts = list(texts)
        self._numbered = self._numbered_lines(texts)
        for number, text in enumerate(texts, start=1):
            if _RULE.fullmatch(text):
                self._is_after_gap = True
                continue
            line = self._line(number, text)
            self._met.add(line.read_as)
            if line.read_as in self.fields.rows and self._has_bullets is None:
                self._has_bullets = _BULLET.match(text) is not None
            self._is_after_gap = False
            yield line

    def _numbered_lines(self, texts: list[str]) -> frozenset[int]:
        """Return the lines whose units are numbered from 1: “TUG 1 ...”, “TUG 2 ...”."""
        numbers: dict[str, list[int]] = {}
        every: list[int] = []
        lines: list[int] = []
        for number, text in enumerate(texts, start=1):
            found = _ORDINAL.match(text) if len(text) <= MAX_LINE_LENGTH else None
            if found is not None and self._is_kind(found[1]):
                numbers.setdefault(name_key(found[1]), []).append(int(found[2]))
                every.append(int(found[2]))
                lines.append(number)
        runs = [every] if _is_run(every) else list(numbers.values())
        return frozenset(lines if len(every) > 1 and all(map(_is_run, runs)) else ())

    def _is_kind(self, text: str) -> bool:
        """Return whether a text is only a row's title or a choice of the counted rows."""
        if self._titles.whole(text):
            return True
        found = self._words[self._counted].found_in(text) if self._counted else Found()
        return bool(found.choices) and not (found.words or found.bare or found.numbers)

    def _line(self, number: int, text: str) -> LineRead:
        if len(text) > MAX_LINE_LENGTH:
            return LineRead(number, text[:MAX_LINE_LENGTH], UNREAD)
        if self._is_table_head(text):
            return LineRead(number, text, HEADING)
        told = self._with_heads(text)
        told = _ORDINAL.sub(r"\1 ", told, count=1) if number in self._numbered else told
        bare = _THOUSANDS.sub("", _MARKUP.sub(" ", told)).strip(_EDGES).lstrip("-–— ").strip()
        bare = _NUMBERING.sub("", bare, count=1) if _NUMBERING.match(bare) else bare
        fields = self._own_fields(number, text, bare)
        if fields is not None:
            return fields
        if self._is_heading(bare):
            self._has_bullets = None
            return LineRead(number, text, HEADING)
        if self._is_sum(bare):
            return LineRead(number, text, UNREAD)
        kind, rest = self._kind_of(bare)
        if kind and not self._is_remark(text, bare, kind, rest):
            return self._row(number, text, kind, rest)
        if self._counted not in self._met and "name" not in self._given:
            return self._army_name(number, text, bare)
        return LineRead(number, text, UNREAD)

    # Tables: a line with the heads of their columns, and numbers below these.

    def _is_table_head(self, text: str) -> bool:
        """Return whether a line heads the columns of a table with tabs, and remember them."""
        cells = text.split("\t")
        words = self._words.get(self._counted)
        if words is None or len(cells) < 3 or re.search(r"\d", text):
            return False
        heads = [POINTS if name_key(each) in _PRICES else words.number_of(each) for each in cells]
        if not any(heads) or words.found_in(text).choices:
            return False
        self._heads = [(head, cell.strip()) for head, cell in zip(heads, cells, strict=True)]
        return True

    def _with_heads(self, text: str) -> str:
        """Return a line of a table with the head beside each number that stands alone in a cell.

        A number below a head that is no number of a unit is kept apart, as not used.
        """
        self._apart = []
        cells = text.split("\t")
        if not self._heads or len(cells) < 3:
            return text
        for at, (cell, (head, written)) in enumerate(zip(cells, self._heads, strict=False)):
            number = _THOUSANDS.sub("", cell.strip())
            if re.fullmatch(r"\d{1,9}", number) and written:
                cells[at] = f"{number} {head}" if head else ""
                self._apart += [] if head else [f"{number} {written}"]
        return "\t".join(cells)

    # Fields of the list itself: "PBS cards: 6, scouting: 5", "6 PBS cards", "Total 1600 pts".

    def _own_fields(self, number: int, text: str, bare: str) -> LineRead | None:
        marks = list(self._labels.mark.finditer(bare))
        if marks and marks[0].start() == 0:
            ends = [each.start() for each in marks[1:]] + [len(bare)]
            pairs = [
                (self._labels.named(each[1]), bare[each.end() : end].strip(" ,;|"))
                for each, end in zip(marks, ends, strict=True)
            ]
        else:
            alone = self._labels.number.fullmatch(bare)
            if alone is None:
                return None
            label, value = alone["before"] or alone["after"], alone["number"] or alone["count"]
            pairs = [(self._labels.named(label), value)]
        values: dict[str, Any] = {}
        remarks: list[Remark] = []
        for name, written in pairs:
            value, unused = self._own_value(self.fields.columns[name], written)
            if value is not None:
                values[name] = value
            if unused:
                remarks.append(Remark("not_used", unused))
        self._given |= set(values)
        return LineRead(number, text, ARMY, values, remarks=tuple(remarks))

    def _own_value(self, column: Column, written: str) -> tuple[Any, tuple[str, ...]]:
        """Return the value of a field of the list, and what of the text was not used."""
        if column.kind is Kind.TEXT:
            return written or None, ()
        if column.kind is Kind.NUMBER:
            digits = re.match(r"\d{1,9}\b", written)
            return (int(digits[0]), ()) if digits else (None, (written,) if written else ())
        if column.kind is Kind.YES_OR_NO:
            key = name_key(written)
            return (key in YES, ()) if key in (*YES, *NO) else (None, (written,))
        if column.kind is Kind.GIVEN:
            same = name_key(written) in (name_key(self.rulebook.id), name_key(self.rulebook.title))
            return None, () if same else (written,)
        found = Vocabulary(self.rulebook, (column,)).found_in(written)
        if column.kind is Kind.SEVERAL:
            return found.flags.get(column.name, []), tuple(found.words)
        if column.may_be_none and name_key(written) in NO:
            return None, ()
        return found.choices.get(column.name), tuple(found.words)

    def _army_name(self, number: int, text: str, bare: str) -> LineRead:
        total = self.fields.columns.get(POINTS)
        found = Vocabulary(self.rulebook, (total,) if total else ()).found_in(bare)
        is_name = found.is_together or bool(found.each)
        values: dict[str, Any] = {"name": bare if is_name or not found.name else found.name}
        if POINTS in found.numbers:
            values[POINTS] = found.numbers[POINTS]
        unused = (*map(str, found.bare), *found.unused)
        self._given |= set(values)
        remarks = (Remark("not_used", unused),) if unused else ()
        return LineRead(number, text, ARMY, values, remarks=remarks)

    # Headings and rows.

    def _is_heading(self, bare: str) -> bool:
        """Return whether a line only says what comes below it, and remember that."""
        title = self._titles.whole(bare.rstrip(":"))
        if title:
            self._section, self._defaults = title, {}
            return True
        words = self._words.get(self._counted)
        found = words.found_in(bare.rstrip(":")) if words else None
        if found is None or found.words or found.numbers or found.bare or not found.choices:
            return False
        if found.flags:
            return False
        self._section, self._defaults = self._counted, dict(found.choices)
        return True

    def _is_sum(self, bare: str) -> bool:
        """Return whether a line counts what other lines state: “TUGs: 8, SUGs: 2”, “Subtotal”."""
        if _SUM.match(bare):
            return True
        count = _COUNT.match(bare)
        if count is None or not self._is_kind(count[1]):
            return False
        if count[2]:
            return self._is_kind(count[2])
        found = self._words[self._counted].found_in(count[1]) if self._counted else Found()
        return not self._section or not self._defaults.keys().isdisjoint(found.choices)

    def _is_remark(self, text: str, bare: str, kind: str, rest: str) -> bool:
        """Return whether a line that states no choice of a row is no row.

        That is a line without a bullet below rows with one; a line without a number after a gap,
        which ends the rows below a heading; and a yes or no of the list, such as a camp and its
        points.
        """
        found = self._words[kind].found_in(rest)
        if found.choices or found.flags or rest != bare:
            return False
        if _BULLET.match(text) is None:
            if self._has_bullets:
                return True
            is_later = self._is_after_gap and self._has_bullets is not None
            if is_later and kind == self._section and not re.search(r"\d", bare):
                self._section, self._defaults = "", {}
                return True
        columns = self.fields.columns.values()
        own = {name_key(each.name) for each in columns if each.kind is Kind.YES_OR_NO}
        return not own.isdisjoint(name_key(word) for word in found.words)

    def _kind_of(self, bare: str) -> tuple[str, str]:
        """Return which part or row a line states, and the rest of it; empty for none."""
        title, rest = self._titles.taken(bare)
        counted = self._words[self._counted].found_in(bare) if self._counted else Found()
        own = set(self._words[self._counted].own_choices(self._words)) if self._counted else set()
        if title and title != self._counted and not own & set(counted.choices):
            return title, rest
        if counted.choices or counted.flags:
            return self._counted, bare
        if not self._section and self._counted not in self._met and "name" not in self._given:
            # The first line above the units that is nothing else is the army's name.
            return ("", bare) if not re.match(r"\d", bare) else (self._counted, bare)
        if POINTS in counted.numbers:
            return self._counted, bare
        if self._section:
            return self._section, bare
        return (self._counted, bare) if re.match(r"\d", bare) else ("", bare)

    def _row(self, number: int, text: str, kind: str, rest: str) -> LineRead:
        quoted = _QUOTED.search(rest)
        if quoted:
            rest = rest[: quoted.start()] + " , " + rest[quoted.end() :]
        words = self._words[kind]
        named = None if quoted else _NAMED.match(rest)
        name = quoted[1].strip() if quoted else ""
        if named is not None and name_key(named[1]):
            before, after = rest[: named.end(1)], rest[named.end(1) + 1 :]
            if words.found_in(before).words or not words.found_in(after).words:
                name, rest = named[1].strip(), after
        found = words.found_in(rest, name_given=bool(name))
        columns = words.columns
        values: dict[str, Any] = {}
        unused: list[str] = []
        if "name" in columns:
            first, others = found.name_and_others
            values["name"] = name or first
            unused += [first, *others] if name and first else others
        else:
            unused += found.words
        if kind == self._section:
            values |= self._defaults
        values |= found.choices
        values |= found.flags
        numbers, left, is_each = numbers_of(found, columns)
        copies = found.copies if kind in self.fields.rows else 1
        if not 1 <= copies <= MAX_COPIES:
            unused.append(f"{copies} ×")
            copies = 1
        remarks: list[Remark] = []
        if copies > 1 and POINTS in numbers:
            shared = found.is_together and numbers[POINTS] % copies == 0
            if shared:
                numbers[POINTS] //= copies
            elif not is_each:
                del numbers[POINTS]
                remarks.append(Remark("each_or_together"))
        elif is_each and POINTS in numbers:
            # One unit: each of its bases, or each of more units than the line says.
            unused.append(f"{numbers.pop(POINTS)} each")
        values |= numbers
        unused += [*left, *found.unused, *self._apart]
        missing = tuple(
            each.name
            for each in columns.values()
            if (each.needed or (each.name == "name" and kind == self._counted))
            and values.get(each.name) in (None, "")
        )
        values = {column: value for column, value in values.items() if value not in (None, "")}
        if missing:
            remarks.insert(0, Remark("missing", missing))
        if unused:
            remarks.append(Remark("not_used", tuple(unused)))
        return LineRead(number, text, kind, values, copies, tuple(remarks))


def _is_run(numbers: list[int]) -> bool:
    return numbers == list(range(1, len(numbers) + 1))


def pasted_in(source: bytes | str, rulebook: Rulebook) -> PastedList | None:
    """Return the list of a text that is neither JSON nor a table with a header; None for another
    one, and for a text without a row. Raises `ImportRefused`.
    """
    if isinstance(source, bytes) and is_sheet(source):
        return None
    text = text_in(source) if isinstance(source, bytes) else source
    if text.lstrip("\ufeff \r\n\t")[:1] in ("", "{", "["):
        return None
    rows, _ = read_until_fault(text, most=0)
    if rows and ROW in header_of(rows[0][1]):
        return None
    found = read_pasted(text, rulebook)
    return found if found.has_rows else None
