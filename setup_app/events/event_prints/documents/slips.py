"""Result slips, one for each table of a round."""

from __future__ import annotations

from django.utils.translation import gettext as _

from setup_app.events.event.access import EventAccess
from setup_app.events.event.wording import scoring_words
from setup_app.events.event_prints.documents.players import numbered_names, numbers_at_tables
from setup_app.events.event_prints.pieces import PrintPart
from setup_app.events.event_prints.typesetting import typeset
from setup_app.events.event_tables.invaders import Invaders


def slips(piece: PrintPart) -> bytes:
    """Return a slip for each table: both names, a field for the score of each, and room to sign.

    It names the invader only where everyone who sees the event may know them.
    """
    names, who = numbered_names(piece.event), numbers_at_tables(piece)
    invaders = Invaders.of(EventAccess(piece.event), piece.rounds)
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
                "names": [names[number] for number in who[at]],
                "invader": invaders.words(at[0], who[at], names),
            }
            for at in piece.sheets
            if at in who
        ],
    }
    return typeset("slips", told, paper=piece.order.paper)
