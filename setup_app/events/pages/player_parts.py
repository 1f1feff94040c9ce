"""Parts of a player's page: the own table, its possible results, and the own list."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from setup_app.events.event.access import EventAccess
from setup_app.events.event.deadlines import closes
from setup_app.events.models import Entry, Event
from setup_app.events.pages.own_list import where_it_stands


def own_table(standing: EventAccess, parts: dict[str, Any]) -> dict[str, Any]:
    """Return a player's next step in one sentence, and their table if they have one; `parts` are
    those of the rounds.
    """
    entry = standing.entry
    assert entry is not None
    rounds = parts["rounds"]
    last = rounds[0] if rounds else None
    lines = last["lines"] if last else ()
    line = next((each for each in lines if entry.number in each["numbers"]), None)
    return {
        "entry": entry,
        "line": line,
        "last": last,
        "now": _over(entry, parts) if parts["over"] else _now(standing.event, entry, last, line),
        "outcomes": _outcomes(standing, line) if line and line["second"] else [],
    }


def _outcomes(standing: EventAccess, line: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the possible results of a table, if an event scores by outcome; none if it counts
    points.
    """
    scoring = standing.event.scoring
    if scoring["kind"] != "outcome":
        return []
    win, draw, loss = (scoring[name] for name in ("win", "draw", "loss"))
    ways = (
        (_("%(name)s won") % {"name": line["first"]}, [win, loss]),
        (_("Draw"), [draw, draw]),
        (_("%(name)s won") % {"name": line["second"]}, [loss, win]),
    )
    return [
        {"title": title, "scores": f"{one}-{other}", "said": line["scores"] == [one, other]}
        for title, (one, other) in ways
    ]


def own_list_words(standing: EventAccess, entry: Entry) -> dict[str, str]:
    """Return the state of a player's list in one sentence, with the checker's last comment; empty
    for an event without lists. Two queries.
    """
    version = entry.versions.defer("army").last()
    if version is None and closes(standing.event) is None:
        return {}
    stands = {"version": version.number, "submitted": version.submitted} if version else None
    said = None
    if version is not None and entry.status == "sent_back":
        said = version.decisions.exclude(what="remark").exclude(comment="").last()
    words = where_it_stands(standing.event, entry, stands)
    return {"list_words": words, "list_comment": said.comment if said else ""}


def _over(entry: Entry, parts: dict[str, Any]) -> str:
    """Return how the event ended for a player."""
    told = {"place": parts["places"].get(entry.number), "all": len(parts["places"])}
    if told["place"] is None:
        return _("The event is over.")
    return _("The event is over. Final place: %(place)d of %(all)d.") % told


def _now(
    event: Event, entry: Entry, last: dict[str, Any] | None, line: dict[str, Any] | None
) -> str:
    if entry.dropped:
        return _("You have dropped out. Ask at the desk if you want to come back.")
    if last is None:
        return _("You're signed up. Your table will appear here when round 1 is published.")
    if line is None:
        return _("You are not paired in round %(round)d.") % {"round": last["round"]}
    if line["table"] is None:
        return _("You have a bye in round %(round)d.") % {"round": last["round"]}
    opponent = line["second"] if line["numbers"][0] == entry.number else line["first"]
    where = {"round": last["round"], "table": line["table"], "opponent": opponent}
    return {
        "open": _("Round %(round)d: go to table %(table)d and play %(opponent)s.") % where,
        "reported": _(
            "Round %(round)d: one of you reported a result. It counts once you both report it."
        )
        % where,
        "disputed": _(
            "Round %(round)d: you and %(opponent)s reported different results. Go to the desk."
        )
        % where,
        "confirmed": (
            _("Round %(round)d: result confirmed. Your next round will appear here.")
            if last["round"] < event.rounds
            else _("Round %(round)d: result confirmed. That was the last round.")
        )
        % where,
    }[line["state"]]
