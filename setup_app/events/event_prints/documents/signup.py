"""The sign-in sheet for the door."""

from __future__ import annotations

from django.utils.translation import gettext as _

from setup_app.events.event_prints.documents.players import by_name, where_and_when
from setup_app.events.event_prints.pieces import PrintPart
from setup_app.events.event_prints.typesetting import typeset


def signup(piece: PrintPart) -> bytes:
    """Return everyone by name with a box to tick and room to sign, then blank rows to the end of
    the page for players who come without being entered.
    """
    rows = piece.event.entry_rows.defer("draft")
    if piece.order.entries is None:
        rows = rows.filter(dropped=False)
    else:
        rows = rows.filter(number__in=piece.order.entries)
    told = {
        "title": _("Check-in"),
        "event": piece.event.name,
        "where": where_and_when(piece.event),
        "heads": [_("No."), _("Name"), _("Club"), _("Country"), _("Here"), _("Signature")],
        "rows": [
            {
                "number": str(entry.number),
                "name": entry.name,
                "club": entry.club,
                "country": entry.country,
                "here": entry.here is True,
            }
            for entry in by_name(list(rows))
        ],
    }
    return typeset("signup", told, paper=piece.order.paper)
