"""What do the sheet and its reading say, read a second time?

The one place from which tests take their expectations: boxes, terrain rows, and the settings and
event numbers with their defaults. Written from the sheet and from the project's reading of it,
without sight of the rulebook's data files or of any code that uses them.
"""

from __future__ import annotations

from tests.rulebooks.second_boxes import BOXES
from tests.rulebooks.second_terrain import FLANK_SUBSTITUTES, TERRAIN, Effect, Row

__all__ = [
    "BOXES",
    "COMPULSORY",
    "DEPLOYMENT_SETTINGS",
    "EVENT_NUMBERS",
    "FLANK_SUBSTITUTES",
    "LEAST_WIDTH",
    "OPTIONAL_EACH",
    "OWN_SIZE_LEAST",
    "OWN_SIZE_STEP",
    "SETTINGS",
    "SETTLEMENT_SIZE",
    "TERRAIN",
    "TOLERANCE",
    "WATER_DEPTH",
    "Effect",
    "Row",
]

TOLERANCE = 0.01

EVENT_NUMBERS: dict[str, object] = {
    "flank_sector_depth": 10,
    "compulsory_size": [6, 10],
    "optional_size": [4, 8],
    "opponent_slide": 6,
    "own_sizes": {
        "fields": {"max": None},
        "tilled_fields": {"max": None},
        "village": {"max": None},
        "town": {"min": None, "max": None},
    },
}
"""The table's width (45, from 30 to 90) and depth (30, from 20 to 90) are event numbers too."""

SETTINGS: dict[str, object] = {
    "deck": {"black": 8, "white": 14, "green": 12, "yellow": 10, "red": 6},
    "dice_faces": {
        "black": {"skull": 0, "wound": 1, "s": 1, "blank": 4},
        "white": {"skull": 0, "wound": 2, "s": 1, "blank": 3},
        "green": {"skull": 1, "wound": 2, "s": 1, "blank": 2},
        "yellow": {"skull": 1, "wound": 3, "s": 1, "blank": 1},
        "red": {"skull": 2, "wound": 3, "s": 1, "blank": 0},
    },
    "no_card": "lowest",
    "start_boxes": "any",
    "walk_move": "up_to",
    "voluntary_pass": False,
    "flank_pieces_own_half": True,
    "least_fill": 0.35,
    "own_size_replaces": "all",
    "max_counts": "player",
    "flank_die_touches_edge": False,
    "gap": 2,
    "hold_back": False,
    "touch_deep_water": "any",
    "moved_keeps_gap": False,
    "moved_keeps_sector": False,
    "undiced_opposed": True,
    "bands_obey_sector": True,
    "lists": "closed",
    "saved_cards": "within_total",
}
"""Those of sections 8.A to 10.A."""

DEPLOYMENT_SETTINGS: dict[str, object] = {
    "base_depths": {
        "battle_wagon": 1, "artillery": 1, "elephants": 1, "mounted": 0.75, "foot": 0.5,
    },
    "camp_size": [4, 2],
    "camp_on_terrain": False,
    "camp_special_lifts_range": "all",
    "ambush_moment": "sheet_order",
    "same_share": "stated",
    "round_tugs": "up",
    "sugs_down": "last_group",
    "dummy_markers": False,
    "ambush_markers": None,
    "ambush_from_centre_line": 6,
    "commander_marches": False,
    "flank_march_on_deep_water": False,
    "flank_march_units": None,
    "bluff_until": "generals",
    "pregame_order": "by_kind",
    "battery_move": None,
    "forced_march_move": None,
    "forlorn_hope_move": None,
    "pathfinder_move": None,
}  # fmt: skip
"""Those of 10.B to 10.H, in the order of the reading."""

COMPULSORY: dict[str, dict[str, int]] = {
    "very_dense": {"difficult": 2, "rough_or_good": 2},
    "dense": {"difficult": 2, "rough_or_good": 1},
    "normal": {"any": 2},
    "open": {"any": 1},
    "featureless": {},
}
"""9.B: how many compulsory pieces, for both players together."""

OPTIONAL_EACH = 2
OWN_SIZE_LEAST = 4.0
OWN_SIZE_STEP = 0.5
"""To what an own size is rounded that shrinks with the pieces of a small table."""
SETTLEMENT_SIZE = (4.0, 6.0)
LEAST_WIDTH = {"rivers_and_streams": 0.5, "dry_wadi": 0.5}
WATER_DEPTH = (2.0, 6.0)
