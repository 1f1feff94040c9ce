"""The final layout of a battle as everyone may know it."""

from __future__ import annotations

from typing import Any

from setup_app.battles.models import Battle
from setup_app.battles.queries import readable
from setup_app.engine.agreements import with_agreements
from setup_app.engine.hidden import STRANGER


def get_final_layout(row: Battle) -> dict[str, Any] | None:
    """The layout of a battle that is over; None where it is not, or ended before there was one."""
    played = readable(row).played
    if played is None or not played.over:
        return None
    shown = played.rulebook.present(played.known(STRANGER), STRANGER)
    layout = with_agreements(shown.get("layout"), played.entries)
    return None if layout is None else dict(layout)
