"""Figures and sentences of the rules for the piece in hand, for an editor."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from terrain.core import shapes
from terrain.core.layout import Piece
from terrain.core.rules import GroundRules, SizeLimits, TypeRules


def measures(kind: TypeRules, slot: str, *, rules: GroundRules) -> dict[str, Any]:
    """Return the form and size that a piece of this kind must have in a slot.

    If the rules ask for no size, every valid size that fits on the table is allowed.
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
    """A gap in base widths; 0 if there may be an exemption. `touch`: pieces may meet, but not
    overlap.
    """

    width: float
    touch: bool


def gap_from(other: Piece, kind: TypeRules, slot: str, rules: GroundRules) -> float:
    """Return the gap that a piece in hand must keep from another; 0 if it may be exempt."""
    leave = kind.no_gap_from | kind.overlaps | kind.undiced_beside | kind.extends_beside
    beside = rules.slots[slot].close_ranks and other.slot == slot
    return 0.0 if other.type in leave or beside else rules.gap


def gaps_in_turn(pieces: Sequence[Piece], at: int, rules: GroundRules) -> dict[str, Gap]:
    """Return the gap between the piece `at` and each other one of a table, by its id.

    The later of two pieces keeps the gap, unless its opponent has moved it.
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
    """Return the rules that no longer apply to a piece after its opponent has slid or turned it."""
    gap, zone = rules.moved_keeps_gap, rules.moved_keeps_zone
    if gap and zone:
        return ""
    if gap:
        return _("Moved by the opponent: sector rules no longer apply.")
    if zone:
        return _("Moved by the opponent: gap rules to earlier pieces no longer apply.")
    return _("Moved by the opponent: sector and gap rules no longer apply.")


def editor_words() -> dict[str, str]:
    """Return the sentences that the script fills in while a piece is dragged."""
    return {
        "nearest": _("Nearest: {label}, {distance} BW"),
        "too_near": _("Nearest: {label}, {distance} of {gap} BW"),
        "outside": _("Outside its part of the table."),
        "size": _("{width} × {depth} BW"),
        "in_cm": _("{lengths} cm"),
        "wide": _("{width} BW wide"),
        "deep": _("{depth} BW deep"),
        "small": _("A side is {measured} BW (minimum {required} BW)."),
        "large": _("A side is {measured} BW (maximum {required} BW)."),
        "longer": _("The longer side is {measured} BW (must be more than {required} BW)."),
        "narrow": _("It is {measured} BW (minimum {required} BW)."),
        "broad": _("It is {measured} BW (maximum {required} BW)."),
        "too_much": _("“{typed}” is too large to draw. Enter a size such as 6 or 6.5."),
        "no_measure": _("“{typed}” is not a valid size. Enter one such as 6 or 6.5."),
        "far": _("Slid {measured} BW (maximum {required} BW)."),
        "slid": _("Slid {distance} of {most} BW."),
        "turned": _("Turned {degrees}°. Tap the piece to turn it around another point."),
        "legal": _("Legal here."),
        "refused": _("Not allowed here; see the reason below. Move it, or find a legal place."),
        "unfit": _("No room for it in this shape at this angle."),
        "more": _("+ {count} more"),
        "already": _("It is already in a legal place."),
        "no_nearest": _("No room for it in this shape. “Suggest a place” tries another shape."),
        "impossible": _("There is no legal place for it. Open “No room for it” to give it up."),
        "nowhere": _("No other place found. Leave it where it is."),
        "overtaken": _("You changed it in the meantime, so your version stays."),
        "unreachable": _("The server did not answer. Nothing is lost; try again."),
    }
