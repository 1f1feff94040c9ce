"""Resolve a stored list or map by its id, as it is now."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from setup_app.armies.queries import army_for, as_stated
from setup_app.engine.errors import DomainError
from setup_app.identity.requesters import Requester
from setup_app.maps.queries import map_as_data

MAX_SAID: Final = 60
"""The number of characters of an unknown id that an error repeats: no id of ours is longer."""


def army_stated(asker: Requester, army: str | Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the list that an id names, or the list itself. Raises `army_not_found`."""
    if not isinstance(army, str):
        return army
    try:
        return as_stated(army_for(asker, army))
    except DomainError as missing:
        raise DomainError("army_not_found", {"army": army[:MAX_SAID]}) from missing


def maps_stated(asker: Requester, chosen: Mapping[str, str], *, rulebook: str) -> dict[str, Any]:
    """Return the boxes of stored maps, by territory. Raises what `map_stated` raises."""
    return {
        territory: map_stated(asker, each, rulebook=rulebook, territory=territory)
        for territory, each in chosen.items()
    }


def map_stated(asker: Requester, chosen: str, *, rulebook: str, territory: str) -> Any:
    """Return the boxes of a stored map of that territory. Raises `map_not_found` and
    `map_of_another_territory`.
    """
    try:
        kept = map_as_data(asker, chosen)
    except DomainError as missing:
        raise DomainError("map_not_found", {"map": chosen}) from missing
    if (kept["rulebook"], kept["territory"]) != (rulebook, territory):
        raise DomainError(
            "map_of_another_territory",
            {"map": kept["name"], "found": kept["territory"], "territory": territory},
        )
    return kept["cells"]
