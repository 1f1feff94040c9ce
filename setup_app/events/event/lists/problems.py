"""Problems of a list, for its player and for checkers; problems never refuse a list.

Besides the findings of the event's limits these are things that only a person can judge.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from setup_app.armies.points import compare
from setup_app.engine.names import name_key
from setup_app.engine.rulebook import Rulebook
from setup_app.engine.values import canonical
from setup_app.events.event.lists.findings import Finding

WORST_FIRST: Final = (
    "over_limit",
    "not_among",
    "under_limit",
    "points_differ",
    "points_short",
    "same_list",
    "unusual",
    "other_player",
    "remark",
    "sent_back_before",
)
NAMES: Final = ("name", "player", "rulebook")
"""The fields in which two copies of one list differ."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem with the parameters of its sentences."""

    code: str
    params: Mapping[str, Any] = field(default_factory=dict)


def problems(
    found: Iterable[Finding],
    army: Mapping[str, Any],
    *,
    rulebook: Rulebook,
    player: str,
    twins: Iterable[str] = (),
    history: Iterable[str] = (),
) -> tuple[Problem, ...]:
    """Return the problems of a list, the worst first.

    `player` is the entry's name, `twins` are the players with the same list, and `history` are
    codes of what happened to the list before: `remark`, `sent_back_before`.
    """
    named = str(army.get("player") or "")
    all_found = [Problem(each.code, asdict(each)) for each in found]
    all_found += [Problem(code) for code in dict.fromkeys(history)]
    if named and name_key(named) != name_key(player):
        all_found.append(Problem("other_player", {"found": named, "player": player}))
    for what, value in rulebook.unusual(army) if rulebook.unusual else ():
        all_found.append(Problem("unusual", {"what": what, "found": value}))
    points = compare(army, rulebook)
    if points is not None and points.is_far_short:
        told = {"what": "points", "measured": points.found, "required": points.stated}
        all_found.append(Problem("points_short", told))
    others = list(twins)
    if others:
        all_found.append(Problem("same_list", {"others": others}))
    return tuple(sorted(all_found, key=lambda each: WORST_FIRST.index(each.code)))


def fingerprint(army: Mapping[str, Any]) -> bytes:
    """Return a text that is equal for two lists with the same contents under different names."""
    return canonical({name: value for name, value in army.items() if name not in NAMES})
