"""The pairings of a round for the wall, by table and by name."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from setup_app.engine.names import name_key
from setup_app.events.event.access import EventAccess
from setup_app.events.event_prints.documents.players import numbered_names
from setup_app.events.event_prints.orders import matches_of
from setup_app.events.event_prints.pieces import PrintPart
from setup_app.events.event_prints.typesetting import typeset
from setup_app.events.event_tables.invaders import Invaders
from setup_app.events.models import Match


def pairings(piece: PrintPart) -> bytes:
    """Return each round twice: its tables in order with both players, then all players by name with
    their table. A player with a bye stands last, or with the word for it. Invaders are named where
    everyone who sees the event may know them.
    """
    rounds: dict[int, list[Match]] = defaultdict(list)
    for match in matches_of(piece.event, piece.order):
        if match.round.number in piece.rounds:
            rounds[match.round.number].append(match)
    names = numbered_names(piece.event)
    invaders = Invaders.of(EventAccess(piece.event), rounds)
    told = {
        "event": piece.event.name,
        "rounds": [_round(number, matches, names, invaders) for number, matches in rounds.items()],
        "table": _("Table"),
        "by_table": _("by table"),
        "by_name": _("by name"),
        "against": _("against"),
    }
    return typeset("pairings", told, paper=piece.order.paper)


def _round(
    number: int, matches: list[Match], names: Mapping[int, str], invaders: Invaders
) -> dict[str, Any]:
    bye = _("bye")
    lines, people = [], []
    pairs = [([entry.number for entry in each.entries], each.confirmed) for each in matches]
    of_all, of_each = invaders.words_of_round(number, pairs, names)
    for match, invader in zip(matches, of_each, strict=True):
        both = [names[entry.number] for entry in match.entries]
        table = str(match.table) if match.table is not None else ""
        told = [*both, bye] if not table else both
        lines.append({"table": table or "–", "names": told, "invader": invader})
        for at, entry in enumerate(match.entries):
            other = both[1 - at] if len(both) > 1 else ""
            people.append((entry, {"name": both[at], "table": table or bye, "other": other}))
    people.sort(key=lambda each: name_key(each[0].name))
    title = _("Round %(number)d") % {"number": number}
    draft = any(match.round.published is None for match in matches)
    return {
        "title": title,
        "draft": _("Not published yet") if draft else "",
        "invaders": of_all,
        "lines": lines,
        "people": [each for _entry, each in people],
    }
