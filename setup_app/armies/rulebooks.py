"""Which rulebook reads a stated list?

The list says it by its `rulebook`. One that names none, or none that is here, is read by the
newest, whose reader then says what is wrong with that field.
"""

from collections.abc import Mapping

from setup_app.rulebooks.pbs_2023_1 import armies as pbs_2023_1
from setup_app.rulebooks.pbs_2023_1.armies import Army

_READERS = {pbs_2023_1.RULEBOOK: pbs_2023_1.read_army}
_NEWEST = pbs_2023_1.read_army


def read_list(stated: object) -> Army:
    """Return the army that a decoded JSON value states; raises `ArmyRefused`."""
    named = stated.get("rulebook") if isinstance(stated, Mapping) else None
    reader = _READERS.get(named, _NEWEST) if isinstance(named, str) else _NEWEST
    return reader(stated)
