"""Result slips, one for each table of a round."""

from __future__ import annotations

from django.utils.translation import gettext as _

from setup_app.events.event.wording import scoring_words
from setup_app.events.event_prints.documents.players import at_tables
from setup_app.events.event_prints.pieces import PrintPart
from setup_app.events.event_prints.typesetting import typeset


def slips(piece: PrintPart) -> bytes:
    """Return a slip for each table: both names, a field for the score of each, and room to sign."""
    who = at_tables(piece)
    told = {
        "event": piece.event.name,
        "scoring": scoring_words(piece.event.scoring),
        "score": _("Score"),
        "signed": _("Signature"),
        "table": _("Table"),
        "desk": _("Both players sign, then bring this slip to the desk."),
        "slips": [
            {
                "round": _("Round %(number)d") % {"number": at[0]},
                "table": str(at[1]),
                "names": list(who[at]),
            }
            for at in piece.sheets
            if at in who
        ],
    }
    return typeset("slips", told, paper=piece.order.paper)
