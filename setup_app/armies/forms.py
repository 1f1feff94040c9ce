"""The form of an army list.

The form knows no rule: it turns fields into the JSON that the rulebook reads, and attaches each
fault to its field. Rows are named `units-3-bases`. Gaps in the numbers and empty rows do not
matter, so that rows can be added, copied and removed with and without a script.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.http import QueryDict
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from setup_app.armies.fields import Column, Kind, Rows, fields_of
from setup_app.armies.points import POINTS, PointsCompared, compare, counted_rows
from setup_app.armies.rulebooks import rulebook_of
from setup_app.armies.wording import in_words, place_in_words, text_of, word
from setup_app.engine.rulebook import Rulebook
from setup_app.identity.pages import FieldChoice
from setup_app.rulebooks.army_faults import Fault

MAX_FRESH: Final = 6
ROW_NUMBER: Final = "__row__"
"""The placeholder for the number in the row that a script copies."""
MORE: Final = "more_"
"""The prefix of the button that asks for more rows of a kind."""
COPY: Final = "copy_"
"""The prefix of the button that copies a row."""
DROP: Final = "drop_"
"""The prefix of the button that removes a row."""

LINE: Final = "pasted line"
"""The key of the pasted line that a row was read from; no field of a list has such a name."""
REMARKS: Final = "pasted remarks"
"""The key of what to look at in that line."""

_ROW: Final = re.compile(r"(\w+)-(\d{1,3})-\w+")
Faults = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class FormField:
    """A field as the template renders it; `kind` is text, number, select, checks or check."""

    id: str
    label: str
    kind: Kind
    value: str
    choices: tuple[FieldChoice, ...]
    limits: tuple[float, float]
    faults: tuple[str, ...]
    longest: int
    is_tally: bool = False
    """Whether the field is the sum of the rows' points."""

    @property
    def is_on_demand(self) -> bool:
        """Return whether the field, a checkbox, belongs in the collapsed part of a row."""
        return self.kind in (Kind.SEVERAL, Kind.YES_OR_NO)

    @property
    def ticked(self) -> tuple[str, ...]:
        """Return the checked options in words."""
        if self.kind is Kind.YES_OR_NO:
            return (self.label,) if self.value else ()
        return tuple(choice.label for choice in self.choices if choice.chosen)


@dataclass(frozen=True, slots=True)
class FormRow:
    """The fields of one row; `focused` marks the row that was just added."""

    title: str
    prefix: str
    fields: tuple[FormField, ...]
    focused: bool = False
    line: str = ""
    remarks: tuple[str, ...] = ()

    @property
    def cells(self) -> tuple[FormField, ...]:
        """Return the fields that nearly every row fills in; they are always visible."""
        return tuple(field for field in self.fields if not field.is_on_demand)

    @property
    def rest(self) -> tuple[FormField, ...]:
        """Return the fields that few rows need; they are collapsed."""
        return tuple(field for field in self.fields if field.is_on_demand)

    @property
    def ticked(self) -> tuple[str, ...]:
        """Return the checked options of the collapsed fields in words."""
        return tuple(words for field in self.rest for words in field.ticked)

    @property
    def is_open(self) -> bool:
        """Return whether the collapsed part must be open because a field in it has an error."""
        return any(field.faults for field in self.rest)


@dataclass(frozen=True, slots=True)
class Group:
    """All rows of a kind; a script copies `blank` for another row."""

    name: str
    title: str
    note: str
    more: str
    blank: FormRow
    rows: tuple[FormRow, ...]


@dataclass(frozen=True, slots=True)
class SpeltFault:
    """A fault in words, with the field to jump to."""

    place: str
    words: str
    field: str


@dataclass(frozen=True, slots=True)
class ArmyForm:
    """Everything that the template needs."""

    rulebook: Rulebook
    fields: tuple[FormField, ...]
    groups: tuple[Group, ...]
    faults: tuple[SpeltFault, ...]
    points: PointsCompared | None


def stated_by(sent: QueryDict, rulebook: Rulebook) -> dict[str, Any]:
    """Return the list that a submitted form states, for the rulebook to read, without empty
    rows.
    """
    fields = fields_of(rulebook)
    return {
        **_stated(sent, fields.columns.values(), ""),
        "rulebook": rulebook.id,
        **{part: _stated(sent, columns, f"{part}-") for part, columns in fields.parts.items()},
        **{
            name: [
                _stated(sent, rows.columns, prefix)
                for prefix in _prefixes(sent, name, rows.columns)
            ]
            for name, rows in fields.rows.items()
        },
    }


def _stated(sent: QueryDict, columns: Iterable[Column], prefix: str) -> dict[str, Any]:
    stated: dict[str, Any] = {}
    for column in columns:
        text = sent.get(prefix + column.name, "")
        match column.kind:
            case Kind.GIVEN:
                stated[column.name] = column.choices[0]
            case Kind.SEVERAL:
                stated[column.name] = sent.getlist(prefix + column.name)
            case Kind.YES_OR_NO:
                stated[column.name] = prefix + column.name in sent
            case Kind.NUMBER:
                if text.strip():
                    stated[column.name] = column.number(text.strip())
            case _:
                stated[column.name] = None if column.may_be_none and not text else text
    return stated


def with_lines(sent: QueryDict, stated: Mapping[str, Any]) -> dict[str, Any]:
    """Return a submitted list with the pasted line of each row, to show the form again."""
    kinds = fields_of(rulebook_of(stated)).rows
    shown = dict(stated)
    for name, rows in kinds.items():
        prefixes = _prefixes(sent, name, rows.columns)
        lines = [sent.get(f"{prefix}pasted", "") for prefix in prefixes]
        if any(lines):
            pairs = zip(stated[name], lines, strict=True)
            shown[name] = [{**row, LINE: line} for row, line in pairs]
    return shown


def empty_rows(sent: QueryDict, stated: Mapping[str, Any]) -> dict[str, int]:
    """Return the number of empty rows of each kind in a submitted form, to show them again."""
    kinds = fields_of(rulebook_of(stated)).rows
    return {name: len(_sent_rows(sent, name)) - len(stated[name]) for name in kinds}


@dataclass(frozen=True, slots=True)
class RowAsked:
    """The row action that a button requests, with the row's place among the stated rows.

    `at` is None if the row is empty.
    """

    act: str
    name: str
    at: int | None


def row_asked(sent: QueryDict, rulebook: Rulebook) -> RowAsked | None:
    """Return the requested row action; None if another button was pressed."""
    wanted = sent.get("do", "")
    act = next((each for each in (COPY, DROP) if wanted.startswith(each)), None)
    if act is None:
        return None
    prefix = f"{wanted.removeprefix(act)}-"
    name = prefix.partition("-")[0]
    rows = fields_of(rulebook).rows.get(name)
    if rows is None:
        return None
    filled = _prefixes(sent, name, rows.columns)
    return RowAsked(act, name, filled.index(prefix) if prefix in filled else None)


def with_row(stated: Mapping[str, Any], asked: RowAsked) -> tuple[dict[str, Any], str]:
    """Return the list with that row copied or removed, and the row to focus.

    Copying or removing an empty row does not change the list.
    """
    rows = list(stated[asked.name])
    at = len(rows) if asked.at is None else asked.at
    if asked.at is not None and asked.act == COPY:
        at += 1
        rows.insert(at, dict(rows[at - 1]))
    elif asked.at is not None:
        del rows[at]
    return {**stated, asked.name: rows}, f"{asked.name}-{at}"


def _sent_rows(sent: QueryDict, rows: str) -> list[str]:
    """Return the prefixes of each row's field names, in the order of the page.

    A row that a script inserted between two others has a higher number than both.
    """
    found = (_ROW.fullmatch(name) for name in sent)
    return list(dict.fromkeys(f"{rows}-{each[2]}-" for each in found if each and each[1] == rows))


def _prefixes(sent: QueryDict, rows: str, columns: Iterable[Column]) -> list[str]:
    """Return the prefixes of the rows that have a value."""
    return [
        prefix
        for prefix in _sent_rows(sent, rows)
        if any(sent.get(prefix + column.name, "").strip() for column in columns)
    ]


def empty_form(rulebook: Rulebook, *, player: str = "") -> ArmyForm:
    """Return the form for a new army, with every yes/no field set to yes, and the player's name if
    the rulebook's lists have that field.
    """
    fields = fields_of(rulebook)
    yes = {each.name: True for each in fields.columns.values() if each.kind is Kind.YES_OR_NO}
    named = {"player": player} if player and "player" in fields.columns else {}
    return form_of({"rulebook": rulebook.id, **yes, **named}, more=tuple(fields.rows))


def form_of(
    stated: Mapping[str, Any],
    *,
    faults: Iterable[Fault] = (),
    more: tuple[str, ...] = (),
    empty: Mapping[str, int] | None = None,
    focused: str = "",
) -> ArmyForm:
    """Return the form that shows a stated list with its faults, in the order of its fields.

    `more` names the kinds of row that get additional empty rows after the stated ones; `empty` says
    how many the others get. `focused` is the row to focus.
    """
    rulebook = rulebook_of(stated)
    fields = fields_of(rulebook)
    named = [(_field_id(fault, rulebook), fault) for fault in faults]
    by_field: dict[str, tuple[str, ...]] = {}
    for field_id, fault in named:
        by_field[field_id] = (*by_field.get(field_id, ()), in_words(fault, rulebook))
    drawing = _Drawing(rulebook, by_field, counted_rows(rulebook), focused)
    after = {name: _fresh(fields.rows[name]) for name in more if name in fields.rows}
    drawn = tuple(drawing.army(stated))
    groups = tuple(
        drawing.group(name, rows, stated.get(name, ()), empty={**(empty or {}), **after})
        for name, rows in fields.rows.items()
    )
    shown = [*drawn, *(each for group in groups for row in group.rows for each in row.fields)]
    order = {field.id: place for place, field in enumerate(shown)}
    named.sort(key=lambda each: order.get(each[0], len(order)))
    return ArmyForm(
        rulebook=rulebook,
        fields=drawn,
        groups=groups,
        faults=tuple(
            SpeltFault(
                capfirst(place_in_words(fault, rulebook)), in_words(fault, rulebook), field_id
            )
            for field_id, fault in named
        ),
        points=compare(stated, rulebook),
    )


def _field_id(fault: Fault, rulebook: Rulebook) -> str:
    fields, path = fields_of(rulebook), fault.path
    if not path:
        return "name"
    first = str(path[0])
    if first in fields.parts and len(path) == 1:
        columns = fields.parts[first]
        return f"{first}-{next((each for each in columns if each.needed), columns[0]).name}"
    if first in fields.parts or (first in fields.rows and len(path) > 2):
        return "-".join(str(step) for step in path[:3])
    return first


@dataclass(frozen=True, slots=True)
class _Drawing:
    """A renderer for the fields of one rulebook's list, each with its fault messages."""

    rulebook: Rulebook
    faults: Faults
    counted: str | None
    focused: str

    def army(self, stated: Mapping[str, Any]) -> list[FormField]:
        """Return the list's own fields and those of its parts, checkboxes last."""
        fields = fields_of(self.rulebook)
        drawn: list[FormField] = []
        for name in fields.names:
            if name in fields.columns:
                drawn.append(self.field((name,), fields.columns[name], stated.get(name)))
            elif name in fields.parts:
                part = stated.get(name) or {}
                drawn += [
                    self.field((name, each.name), each, part.get(each.name))
                    for each in fields.parts[name]
                ]
        shown = [field for field in drawn if field.kind is not Kind.GIVEN]
        return sorted(shown, key=lambda field: field.kind is Kind.YES_OR_NO)

    def group(
        self, name: str, rows: Rows, stated: Iterable[Any], *, empty: Mapping[str, int]
    ) -> Group:
        title = text_of(self.rulebook, f"{name}.many") or capfirst(word(self.rulebook, name))
        given = [*stated, *({} for _ in range(empty.get(name, 0)))]
        return Group(
            name=name,
            title=text_of(self.rulebook, f"{name}.form") or title,
            note=text_of(self.rulebook, f"{name}.note") or "",
            more=text_of(self.rulebook, f"{name}.more") or _("Add rows"),
            blank=self.row(name, ROW_NUMBER, rows, {}),
            rows=tuple(self.row(name, str(at), rows, values) for at, values in enumerate(given)),
        )

    def row(self, name: str, number: str, rows: Rows, values: Mapping[str, Any]) -> FormRow:
        title = capfirst(word(self.rulebook, name))
        return FormRow(
            title=f"{title} {int(number) + 1}" if number.isdigit() else title,
            prefix=f"{name}-{number}",
            fields=tuple(
                self.field((name, number, each.name), each, values.get(each.name))
                for each in rows.columns
            ),
            focused=f"{name}-{number}" == self.focused,
            line=values.get(LINE, ""),
            remarks=values.get(REMARKS, ()),
        )

    def field(self, steps: tuple[str, ...], column: Column, value: Any) -> FormField:
        several = column.kind is Kind.SEVERAL
        chosen = (value or ()) if several else (value,)
        label = word(self.rulebook, *steps) if len(steps) < 3 else word(self.rulebook, column.name)
        if column.kind is Kind.YES_OR_NO:
            value = "yes" if value else ""
        return FormField(
            id="-".join(steps),
            label=label,
            kind=column.kind,
            value="" if value is None or several else str(value),
            choices=tuple(
                FieldChoice(each, word(self.rulebook, each), each in chosen)
                for each in column.choices
            ),
            limits=column.limits,
            faults=self.faults.get("-".join(steps), ()),
            longest=column.longest,
            is_tally=column.name == POINTS and steps[0] == self.counted and len(steps) == 3,
        )


def _fresh(rows: Rows) -> int:
    """Return the number of initial empty rows: more if a list may have many rows."""
    return max(1, min(MAX_FRESH, rows.most // 4))
