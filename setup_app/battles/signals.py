"""Who else has to know that a battle is over, or goes on after it was?

Rooms that stand above the battles say so when they are ready; the battles know none of them.
"""

from __future__ import annotations

from collections.abc import Callable

from setup_app.battles.models import Battle

Told = Callable[[Battle], None]
"""Is told in the transaction that ends the battle, under its lock: it stores what is to be done,
takes no other lock, and does nothing more."""

_told: list[Told] = []


def when_over(told: Told) -> None:
    """Have it told of each battle that comes to its end, or goes on after it was taken back."""
    if told not in _told:
        _told.append(told)


def tell(row: Battle) -> None:
    for told in _told:
        told(row)
