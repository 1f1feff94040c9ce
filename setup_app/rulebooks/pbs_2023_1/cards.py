"""The pack of cards with its ranks, and the dice of the army commander."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from setup_app.rulebooks.pbs_2023_1.tables import CARDS

Card = str
"""A colour: black, white, green, yellow or red."""

Hand = tuple[Card, ...]
"""Cards in order of rank, the lowest first, so that equal hands are equal values."""


def in_order(cards: Iterable[Card]) -> Hand:
    return tuple(sorted(cards, key=CARDS.colours.index))


def rank(card: Card | None, without_card: int = 0) -> int:
    """Return 0 for black to 4 for red, or `without_card` for no card."""
    return without_card if card is None else CARDS.colours.index(card)


def whole_pack(deck: Mapping[str, int]) -> Hand:
    return tuple(colour for colour in CARDS.colours for _ in range(deck[colour]))


def without(cards: Iterable[Card], taken: Iterable[Card]) -> Hand:
    """Return `cards` less `taken`; raises `ValueError` if one of them is not there."""
    left = list(cards)
    for card in taken:
        left.remove(card)
    return in_order(left)


def holds(cards: Iterable[Card], wanted: Iterable[Card]) -> bool:
    """Return whether all of `wanted`, counted with repetition, are among `cards`."""
    return not Counter(wanted) - Counter(cards)


def selections(cards: Hand) -> tuple[Hand, ...]:
    """Return every choice of some, all or none of `cards`; equal cards are interchangeable."""
    chosen: list[Hand] = [()]
    for colour, count in Counter(cards).items():
        chosen = [hand + (colour,) * number for hand in chosen for number in range(count + 1)]
    return tuple(in_order(hand) for hand in chosen)


def die_faces(colour: Card, dice_faces: Mapping[str, Mapping[str, int]]) -> tuple[str, ...]:
    """Return one item for each of the die's six physical faces, the worst first."""
    return tuple(face for face in CARDS.faces for _ in range(int(dice_faces[colour].get(face, 0))))


def best_percent(cards: Iterable[Card]) -> tuple[Hand, int]:
    """Return the best cards that 10.A sums, the best first, and the sum of their percentages."""
    ranked = sorted(cards, key=CARDS.colours.index, reverse=True)
    best = tuple(ranked[: CARDS.best_summed])
    return best, sum(CARDS.scouting_percent[card] for card in best)
