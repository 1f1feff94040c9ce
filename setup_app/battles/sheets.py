"""The heading of a battle's table sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext, gettext_lazy

from setup_app.battles import queries
from setup_app.battles.models import Battle
from setup_app.engine.hidden import Role, Viewer
from setup_app.engine.values import SIDES
from terrain.draw.sheet import Heading

PARTS: Mapping[str | None, Any] = {
    "defender": gettext_lazy("%(player)s defends"),
    "invader": gettext_lazy("%(player)s invades"),
}


def heading_of(
    row: Battle, view: Mapping[str, Any], *, url: str, told: Sequence[str] = ()
) -> Heading:
    """Return a heading with both players and the sentences in `told`.

    `view` is what its viewer may see. `url`, if any, becomes a QR code, so it must lead to a page
    without secrets.
    """
    speak = queries.speaker_for(row)
    names = [speak.player(side) for side in SIDES]
    parts = [
        PARTS[side["role"]] % {"player": name}
        for name, side in zip(names, view["sides"], strict=True)
        if side["role"] in PARTS
    ]
    return Heading(title=" – ".join(names), subtitle=" · ".join(parts), url=url, told=tuple(told))


def who_may_read(row: Battle, view: Mapping[str, Any], viewer: Viewer) -> str:
    """Return who may read a sheet with a viewer's view: it lies on a table in a public room."""
    if view["closed"]:
        return gettext("Everything is revealed.")
    if viewer.role is Role.UMPIRE:
        return gettext("For the umpire only: shows both sides' hidden units.")
    if viewer.side is None:
        return gettext("For everyone: hidden units and flank marches are not shown.")
    name = queries.speaker_for(row).player(viewer.side)
    return gettext("For %(name)s only: shows the hidden units of %(name)s.") % {"name": name}
