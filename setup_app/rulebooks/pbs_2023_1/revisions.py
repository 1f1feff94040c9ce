"""Settings that battles of an earlier revision used without stating them in their log.

Revision 2: a setting for what a type's own size replaces, own sizes as event numbers, and a maximum
that counts each player's pieces separately by default. Every log states `max_counts`. Revision 3:
deployment, with settings of its own. Earlier battles end with scouting, so none of these settings
ever counted there: they have their defaults, and no page calls them unusual. Revision 4: TUGs are
held back from a first part only where a setting allows it; before, they always might be.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from setup_app.engine.situation import BattleSetup
from setup_app.rulebooks.pbs_2023_1.own_sizes import unshrunk
from setup_app.rulebooks.pbs_2023_1.tables import SETTINGS

REVISION = 4

AMENDED = 4
"""The revision from which deployment, secure flanks and log follow the amended reading.

First parts are whole, the right to a camp in terrain passes on, works that may be hidden block no
others, a battery keeps out of unsecure flanks, the garrison's commander is declared, and a flank
piece accepted across sectors secures the sector that holds most of it. The log says more.
"""

OF_DEPLOYMENT = tuple(name for name, each in SETTINGS.items() if "10.B" <= each.section <= "10.H")
"""The settings that came with deployment."""


def lacking(setup: BattleSetup) -> Mapping[str, Any]:
    """Return by name the settings that came later, with their values in a battle of this setup."""
    had: dict[str, Any] = {}
    if setup.revision < 2:
        had |= {"own_size_replaces": "all", "own_sizes": unshrunk(setup.settings)}
    if setup.revision < 3:
        had |= {name: SETTINGS[name].default for name in OF_DEPLOYMENT}
    elif setup.revision < AMENDED:
        had |= {"hold_back": True}
    return had
