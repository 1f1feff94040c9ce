"""The organiser's checklist before the first round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from setup_app.events.event.access import EventAccess
from setup_app.events.event.deadlines import closes
from setup_app.events.models import Entry, Kind


def first_steps(standing: EventAccess, entries: Sequence[Entry]) -> list[dict[str, Any]]:
    """Return the steps in order, with the page of each; none without players, which are the first
    step. One query.
    """
    event = standing.event
    playing = [entry for entry in entries if not entry.dropped]
    if not playing or standing.role is None:
        return []
    at = (event.public_id, standing.role.number)
    opened = event.role_rows.filter(kind=Kind.PLAYER, devices__gt=0)
    count = opened.order_by().values("entry").distinct().count()
    said = {"count": count, "all": len(playing)}
    terms = reverse("event-terms", args=at)
    return [
        {
            "done": bool(event.days),
            "words": _("Set the dates."),
            "url": f"{terms}#days",
        },
        {
            "done": closes(event) is not None,
            "words": _("Set the list deadline."),
            "url": f"{terms}#lists",
        },
        {
            "done": count >= len(playing),
            "words": _("Send players their links: %(count)d of %(all)d opened.") % said,
            "url": reverse("event-links", args=at),
        },
        {
            "done": all(entry.here for entry in playing),
            "words": _("On the day, check players in."),
            "url": reverse("event-door", args=at),
        },
    ]
