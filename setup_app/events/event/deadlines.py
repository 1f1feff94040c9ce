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
    """From when on; None from the beginning."""
    return _moment(event.lists["opens"])


def closes(event: Event) -> datetime | None:
    """Until when, this moment included; None without end."""
    return _moment(event.lists["closes"])


def has_begun(event: Event) -> bool:
    """Whether lists are taken already."""
    first = opens(event)
    return first is None or now() >= first


def is_over(event: Event) -> bool:
    """Whether the time to hand in has passed."""
    last = closes(event)
    return last is not None and now() > last


def taken_now(event: Event, entry: Entry) -> bool:
    """Whether this entry's list would be taken this moment, late or not."""
    if entry.status == "sent_back" and entry.due is not None and now() <= entry.due:
        return True
    if not has_begun(event):
        return False
    return not is_over(event) or event.lists["late"] == "accept"


def ends(event: Event, entry: Entry) -> datetime | None:
    """Until when an entry's list may still change; None where no end lies ahead."""
    if entry.status == "sent_back" and entry.due is not None:
        return entry.due if now() <= entry.due else None
    last = closes(event)
    return None if last is None or now() > last else last


def format_at_venue(event: Event, moment: datetime) -> str:
    """A moment as clocks at the venue show it, with the name of their zone."""
    return format_moment(tellable(moment), ZoneInfo(event.timezone))


def late_words(event: Event) -> str:
    """That a late list is taken, and what it costs."""
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
    """That the time is over in which a list that was sent back could be handed in again."""
    assert entry.due is not None
    told = {"at": format_at_venue(event, entry.due)}
    words = gettext("Your list was sent back. The deadline to resubmit it was %(at)s.")
    return words % told


def after_words(event: Event) -> str:
    """What may be done once the time is over."""
    if not is_over(event):
        return gettext("You can still submit it.")
    if event.lists["late"] == "accept":
        return late_words(event)
    return gettext("Ask an organiser to reopen it.")


def _moment(text: str | None) -> datetime | None:
    moment = None if text is None else parse_datetime(text)
    return None if moment is None else tellable(moment)
