"""The comparison chart of several tables.

One strip per figure, with a dot for each table and a number for each outlier. Horizontal positions
are hundredths of the strip, so that it fills the available width; marks and words keep their size.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from setup_app.layouts.outliers import FIGURES, Spread, Weighed, far_off
from setup_app.wording.figures import figure as written

NAMES: Final[Mapping[str, Any]] = {
    "balance": gettext_lazy("Balance between halves"),
    "symmetry": gettext_lazy("Symmetry"),
    "open": gettext_lazy("Open ground"),
    "lanes": gettext_lazy("Open lanes"),
    "pieces": gettext_lazy("Pieces"),
}
SHORT: Final[Mapping[str, Any]] = {
    "balance": gettext_lazy("Balance"),
    "symmetry": gettext_lazy("Symmetry"),
    "open": gettext_lazy("Open"),
    "lanes": gettext_lazy("Lanes"),
    "pieces": gettext_lazy("Pieces"),
}
FAR_IN: Final[Mapping[str, Any]] = {
    "balance": gettext_lazy("less balanced halves"),
    "symmetry": gettext_lazy("symmetry"),
    "open": gettext_lazy("open ground"),
    "lanes": gettext_lazy("open lanes"),
    "pieces": gettext_lazy("number of pieces"),
}
EDGE: Final = 4.0
"""The margin at either end, in hundredths, for the marks there."""
DOT_APART, DOT_HIGH, PILE = 2.7, 9.0, 80.0
"""The vertical distance of dots; a pile of many is compressed to PILE."""
TAG_APART, TAG_HIGH = 8.0, 20.0
FLOOR: Final = 7.0


@dataclass(frozen=True)
class ChartMark:
    """One table on a chart: hundredths from the left, and points from the top."""

    number: int
    at: str
    y: str
    far: bool
    said: str


@dataclass(frozen=True)
class Strip:
    """One figure of all tables. `middle` holds half of them, `inside` all that are not outliers:
    hundredths from the left and across.
    """

    code: str
    name: str
    height: str
    floor: str
    marks: tuple[ChartMark, ...]
    inside: tuple[str, str]
    middle: tuple[str, str]
    median: str
    ends: tuple[str, str]
    said: str


@dataclass(frozen=True)
class Outlier:
    """A table that is an outlier, its figures, and whether a seed can generate a replacement."""

    number: int
    words: str
    again: bool


def strips(weighed: Mapping[int, Weighed], spread: Mapping[str, Spread]) -> list[Strip]:
    """Return a chart for each distributed figure; none for a single table."""
    if len(weighed) < 2:
        return []
    return [_strip(name, each, weighed) for name, each in spread.items()]


def outliers(
    weighed: Mapping[int, Weighed],
    spread: Mapping[str, Spread],
    *,
    no_seed: Collection[int] = (),
) -> list[Outlier]:
    """Return the outliers, in their order; those of `no_seed` cannot be regenerated."""
    found = {number: far_off(figures, spread) for number, figures in weighed.items()}
    return [
        Outlier(
            number,
            ", ".join(
                _("%(what)s (%(figure)s)")
                % {"what": FAR_IN[name], "figure": in_words(name, weighed[number][name])}
                for name in names
            ),
            number not in no_seed,
        )
        for number, names in sorted(found.items())
        if names
    ]


def short(figures: Weighed | None, spread: Mapping[str, Spread]) -> list[tuple[str, str, bool]]:
    """Return a table's short card: each figure's name, its value in words, and whether it is an
    outlier.
    """
    if figures is None:
        return []
    far = far_off(figures, spread)
    return [(str(SHORT[name]), in_words(name, figures[name]), name in far) for name in FIGURES]


def in_words(name: str, value: float) -> str:
    """Return one figure in words: a share in hundredths; for the balance, whose half is harder."""
    if name == "pieces":
        return written(round(value, 1))
    percent = round(100 * abs(value))
    if name != "balance" or not percent:
        return _("%(percent)s%%") % {"percent": percent}
    if value > 0:
        return _("%(percent)s%% defender") % {"percent": percent}
    return _("%(percent)s%% invader") % {"percent": percent}


def _strip(name: str, spread: Spread, weighed: Mapping[int, Weighed]) -> Strip:
    values = {number: _placed(name, each[name]) for number, each in weighed.items()}
    low, high = _ends(name, list(values.values()))

    def across(value: float) -> float:
        if high == low:
            return 50.0
        return EDGE + (100 - 2 * EDGE) * (min(max(value, low), high) - low) / (high - low)

    def band(*ends: float) -> tuple[str, str]:
        left, right = sorted(across(_placed(name, end)) for end in ends)
        return f"{max(0.0, left - 1):.2f}", f"{min(100.0, right + 1) - max(0.0, left - 1):.2f}"

    placed = {number: across(value) for number, value in values.items()}
    far = {number for number, each in weighed.items() if not spread.holds(each[name])}
    dots = _stacked({at: x for at, x in placed.items() if at not in far}, DOT_APART)
    tags = _stacked({at: x for at, x in placed.items() if at in far}, TAG_APART)
    pile = max(dots.values(), default=0)
    dot_high = min(DOT_HIGH, PILE / max(pile, 1))
    height = max(
        2 * FLOOR + dot_high * pile,
        2 * FLOOR + TAG_HIGH * max(tags.values(), default=0) + (8 if tags else 0),
        2 * FLOOR + 8,
    )
    above = {number: dot_high * level for number, level in dots.items()}
    above |= {number: 4 + TAG_HIGH * level for number, level in tags.items()}
    marks = [
        ChartMark(
            number=number,
            at=f"{placed[number]:.2f}",
            y=f"{height - FLOOR - above[number]:.1f}",
            far=number in far,
            said=_("Table %(number)d: %(figure)s")
            % {"number": number, "figure": in_words(name, weighed[number][name])},
        )
        for number in sorted(placed, key=lambda number: (number in far, number))
    ]
    return Strip(
        code=name,
        name=str(NAMES[name]),
        height=f"{height:.0f}",
        floor=f"{height - 1:.0f}",
        marks=tuple(marks),
        inside=band(spread.low, spread.high),
        middle=band(spread.lower, spread.upper),
        median=f"{across(_placed(name, spread.median)):.2f}",
        ends=(in_words(name, _placed(name, low)), in_words(name, _placed(name, high))),
        said=_("median %(median)s") % {"median": in_words(name, spread.median)},
    )


def _placed(name: str, value: float) -> float:
    """Return the position on the chart: the defender is at the left, as on the card."""
    return -value if name == "balance" else value


def _ends(name: str, values: list[float]) -> tuple[float, float]:
    if name == "balance":
        most = max(abs(value) for value in values)
        return -most, most
    return min(values), max(values)


def _stacked(placed: Mapping[int, float], apart: float) -> dict[int, int]:
    """Return the level of each mark, so that none covers another."""
    last: list[float] = []
    found = {}
    for number, x in sorted(placed.items(), key=lambda each: (each[1], each[0])):
        level = next((at for at, taken in enumerate(last) if x - taken >= apart), len(last))
        last[level : level + 1] = [x]
        found[number] = level
    return found
