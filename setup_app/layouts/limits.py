"""What does the piece in hand have to keep to, by its rules alone? Figures and sentences for an
editor."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from terrain.core import shapes
from terrain.core.layout import Piece
from terrain.core.rules import GroundRules, SizeLimits, TypeRules


def measures(kind: TypeRules, slot: str, *, rules: GroundRules) -> dict[str, Any]:
    """Of what form and size a piece of this kind must be in a slot.

    Where the rules ask no size it is any that is one and that the table holds.
    """
    if kind.strip:
        return {"form": "strip", "least": kind.strip.min_depth, "most": kind.strip.max_depth}
    if kind.band:
        return {
            "form": "band",
            "least": kind.band.min_width,
            "most": kind.band.max_width,
            "ends_in": sorted(kind.band.ends_in),
        }
    sizes = kind.sizes.get(slot)
    if sizes is None:
        most = max(rules.table.width, rules.table.depth)
        sizes = SizeLimits(short_min=rules.tolerance, long_min=rules.tolerance, most=most)
    return {
        "form": shapes.family(kind.figure),
        "least": sizes.short_min,
        "least_long": sizes.long_min,
        "more_than": sizes.long_exclusive,
        "most": sizes.most,
    }


@dataclass(frozen=True)
class Gap:
    """In base widths; 0 where there may be leave. `touch`: they may meet, and not overlap."""

    width: float
    touch: bool


def gap_from(other: Piece, kind: TypeRules, slot: str, rules: GroundRules) -> float:
    """The gap that a piece in hand surely has to keep from another; 0 where it may have leave."""
    leave = kind.no_gap_from | kind.overlaps | kind.undiced_beside | kind.extends_beside
    beside = rules.slots[slot].close_ranks and other.slot == slot
    return 0.0 if other.type in leave or beside else rules.gap


def gaps_in_turn(pieces: Sequence[Piece], at: int, rules: GroundRules) -> dict[str, Gap]:
    """The gap between the piece `at` and each other one of a table, by its id.

    Whichever of two was laid later keeps it from the other, unless its opponent has moved it.
    """
    found = {}
    for number, other in enumerate(pieces):
        if number == at:
            continue
        first, second = sorted((at, number))
        earlier, later = pieces[first], pieces[second]
        kind = rules.kind(later.type)
        lapsed = later.moved and not rules.moved_keeps_gap
        gap = 0.0 if lapsed else gap_from(earlier, kind, later.slot, rules)
        found[other.id] = Gap(gap, touch=gap == 0 and earlier.type not in kind.overlaps)
    return found


def lapsed_in_words(rules: GroundRules) -> str:
    """What a piece need not keep to any more since its opponent has slid or turned it."""
    gap, zone = rules.moved_keeps_gap, rules.moved_keeps_zone
    if gap and zone:
        return ""
    if gap:
        return _("The other side has moved it: it has to keep to no sector any more.")
    if zone:
        return _("The other side has moved it: it has to keep no gap from what lay there.")
    return _(
        "The other side has moved it: it has to keep to no sector any more, and no gap from what "
        "lay there."
    )


def editor_words() -> dict[str, str]:
    """Sentences that the script fills in while a piece is dragged."""
    return {
        "nearest": _("nearest: {label}, {distance} BW"),
        "too_near": _("nearest: {label}, {distance} of {gap} BW"),
        "outside": _("It lies outside its part of the table."),
        "size": _("{width} × {depth} BW"),
        "in_cm": _("{lengths} cm"),
        "wide": _("{width} BW wide"),
        "deep": _("{depth} BW deep"),
        "small": _("A side measures {measured} BW; the least is {required} BW."),
        "large": _("A side measures {measured} BW; the most is {required} BW."),
        "longer": _("The longer side measures {measured} BW; more than {required} BW is asked."),
        "narrow": _("It measures {measured} BW; the least is {required} BW."),
        "broad": _("It measures {measured} BW; the most is {required} BW."),
        "too_much": _("“{typed}” is more than can be drawn. Write one such as 6 or 6.5."),
        "no_measure": _("“{typed}” is no measure of a piece. Write one such as 6 or 6.5."),
        "far": _("It was slid {measured} BW; the most is {required} BW."),
        "slid": _("Slid by {distance} of {most} BW."),
        "turned": _("Turned by {degrees} degrees. Tap the piece to turn it about another point."),
        "legal": _("Legal here."),
        "refused": _(
            "Refused as it lies; the reason is below. Move it, or let a legal place be found."
        ),
        "unfit": _("Shaped and turned as it is, it fits nowhere."),
        "more": _("+ {count} more"),
        "already": _("It lies legally where it is."),
        "no_nearest": _("It fits nowhere so. “Suggest a place” shapes another."),
        "impossible": _("There is no legal place for it. Open “It fits nowhere” to give it up."),
        "nowhere": _("No other place was found for it; leave it where it lies."),
        "overtaken": _("You changed it meanwhile, so it stays as you laid it."),
        "unreachable": _("The server did not answer. Nothing is lost; try again."),
    }
