"""The fairness card: two sides compared in words, figures and bars.

All figures come from `terrain.core.fairness`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from setup_app.layouts.names import map_names
from setup_app.layouts.pages.wording import figure
from setup_app.wording.figures import figure as written
from terrain.core.layout import PLAYERS

EVEN, UNLIKE = 0.1, 0.3
MAX_BAR_LENGTH = 100.0
CATEGORIES: Mapping[str, Any] = {
    "open": gettext_lazy("Open"),
    "good": gettext_lazy("Good"),
    "rough": gettext_lazy("Rough"),
    "difficult": gettext_lazy("Difficult"),
}
SECTORS: Mapping[str, Any] = {
    "left": gettext_lazy("Left flank"),
    "centre": gettext_lazy("Centre"),
    "right": gettext_lazy("Right flank"),
}
THIRDS: Mapping[str, Any] = {
    "left": gettext_lazy("left"),
    "middle": gettext_lazy("middle"),
    "right": gettext_lazy("right"),
}
HALVES: Mapping[str, Any] = {
    "defender": gettext_lazy("The defender’s half"),
    "invader": gettext_lazy("The invader’s half"),
}


@dataclass(frozen=True)
class Share:
    """One kind of terrain in one half: its area, its share of the half, and its bar, 0 to 100."""

    side: str
    area: str
    percent: str
    bar: str
    start: str


@dataclass(frozen=True)
class GroundKind:
    """One kind of terrain on both halves."""

    code: str
    name: str
    shares: tuple[Share, ...]
    drawn: bool


@dataclass(frozen=True)
class FairnessTold:
    """The presentation of a table's fairness."""

    verdict: str
    is_even: bool
    why: str
    unit: str
    kinds: tuple[GroundKind, ...]
    sectors: tuple[str, ...]
    covered: tuple[tuple[str, tuple[str, ...]], ...]
    lanes: tuple[tuple[str, str], ...]
    symmetry: str


def card_of(figures: Mapping[str, Any], rulebook: str) -> FairnessTold:
    """Return the card for a table's page."""
    return FairnessTold(
        verdict=_verdict(figures["balance"]["share"]),
        is_even=abs(figures["balance"]["share"]) < EVEN,
        why=_why(figures),
        unit=_(figures["unit"]),
        kinds=_kinds(figures["halves"], rulebook),
        sectors=tuple(str(SECTORS.get(each, each)) for each in figures["sectors"]),
        covered=tuple(
            (
                str(HALVES[side]),
                tuple(_percent(1 - part["open"] / part["whole"]) for part in cells.values()),
            )
            # As on the map: the invader's half is at the top.
            for side, cells in reversed(figures["cells"].items())
        ),
        lanes=tuple(
            (
                str(THIRDS[lane["third"]]),
                f"{figure(lane['width'])} {_(figures['unit'])}" if lane["width"] else _("none"),
            )
            for lane in figures["lanes"]
        ),
        symmetry=_percent(figures["symmetry"]),
    )


def _verdict(share: float) -> str:
    if abs(share) < EVEN:
        return _(
            "Even: neither half has more than %(most)s of the terrain that is hard to cross."
        ) % {"most": _percent((1 + EVEN) / 2)}
    if share > 0:
        if share < UNLIKE:
            return _("The defender’s half is somewhat harder to cross.")
        return _("The defender’s half is much harder to cross.")
    if share > -UNLIKE:
        return _("The invader’s half is somewhat harder to cross.")
    return _("The invader’s half is much harder to cross.")


def _why(figures: Mapping[str, Any]) -> str:
    weighted, weights = figures["balance"]["weighted"], figures["terms"]["weights"]
    return _(
        "Difficulty points: %(defender)d in the defender’s half, %(invader)d in the invader’s. "
        "Each square %(unit)s counts %(good)s for good going, %(rough)s for rough, "
        "%(difficult)s for difficult, %(apart)s for other terrain such as deep water, and 0 "
        "for open ground."
    ) % {
        "defender": round(weighted["defender"]),
        "invader": round(weighted["invader"]),
        "unit": _(figures["unit"]),
        **{name: written(weight) for name, weight in weights.items()},
    }


def _kinds(halves: Mapping[str, Any], rulebook: str) -> tuple[GroundKind, ...]:
    names = map_names(rulebook)
    areas: dict[str, tuple[str, dict[str, float]]] = {}
    for code, name in CATEGORIES.items():
        areas[code] = (str(name), {side: halves[side][code] for side in PLAYERS})
    for type_ in dict.fromkeys(type_ for side in PLAYERS for type_ in halves[side]["apart"]):
        there = {side: halves[side]["apart"].get(type_, 0.0) for side in PLAYERS}
        areas[type_] = (names.type(type_), there)
    # Open ground covers most of the table: on the same scale the others would be invisible.
    most = max(
        (max(there.values()) for code, (_name, there) in areas.items() if code != "open"),
        default=0.0,
    )
    return tuple(
        GroundKind(
            code=code if code in CATEGORIES else "apart",
            name=name,
            shares=tuple(
                _share(side, there[side], halves[side]["whole"], most) for side in PLAYERS
            ),
            drawn=code != "open",
        )
        for code, (name, there) in areas.items()
    )


def _share(side: str, area: float, whole: float, most: float) -> Share:
    bar = MAX_BAR_LENGTH * area / most if most else 0.0
    return Share(
        side=side,
        area=figure(area),
        percent=_percent(area / whole),
        bar=f"{min(bar, MAX_BAR_LENGTH):.1f}",
        start=f"{MAX_BAR_LENGTH - min(bar, MAX_BAR_LENGTH):.1f}",
    )


def _percent(share: float) -> str:
    return f"{round(100 * share)}%"
