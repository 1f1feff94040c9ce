"""Which pieces are marked as standing by agreement, and from when on no longer?"""

from typing import Any

import pytest

from setup_app.engine.agreements import with_agreements
from setup_app.engine.log import ACT, Entry

SHIFT, PLACE = {"by": [1, 0]}, {"outline": {}}


def proposed(number: int, piece: str, answer: Any, kind: str = "accept_as_placed") -> Entry:
    value = {"kind": kind, "answer": answer, "violations": [{"pieces": [piece, "p9"]}]}
    return Entry(number, ACT, 0, "proposed", 0, value, value)


def act(number: int, kind: str, **value: Any) -> Entry:
    return Entry(number, ACT, 1, kind, 0, value, value)


def marked(entries: list[Entry], *moved: str) -> list[str]:
    pieces = [{"id": name, "moved": name in moved} for name in ("p1", "p2", "p9")]
    shown = with_agreements({"pieces": pieces}, entries)
    assert shown is not None
    return [piece["id"] for piece in shown["pieces"] if piece.get("agreed")]


PLACED = [proposed(1, "p1", PLACE), act(2, "accepted", proposal=1)]
MOVED = [proposed(3, "p2", SHIFT), act(4, "accepted", proposal=3)]


@pytest.mark.parametrize(
    ("entries", "moved", "agreed"),
    [
        ([], (), []),
        (PLACED[:1], (), []),
        ([PLACED[0], act(2, "declined", proposal=1)], (), []),
        ([proposed(1, "p1", PLACE, "back"), PLACED[1]], (), []),
        (PLACED, (), ["p1"]),
        (PLACED, ("p2",), ["p1"]),
        # Moved since, as the rules allow: how it was placed counts no more.
        (PLACED, ("p1",), []),
        ([*PLACED, *MOVED], ("p2",), ["p1", "p2"]),
        # Taken back.
        ([*PLACED, act(3, "back", to=1)], (), []),
        ([*PLACED, act(3, "back", to=2)], (), ["p1"]),
    ],
)
def test_a_piece_is_marked_while_it_lies_as_was_agreed(
    entries: list[Entry], moved: tuple[str, ...], agreed: list[str]
) -> None:
    assert marked(entries, *moved) == agreed


def test_without_a_table_there_is_nothing_to_mark_and_without_agreements_it_is_as_it_was() -> None:
    assert with_agreements(None, PLACED) is None
    table = {"pieces": [{"id": "p1", "moved": False}]}
    assert with_agreements(table, []) == table
