"""What did a battle of an earlier revision play by that its log does not say?

Revision 2: a setting for what a type's own size replaces, own sizes as event numbers, and a maximum
that counts each player's pieces apart where nobody says otherwise. Every log states `max_counts`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from setup_app.rulebooks.pbs_2023_1.own_sizes import unshrunk
from setup_app.script.situation import BattleSetup

REVISION = 2


def lacking(setup: BattleSetup) -> Mapping[str, Any]:
    """Return by name the settings that came later, as a battle of this setting up had them."""
    if setup.revision < 2:
        return {"own_size_replaces": "all", "own_sizes": unshrunk(setup.settings)}
    return {}
