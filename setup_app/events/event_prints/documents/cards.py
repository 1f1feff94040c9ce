"""A player's card: name, personal link, and first table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from setup_app.events.event import round_values as pairings
from setup_app.events.event.shown_names import shown_names
from setup_app.events.event.tokens import token_of
from setup_app.events.event_prints.documents.players import (
    entries_of,
    numbered_names,
    where_and_when,
)
from setup_app.events.event_prints.pieces import PrintPart
from setup_app.events.event_prints.typesetting import typeset
from setup_app.events.models import Entry, Kind, Match, Role
from setup_app.web.addresses import qr_code

FIRST_ROUND = 1


def cards(piece: PrintPart) -> bytes:
    """Return a card for each entry, four on a page.

    This is the only document with links: each is that of the card's own player, and none that its
    holder replaced.
    """
    event = piece.event
    roles = _roles(piece)
    first = _first_round(piece)
    names = shown_names(event)
    shown = [
        {
            "name": names[entry.number],
            "number": _("Player %(number)d") % {"number": entry.number},
            "from": " · ".join(filter(None, (entry.club, entry.country))),
            **first.get(entry.number, {"first": "", "against": ""}),
            **_link(piece, roles.get(entry.number)),
        }
        for entry in entries_of(piece)
    ]
    told = {
        "event": event.name,
        "where": where_and_when(event),
        "cards": shown,
        "scan": _("Scan it with your phone to open your own event page."),
        "use": _("Submit your list, find your table and report your results there."),
        "keep": _("Anyone with this link can act as you. Keep this card private."),
    }
    return typeset("cards", told, paper=piece.order.paper)


def _link(piece: PrintPart, role: Role | None) -> dict[str, Any]:
    """Return the player's link and its code, or why the card has none."""
    if role is None:
        return {
            "qr": "",
            "link": [],
            "why": _("There is no link for this player. Ask at the desk."),
        }
    if role.own_hand:
        why = _("You replaced your link yourself, so it is only on your own device.")
        return {"qr": "", "link": [], "why": why}
    token = token_of(role)
    url = piece.url("event-as", piece.event.public_id, token)
    # In two parts, so that a line break does not divide the token. Browsers add the scheme.
    lead, _token, end = url.removeprefix("https://").rpartition(token)
    return {"qr": str(qr_code(url)), "link": [lead, f"{token}{end}"], "why": ""}


def _roles(piece: PrintPart) -> dict[int, Role]:
    """Return the player's role of each entry, the first that was created. One query."""
    numbers = [sheet[0] for sheet in piece.sheets]
    rows = piece.event.role_rows.filter(kind=Kind.PLAYER, entry__number__in=numbers)
    found: dict[int, Role] = {}
    for role in rows.select_related("entry").order_by("number"):
        role.event = piece.event
        assert role.entry is not None
        found.setdefault(role.entry.number, role)
    return found


def _first_round(piece: PrintPart) -> dict[int, dict[str, str]]:
    """Return where each plays first, once that round is published. One query."""
    first = Match.objects.filter(
        round__event=piece.event, round__number=FIRST_ROUND, round__published__isnull=False
    )
    found = {}
    names = numbered_names(piece.event)
    for match in pairings.with_entries(first):
        for entry in match.entries:
            found[entry.number] = _where(match, entry, names)
    return found


def _where(match: Match, entry: Entry, names: Mapping[int, str]) -> dict[str, str]:
    if match.table is None:
        return {"first": _("Round 1: bye"), "against": ""}
    others = [names[each.number] for each in match.entries if each.pk != entry.pk]
    return {
        "first": _("Round 1: table %(table)d") % {"table": match.table},
        "against": _("against %(name)s") % {"name": ", ".join(others)},
    }
