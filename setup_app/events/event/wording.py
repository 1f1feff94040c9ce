"""Sentences for an event's refusals, journal, warnings and reasons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from setup_app.engine.rulebook import Rulebook
from setup_app.engine.values import LogMessage
from setup_app.events.event.lists.problems import Problem
from setup_app.events.event.rounds.cautions import Reason
from setup_app.wording.sentences import Shown, register, sentence
from setup_app.wording.speaker import say

CLOSED: Final = _("Registration is closed. Ask an organiser to add you.")

REFUSALS: Final[Mapping[str, Promise]] = {
    "last_organiser": _(
        "This is the event's only organiser. Add another organiser before you remove this one."
    ),
    "already_begun": _("There are results already, so the {what} can no longer be changed."),
    "unknown_timezone": _("“{timezone}” isn't a time zone. Use a name such as Europe/London."),
    "event_full": _("This event is full (places: {places})."),
    "duplicate_player": _(
        "There is already a player called {name}. Two players may share a name if their clubs "
        "differ."
    ),
    "duplicate_player.path": _(
        "{path}: There is already a player called {name}. Two players may share a name if their "
        "clubs differ."
    ),
    "import_no_players": _("{path}: No players found."),
    "import_too_many_players": _("{path}: More than {most} players."),
    "no_such_entry": _("There is no player number {entry} in this event."),
    "mark_two": _("Select two players to swap."),
    "field_refused": _("{field}: {fault}"),
    "mark_one": _("Select at least one player to leave out."),
    "no_minutes": _("The clock needs at least one minute. Enter how many minutes are left."),
    "no_table_here": _("There is no table {table} in this round."),
    "comment_missing": _("Say what is wrong with the list, so that the player can fix it."),
    "number_missing": _("Enter a whole number, 0 or more."),
    "no_such_round": _(
        "The event's last round is round {rounds}. Add rounds under Settings, then pair again."
    ),
    "results_missing": _(
        "Some results are missing. Enter them, or pair anyway: these opponents then count as "
        "having met."
    ),
    "results_missing.table": _("Round {round}, table {table}: no confirmed result yet."),
    "too_few_tables": _(
        "This round needs {needed} tables, but the event has {tables}. Add tables under Settings."
    ),
    "too_few_players": _(
        "Pairing needs at least {least} players who have not dropped out. Available: {players}."
    ),
    "player_twice": _("Player {entry} is in two pairings or paired with themselves."),
    "player_missing": _("Player {entry} has no pairing. Pair them or give them a bye."),
    "table_twice": _("Table {table} is used by two pairings. Give each its own table."),
    "unknown_player": _("“{entry}” is not a player in this event. Use their number or full name."),
    "ambiguous_player": _(
        "Several players are called {entry} (numbers {numbers}). Use a number, or add the club in "
        "brackets."
    ),
    "dropped_player": _("Player {entry} has dropped out. Restore them first, or leave them out."),
    "no_such_table": _("There is no table {table}. The event has tables 1 to {tables}."),
    "no_such_table.entries": _("The table of players {entries} is missing. Use 1 to {tables}."),
    "already_confirmed": _(
        "The result of table {table} is already confirmed. If it is wrong, tell the desk."
    ),
    "not_at_this_table": _(
        "These players are no longer at table {table}. The pairings have changed."
    ),
    "scores_out_of_range": _("{score} is not a valid score. Use {least} to {most}."),
    "scores_out_of_range.among": _("{score} is not a valid score. Use one of: {among}."),
    "scores_do_not_add_up": _("The scores {scores} are not a possible result."),
    "scores_do_not_add_up.sum": _(
        "The scores {scores} are not a possible result. They must add up to {sum}."
    ),
    "import_no_table": _("{path}: “{found}” is not a table number."),
    "too_many_events": _("An organiser can have at most {most} events. Delete some first."),
    "too_many_entries": _("An event can have at most {most} players."),
    "too_many_roles": _("An event can have at most {most} roles. Remove some first."),
    "entry_needed": _("A player's role needs a player number."),
    "lists_not_open": _("Lists can't be submitted yet. Keep yours as a draft until then."),
    "lists_closed": _("The deadline for lists has passed. Ask an organiser to reopen yours."),
    "list_locked": _("This list is submitted. It can change only if it is sent back or reopened."),
    "no_list_given": _("Choose one of your lists or a file, or paste a list as text."),
    "name_differs": _("That is not the name of this event, so nothing was deleted."),
    "late_unsaid": _("Say whether the list arrived before the deadline."),
    "words_missing": _("Write a comment first."),
    "no_draft": _("There is no draft to submit. Save one first."),
    "no_list": _("No list has been submitted."),
    "no_list.name": _("{name} has not submitted a list."),
    "no_list.table": _("One of its players has no published list, so no battle could be created."),
    "no_list.seat": _("One of you has no published list, so the table could not be set up."),
    "one_list_only": _("This contains {count} lists. Submit one at a time."),
    "plays_here": _(
        "You are playing in this event, so lists are hidden from you until they are published."
    ),
    "already_decided": _("{by} has already decided: {what}. Review that before you change it."),
    "lists_unchecked": _(
        "Not all lists are submitted and approved. Check the others first, or publish them as "
        "they are."
    ),
    "lists_unchecked.name": _("No approved list: {name}."),
    "too_many_versions": _("A list can have at most {most} versions. Ask an organiser."),
    "too_many_remarks": _("A list can have at most {most} comments."),
    "time_skipped": _(
        "{day} has no {time} in {zone}: the clocks go forward over it. Choose another time."
    ),
    "time_twice": _(
        "{day} has {time} twice in {zone}, because the clocks go back: {first} and {second}. "
        "Choose which one you mean, or another time."
    ),
    "due_over": _("That time has passed. Enter a later one, or leave it blank for two days."),
    "event_in_use.rounds": _("There are {rounds} rounds already, so the event can't have fewer."),
    "event_in_use.tables": _("Table {tables} is in use, so the event can't have fewer tables."),
    "no_peers": _(
        "You can read others' lists once yours is submitted and the deadline has passed. If you "
        "signed up yourself, an organiser also has to confirm you."
    ),
    "kit_blank": _("{path}: This is missing."),
    "kit_no_number": _("{path}: “{found}” is not a whole number from {least} to {most}."),
    "kit_no_yes": _("{path}: Enter yes or no, not “{found}”."),
    "kit_id_twice": _("{path}: ID “{id}” is used twice. Each piece needs its own."),
    "kit_no_type": _("{path}: “{found}” isn't a terrain type in this rulebook."),
    "kit_no_type.near": _("{path}: “{found}” isn't a terrain type. Did you mean {near}?"),
    "kit_no_outline": _(
        "{path}: This is not a valid outline. It must be one ring of corners in mm that ends "
        "where it begins and does not cross itself."
    ),
    "too_many_fits": _(
        "More than {most} kit pieces match wanted pieces. Plan fewer tables at once, or use a "
        "smaller size tolerance."
    ),
    "run_under_way": _(
        "Round {round}, table {table} is being generated. Wait until it is finished, or cancel it."
    ),
    "note_required": _("This table is already published. Enter a reason for the change."),
    "ground_missing": _("Choose the terrain for table {table}."),
    "entry_stays": _(
        "{name} has been paired or has a published list, so they can't be removed. Drop them "
        "instead."
    ),
    "all_own_work": _(
        "You set up every table yourself. To replace them, tick “also replace what you set up "
        "yourself”."
    ),
    "round_went_on": _(
        "This round is no longer a draft, so no one was left out. Check the round again."
    ),
    "no_tolerance": _("Enter the size tolerance in whole mm, at most {most}."),
    "too_much.wanted": _(
        "The tables of this round have more than {wanted} pieces: too many for one packing list."
    ),
    "plans_wait": _("Too many packing lists are waiting, so this one was not updated. Update it."),
    "stale_version.list": _(
        "Version {version} of this list has since been submitted. Review that version, then decide."
    ),
    "too_much.tables": _(
        "One run can set up at most {tables} tables and 8 MB of layouts. Choose fewer rounds."
    ),
    "ground_missing.none": _("Choose the terrain for the tables."),
    "not_generated": _(
        "This table was not generated from a seed. Set it up again, or send a layout."
    ),
    "nothing_to_print.packing": _("There is no packing list for these rounds yet. Make one first."),
    "nothing_to_print": _("There is nothing to print yet for these rounds, tables and players."),
    "too_many_sheets": _(
        "That is {sheets} sheets. At most {most} can be printed at once. Choose fewer."
    ),
    "lists_not_published": _("Lists can be printed once they are published."),
    "no_numbers": _("“{found}” isn't a range of numbers. Write them as 1-8, 12 or 20-."),
    "mark_two_tables": _("Select two tables to swap."),
    "players_lay_it": _(
        "The two players set up table {table} themselves. Give it other terrain first."
    ),
    "no_layout_given": _("Choose one of your tables or a file, or paste a layout."),
    "no_battle": _(
        "There is no battle for your table. Ask at the desk how its terrain will be set up."
    ),
    "no_table_came": _(
        "The battle ended before its table was set up. Generate terrain for the table, or play "
        "on open ground."
    ),
    "nothing_to_plan": _("The tables of round {round} have no terrain yet. Generate it first."),
    "laid_of_kit": _(
        "Table {table} uses kit pieces, which are chosen for the whole round. Regenerate it "
        "instead."
    ),
    "kit_empty": _("The kit is empty. Add its pieces on the Kit page first."),
    "kit_has_none": _(
        "No kit piece can be used on this table: none has the types and sizes that its "
        "territory needs. Choose another territory, or add such pieces to the kit."
    ),
    "too_few_pieces": _(
        "None of the tables we tried has {least} pieces. Ask for fewer pieces, a denser map square "
        "or another territory."
    ),
    "too_few_pieces.table": _(
        "None of the tables we tried has as many pieces as you asked for. Ask for fewer pieces, a "
        "denser map square or another territory."
    ),
    "none_balanced": _(
        "None of the tables we tried stays within the maximum imbalance. The current table stays. "
        "Try again, or place the terrain by hand."
    ),
    "kit_short": _(
        "The kit can't build all of this table: other tables of the round use the same pieces."
    ),
    "kit_left_out": _(
        "This table's map square needs a piece that the kit doesn't have, so it was left out."
    ),
    "not_allowed.registration": CLOSED,
    "not_signed_in.registration": CLOSED,
}

SETTING_TITLES: Final[Mapping[str, Promise]] = {
    "name": _("Name"),
    "rulebook": _("Rulebook"),
    "venue": _("Venue"),
    "timezone": _("Time zone"),
    "days": _("Days"),
    "tables": _("Tables"),
    "rounds": _("Rounds"),
    "visibility": _("Who can see this event"),
    "registration": _("Registration"),
    "places": _("Places"),
    "table": _("Table size"),
    "width": _("Table width"),
    "depth": _("Table depth"),
    "base_width_mm": _("Base width"),
    "opens": _("Lists open"),
    "closes": _("Deadline"),
    "penalty_points": _("Late penalty"),
    "tie_breaks": _("Tie-breaks"),
    "among": _("Home territories"),
    "avoid": _("Avoided pairings"),
    "lists": _("Lists"),
    "scoring": _("Scoring"),
    "tables_shown": _("When tables are shown"),
    "table_order": _("Table numbers"),
    "settings": _("House rules"),
    "imbalance_most": _("Maximum imbalance"),
    "description": _("Description"),
    "schedule": _("Schedule"),
    "contact": _("Contact"),
}
"""The title of each setting of an event, or of a part of one, on pages."""

TIE_BREAK_HEADS: Final[Mapping[str, Promise]] = {
    "opponents": _("Opponents' scores"),
    "wins": _("Games won"),
    "head_to_head": _("Head to head"),
}
"""The heads of the standings' columns. A lot is not shown as a figure."""

FINDINGS: Final[Mapping[str, Promise]] = {
    "over_limit": _("{what}: {measured} (maximum {required})"),
    "under_limit": _("{what}: {measured} (minimum {required})"),
    "not_among": _("{what}: {measured} is not allowed at this event"),
    "points_differ": _("{what}: {required} stated, but the units add up to {measured}"),
}

PROBLEMS: Final[Mapping[str, Promise]] = {
    "points_short": _("{what}: {required} stated, but the units add up to only {measured}"),
    "same_list": _("The same list as: {others}"),
    "other_player": _("The list names {found} as its player, but it belongs to {player}"),
    "remark": _("Another player commented on this list"),
    "sent_back_before": _("An earlier version was sent back: check what changed"),
}

LABELS: Final[Mapping[str, Promise]] = {
    "over_limit": _("{what}: above the maximum"),
    "under_limit": _("{what}: below the minimum"),
    "not_among": _("{what}: not allowed at this event"),
    "points_differ": _("{what}: the sum differs from the total"),
    "points_short": _("{what}: the sum is far below the total"),
    "same_list": PROBLEMS["same_list"],
    "other_player": _("Another player's name"),
    "unusual": _("Something unusual"),
    "remark": _("Comment from another player"),
    "sent_back_before": _("Sent back before"),
}
"""What the queue says about a list that is still hidden: no figures and no names of its own."""

MEASURE_WORDS: Final[Mapping[str, Promise]] = {
    "points": _("Points"),
    "units": _("Units"),
    "tugs": _("TUGs"),
    "sugs": _("SUGs"),
    "bases": _("Bases"),
    "generals": _("Generals (besides the commander)"),
    "pbs_cards": _("PBS cards"),
    "scouting": _("Scouting cards"),
    "home": _("Home"),
}

DECIDED: Final[Mapping[str, Promise]] = {
    "approved": _("approved"),
    "sent_back": _("sent back"),
    "reopened": _("reopened"),
    "remark": _("comment"),
}

CAUTIONS: Final[Mapping[str, Promise]] = {
    "rematch": _("These two have already met."),
    "same_club": _("Both from {name}."),
    "same_country": _("Both from {name}."),
    "same_table": _("Has already played at table {table}."),
    "second_bye": _("Has already had a bye."),
    "not_here": _("Not checked in."),
    "results_changed": _(
        "Earlier results or penalties changed after this round was paired. Its pairings stay "
        "as they are."
    ),
}

REASONS: Final[Mapping[str, Promise]] = {
    "met_before": _("rematch could not be avoided"),
    "bye": _("no paired player has a lower score"),
    "floated.up": _("{name} paired up: odd number of players on this score"),
    "floated.down": _("{name} paired down: odd number of players on this score"),
}
"""What the scores beside a pairing do not show already."""


def reason_words(reason: Reason, names: Mapping[int, str]) -> str:
    """Return why a player is paired so, in the active language; empty if their score shows it."""
    code, params = reason.code, dict(reason.params)
    if code == "floated":
        code, params["name"] = f"floated.{params['to']}", names[params["entry"]]
    if code not in REASONS or (code == "bye" and not params["lowest"]):
        return ""
    return str(REASONS[code]).format_map(Shown(params))


def finding_words(code: str, params: Mapping[str, Any]) -> str:
    """Return the sentence for a finding in a list, in the active language."""
    told = _joined(params)
    return str(FINDINGS[code]).format_map(Shown({**told, "what": MEASURE_WORDS[params["what"]]}))


def problem_words(problem: Problem, rulebook: Rulebook) -> str:
    """Return the sentence for a problem of a list, in the active language."""
    if problem.code == "unusual":
        what, found = problem.params["what"], problem.params["found"]
        return say(LogMessage(f"list.unusual.{what}", {"found": found}), rulebook)
    if problem.code in FINDINGS:
        return finding_words(problem.code, problem.params)
    return str(PROBLEMS[problem.code]).format_map(Shown(_problem_params(problem)))


def problem_label(problem: Problem) -> str:
    """Return the same without anything from the hidden list, for pages that open no list."""
    return str(LABELS[problem.code]).format_map(Shown(_problem_params(problem)))


def _problem_params(problem: Problem) -> dict[str, Any]:
    params = _joined(problem.params)
    what = str(params.get("what", ""))
    return {**params, "what": MEASURE_WORDS[what]} if what in MEASURE_WORDS else params


def _joined(params: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else value
        for name, value in params.items()
    }


def decided_words(what: str) -> str:
    """Return a decision about a list, in the active language."""
    return str(DECIDED[what])


def caution_words(code: str, params: Mapping[str, Any]) -> str:
    """Return the sentence for something to look at twice, in the active language."""
    return str(CAUTIONS[code]).format_map(Shown(params))


def refused_ground_words(code: str) -> str:
    """Return why a table has no terrain, in the active language."""
    return sentence(code, {"reason": "table"})


def register_sentences() -> None:
    """Register the sentences for the refusals of this app."""
    register(REFUSALS)


def scoring_words(scoring: dict[str, Any]) -> str:
    """Return how a table is scored, in one sentence."""
    if scoring["kind"] == "outcome":
        return gettext("Win %(win)d, draw %(draw)d, loss %(loss)d, bye %(bye)d.") % scoring
    if scoring["sum"] is None:
        return gettext("Each player scores 0 to %(most)d, bye %(bye)d.") % scoring
    return (
        gettext("Each player scores 0 to %(most)d, both together %(sum)d, bye %(bye)d.") % scoring
    )


def possible_words(scoring: Mapping[str, Any]) -> str:
    """Return which two scores a table can have, in one sentence."""
    if scoring["kind"] == "outcome":
        words = gettext(
            "Possible results: %(win)d : %(loss)d, %(draw)d : %(draw)d, %(loss)d : %(win)d."
        )
        return words % scoring
    if scoring["sum"] is None:
        return gettext("Possible scores: 0 to %(most)d each.") % scoring
    return gettext("Possible scores: 0 to %(most)d each, both together %(sum)d.") % scoring
