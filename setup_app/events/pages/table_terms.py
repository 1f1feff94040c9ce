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
"""The form's value, in place of a territory, for tables that their players set up."""


def territories(event: Event) -> Sequence[Any]:
    """Return the territories of the event's rulebook, for a choice."""
    found = registry.rulebook(event.rulebook)
    return found.territories() if found.territories else ()


def stated(sent: QueryDict) -> dict[str, Any]:
    """Return the requested terrain in the form of `prepare`: in any box of its territory."""
    if sent.get("territory") == BY_PLAYERS:
        return {"kind": BATTLE}
    return {
        "kind": GENERATED,
        "territory": sent.get("territory", ""),
        "box": "any",
        "policy": sent.get("policy", WAYS[0]),
        **({"kit": True} if "kit" in sent else {}),
    }
