"""Which army lists do the tests start from?"""

from copy import deepcopy
from typing import Any

SMALL: dict[str, Any] = {
    "name": "Small army",
    "player": "Anna",
    "rulebook": "pbs-2023.1",
    "home": ["plains", "desert"],
    "commander": {"name": "The commander", "level": "talented"},
    "generals": [{"name": "The other", "level": "competent", "type": "instinctive"}],
    "pbs_cards": 6,
    "scouting": 4,
    "units": [
        {
            "name": "Spears",
            "kind": "tug",
            "arm": "foot",
            "order": "close",
            "bases": 8,
            "points": 500,
            "flags": ["may_ambush", "garrison"],
        },
        {
            "name": "Slings",
            "kind": "sug",
            "arm": "foot",
            "order": "open",
            "bases": 4,
            "points": 200,
            "flags": [],
        },
    ],
    "camp": True,
    "settlement": "fort",
    "points": 10000,
}


def small(**changes: Any) -> dict[str, Any]:
    """A fresh small list with some fields changed."""
    return {**deepcopy(SMALL), **changes}


def without(field: str) -> dict[str, Any]:
    """A fresh small list that lacks one field."""
    return {key: value for key, value in small().items() if key != field}


def with_unit(**changes: Any) -> dict[str, Any]:
    """A fresh small list whose only unit has some fields changed."""
    return small(units=[{**deepcopy(SMALL["units"][0]), **changes}])
