"""The pairings of a round for the wall, by table and by name."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from django.utils.translation import gettext as _

from setup_app.events.event_prints.orders import matches_of
from setup_app.events.event_prints.pieces import PrintPart
from setup_app.events.event_prints.typesetting import typeset
from setup_app.events.models import Match


def pairings(piece: PrintPart) -> bytes:
    """Return each round twice: its tables in order with both players, then all players by name with
    their table. A player with a bye stands last, or with the word for it.
    """
    rounds: dict[int, list[Match]] = defaultdict(list)
    for match in matches_of(piece.event, piece.order):
        if match.round.number in piece.rounds:
            rounds[match.round.number].append(match)
    told = {
        "event": piece.event.name,
        "rounds": [_round(number, matches) for number, matches in rounds.items()],
        "table": _("Table"),
        "by_table": _("by table"),
        "by_name": _("by name"),
        "against": _("against"),
    }
    return typeset("pairings", told, paper=piece.order.paper)


def _round(number: int, matches: list[Match]) -> dict[str, Any]:
    bye = _("bye")
    lines, people = [], []
    for match in matches:
        names = [entry.name for entry in match.entries]
        table = str(match.table) if match.table is not None else ""
        lines.append({"table": table or "–", "names": [*names, bye] if not table else names})
        for at, entry in enumerate(match.entries):
            other = names[1 - at] if len(names) > 1 else ""
            people.append({"name": entry.name, "table": table or bye, "other": other})
    people.sort(key=lambda each: each["name"].casefold())
    title = _("Round %(number)d") % {"number": number}
    draft = any(match.round.published is None for match in matches)
    return {
        "title": title,
        "draft": _("Not published yet") if draft else "",
        "lines": lines,
        "people": people,
    }
