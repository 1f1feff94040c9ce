"""Compare the points of a list's rows with the stated total.

A difference is reported, never refused: commanders and a camp may cost points that no row shows,
so a total that is a little above the sum of the rows is not a problem.
The figures are a field `points` of the list and another of one kind of row, in any rulebook.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from setup_app.armies.fields import Kind, fields_of
from setup_app.armies.wording import text_of, word
from setup_app.engine.rulebook import Rulebook

POINTS: Final = "points"

SENTENCES: Final[Mapping[str, Promise]] = {
    "alone": _("Total points: {found}."),
    "even": _("{rows} total {found} points, as stated."),
    "short": _("{rows} total {found} of {stated} points ({rest} unaccounted for)."),
    "over": _("{rows} total {found} points, {rest} more than the {stated} stated."),
    "gaps": _("{rows} total {found} of {stated} points; {without} of {number} without points."),
}
"""The sentences about the total. A page's script fills in the same ones while a player types."""

REMARKED: Final = frozenset({"over", "gaps"})
"""The sentences that report a problem whatever the difference is."""

MAX_REST: Final = 0.1
"""The share of the total that rows may leave unaccounted for without a problem: generals and a camp
cost points that no row shows. What is left above that is a problem.
"""


@dataclass(frozen=True, slots=True)
class PointsCompared:
    """The stated total, the sum of the rows, the number of rows, and of rows without points."""

    title: str
    stated: float
    found: float
    number: int
    without: int

    @property
    def code(self) -> str:
        """Return the code of the sentence; none without rows."""
        if not self.number:
            return ""
        if not self.stated:
            return "alone"
        if self.found > self.stated:
            return "over"
        if self.without:
            return "gaps"
        return "even" if self.found == self.stated else "short"

    @property
    def is_remarked(self) -> bool:
        """Return whether the sentence reports a problem."""
        return self.code in REMARKED or self.is_far_short

    @property
    def is_far_short(self) -> bool:
        """Return whether the rows leave more of the total unaccounted for than generals cost."""
        return self.code == "short" and self.stated - self.found > self.stated * MAX_REST

    @property
    def words(self) -> str:
        """Return the sentence; empty without rows."""
        if not self.code:
            return ""
        return str(SENTENCES[self.code]).format(
            rows=self.title,
            found=f"{self.found:g}" if self.found % 1 else int(self.found),
            stated=f"{self.stated:g}" if self.stated % 1 else int(self.stated),
            rest=f"{abs(self.stated - self.found):.10g}",
            without=self.without,
            number=self.number,
        )

    @property
    def patterns(self) -> dict[str, str]:
        """Return the sentences for a page's script, with the word for the rows inserted."""
        return {
            code: str(said).replace("{rows}", self.title.replace("{", "").replace("}", ""))
            for code, said in SENTENCES.items()
        }


def counted_rows(rulebook: Rulebook) -> str | None:
    """Return the kind of row whose points are added up; None if the rulebook's lists have none."""
    fields = fields_of(rulebook)
    total = fields.columns.get(POINTS)
    if total is None or total.kind is not Kind.NUMBER:
        return None
    for name, rows in fields.rows.items():
        if any(each.name == POINTS and each.kind is Kind.NUMBER for each in rows.columns):
            return name
    return None


def compare(stated: Mapping[str, Any], rulebook: Rulebook) -> PointsCompared | None:
    """Return a comparison of a stated list's points, even if the list is not legal yet.

    A value that is not a number counts as missing, and a row that is not an object does not count.
    None if the rulebook's lists have no points in rows.
    """
    name = counted_rows(rulebook)
    if name is None:
        return None
    found = [_figure(row.get(POINTS)) for row in _rows(stated.get(name))]
    return PointsCompared(
        title=text_of(rulebook, f"{name}.many") or capfirst(word(rulebook, name)),
        stated=_figure(stated.get(POINTS)),
        found=sum(found),
        number=len(found),
        without=found.count(0),
    )


def with_total(stated: Mapping[str, Any], rulebook: Rulebook) -> dict[str, Any]:
    """Return a stated list in which a total that was left blank is the sum of the rows' points."""
    rows = counted_rows(rulebook)
    if rows is None or POINTS in stated:
        return dict(stated)
    return {**stated, POINTS: sum(_figure(row.get(POINTS)) for row in _rows(stated.get(rows)))}


def _rows(value: object) -> list[Mapping[str, Any]]:
    return (
        [row for row in value if isinstance(row, Mapping)]
        if isinstance(value, list | tuple)
        else []
    )


def _figure(value: object) -> float:
    return value if isinstance(value, int | float) and not isinstance(value, bool) else 0
