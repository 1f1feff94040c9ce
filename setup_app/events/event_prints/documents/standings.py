"""The standings as a PDF, to pin up or to publish."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from setup_app.events.event.access import EventAccess
from setup_app.events.event.ranking import ranking_view
from setup_app.events.event.wording import TIE_BREAK_HEADS
from setup_app.events.event_prints.documents.players import where_and_when
from setup_app.events.event_prints.typesetting import typeset


def standings_pdf(standing: EventAccess, *, paper: str) -> bytes:
    """Return the standings on `a4` or `letter`."""
    event = standing.event
    ranking = ranking_view(standing)
    names = [name for name in event.tie_breaks if name != "lots"]
    heads = [str(TIE_BREAK_HEADS[name]) for name in names]
    told = {
        "event": event.name,
        "where": where_and_when(event),
        "title": _("Standings"),
        "heads": [_("Place"), _("Player"), _("Total"), _("Played"), *heads],
        "rows": [_row(row, names) for row in ranking.rows],
        "below": [_row(row, names) for row in ranking.below] if ranking.rows else [],
        "unplaced": _("Without a place"),
        "lot": _("* Decided by lot: these players are level in everything else.")
        if ranking.by_lot
        else "",
        "none": "" if ranking.rows else _("No results yet."),
    }
    return typeset("standings", told, paper=paper)


def _row(row: dict[str, Any], names: list[str]) -> dict[str, Any]:
    about = [row["club"], row["army"], _("dropped out") if row["dropped"] else ""]
    figures = [row["tie_breaks"][name] for name in names]
    return {
        "place": "–" if row["place"] is None else f"{row['place']}{'*' if row['by_lot'] else ''}",
        "name": row["name"],
        "about": " · ".join(filter(None, about)),
        "figures": [
            str(row["total"]),
            str(row["played"]),
            *("–" if each is None else str(each) for each in figures),
        ],
    }
