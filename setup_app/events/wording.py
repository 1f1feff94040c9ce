"""In which words is told what is refused in an event, and what was done there?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from setup_app.events.rounds.cautions import Reason
from setup_app.wording.sentences import Shown, register, sentence

CLOSED: Final = _("Entering by oneself is closed. Ask an organiser to enter you.")

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
    "mark_two": _("Mark two players, who then change places."),
    "field_refused": _("{field}: {fault}"),
    "mark_one": _("Mark at least one player who is left out."),
    "no_minutes": _("The clock needs at least one minute. Write how many minutes are left."),
    "no_table_here": _("There is no table {table} in this round."),
    "comment_missing": _(
        "Write what is wrong with the list first: its player reads it, and mends it by that."
    ),
    "number_missing": _("A whole number is missing; write one in each field."),
    "no_such_round": _("This event has {rounds} rounds. Give it more, and pair again."),
    "results_missing": _(
        "Results are missing: enter them, or pair anyway; these tables then count as met."
    ),
    "results_missing.table": _("Round {round}, table {table}: there is no confirmed result yet."),
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
    "lists_not_open": _("Lists cannot be handed in yet. Keep yours as a draft until then."),
    "lists_closed": _("The time to hand in lists is over. Ask an organiser to reopen yours."),
    "list_locked": _(
        "The list is handed in. It can change only where it is sent back or reopened."
    ),
    "no_list_given": _("Choose one of your lists, a file, or paste the text of one."),
    "name_differs": _("That is not the name of this event, so it was not deleted."),
    "words_missing": _("Write what you want to say first."),
    "no_draft": _("There is no draft to hand in. Keep one first."),
    "no_list": _("No list is handed in."),
    "no_list.name": _("{name} has handed in no list."),
    "no_list.table": _(
        "One of its two players has no list that is out, so no battle could be made."
    ),
    "no_list.seat": _("One of you two has no list that is out, so no battle could be made."),
    "one_list_only": _("There are {count} lists in it; send one."),
    "plays_here": _("You play here yourself, so lists are hidden from you until they are out."),
    "already_decided": _("{by} has decided already: {what}. Look at it before you change it."),
    "lists_unchecked": _(
        "Not every list is in and approved. Check the others first, or publish them as they are."
    ),
    "lists_unchecked.name": _("The list of {name} is not approved."),
    "too_many_versions": _("At most {most} versions of a list are kept. Ask an organiser."),
    "too_many_remarks": _("At most {most} remarks are kept beside a list."),
    "due_over": _("That time is over already. Name one that is to come, or none for two days."),
    "event_in_use.rounds": _("There are {rounds} rounds already, so the event cannot have fewer."),
    "event_in_use.tables": _("Table {tables} is in use, so the event cannot have fewer."),
    "no_peers": _("You read others' lists once yours is in and the time to hand in is over."),
    "kit_blank": _("{path}: this is missing."),
    "kit_no_number": _("{path}: “{found}” is no whole number from {least} to {most}."),
    "kit_no_yes": _("{path}: “{found}” is neither yes nor no."),
    "kit_id_twice": _("{path}: “{id}” stands here twice; each piece has an id of its own."),
    "kit_no_type": _("{path}: “{found}” is no type of terrain of this rulebook."),
    "kit_no_outline": _(
        "{path}: This is no outline: one ring of corners in mm that ends where it begins and does "
        "not cross itself."
    ),
    "too_many_fits": _(
        "More than {most} pairs of a piece and a wanted one fit. Ask for fewer tables at once, or "
        "with a smaller tolerance."
    ),
    "run_under_way": _(
        "Round {round}, table {table} is being laid just now. Wait until it lies, or call that off."
    ),
    "note_required": _("That ground is out already. Write a note that says why it changes."),
    "ground_missing": _("Say which ground table {table} shall have."),
    "entry_stays": _(
        "{name} was paired, or the list is out, so the entry stays. Let the player drop out."
    ),
    "all_own_work": _(
        "You have decided the ground of every table yourself. Tick that these are laid anew too."
    ),
    "round_went_on": _(
        "The round that you looked at is no draft any more, so nobody was left out. Look again."
    ),
    "no_tolerance": _("Write by how many whole mm a side may differ, at most {most}."),
    "too_much.wanted": _(
        "More than {wanted} pieces lie on the tables of this round: too many for one plan."
    ),
    "plans_wait": _("Many plans wait for a worker, so this one was not made again. Plan it anew."),
    "stale_version.list": _(
        "Version {version} of this list was handed in meanwhile. Look at that one, and decide then."
    ),
    "too_much.tables": _(
        "One run lays at most {tables} tables, and layouts of 8 MB in all. Take fewer rounds."
    ),
    "ground_missing.none": _("Say which ground the tables shall have."),
    "not_generated": _("This ground was not laid by a seed. Prepare it anew, or send a layout."),
    "nothing_to_print.packing": _("No packing is planned for these rounds yet. Plan it first."),
    "nothing_to_print": _(
        "There is nothing of this to print yet, or nothing for these rounds, tables and players."
    ),
    "too_many_sheets": _(
        "That is {sheets} sheets; at most {most} are printed at once. Choose fewer of them."
    ),
    "lists_not_published": _("Lists are printed once they are published for everybody."),
    "no_numbers": _("“{found}” names no numbers; write them as 1-8, 12 or 20-."),
    "mark_two_tables": _("Mark two tables, which then exchange their grounds."),
    "players_lay_it": _(
        "The ground of table {table} is laid by its two players. Give it another one first."
    ),
    "no_layout_given": _("Choose one of your tables, a file, or paste a layout."),
    "no_battle": _(
        "No battle is made for your table. Ask at the desk how its ground comes to be laid."
    ),
    "no_table_came": _(
        "The battle ended before its table was laid. Lay a ground for the table, or play on open "
        "ground."
    ),
    "nothing_to_plan": _("No ground lies in round {round} yet. Lay its tables first."),
    "laid_of_kit": _(
        "Table {table} is laid out of the kit, which is chosen for the whole round. Lay it anew "
        "instead."
    ),
    "kit_empty": _("There is no kit yet to lay tables of. Type it in on the page Kit first."),
    "kit_has_none": _(
        "No piece of the kit may lie on this table: none is of the types and sizes that its "
        "territory asks for. Take another territory, or add such pieces to the kit."
    ),
    "kit_short": _(
        "Not all of this table can be built out of the kit: other tables of the round take the "
        "same pieces."
    ),
    "kit_left_out": _(
        "A piece that this table's box asks for was left out: the kit has none that may lie there."
    ),
    "not_allowed.registration": CLOSED,
    "not_signed_in.registration": CLOSED,
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
    "list_submitted": _("Version {version} of the list of {entry} was handed in."),
    "list_withdrawn": _("The list of {entry} was taken back."),
    "list_approved": _("Version {version} of the list of {entry} was approved."),
    "list_sent_back": _("Version {version} of the list of {entry} was sent back."),
    "list_reopened": _("The list of {entry} was reopened."),
    "lists_published": _("{count} lists were published."),
    "peers_read": _("{entry} was given two lists to read."),
    "peer_remarked": _("{entry} wrote a remark beside a list that he read."),
    "round_paired": _("Round {round} was paired."),
    "pairings_written": _("The pairings of round {round} were written by hand."),
    "pairings_changed": _("Pairings of round {round}, which was out, were changed."),
    "round_published": _("Round {round} was published."),
    "round_withdrawn": _("Round {round} was taken back."),
    "result_reported": _("Round {round}, table {table}: one player reported a result."),
    "result_disputed": _("Round {round}, table {table}: the players say different things."),
    "result_confirmed": _("Round {round}, table {table}: the result stands."),
    "result_corrected": _("Round {round}, table {table}: the result was corrected."),
    "tables_prepared": _("Round {rounds}: the ground of {count} tables is being laid."),
    "tables_changed": _("Round {rounds}: the ground of {count} tables changes. {note}"),
    "table_changed": _("Round {round}, table {table} gets another ground. {note}"),
    "cards_printed": _("The cards of {count} players, with their links, were printed."),
    "battles_made": _("Round {round}: {count} battles were made, whose players lay their tables."),
    "battles_refused": _(
        "Round {round}: no battle could be made at table {tables}; lay a ground there."
    ),
    "seat_taken_over": _(
        "Round {round}, table {table}: a player took his seat over on another device."
    ),
    "grounds_swapped": _("Round {round}: tables {one} and {other} changed grounds. {note}"),
    "kit_kept": _("A kit of {count} pieces was kept."),
    "clock_set": _("The clock was set to {seconds} seconds."),
    "entry_removed": _("The entry of {entry} was taken out."),
    "entry_dropped": _("{entry} dropped out."),
    "entry_back": _("{entry} is back."),
}


ENTRY_FIELDS: Final[Mapping[str, Promise]] = {
    "name": _("name"),
    "club": _("club"),
    "country": _("country"),
    "dropped": _("dropped out"),
    "here": _("here"),
    "penalty": _("penalty"),
}

FINDINGS: Final[Mapping[str, Promise]] = {
    "over_limit": _("{what}: {measured}, and at most {required} are asked for."),
    "under_limit": _("{what}: {measured}, and at least {required} are asked for."),
    "not_among": _("{what}: {measured} is not among those of this event."),
    "points_differ": _("{what}: {required} are stated, and the rows come to {measured}."),
}

MEASURE_WORDS: Final[Mapping[str, Promise]] = {
    "points": _("Points"),
    "units": _("Units"),
    "tugs": _("TUGs"),
    "sugs": _("SUGs"),
    "bases": _("Bases"),
    "generals": _("Generals besides the commander"),
    "pbs_cards": _("PBS cards"),
    "scouting": _("Scouting"),
    "home": _("Home"),
}

DECIDED: Final[Mapping[str, Promise]] = {
    "approved": _("approved"),
    "sent_back": _("sent back"),
    "reopened": _("reopened"),
    "remark": _("a remark"),
}

CAUTIONS: Final[Mapping[str, Promise]] = {
    "rematch": _("These two have met before."),
    "same_club": _("Both are of {name}."),
    "same_country": _("Both are of {name}."),
    "same_table": _("At table {table} before."),
    "second_bye": _("Has had a bye before."),
    "not_here": _("Has not been ticked at the door."),
    "results_changed": _(
        "Results or penalties before this round changed after it was paired; it stays as it is."
    ),
}

REASONS: Final[Mapping[str, Promise]] = {
    "met_before": _("no way was left that they do not meet again"),
    "bye": _("nobody who is paired has less"),
    "floated.up": _("{name} plays up: an odd number has his score"),
    "floated.down": _("{name} plays down: an odd number has his score"),
}
"""What the scores beside a pairing do not say already."""


def reason_words(reason: Reason, names: Mapping[int, str]) -> str:
    """Why somebody is paired so, in the active language; nothing where his score says it."""
    code, params = reason.code, dict(reason.params)
    if code == "floated":
        code, params["name"] = f"floated.{params['to']}", names[params["entry"]]
    if code not in REASONS or (code == "bye" and not params["lowest"]):
        return ""
    return str(REASONS[code]).format_map(Shown(params))


def finding_words(code: str, params: Mapping[str, Any]) -> str:
    """The sentence for what stands out in a list, in the active language."""
    told = {
        name: ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else value
        for name, value in params.items()
    }
    return str(FINDINGS[code]).format_map(Shown({**told, "what": MEASURE_WORDS[params["what"]]}))


def decided_words(what: str) -> str:
    """What was decided of a list, in the active language."""
    return str(DECIDED[what])


def caution_words(code: str, params: Mapping[str, Any]) -> str:
    """The sentence for something to look at twice, in the active language."""
    return str(CAUTIONS[code]).format_map(Shown(params))


def refused_ground_words(code: str) -> str:
    """Why a table has no ground, in the active language."""
    return sentence(code, {"reason": "table"})


def journal_words(code: str, params: Mapping[str, Any]) -> str:
    """The sentence for an act, in the active language, with what was before and what is now."""
    told = str(JOURNAL[code]).format_map(Shown(params))
    if code == "clock_set" and "seconds" in params:
        return _clock_words(params)
    if params.get("changes"):
        changes = "; ".join(_change_words(*each) for each in params["changes"])
        return f"{params['entry']}: {changes}."
    if params.get("before"):
        said = {name: _result_words(params[name]) for name in ("before", "result")}
        return f"{told} " + gettext("Before: %(before)s; now: %(result)s.") % said
    if params.get("result"):
        return f"{told} {_result_words(params['result'])}."
    return told


def _clock_words(params: Mapping[str, Any]) -> str:
    minutes, seconds = divmod(params["seconds"], 60)
    left = f"{minutes}:{seconds:02}"
    if params.get("running", True):
        return gettext("The clock was set going with %(left)s left.") % {"left": left}
    return gettext("The clock was held with %(left)s left.") % {"left": left}


def _change_words(field: str, before: Any, after: Any) -> str:
    said = {"field": ENTRY_FIELDS[field], "before": _value_words(before)}
    return gettext("%(field)s from %(before)s to %(after)s") % {
        **said,
        "after": _value_words(after),
    }


def _value_words(value: Any) -> str:
    if value is None or value == "":
        return gettext("nothing")
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    return str(value) if isinstance(value, int) else f"“{value}”"


def _result_words(result: Iterable[tuple[str, Any]]) -> str:
    """Both players with their scores, or who did not come."""
    told = []
    for name, score in result:
        if score == "absent":
            told.append(gettext("%(name)s did not come") % {"name": name})
        elif score is not None:
            told.append(f"{name} {score}")
    return ", ".join(told)


def register_sentences() -> None:
    """Give the refusals of this app their sentences."""
    register(REFUSALS)


def scoring_words(scoring: dict[str, Any]) -> str:
    """How a table is scored, in one sentence."""
    if scoring["kind"] == "outcome":
        return (
            gettext("A win counts %(win)d, a draw %(draw)d, a loss %(loss)d, a bye %(bye)d.")
            % scoring
        )
    if scoring["sum"] is None:
        return gettext("Each scores 0 to %(most)d, a bye %(bye)d.") % scoring
    return gettext("Each scores 0 to %(most)d, both together %(sum)d, a bye %(bye)d.") % scoring
