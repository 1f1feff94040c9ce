"""Parts of a player's page: the own table, its possible results, and the own list."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from setup_app.events.event.access import EventAccess
from setup_app.events.event.deadlines import closes
from setup_app.events.event.wording import possible_words
from setup_app.events.models import Entry, Event, Match
from setup_app.events.pages.own_list import where_it_stands
from setup_app.events.pages.round_parts import outcomes_of


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
    if last and line and line["state"] == "reported":
        line["mine"] = _is_own_report(standing, last, line)
        line["opponent"] = _opponent(entry, line)
    return {
        "entry": entry,
        "line": line,
        "last": last,
        "invader": _invader(last, line),
        "now": _over(entry, parts) if parts["over"] else _now(standing.event, entry, last, line),
        "outcomes": outcomes_of(standing.event.scoring, line) if line else [],
        "possible": possible_words(standing.event.scoring),
    }


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


def _is_own_report(standing: EventAccess, last: dict[str, Any], line: dict[str, Any]) -> bool:
    """Return whether the only report of a table is this player's own. One query."""
    assert standing.entry is not None
    matches = Match.objects.filter(round__event=standing.event, round__number=last["round"])
    reports = matches.values_list("reports", flat=True).get(table=line["table"])
    return str(standing.entry.number) in reports


def _invader(last: dict[str, Any] | None, line: dict[str, Any] | None) -> str:
    """Return who invades at a player's table, or that it is open; empty without a game to play."""
    if last is None or line is None or line["table"] is None:
        return ""
    words: str = line["invader"] or ("" if line["state"] == "confirmed" else last["invaders"])
    return words


def _opponent(entry: Entry, line: dict[str, Any]) -> str:
    name: str = line["second"] if line["numbers"][0] == entry.number else line["first"]
    return name


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
    where = {"round": last["round"], "table": line["table"], "opponent": _opponent(entry, line)}
    return {
        "open": _("Round %(round)d: go to table %(table)d and play %(opponent)s.") % where,
        "reported": _reported_words(line) % where,
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


def _reported_words(line: dict[str, Any]) -> str:
    """Return the sentence for a table with one report, which names the table all the same: the game
    may still be discussed there.
    """
    if line.get("mine"):
        return _(
            "Round %(round)d, table %(table)d against %(opponent)s: you reported the result. "
            "It counts once %(opponent)s confirms it."
        )
    return _(
        "Round %(round)d, table %(table)d against %(opponent)s: %(opponent)s reported the "
        "result. Confirm it."
    )
