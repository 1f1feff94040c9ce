"""Which battles does the soak play? A fixed list, so that a failure can be played again."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

ARMIES = ("marian_romans", "numidians")
TABLES = ((45, 30), (45, 30), (45, 30), (60, 40), (90, 60))
"""The regulation table most often, and larger ones up to the largest width."""

SMALL_TABLES = ((30, 20), (36, 24), (40, 20))
"""Down to the smallest that an event may choose; there many pieces find no place."""

SMALL = 1000
"""Battles from this number on are played on small tables."""

HOUSE_RULES: dict[str, tuple[Any, ...]] = {
    "no_card": ("black",),
    "walk_move": ("exact",),
    "voluntary_pass": (True,),
    "flank_pieces_own_half": (False,),
    "max_counts": ("table",),
    "own_size_replaces": ("maximum",),
    "flank_die_touches_edge": (True,),
    "bands_obey_sector": (False,),
    "touch_deep_water": ("named",),
    "moved_keeps_gap": (True,),
    "moved_keeps_sector": (True,),
    "undiced_opposed": (False,),
    "lists": ("open",),
    "saved_cards": ("added",),
    "gap": (0, 1, 3),
    "least_fill": (0.5,),
    "opponent_slide": (0, 4),
    "round_tugs": ("down", "nearest"),
    "same_share": ("deployed",),
    "sugs_down": ("any_group",),
    "ambush_moment": ("after_first_parts",),
    "ambush_from_centre_line": (0, 15, None),
    "camp_on_terrain": (True,),
    "camp_special_lifts_range": ("cultivated",),
    "flank_march_on_deep_water": (True,),
    "bluff_until": ("game",),
    "pregame_order": ("alternate",),
}


def arguments(number: int) -> list[str]:
    """The words of `autoplay` for the battle of this number.

    Half the battles are played by the defaults; the others change up to four
    settings. A fifth enter dice, cards or both.
    """
    chance = random.Random(f"soak {number}")
    armies = list(ARMIES if number % 2 else reversed(ARMIES))
    width, depth = chance.choice(SMALL_TABLES if number >= SMALL else TABLES)
    words = ["--armies", *armies, "--seed", str(number), f"--width={width}", f"--depth={depth}"]
    if number % 2:
        for name in chance.sample(sorted(HOUSE_RULES), chance.randint(1, 4)):
            words += ["--set", f"{name}={json.dumps(chance.choice(HOUSE_RULES[name]))}"]
    if number % 5 == 0:
        words += ["--dice", "entered"]
    if number % 10 == 0:
        words += ["--cards", "entered"]
    return words


def folder(out: Path, number: int) -> Path:
    return out / f"{number:04}"
