"""Which pieces lie as they do because the other side let them, though a rule forbids it?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from setup_app.script.log import Entry, standing_acts

AS_PLACED = "accept_as_placed"


def with_agreements(
    layout: Mapping[str, Any] | None, entries: Iterable[Entry]
) -> dict[str, Any] | None:
    """A table as a rulebook presents it, its pieces that stand by agreement marked `agreed`.

    Of a piece that was moved afterwards it is the move that counts. A table on which none stands so
    is as it was.
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
    """The pieces whose placing, and those whose move, was accepted in spite of a rule."""
    found: tuple[set[str], set[str]] = (set(), set())
    by_number = {entry.number: entry.value for entry in entries}
    for accepted in standing_acts(entries, "accepted"):
        proposal = by_number[accepted.value["proposal"]]
        if proposal["kind"] == AS_PLACED:
            # Of a violation the piece that it is about comes first.
            about = {each["pieces"][0] for each in proposal["violations"] if each["pieces"]}
            found["outline" not in proposal["answer"]].update(about)
    return found
