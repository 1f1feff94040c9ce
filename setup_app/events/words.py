"""In which words is told what is refused in an event, and what was done there?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from setup_app.words.sentences import Shown, register

REFUSALS: Final[Mapping[str, Promise]] = {
    "last_organiser": _(
        "This is the only organiser of the event. Add another one first, then take this one away."
    ),
    "already_begun": _("There is a result already, so {what} cannot be changed any more."),
    "unknown_timezone": _("{timezone} is no time zone; write it as Europe/London, for one."),
    "event_full": _("All {places} places of this event are taken."),
    "duplicate_player": _("Somebody called {name} is entered already; names tell players apart."),
    "duplicate_player.path": _(
        "{path}: Somebody called {name} stands there already; names tell players apart."
    ),
    "import_no_players": _("{path}: There is no player in it."),
    "import_too_many_players": _("{path}: There are more than {most} players."),
    "no_such_entry": _("There is no entry number {entry} in this event."),
    "too_many_events": _("At most {most} events are kept for one organiser; delete some."),
    "too_many_entries": _("An event has at most {most} entries."),
    "too_many_roles": _("An event has at most {most} roles; delete some."),
    "entry_needed": _("A player's role needs the entry that he plays."),
    "registration_closed": _("Entering by oneself is closed. Ask an organiser to enter you."),
}

JOURNAL: Final[Mapping[str, Promise]] = {
    "event_created": _("The event was made."),
    "event_copied": _("The event was copied from another one."),
    "event_changed": _("Changed: {fields}."),
    "role_added": _("{role} was added as {kind}."),
    "role_changed": _("The role {role} was changed."),
    "role_reissued": _("The link of {role} was made anew; the old one is void."),
    "role_removed": _("{role} is no {kind} any more."),
    "entry_added": _("{entry} was entered."),
    "entries_imported": _("{count} players were entered from a list."),
    "entry_changed": _("Changed of {entry}: {fields}."),
    "entry_dropped": _("{entry} dropped out."),
    "entry_back": _("{entry} is back."),
}


def journal_words(code: str, params: Mapping[str, Any]) -> str:
    """The sentence for an act, in the active language."""
    return str(JOURNAL[code]).format_map(Shown(params))


def register_sentences() -> None:
    """Give the refusals of this app their sentences."""
    register(REFUSALS)
