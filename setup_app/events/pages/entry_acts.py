"""Form actions that add, drop and restore players."""

from __future__ import annotations

from typing import Final

from django.contrib import messages
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from setup_app.engine.errors import DomainError
from setup_app.events.event import queries, services
from setup_app.events.event.access import EventAccess
from setup_app.events.event.entry_table import (
    COLUMNS,
    EntryLine,
    EntryTable,
    JudgedPaste,
    as_line,
    judge_line,
    judge_pasted,
    names_no_column,
    read_by_columns,
)
from setup_app.events.models import Event, Kind
from setup_app.events.pages.figures import is_number, number_of
from setup_app.events.pages.refusal import tell_notes
from setup_app.identity.ownership import NotThere
from setup_app.spreadsheets.texts import FileText, read_file

MAX_COLUMNS: Final = 20
"""The limit for columns about which an organiser is asked."""
MAX_NAMED: Final = 8
"""The limit for names in the message about added players."""


class ColumnsAsked(DomainError):
    """A text that does not say which column holds the names of the players."""

    def __init__(self, text: str) -> None:
        super().__init__("name_column_unknown")
        self.text = text


class PasteRefused(DomainError):
    """A pasted text with faults, of which nothing was added. `over` says that it has more players
    than the event has places.
    """

    def __init__(self, judged: JudgedPaste, over: str) -> None:
        super().__init__("import_refused", {"faults": len(judged.faulty)})
        self.judged = judged
        self.over = over


def enter(request: HttpRequest, standing: EventAccess, sent: QueryDict) -> str:
    """Enter one player, or several from a text or a file. Raises `ColumnsAsked` for a file without
    a column `name`, `PasteRefused` with every fault at once.
    """
    file = request.FILES.get("file")
    read = FileText(_typed(sent)) if file is None else read_file(file.read())
    if read.text.strip():
        table = _read(standing.event, read.text, sent, is_file=file is not None)
        roles = services.import_entries(standing=standing, lines=table.lines)
        names = _named([role.name for role in roles])
        messages.info(request, _("Added: %(names)s.") % {"names": names})
        tell_notes(request, table.ignored, read.sheet)
        count = len(roles)
        return ngettext("%(count)d player added.", "%(count)d players added.", count) % {
            "count": count
        }
    name, club, country = (as_line(sent.get(each, "")) for each in COLUMNS)
    line = judge_line(EntryLine(name, club, country))
    services.enter(standing=standing, line=line)
    return _("%(name)s added.") % {"name": line.name}


def _typed(sent: QueryDict) -> str:
    """Return the text of the box, with the lines that were corrected beside their faults."""
    fixed = (each.strip() for each in sent.getlist("fixed"))
    return "\n".join(filter(None, (sent.get("text", "").rstrip(), *fixed)))


def _over_places(event: Event, pasted: int) -> str:
    """Return that a text has more players than the event has free places; empty if it has not."""
    if event.places is None:
        return ""
    free = max(0, event.places - queries.count_playing(event))
    if pasted <= free:
        return ""
    players = ngettext("You pasted %(count)d player", "You pasted %(count)d players", pasted)
    places = ngettext("%(count)d place", "%(count)d places", event.places)
    said = {"pasted": players % {"count": pasted}, "places": places % {"count": event.places}}
    if free == event.places:
        return _("%(pasted)s; the event has %(places)s.") % said
    words = ngettext(
        "%(pasted)s; the event has %(places)s, and %(free)d is free.",
        "%(pasted)s; the event has %(places)s, and %(free)d are free.",
        free,
    )
    return words % {**said, "free": free}


def _read(event: Event, text: str, sent: QueryDict, *, is_file: bool) -> EntryTable:
    """Return the players of a text. A file names its columns, or the organiser does."""
    asked_about = sent.get("columns", "")
    if is_number(asked_about):
        number = min(int(asked_about), MAX_COLUMNS)
        chosen = [sent.get(f"column-{at}", "") for at in range(number)]
        columns = [each if each in COLUMNS else "" for each in chosen]
        if "name" not in columns:
            raise ColumnsAsked(text)
        return read_by_columns(text, columns, has_header=sent.get("header") == "yes")
    if names_no_column(text, may_be_headless=not is_file):
        raise ColumnsAsked(text)
    judged = judge_pasted(text, queries.player_keys(event))
    over = _over_places(event, judged.count)
    if over or not judged.is_good:
        raise PasteRefused(judged, over)
    return judged.table


def _named(names: list[str]) -> str:
    """Return the names in a sentence, or the first and the number of the others."""
    if len(names) <= MAX_NAMED:
        return ", ".join(names)
    more = len(names) - MAX_NAMED
    words = ngettext("%(names)s and %(more)d other", "%(names)s and %(more)d others", more)
    return words % {"names": ", ".join(names[:MAX_NAMED]), "more": more}


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
