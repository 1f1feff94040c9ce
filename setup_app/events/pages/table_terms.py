"""The kind of table that an organiser's form asks for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django.http import QueryDict

from setup_app.events.event_tables.services import GENERATED
from setup_app.events.models import BATTLE, Event
from setup_app.rulebooks import registry

WAYS: Final = ("balanced", "random")
BY_PLAYERS: Final = "players"
"""What the form has in place of a territory where each table is laid by its two players."""


def territories(event: Event) -> Sequence[Any]:
    """Those of the event's rulebook, to choose from."""
    found = registry.rulebook(event.rulebook)
    return found.territories() if found.territories else ()


def stated(sent: QueryDict) -> dict[str, Any]:
    """The ground that is asked for, as `prepare` takes it: in any box of its territory."""
    if sent.get("territory") == BY_PLAYERS:
        return {"kind": BATTLE}
    return {
        "kind": GENERATED,
        "territory": sent.get("territory", ""),
        "box": "any",
        "policy": sent.get("policy", WAYS[0]),
        **({"kit": True} if "kit" in sent else {}),
    }
