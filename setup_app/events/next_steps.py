"""A viewer's next steps in an event.

Before the first round they come in the order of an event's life, afterwards the most urgent first.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.db.models import Q
from django.urls import reverse
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from setup_app.events.event.access import RUNS_ROUNDS, SEES_LISTS, EventAccess
from setup_app.events.event.deadlines import closes, format_at_venue, is_over, late_words, taken_now
from setup_app.events.event.shown_names import shown_names
from setup_app.events.event_prints.services import prints_of
from setup_app.events.event_tables.queries import bare_tables, refused_to_players
from setup_app.events.models import Entry, Event, Kind, Match, Round
from setup_app.events.readiness import NOT_IN, lists_are_wanted

ROUNDS: Final = "event-rounds"
LEAST_PLAYERS: Final = 2
MAX_NAMES: Final = 8
"""How many names a step names at most."""


def todo_of(standing: EventAccess) -> list[dict[str, Any]]:
    """Return the next steps of this viewer: `code`, `message`, `url`. Seven queries at most."""
    if standing.kind == Kind.PLAYER and standing.entry is not None:
        return list(_of_player(standing, standing.entry))
    if standing.kind not in (*RUNS_ROUNDS, *SEES_LISTS):
        return []
    last = standing.event.round_rows.order_by("-number").first()
    if last is None:
        return list(_before(standing))
    found: list[dict[str, Any]] = []
    if standing.kind in RUNS_ROUNDS:
        found += _of_rounds(standing, last)
    if standing.kind in SEES_LISTS:
        found += _of_lists(standing, _playing(standing.event))
    return found


def _playing(event: Event) -> list[Entry]:
    return list(event.entry_rows.filter(dropped=False).only("event", "name", "status", "here"))


def _one(
    standing: EventAccess, code: str, message: str, page: str = "event-role"
) -> dict[str, Any]:
    event = standing.event.public_id
    if standing.role is None:
        url = reverse("event", args=(event,))
    else:
        url = reverse(page, args=(event, standing.role.number))
    return {"code": code, "message": message, "url": url}


def _of_player(standing: EventAccess, entry: Entry) -> Iterator[dict[str, Any]]:
    if entry.dropped:
        return
    out = standing.event.round_rows.filter(published__isnull=False).order_by("-number").first()
    if out is not None:
        yield from _at_table(standing, entry, out)
    yield from _own_list(standing, entry, begun=out is not None)


def _at_table(standing: EventAccess, entry: Entry, out: Round) -> Iterator[dict[str, Any]]:
    matches = out.matches.select_related("first", "second")
    match = matches.filter(Q(first=entry) | Q(second=entry)).first()
    at = {"round": out.number}
    if match is None:
        yield _one(standing, "not_paired", _("You are not paired in round %(round)d.") % at)
    elif match.second is None:
        yield _one(standing, "bye", _("You have a bye in round %(round)d.") % at)
    elif not match.confirmed:
        code, words = _of_match(entry, match)
        opponent = match.second if match.first_id == entry.pk else match.first
        told = words % {
            **at,
            "table": match.table,
            "opponent": shown_names(standing.event)[opponent.number],
        }
        yield _one(standing, code, told)
        if code == "go_to_table":
            yield _one(standing, "report_result", _("Report the result afterwards."))


def _of_match(entry: Entry, match: Match) -> tuple[str, str]:
    if match.state == "disputed":
        words = _(
            "Round %(round)d: you and %(opponent)s reported different results. Go to the desk."
        )
        return "result_disputed", words
    if match.state == "reported" and str(entry.number) not in match.reports:
        return "confirm_result", _(
            "%(opponent)s reported a result. Confirm it, or report a different one."
        )
    if match.state == "reported":
        return "report_result", _("Waiting for %(opponent)s to confirm your result.")
    return "go_to_table", _("Round %(round)d: go to table %(table)d and play %(opponent)s.")


def _own_list(standing: EventAccess, entry: Entry, *, begun: bool) -> Iterator[dict[str, Any]]:
    last = closes(standing.event)
    if entry.status == "sent_back":
        words = _mend_words(standing.event, entry)
        yield _one(standing, "mend_list", words, "event-own-list")
    elif entry.status in ("none", "draft") and taken_now(standing.event, entry):
        # Without a deadline and with a published round, the event seems to use no lists.
        if last is None and not begun:
            yield _one(standing, "hand_in_list", _("Submit your list."), "event-own-list")
        elif last is not None and is_over(standing.event):
            words = _("Submit your list. It was due by %(at)s.")
            told = words % {"at": format_at_venue(standing.event, last)}
            message = f"{told} {late_words(standing.event)}"
            yield _one(standing, "hand_in_list", message, "event-own-list")
        elif last is not None:
            until = format_at_venue(standing.event, last)
            words = _("Submit your list by %(until)s.") % {"until": until}
            yield _one(standing, "hand_in_list", words, "event-own-list")


def _mend_words(event: Event, entry: Entry) -> str:
    """Return until when a returned list may be submitted again, or that it may not any more."""
    last, due = closes(event), entry.due
    if due is not None and now() <= due:
        words = _("Your list was sent back. Resubmit it by %(until)s.")
        return words % {"until": format_at_venue(event, due)}
    if not taken_now(event, entry):
        return _(
            "Your list was sent back and the deadline has passed. Ask an organiser for more time."
        )
    if last is None:
        return _("Your list was sent back. Fix it and resubmit.")
    if is_over(event):
        return " ".join((_("Your list was sent back. Fix it and resubmit."), late_words(event)))
    words = _("Your list was sent back. Resubmit it by %(until)s.")
    return words % {"until": format_at_venue(event, last)}


def _before(standing: EventAccess) -> Iterator[dict[str, Any]]:
    """Yield the steps before the first round is paired: players, links, settings, lists, tables,
    prints, check-in, pairing. A step that is done, or whose time is not there, is left out.
    """
    event, is_organiser = standing.event, standing.kind == Kind.ORGANISER
    playing = _playing(event)
    enough = len(playing) >= LEAST_PLAYERS
    if not enough and standing.kind in RUNS_ROUNDS:
        yield _one(standing, "add_players", _("Add players."), "event-players")
    if is_organiser:
        yield from _preparing(standing, playing)
    if standing.kind in SEES_LISTS:
        yield from _of_lists(standing, playing)
    if is_organiser and enough:
        yield from _tables_and_prints(standing)
    if enough and standing.kind in RUNS_ROUNDS and not _lists_are_open(event, playing):
        yield from _at_the_door(standing, playing)
        yield _one(standing, "pair_round", _("Pair the first round."), ROUNDS)


def _preparing(standing: EventAccess, playing: list[Entry]) -> Iterator[dict[str, Any]]:
    event = standing.event
    if playing and not any(entry.here for entry in playing):
        opened = event.role_rows.filter(
            kind=Kind.PLAYER, entry__dropped=False, devices__gt=0
        ).order_by()
        count = opened.values("entry").distinct().count()
        if count < len(playing):
            said = {"count": count, "all": len(playing)}
            words = _("Send players their links: %(count)d of %(all)d opened.")
            yield _one(standing, "send_links", words % said, "event-links")
    if not event.days:
        words = _("Set the dates.")
        if closes(event) is None:
            words = _("Set the dates, and the deadline if players submit lists.")
        yield _one(standing, "set_terms", words, "event-terms")


def _tables_and_prints(standing: EventAccess) -> Iterator[dict[str, Any]]:
    event = standing.event
    if not event.grounds.exists():
        words = _("The tables have no terrain yet. Generate it or draw it.")
        yield _one(standing, "lay_tables", words, "event-grounds")
    elif not prints_of(event).exists():
        words = _("Print table sheets, player cards and result slips.")
        yield _one(standing, "print_sheets", words, "event-print")


def _at_the_door(standing: EventAccess, playing: list[Entry]) -> Iterator[dict[str, Any]]:
    """Yield the check-in from the day before the event on; without dates, at any time."""
    event = standing.event
    here = sum(bool(entry.here) for entry in playing)
    tomorrow = now().astimezone(ZoneInfo(event.timezone)).date() + timedelta(days=1)
    ahead = bool(event.days) and min(event.days) > tomorrow.isoformat()
    if here < len(playing) and (here or not ahead):
        words = _("Check players in: %(here)d of %(all)d here.")
        said = {"here": here, "all": len(playing)}
        yield _one(standing, "check_in", words % said, "event-door")


def _of_rounds(standing: EventAccess, last: Round) -> Iterator[dict[str, Any]]:
    event = standing.event
    at = {"round": last.number}
    if last.published is None:
        words = _("Round %(round)d is a draft. Check it, then publish it.") % at
        yield _one(standing, "publish_round", words, ROUNDS)
        if standing.kind == Kind.ORGANISER:
            yield from _of_tables(standing, last)
        return
    states = [match.state for match in last.matches.select_related("first", "second")]
    disputed, missing = states.count("disputed"), len(states) - states.count("confirmed")
    if disputed:
        words = ngettext(
            "Settle %(count)d disputed result.",
            "Settle %(count)d disputed results.",
            disputed,
        ) % {"count": disputed}
        yield _one(standing, "settle_dispute", words, ROUNDS)
    if missing and standing.kind == Kind.ORGANISER:
        yield from _of_refused(standing, last)
    if missing:
        words = ngettext(
            "Round %(round)d: enter %(count)d missing result.",
            "Round %(round)d: enter %(count)d missing results.",
            missing,
        )
        yield _one(standing, "enter_results", words % {**at, "count": missing}, "event-slips")
    elif last.number < event.rounds:
        words = _("Pair round %(round)d.") % {"round": last.number + 1}
        yield _one(standing, "pair_round", words, ROUNDS)


def _of_tables(standing: EventAccess, round_: Round) -> Iterator[dict[str, Any]]:
    paired = round_.matches.values_list("table", flat=True)
    tables = [table for table in paired if table is not None]
    bare = bare_tables(standing.event, round_.number, tables)
    if bare:
        words = ngettext(
            "Round %(round)d: set up terrain on %(count)d table.",
            "Round %(round)d: set up terrain on %(count)d tables.",
            len(bare),
        )
        told = words % {"round": round_.number, "count": len(bare)}
        yield _one(standing, "lay_tables", told, "event-grounds")


def _of_refused(standing: EventAccess, round_: Round) -> Iterator[dict[str, Any]]:
    refused = refused_to_players(standing.event, round_.number)
    if refused:
        words = ngettext(
            "Round %(round)d: no battle could be created for table %(tables)s. "
            "Generate terrain there.",
            "Round %(round)d: no battles could be created for tables %(tables)s. "
            "Generate terrain there.",
            len(refused),
        )
        told = words % {"round": round_.number, "tables": ", ".join(map(str, refused))}
        yield _one(standing, "lay_tables", told, "event-grounds")


def _of_lists(standing: EventAccess, playing: list[Entry]) -> Iterator[dict[str, Any]]:
    event = standing.event
    unchecked = [entry.status for entry in playing].count("submitted")
    if unchecked:
        words = ngettext("Check %(count)d list.", "Check %(count)d lists.", unchecked)
        words %= {"count": unchecked}
        yield _one(standing, "check_lists", words, "event-queue")
    if standing.kind != Kind.ORGANISER or event.lists_published is not None or not playing:
        return
    if all(entry.status == "approved" for entry in playing):
        words = _("All lists are approved. Publish them.")
        yield _one(standing, "publish_lists", words, "event-queue")
    elif is_over(event):
        yield _one(standing, "publish_lists", _publish_words(playing), "event-queue")


def _publish_words(playing: list[Entry]) -> str:
    """Return that the deadline has passed, with who has no list and whose is not approved."""
    words = [_("The list deadline has passed. Publish the lists.")]
    for said, statuses in (
        (_("No list: %(names)s."), NOT_IN),
        (_("Not approved: %(names)s."), ("submitted",)),
    ):
        names = [entry.shown_name for entry in playing if entry.status in statuses]
        if names:
            words.append(said % {"names": _some_of(names)})
    return " ".join(words)


def _some_of(names: list[str]) -> str:
    left = len(names) - MAX_NAMES
    if left <= 0:
        return ", ".join(names)
    words = ngettext("%(names)s and %(left)d more", "%(names)s and %(left)d more", left)
    return words % {"names": ", ".join(names[:MAX_NAMES]), "left": left}


def _lists_are_open(event: Event, playing: list[Entry]) -> bool:
    """Return whether players may still submit lists that the event waits for: before the deadline,
    and without one as long as some lists are in and not published.
    """
    if event.lists_published is not None or is_over(event):
        return False
    return lists_are_wanted(event, playing)
