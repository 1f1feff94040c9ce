"""Pieces that both sides agreed to leave where a rule forbids them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from setup_app.engine.log import ANSWER, Entry, effective, standing_acts
from setup_app.engine.values import Side

AS_PLACED = "accept_as_placed"


def with_agreements(
    layout: Mapping[str, Any] | None, entries: Iterable[Entry]
) -> dict[str, Any] | None:
    """Return the layout as the rulebook presents it, with agreed pieces marked `agreed`.

    For a piece that was moved later, only the move counts. A layout without agreed pieces is
    returned unchanged.
    """
    if layout is None:
        return None
    placed, moved = _agreed(list(entries))
    if not placed and not moved:
        return dict(layout)
    pieces = [
        {**piece, "agreed": True} if piece["id"] in (moved if piece["moved"] else placed) else piece
        for piece in layout["pieces"]
    ]
    return {**layout, "pieces": pieces}


def _agreed(entries: list[Entry]) -> tuple[set[str], set[str]]:
    """Return the pieces whose placement, and those whose move, was accepted despite a rule."""
    found: tuple[set[str], set[str]] = (set(), set())
    for proposal in _accepted(entries):
        found["outline" not in proposal.value["answer"]].update(_about(proposal))
    return found


def _accepted(entries: list[Entry]) -> Iterator[Entry]:
    """Yield the accepted proposals to let something stand that were not undone later."""
    by_number = {entry.number: entry for entry in entries}
    for accepted in standing_acts(entries, "accepted"):
        proposal = by_number[accepted.value["proposal"]]
        if proposal.value["kind"] == AS_PLACED:
            yield proposal


def _about(proposal: Entry) -> set[str]:
    """Return what breaks a rule: the first item of each violation names it."""
    return {each["pieces"][0] for each in proposal.value["violations"] if each["pieces"]}


def with_agreed_troops(
    deployment: Mapping[str, Any] | None, entries: Iterable[Entry]
) -> dict[str, Any] | None:
    """Return the deployment as the rulebook presents it, with agreed units and camps marked
    `agreed`.

    For a unit that was moved later, only the move counts. A broken placement rule is visible on the
    table, so the mark does not identify the unit. A deployment without agreed units is returned
    unchanged.
    """
    if deployment is None:
        return None
    log = list(entries)
    proposals = list(_accepted(log))
    if not proposals:
        return dict(deployment)
    camps = {each.side for each in proposals if "camp" in _about(each)}
    units = {found for each in proposals for found in _agreed_units(each, _moved(log))}
    sides = [
        {
            **shown,
            "camp": _marked(shown["camp"], side in camps),
            "units": [
                _marked(each, not units.isdisjoint({(side, "id", each["id"]), _named(side, each)}))
                for each in shown["units"]
            ],
        }
        for side, shown in enumerate(deployment["sides"])
    ]
    return {**deployment, "sides": sides}


Found = tuple[Side | None, str, Any]
"""A unit of a side, by its number on the table or in its list."""


def _named(side: Side | None, unit: Mapping[str, Any]) -> Found:
    return side, "unit", unit["unit"]


def _agreed_units(proposal: Entry, moved: set[Found]) -> Iterator[Found]:
    answer, side, about = proposal.value["answer"], proposal.side, _about(proposal)
    if "unit" in answer:
        yield _named(side, answer)
        return
    units = answer.get("units", ())
    # The public form has the numbers on the table, one by one.
    for unit, shown in zip(units, proposal.public["answer"].get("units", ()), strict=True):
        if f"u{unit['unit']}" in about and _named(side, unit) not in moved:
            yield (side, "id", shown["id"]) if "id" in shown else _named(side, unit)


def _moved(entries: list[Entry]) -> set[Found]:
    """Return the units that were moved in separate answers after their deployment."""
    return {
        _named(entry.side, entry.value)
        for entry in effective(entries)
        if entry.type == ANSWER and isinstance(entry.value, Mapping) and "unit" in entry.value
    }


def _marked(thing: Any, agreed: bool) -> Any:
    return {**thing, "agreed": True} if agreed and thing is not None else thing
