"""What lies outside an event's list limits; findings are shown and never refuse a list."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from setup_app.armies.points import REMARKED, compare
from setup_app.engine.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class Finding:
    """A finding in a list. `what` is the measure, `measured` the value in the list, `required` the
    limit.
    """

    code: str
    what: str
    measured: Any
    required: Any


def _kind(kind: str) -> Callable[[Mapping[str, Any]], int]:
    return lambda army: sum(each.get("kind") == kind for each in army.get("units", ()))


MEASURED: Final[Mapping[str, Callable[[Mapping[str, Any]], Any]]] = {
    "points": lambda army: army.get("points", 0),
    "units": lambda army: len(army.get("units", ())),
    "tugs": _kind("tug"),
    "sugs": _kind("sug"),
    "bases": lambda army: sum(each.get("bases", 0) for each in army.get("units", ())),
    "generals": lambda army: len(army.get("generals", ())),
    "pbs_cards": lambda army: army.get("pbs_cards", 0),
    "scouting": lambda army: army.get("scouting", 0),
}


def findings(
    army: Mapping[str, Any], *, limits: Mapping[str, Any], rulebook: Rulebook
) -> tuple[Finding, ...]:
    """Return the findings, by measure in the order of `MEASURED`, then homes, then the points
    total.

    `army` is a list as it is stored; a commander does not count as a general here.
    """
    found = []
    for what, measure in MEASURED.items():
        bound, measured = limits.get(what, {}), measure(army)
        if measured > bound.get("most", measured):
            found.append(Finding("over_limit", what, measured, bound["most"]))
        if measured < bound.get("least", measured):
            found.append(Finding("under_limit", what, measured, bound["least"]))
    among = limits.get("home", {}).get("among")
    outside = [home for home in army.get("home", ()) if among is not None and home not in among]
    if outside:
        found.append(Finding("not_among", "home", outside, among))
    points = compare(army, rulebook)
    if points is not None and points.code in REMARKED:
        found.append(Finding("points_differ", "points", points.found, points.stated))
    return tuple(found)
