"""What stands on the sheet from which a battle's table is laid out?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy

from setup_app.battles import queries
from setup_app.battles.models import Battle
from setup_app.layouts.queries import table_sheet
from setup_app.script.values import SIDES
from terrain.draw.sheet import Heading
from terrain.draw.view import Side

PARTS: Mapping[str | None, Any] = {
    "defender": gettext_lazy("%(player)s defends"),
    "invader": gettext_lazy("%(player)s invades"),
}


def sheet_of(
    row: Battle, view: Mapping[str, Any], *, url: str, view_from: Side, paper: str
) -> bytes:
    """A PDF on `a4` or `letter`: both players, the map, each piece with its size and distances.

    `view` is what its viewer may see, with a `layout`; `url`, if any, becomes a QR code, and
    should lead everybody to what holds nothing secret. Raises `no_worker` where too many are being
    drawn.
    """
    speak = queries.speaker_for(row)
    names = [speak.player(side) for side in SIDES]
    parts = [
        PARTS[side["role"]] % {"player": name}
        for name, side in zip(names, view["sides"], strict=True)
        if side["role"] in PARTS
    ]
    heading = Heading(title=" – ".join(names), subtitle=" · ".join(parts), url=url)
    return table_sheet(view["layout"], heading, view_from=view_from, paper=paper)
