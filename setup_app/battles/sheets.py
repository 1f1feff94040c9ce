"""What stands on the sheet from which a battle's table is laid out?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from setup_app.battles import queries
from setup_app.battles.models import Battle
from setup_app.layouts.queries import table_sheet
from setup_app.script.values import SIDES
from terrain.draw.sheet import Heading
from terrain.draw.view import Side


def sheet_of(
    row: Battle, layout: Mapping[str, Any], *, url: str, view_from: Side, paper: str
) -> bytes:
    """A PDF on `a4` or `letter`: both players, the map, each piece with its size and distances.

    `layout` is what its viewer may see; `url` becomes a QR code, and should lead everybody to what
    holds nothing secret. Raises `no_worker` where too many are being drawn.
    """
    speak = queries.speaker_for(row)
    title = " – ".join(speak.player(side) for side in SIDES)
    return table_sheet(layout, Heading(title=title, url=url), view_from=view_from, paper=paper)
