"""Choose the rulebook that reads a stated list.

The list names it in `rulebook`. A list without a known rulebook is read by the first one, which
then reports the fault in that field.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from setup_app.engine.generals import Leader
from setup_app.engine.rulebook import Rulebook
from setup_app.rulebooks import registry
from setup_app.rulebooks.army_schema import read_by_schema


def rulebook_of(stated: object) -> Rulebook:
    """Return the rulebook that a stated list names, else the first."""
    return registry.known_or_first(stated.get("rulebook") if isinstance(stated, Mapping) else None)


def read_list(stated: object) -> Mapping[str, Any]:
    """Return the list of a decoded JSON value in stored form; raises `ArmyRefused`."""
    rulebook = rulebook_of(stated)
    if rulebook.read_army is None:
        return read_by_schema(rulebook.army_schema, stated)
    return rulebook.read_army(stated)


def leaders_of(stored: Mapping[str, Any]) -> Sequence[Leader]:
    """Return the generals of a stored list as its rulebook reads them."""
    return rulebook_of(stored).leaders(stored)
