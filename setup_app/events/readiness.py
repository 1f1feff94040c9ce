"""What an event still waits for, and a chat message that reminds the players concerned."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from setup_app.events.event.deadlines import closes, format_at_venue, is_over
from setup_app.events.event_tables.queries import bare_tables
from setup_app.events.models import Entry, Event

NOT_IN = ("none", "draft", "sent_back")


def readiness(
    event: Event, entries: Iterable[Entry], rounds: Sequence[dict[str, Any]]
) -> list[tuple[str, int, str]]:
    """Return in words what is missing, how many and of which players; `rounds` are views, the
    latest first.
    """
    playing = [entry for entry in entries if not entry.dropped]
    found = []
    if lists_are_wanted(event, playing):
        late = [entry.shown_name for entry in playing if entry.status in NOT_IN]
        waiting = [entry.shown_name for entry in playing if entry.status == "submitted"]
        found += [(_("No list"), late), (_("List not checked"), waiting)]
    if any(entry.here is not None for entry in playing):
        away = [entry.shown_name for entry in playing if not entry.here]
        found.append((_("Not checked in"), away))
    if rounds:
        paired = [each["table"] for each in rounds[0]["pairings"] if each["table"] is not None]
        bare = bare_tables(event, rounds[0]["round"], paired)
        found.append((_("Tables without terrain"), [str(table) for table in bare]))
    if rounds and rounds[0]["state"] != "draft":
        tables = [
            str(each["table"]) for each in rounds[0]["pairings"] if each["state"] != "confirmed"
        ]
        found.append((_("Tables without a result"), tables))
    return [(words, len(whose), ", ".join(whose)) for words, whose in found if whose]


def chat_text(
    event: Event, entries: Sequence[Entry], rounds: Sequence[Mapping[str, Any]] = ()
) -> str:
    """Return a text for the club's chat that names the players the event waits for, without a
    token; empty if it waits for no one. `rounds` are views, the latest first.
    """
    playing = [entry for entry in entries if not entry.dropped]
    out = rounds[0] if rounds and rounds[0]["state"] != "draft" else None
    said = [_lists_awaited(event, playing)]
    if out is None and any(entry.here for entry in playing):
        away = [entry.shown_name for entry in playing if not entry.here]
        if away:
            said.append(_("Not checked in yet: %(names)s.") % {"names": ", ".join(away)})
    if out is not None:
        said.append(_results_awaited(out, entries))
    told = [each for each in said if each]
    return f"{event.name}: {' '.join(told)}" if told else ""


def _lists_awaited(event: Event, playing: Sequence[Entry]) -> str:
    late = [entry.shown_name for entry in playing if entry.status in NOT_IN]
    if not late or not lists_are_wanted(event, playing):
        return ""
    said = {"names": ", ".join(late)}
    last = closes(event)
    if last is None:
        return _("still waiting for lists from %(names)s.") % said
    said["until"] = format_at_venue(event, last)
    if is_over(event):
        return _("lists were due on %(until)s. Still missing: %(names)s.") % said
    return _("lists are due by %(until)s. Still missing: %(names)s.") % said


def _results_awaited(view: Mapping[str, Any], entries: Iterable[Entry]) -> str:
    names = {entry.number: entry.shown_name for entry in entries}
    tables = [
        f"{each['table']} ({' – '.join(names[number] for number in each['entries'])})"
        for each in view["pairings"]
        if each["state"] != "confirmed"
    ]
    if not tables:
        return ""
    said = {"round": view["round"], "tables": ", ".join(tables)}
    words = ngettext(
        "Round %(round)d: the result of table %(tables)s is missing.",
        "Round %(round)d: results are missing from tables %(tables)s.",
        len(tables),
    )
    return words % said


def lists_are_wanted(event: Event, playing: Iterable[Entry]) -> bool:
    """Return whether the event uses lists: without a deadline and without any submitted list it is
    played without them.
    """
    return closes(event) is not None or any(
        entry.status not in ("none", "draft") for entry in playing
    )
