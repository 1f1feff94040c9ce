"""The final layout of a battle as everyone may know it."""

from __future__ import annotations

from typing import Any

from setup_app.battles.models import Battle
from setup_app.battles.queries import readable
from setup_app.engine.agreements import with_agreements
from setup_app.engine.hidden import STRANGER


def get_final_layout(row: Battle) -> dict[str, Any] | None:
    """Return the layout of a finished battle; None for an open battle and for one that ended before
    it had a layout.
    """
    played = readable(row).played
    if played is None or not played.over:
        return None
    shown = played.rulebook.present(played.known(STRANGER), STRANGER)
    layout = with_agreements(shown.get("layout"), played.entries)
    return None if layout is None else dict(layout)
