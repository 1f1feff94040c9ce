"""A pasted list as a page shows it: each line, how it was read, and the fields to correct it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from setup_app.armies import forms
from setup_app.armies.fields import Kind, fields_of
from setup_app.armies.pasted import ARMY, HEADING, UNREAD, LineRead, PastedList, Remark
from setup_app.armies.wording import word

REMARKS: Final[Mapping[str, Promise]] = {
    "missing": gettext_lazy("Missing: {what}."),
    "not_used": gettext_lazy("Not used: {what}."),
    "each_or_together": gettext_lazy(
        "Several units share this line. Write “each” or “together” after the points."
    ),
}


@dataclass(frozen=True, slots=True)
class LineShown:
    """A line that is no row: `words` say how it was read, `field` is the form's field of it."""

    number: int
    text: str
    words: str
    field: str
    remarks: tuple[str, ...]


def pasted_form(pasted: PastedList, *, given: Mapping[str, Any] | None = None) -> forms.ArmyForm:
    """Return the form of a pasted list, each row with its line. `given` are fields that the text
    may leave out, such as the player.
    """
    stated = {**_untold(pasted), **(given or {}), **pasted.stated}
    for name in fields_of(pasted.rulebook).rows:
        lines = pasted.lines_of(name)
        stated[name] = [
            {**row, forms.LINE: line.text.strip(), forms.REMARKS: _remarks(line, pasted)}
            for row, line in zip(stated[name], lines, strict=True)
        ]
    return forms.form_of(stated)


def other_lines(pasted: PastedList) -> list[LineShown]:
    """Return the lines that are no rows, those that were not read first."""
    rows = fields_of(pasted.rulebook).rows
    shown = [_shown(line, pasted) for line in pasted.lines if line.read_as not in rows]
    return sorted(shown, key=lambda line: bool(line.words))


def _untold(pasted: PastedList) -> dict[str, Any]:
    """Return the yes/no fields that the text leaves out, as an empty form has them."""
    columns = fields_of(pasted.rulebook).columns.values()
    return {each.name: True for each in columns if each.kind is Kind.YES_OR_NO}


def _shown(line: LineRead, pasted: PastedList) -> LineShown:
    words, first = "", ""
    if line.read_as == HEADING:
        words = _("heading")
    elif line.read_as == ARMY:
        words = ", ".join(word(pasted.rulebook, each) for each in line.values)
        first = next(iter(line.values), "")
    elif line.read_as != UNREAD:
        words = word(pasted.rulebook, line.read_as)
        first = f"{line.read_as}-{next(iter(line.values), 'name')}"
    remarks = _remarks(line, pasted)
    return LineShown(line.number, line.text.strip(), capfirst(words), first, remarks)


def _remarks(line: LineRead, pasted: PastedList) -> tuple[str, ...]:
    return tuple(_in_words(each, pasted) for each in line.remarks)


def _in_words(remark: Remark, pasted: PastedList) -> str:
    named = remark.code == "missing"
    what = [word(pasted.rulebook, each) if named else each for each in remark.what]
    return str(REMARKS[remark.code]).format(what=", ".join(what))
