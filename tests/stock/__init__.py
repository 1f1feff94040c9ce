"""Which battles lie ready for tests, and at which question? Logs that were played once.

    fast = Fast.asked_for(metator, "place_marker")     # on the server that browser tests share
    table = table_of(asked("place_marker"))            # in the test's own database

`python -m tools.stock` plays them anew. A position is a log cut off before an answer: nothing is
played to come to it. What the pre-battle system asks stands in `KINDS`, and each of these is asked
in one of the logs.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent

SERVED, ENTERED, DEPLOYED = "served", "entered", "deployed"
"""A whole battle each: with the server's dice and cards, with those of the players, and one that
goes to the last move before the game."""

ALONE = ("camp_right", "choose_sector")
"""What few battles ask: a log of its own, of that name, ends there."""

BY_HAND = ("enter_roll", "turned_up", "turned_up_scouting")
"""What is asked where the players roll and draw themselves."""

DEPLOYING = (
    *ALONE,
    *("place_camp", "deploy", "hide", "place_leaders", "give_ambush", "pregame_move"),
)
"""What is asked where a battle goes on to deployment."""

KINDS = (
    *("sit_down", "invade_or_defend", "strategic_intercept", "play_territory_card"),
    *("choose_territory", "place_marker", "play_day_card", "move_marker", "keep_cards"),
    *("choose_type", "select_optional", "dice_or_not", "place_piece", "oppose", "move_piece"),
    *("turn_piece", "garrison", *BY_HAND),
)

Log = Mapping[str, Any]
"""As `store_log` reads it; `asked` says at which versions a kind was newly asked."""


@cache
def kept(name: str) -> Log:
    """One of the logs, whole."""
    return dict(json.loads((FOLDER / f"{name}.json").read_text("utf-8")))


def asked(kind: str, *, of: str | None = None, time: int = 1) -> Log:
    """A battle that has come to the first asking of a kind, or to a later one.

    Where both sides are asked, neither has answered.
    """
    log = kept(of or _log_with(kind))
    return {**log, "entries": log["entries"][: log["asked"][kind][time - 1]]}


def _log_with(kind: str) -> str:
    if kind in ALONE:
        return kind
    return ENTERED if kind in BY_HAND else DEPLOYED if kind in DEPLOYING else SERVED
