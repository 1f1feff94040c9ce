"""When players may submit lists, and how pages say so."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils.dateparse import parse_datetime
from django.utils.timezone import now
from django.utils.translation import gettext, ngettext

from setup_app.events.event.time_fields import tellable
from setup_app.events.models import Entry, Event
from setup_app.web.dates import format_moment


def opens(event: Event) -> datetime | None:
    """Return when lists open; None if they are open from the beginning."""
    return _moment(event.lists["opens"])


def closes(event: Event) -> datetime | None:
    """Return the deadline, which is still in time; None without one."""
    return _moment(event.lists["closes"])


def has_begun(event: Event) -> bool:
    """Return whether lists are already open."""
    first = opens(event)
    return first is None or now() >= first


def is_over(event: Event) -> bool:
    """Return whether the deadline has passed."""
    last = closes(event)
    return last is not None and now() > last


def taken_now(event: Event, entry: Entry) -> bool:
    """Return whether this entry's list would be accepted now, late or not."""
    if entry.status == "sent_back" and entry.due is not None and now() <= entry.due:
        return True
    if not has_begun(event):
        return False
    return not is_over(event) or event.lists["late"] == "accept"


def ends(event: Event, entry: Entry) -> datetime | None:
    """Return until when an entry's list may still change; None if no deadline lies ahead."""
    if entry.status == "sent_back" and entry.due is not None:
        return entry.due if now() <= entry.due else None
    last = closes(event)
    return None if last is None or now() > last else last


def format_at_venue(event: Event, moment: datetime) -> str:
    """Return a moment as clocks at the venue show it, with the name of their zone."""
    return format_moment(tellable(moment), ZoneInfo(event.timezone))


def late_words(event: Event) -> str:
    """Return a sentence that late lists are accepted, with their cost."""
    penalty = event.lists["penalty"]
    if not penalty or not penalty["points"]:
        return gettext("Late lists are accepted without a penalty.")
    points = penalty["points"]
    words = {
        "event": ngettext(
            "Late lists are accepted. Penalty: %(points)d point.",
            "Late lists are accepted. Penalty: %(points)d points.",
            points,
        ),
        "round": ngettext(
            "Late lists are accepted. Penalty: %(points)d point per round.",
            "Late lists are accepted. Penalty: %(points)d points per round.",
            points,
        ),
        "day": ngettext(
            "Late lists are accepted. Penalty: %(points)d point per day or part of a day.",
            "Late lists are accepted. Penalty: %(points)d points per day or part of a day.",
            points,
        ),
    }
    return words[penalty["per"]] % {"points": points}


def overdue_words(event: Event, entry: Entry) -> str:
    """Return a sentence that the time for the resubmission of a returned list is over."""
    assert entry.due is not None
    told = {"at": format_at_venue(event, entry.due)}
    words = gettext("Your list was sent back. The deadline to resubmit it was %(at)s.")
    return words % told


def after_words(event: Event) -> str:
    """Return what is possible once the deadline has passed."""
    if not is_over(event):
        return gettext("You can still submit it.")
    if event.lists["late"] == "accept":
        return late_words(event)
    return gettext("Ask an organiser to reopen it.")


def _moment(text: str | None) -> datetime | None:
    moment = None if text is None else parse_datetime(text)
    return None if moment is None else tellable(moment)
