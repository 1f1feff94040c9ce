"""Sentences of the activity log of an event."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from setup_app.events.event.wording import SETTING_TITLES
from setup_app.wording.sentences import Shown

JOURNAL: Final[Mapping[str, Promise]] = {
    "event_created": _("Event created."),
    "event_copied": _("Event copied from another one."),
    "event_changed": _("Settings changed: {fields}."),
    "role_added": _("{role} added as {kind}."),
    "role_changed": _("Role changed: {role}."),
    "role_reissued": _("Link replaced for {role}. The old one no longer works."),
    "role_removed": _("{role} removed as {kind}."),
    "entry_added": _("{entry} added."),
    "entry_changed": _("Changed for {entry}: {fields}."),
    "list_submitted": _("{entry}: list version {version} submitted."),
    "list_submitted_in_time": _(
        "{entry}: list version {version} submitted for them; it had arrived before the deadline."
    ),
    "list_withdrawn": _("{entry}: list withdrawn."),
    "list_approved": _("{entry}: list version {version} approved."),
    "list_sent_back": _("{entry}: list version {version} sent back."),
    "list_reopened": _("{entry}: list reopened."),
    "peers_read": _("{entry} received two lists to review."),
    "peer_remarked": _("{entry} commented on a list they reviewed."),
    "round_paired": _("Round {round} paired."),
    "pairings_written": _("Round {round}: pairings entered by hand."),
    "pairings_changed": _("Round {round}: pairings changed after publication."),
    "round_published": _("Round {round} published."),
    "round_withdrawn": _("Round {round} unpublished."),
    "result_reported": _("Round {round}, table {table}: one player reported a result."),
    "result_disputed": _("Round {round}, table {table}: the players reported different results."),
    "result_confirmed": _("Round {round}, table {table}: result confirmed."),
    "result_corrected": _("Round {round}, table {table}: result corrected."),
    "table_changed": _("Round {round}, table {table}: terrain changed. {note}"),
    "seat_taken_over": _(
        "Round {round}, table {table}: a player moved their seat to another device."
    ),
    "link_replaced_in_battle": _(
        "Round {round}, table {table}: link of {name} replaced while their battle was running."
    ),
    "grounds_swapped": _("Round {round}: terrain of tables {one} and {other} swapped. {note}"),
    "clock_set": _("Clock set to {seconds} seconds."),
    "entry_removed": _("{entry} removed."),
    "entry_dropped": _("{entry} dropped out."),
    "entry_back": _("{entry} rejoined."),
}

COUNTED: Final[Mapping[str, Callable[[int], str]]] = {
    "entries_imported": lambda count: ngettext(
        "{count} player added.", "{count} players added.", count
    ),
    "lists_published": lambda count: ngettext(
        "{count} list published.", "{count} lists published.", count
    ),
    "tables_prepared": lambda count: ngettext(
        "Setting up terrain on {count} table. Rounds: {rounds}.",
        "Setting up terrain on {count} tables. Rounds: {rounds}.",
        count,
    ),
    "tables_changed": lambda count: ngettext(
        "Changing the terrain of {count} table. Rounds: {rounds}. {note}",
        "Changing the terrain of {count} tables. Rounds: {rounds}. {note}",
        count,
    ),
    "cards_printed": lambda count: ngettext(
        "{count} player card printed, with its link.",
        "{count} player cards printed, with their links.",
        count,
    ),
    "battles_made": lambda count: ngettext(
        "Round {round}: {count} battle created. Its players set up the table.",
        "Round {round}: {count} battles created. Their players set up the tables.",
        count,
    ),
    "battles_refused": lambda count: ngettext(
        "Round {round}: no battle could be created for table {tables}. Generate terrain there.",
        "Round {round}: no battles could be created for tables {tables}. Generate terrain there.",
        count,
    ),
    "kit_kept": lambda count: ngettext(
        "Kit saved: {count} piece.", "Kit saved: {count} pieces.", count
    ),
}
"""Sentences whose wording depends on a number."""

ENTRY_FIELDS: Final[Mapping[str, Promise]] = {
    "name": _("name"),
    "club": _("club"),
    "country": _("country"),
    "dropped": _("dropped out"),
    "here": _("check-in"),
    "penalty": _("penalty"),
    "vouched": _("confirmation"),
}


def journal_words(code: str, params: Mapping[str, Any]) -> str:
    """Return the sentence for an action in the active language, with the old and new values."""
    told = _journal_template(code, params).format_map(Shown(_with_titles(code, params)))
    if code == "clock_set" and "seconds" in params:
        return _clock_words(params)
    if params.get("changes"):
        changes = "; ".join(_change_words(*each) for each in params["changes"])
        return f"{params['entry']}: {changes}."
    if params.get("before"):
        said = {name: _result_words(params[name]) for name in ("before", "result")}
        return f"{told} " + gettext("Before: %(before)s. Now: %(result)s.") % said
    if params.get("result"):
        return f"{told} {_result_words(params['result'])}."
    return told


def _journal_template(code: str, params: Mapping[str, Any]) -> str:
    if code not in COUNTED:
        return str(JOURNAL[code])
    tables = str(params.get("tables", "")).split(", ")
    return COUNTED[code](params.get("count", len(tables)))


def _with_titles(code: str, params: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the parameters, with changed fields named as on the pages."""
    titles = {"event_changed": SETTING_TITLES, "entry_changed": ENTRY_FIELDS}.get(code)
    if titles is None or "fields" not in params:
        return params
    return {**params, "fields": [str(titles.get(each, each)) for each in params["fields"]]}


def _clock_words(params: Mapping[str, Any]) -> str:
    minutes, seconds = divmod(params["seconds"], 60)
    left = f"{minutes}:{seconds:02}"
    if params.get("running", True):
        return gettext("Clock started with %(left)s left.") % {"left": left}
    return gettext("Clock paused with %(left)s left.") % {"left": left}


def _change_words(field: str, before: Any, after: Any) -> str:
    if field == "here":
        return gettext("checked in") if after else gettext("check-in undone")
    if field == "dropped":
        return gettext("dropped out") if after else gettext("rejoined")
    if field == "vouched":
        return gettext("confirmed") if after else gettext("confirmation withdrawn")
    said = {"field": ENTRY_FIELDS[field], "before": _value_words(before)}
    return gettext("%(field)s changed from %(before)s to %(after)s") % {
        **said,
        "after": _value_words(after),
    }


def _value_words(value: Any) -> str:
    if value is None or value == "":
        return gettext("blank")
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    return str(value) if isinstance(value, int) else f"“{value}”"


def _result_words(result: Iterable[tuple[str, Any]]) -> str:
    """Return both players with their scores, or who was absent."""
    told = []
    for name, score in result:
        if score == "absent":
            told.append(gettext("%(name)s: no-show") % {"name": name})
        elif score is not None:
            told.append(f"{name} {score}")
    return ", ".join(told)
