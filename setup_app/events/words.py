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
    "number_missing": _("A whole number is missing; write one in each field."),
    "no_such_round": _("This event has {rounds} rounds. Give it more, and pair again."),
    "results_missing": _(
        "Results are missing: enter them, or pair anyway; these tables then count as met."
    ),
    "results_missing.table": _("Table {table} has no confirmed result yet."),
    "too_few_tables": _("{needed} tables are needed, and the event has {tables}. Give it more."),
    "too_few_players": _("{players} cannot be paired: at least {least} who have not dropped out."),
    "player_twice": _("Player {entry} stands in two pairings, or plays himself."),
    "player_missing": _("Player {entry} stands in no pairing. Pair him, or give him a bye."),
    "table_twice": _("Two pairings have table {table}; each needs one of its own."),
    "unknown_player": _("{entry} is nobody in this event; write a number or the whole name."),
    "dropped_player": _(
        "Player {entry} has dropped out. Let him come back first, or leave him out."
    ),
    "no_such_table": _("There is no table {table}: the event has tables 1 to {tables}."),
    "already_confirmed": _(
        "The result of table {table} is confirmed. If it is wrong, tell the desk."
    ),
    "not_at_this_table": _("These are not the two at table {table}; the pairings have changed."),
    "scores_out_of_range": _("{score} is no score here: from {least} to {most}."),
    "scores_out_of_range.among": _("{score} is no score here; it is one of: {among}."),
    "scores_do_not_add_up": _("{scores} do not go together."),
    "scores_do_not_add_up.sum": _("{scores} do not go together: both come to {sum}."),
    "import_no_table": _("{path}: “{found}” is no table; write its number."),
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
    "round_paired": _("Round {round} was paired."),
    "pairings_written": _("The pairings of round {round} were written by hand."),
    "pairings_changed": _("Pairings of round {round}, which was out, were changed."),
    "round_published": _("Round {round} was published."),
    "round_withdrawn": _("Round {round} was taken back."),
    "result_reported": _("Round {round}, table {table}: one player reported a result."),
    "result_disputed": _("Round {round}, table {table}: the players say different things."),
    "result_confirmed": _("Round {round}, table {table}: the result stands."),
    "result_corrected": _("Round {round}, table {table}: the result was corrected."),
    "clock_set": _("The clock was set to {seconds} seconds."),
    "entry_dropped": _("{entry} dropped out."),
    "entry_back": _("{entry} is back."),
}


CAUTIONS: Final[Mapping[str, Promise]] = {
    "rematch": _("These two have met before."),
    "same_club": _("Both are of {name}."),
    "same_country": _("Both are of {name}."),
    "same_table": _("At table {table} before."),
    "second_bye": _("Has had a bye before."),
    "not_here": _("Has not been ticked at the door."),
    "results_changed": _(
        "Results of an earlier round were corrected after this one was paired; it stays as it is."
    ),
}


def caution_words(code: str, params: Mapping[str, Any]) -> str:
    """The sentence for something to look at twice, in the active language."""
    return str(CAUTIONS[code]).format_map(Shown(params))


def journal_words(code: str, params: Mapping[str, Any]) -> str:
    """The sentence for an act, in the active language."""
    return str(JOURNAL[code]).format_map(Shown(params))


def register_sentences() -> None:
    """Give the refusals of this app their sentences."""
    register(REFUSALS)
