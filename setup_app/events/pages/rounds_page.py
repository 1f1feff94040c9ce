"""The page on which a desk pairs, reviews and publishes rounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from setup_app.events.event import round_queries, round_values
from setup_app.events.event.access import RUNS_ROUNDS, EventAccess
from setup_app.events.event.wording import possible_words, reason_words
from setup_app.events.models import Entry, Event
from setup_app.events.pages.callers import standing_as
from setup_app.events.pages.clock_parts import clock_parts, round_in_play
from setup_app.events.pages.figures import is_number
from setup_app.events.pages.refusal import page
from setup_app.events.pages.round_parts import outcomes_of, round_parts, what_is_said

SCORES: Final = ("score", "other_score")


@page
@require_safe
def rounds(request: HttpRequest, event: str, role: int) -> HttpResponse:
    """Show the selected round with its actions, the clock and the standings."""
    standing = standing_as(request, event, role)
    standing.needs(*RUNS_ROUNDS)
    return rounds_again(request, standing, role)


def rounds_again(request: HttpRequest, standing: EventAccess, role: int) -> HttpResponse:
    """Show the rounds page again; refused pairings and scores stay in the form."""
    entries = round_values.entries_of(standing.event)
    parts = round_parts(request, standing, entries)
    at = (standing.event.public_id, role)
    slips = reverse("event-slips", args=at)
    for each in parts["looked_at"]:
        if each["state"] == "draft":
            _explain(standing, each, entries, parts["totals"])
        each["begun"] = any(_is_begun(line) for line in each["lines"])
        each["away"] = _away(each, entries)
        said = what_is_said(standing, each)
        each["plays"] = any(line["second"] for line in each["lines"])
        each["no_show_at"] = f"{slips}?round={each['round']}"
        for line in each["lines"]:
            line["outcomes"] = outcomes_of(standing.event.scoring, line)
            line["said"] = said.get(line["table"], [])
            line["again"] = _is_told_again(line, request.POST)
            told = request.POST if line["again"] else line
            line["typed"] = {name: told[name] for name in SCORES}
        each["text"] = request.POST.get("text") or as_text(each["lines"])
    changed = request.GET.get("change", "")
    in_play = round_in_play(parts["rounds"])
    times = in_play is not None or all(each["state"] == "draft" for each in parts["rounds"])
    shown = {
        # The page may be shown at the address of a refused action.
        "tab": "event-rounds",
        "event": standing.event,
        "kind": standing.kind,
        "role": role,
        "runs": True,
        "report_at": reverse("event-act", args=(*at, "report")),
        "possible": possible_words(standing.event.scoring),
        **parts,
        "clock": clock_parts(standing, in_play) if times else None,
        "times": times,
        "last_round_out": _is_last_round_out(standing.event, parts["rounds"]),
        "in_play": in_play,
        "playing": sum(not entry.dropped for entry in entries),
        "entries": entries,
        "changed": int(changed) if is_number(changed) else None,
        "refused": "text" in request.POST,
        "at": now(),
    }
    return render(request, "events/rounds.html", shown)


def _is_last_round_out(event: Event, rounds: list[dict[str, Any]]) -> bool:
    """Return whether nothing is left to pair."""
    return bool(rounds) and rounds[0]["state"] != "draft" and rounds[0]["round"] >= event.rounds


def _is_told_again(line: dict[str, Any], sent: Mapping[str, str]) -> bool:
    """Return whether the scores of this table were sent and refused."""
    return sent.get("table") == str(line["table"]) and all(name in sent for name in SCORES)


def as_text(lines: list[dict[str, Any]]) -> str:
    """Return a round's pairings as typed text: a line per table."""
    rows = [
        f"{each['table'] or ''},{_cell(each['first'])},{_cell(each['second'])}" for each in lines
    ]
    return "\n".join(("table,player,opponent", *rows))


def _cell(name: str) -> str:
    if not any(mark in name for mark in ',;\t"'):
        return name
    doubled = name.replace('"', '""')
    return f'"{doubled}"'


def _is_begun(line: dict[str, Any]) -> bool:
    return bool(line["second"]) and line["state"] != "open"


def _away(view: dict[str, Any], entries: list[Entry]) -> list[Entry]:
    """Return the players of a draft who are not checked in."""
    if view["state"] != "draft":
        return []
    found = {
        number
        for warning in view["warnings"]
        if warning["code"] == "not_here"
        for number in warning["entries"]
    }
    return [entry for entry in entries if entry.number in found]


def _explain(
    standing: EventAccess, draft: dict[str, Any], entries: list[Entry], had: dict[int, int]
) -> None:
    """Add to each pairing of a draft its reasons: `had` are the totals of the published rounds,
    which all come before it.
    """
    rows = {entry.number: entry for entry in entries}
    names = {entry.number: entry.shown_name for entry in entries}
    found = round_queries.reasons_of(standing, draft, entries, had)
    for line, why in zip(draft["lines"], found, strict=True):
        if draft["round"] == 1:
            words = [_("no games played yet")]
        else:
            words = [
                _total_words([had[each] for each in line["numbers"]]),
                *(reason_words(each, names) for each in why),
            ]
        words += _alike_words(standing.event, [rows[number] for number in line["numbers"]])
        line["why"] = " · ".join(each for each in words if each)


def _total_words(totals: list[int]) -> str:
    if len(totals) == 1:
        return _("score %(one)d") % {"one": totals[0]}
    return _("scores %(one)d and %(other)d") % {"one": totals[0], "other": totals[1]}


def _alike_words(event: Event, both: list[Entry]) -> list[str]:
    """Return the clubs and countries of two players, if pairs from one are avoided."""
    given = [[getattr(entry, what) for entry in both] for what in event.avoid]
    return [" / ".join(words) for words in given if len(words) == 2 and all(words)]
