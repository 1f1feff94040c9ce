"""The script at the start of terrain placement when no one has played sections 8.A to 8.D."""

from __future__ import annotations

import re
from copy import copy
from dataclasses import replace

from setup_app.engine.situation import BattleSetup
from setup_app.engine.values import PerSide
from setup_app.rulebooks.pbs_2023_1 import placement_judge as judging
from setup_app.rulebooks.pbs_2023_1.generator_options import Wish
from setup_app.rulebooks.pbs_2023_1.revisions import REVISION
from setup_app.rulebooks.pbs_2023_1.situation import PbsSituation
from setup_app.rulebooks.pbs_2023_1.tables import (
    EVENT_NUMBERS,
    IDENTITY,
    SETTINGS,
    TERRITORIES,
)
from terrain.core.layout import write_piece

_NUMBERED = re.compile("p[0-9]{1,9}")

DEFAULTS = {
    **{setting.name: setting.default for setting in SETTINGS.values()},
    **{number.name: number.default_as_json for number in EVENT_NUMBERS.values()},
}
NOBODYS_LIST = {
    "name": "-",
    "rulebook": IDENTITY.id,
    "home": list(TERRITORIES),
    "commander": {"level": "competent"},
    "pbs_cards": 0,
    "scouting": 0,
}
"""The least that a list states: terrain does not depend on it."""
SETUP = BattleSetup(
    rulebook=IDENTITY.id,
    revision=REVISION,
    table={},
    base_width_mm=40,
    settings=DEFAULTS,
    until="scouting",
    dice="server",
    cards="server",
    sides=PerSide(NOBODYS_LIST, NOBODYS_LIST),
    maps={},
)
BARE = PbsSituation(SETUP)
"""The template copied for every table: everything in it is frozen except log and envelopes."""


def begun(wish: Wish) -> PbsSituation:
    """Return the script's situation before terrain is placed; the defender is side 0."""
    ground = wish.ground
    table = {"width": ground.table.width, "depth": ground.table.depth}
    battle = copy(BARE)
    battle.setup = replace(SETUP, table=table, settings={**DEFAULTS, **ground.settings})
    battle.told, battle.envelopes = [], {}
    battle.invader = 1
    battle.territory, battle.flank, battle.density = ground.territory, ground.flank, ground.density
    battle.pieces = tuple(write_piece(piece) for piece in ground.pieces)
    # New pieces are numbered from the highest number among those to keep.
    numbers = [int(piece.id[1:]) for piece in ground.pieces if _NUMBERED.fullmatch(piece.id)]
    battle.placed_so_far = max(numbers, default=0)
    for piece in battle.pieces:
        if piece["slot"] == "secure_flank" and battle.secure_sector is None:
            battle.secure_sector = judging.sector_of(battle.setup, piece["outline"])
    return battle
