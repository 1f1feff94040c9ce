"""Form actions that add, drop and restore players."""

from __future__ import annotations

from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from setup_app.events.event import services
from setup_app.events.event.access import EventAccess
from setup_app.events.event.entry_table import COLUMNS, EntryLine, as_line, judge_line, read_pasted
from setup_app.events.models import Kind
from setup_app.events.pages.figures import number_of
from setup_app.identity.ownership import NotThere
from setup_app.spreadsheets.texts import text_in


def enter(request: HttpRequest, standing: EventAccess, sent: QueryDict) -> str:
    """Enter one player, or several from a text or a file."""
    file = request.FILES.get("file")
    text = sent.get("text", "") if file is None else text_in(file.read())
    if text.strip():
        roles = services.import_entries(standing=standing, lines=read_pasted(text))
        count = len(roles)
        return ngettext("%(count)d player added.", "%(count)d players added.", count) % {
            "count": count
        }
    name, club, country = (as_line(sent.get(each, "")) for each in COLUMNS)
    line = judge_line(EntryLine(name, club, country))
    services.enter(standing=standing, line=line)
    return _("%(name)s added.") % {"name": line.name}


def remove(request: HttpRequest, standing: EventAccess, sent: QueryDict) -> str:
    """Remove a mistaken entry: a duplicate, or a player who does not come."""
    name = services.remove_entry(standing=standing, number=number_of(sent, "entry"))
    return _("%(name)s removed. Their link no longer works.") % {"name": name}


def change(request: HttpRequest, standing: EventAccess, sent: QueryDict) -> str:
    """Check a player in, confirm them, drop them, or restore them."""
    field, value = sent.get("field", ""), sent.get("value") == "yes"
    if field not in ("here", "dropped", "vouched"):
        raise NotThere
    number = number_of(sent, "entry")
    entry = services.change_entry(standing=standing, number=number, changes={field: value})
    said = {"name": entry.name}
    if field == "here":
        return _("%(name)s checked in.") % said if value else _("Check-in undone: %(name)s.") % said
    if field == "vouched":
        if value:
            return _("%(name)s confirmed.") % said
        return _("Confirmation withdrawn: %(name)s.") % said
    if not value:
        return _("%(name)s is back and will be paired from the next round.") % said
    if standing.kind == Kind.PLAYER:
        return _("You have dropped out and won't be paired in later rounds.")
    return (
        _(
            "%(name)s has dropped out and won't be paired in later rounds. Use “Restore” to "
            "undo this."
        )
        % said
    )
