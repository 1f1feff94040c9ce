"""Messages with which an organiser sends players their personal links."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from urllib.parse import quote

from django.utils.translation import gettext as _

from setup_app.events.event import deadlines
from setup_app.events.event.time_fields import tellable
from setup_app.events.models import Event
from setup_app.web.dates import format_days


@dataclass(frozen=True, slots=True)
class PlayerMessage:
    """A message to one player, with addresses that open it in programs for mail and for text
    messages on the organiser's own device: no other server learns the link.
    """

    subject: str
    text: str

    @property
    def mail_url(self) -> str:
        return f"mailto:?subject={quote(self.subject)}&body={quote(self.text)}"

    @property
    def text_url(self) -> str:
        return f"sms:?&body={quote(self.text)}"


def message_for(event: Event, *, name: str, url: str) -> PlayerMessage:
    """Return the message for a player with their link."""
    lines = [
        _("Hello %(name)s,") % {"name": name},
        "",
        _("you are entered in %(event)s.") % {"event": _where(event)},
        _("Your personal link: %(url)s") % {"url": url},
        _(
            "It opens your page with your tables and results on any device. Keep it to yourself: "
            "anyone who has it can act for you."
        ),
    ]
    last = deadlines.closes(event)
    if last is not None and event.lists_published is None and not deadlines.is_over(event):
        until = deadlines.format_at_venue(event, tellable(last))
        lines.append(_("Submit your list there by %(until)s.") % {"until": until})
    if event.contact:
        lines.append(_("Questions: %(contact)s") % {"contact": event.contact})
    return PlayerMessage(_("Your link for %(event)s") % {"event": event.name}, "\n".join(lines))


def _where(event: Event) -> str:
    """Return the event with its venue and days, as far as they are known."""
    days = format_days([date.fromisoformat(each) for each in event.days])
    return ", ".join(filter(None, (event.name, event.venue, days)))
