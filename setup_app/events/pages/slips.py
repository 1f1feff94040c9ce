"""The page for a round's result slips, by keyboard alone: table, score, score, Enter."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from setup_app.engine.errors import DomainError
from setup_app.events.event import round_queries, services
from setup_app.events.event.access import RUNS_ROUNDS, EventAccess
from setup_app.events.event.wording import scoring_words
from setup_app.events.models import Match
from setup_app.events.pages.callers import standing_as
from setup_app.events.pages.figures import is_number, number_of, scores_of
from setup_app.events.pages.refusal import page_or, tell
from setup_app.events.pages.result_acts import absent_words
from setup_app.events.pages.round_parts import lines_of, what_is_said

Question = dict[str, Any]
"""The question before a confirmed result is replaced: its table, both results, and the fields to
send.
"""


@page_or("event-slips", "event", "role")
@require_http_methods(["GET", "HEAD", "POST"])
def slips(request: HttpRequest, event: str, role: int) -> HttpResponse:
    """Show the tables of a published round, the last by default: those without a result, and those
    with one.
    """
    standing = standing_as(request, event, role)
    standing.needs(*RUNS_ROUNDS)
    out = [each for each in round_queries.rounds_view(standing) if each["state"] != "draft"]
    named = [each for each in out if str(each["round"]) == request.GET.get("round")]
    number, lines = _lines(standing, (named or out)[-1:])
    question, stays = None, False
    if request.method == "POST":
        try:
            question = _typed(request, standing, number, lines)
        except DomainError as refused:
            tell(request, refused, table=request.POST.get("table", ""))
            stays = True
        if question is None and not stays:
            return redirect(f"{reverse('event-slips', args=(event, role))}?round={number or ''}")
    shown = {
        "event": standing.event,
        "kind": standing.kind,
        "role": role,
        "round": number,
        "others": [each["round"] for each in out if each["round"] != number],
        "missing": [each for each in lines if each["state"] != "confirmed"],
        "done": [each for each in lines if each["state"] == "confirmed"],
        "scoring": scoring_words(standing.event.scoring),
        "question": question,
        "sent": request.POST if stays else {},
    }
    return render(request, "events/slips.html", shown)


def _lines(
    standing: EventAccess, rounds: list[dict[str, Any]]
) -> tuple[int | None, list[dict[str, Any]]]:
    """Return the number of the round and its tables, each with absences and reports; None and an
    empty list if there is none.
    """
    if not rounds:
        return None, []
    (view,) = rounds
    names = dict(standing.event.entry_rows.values_list("number", "name"))
    said = what_is_said(standing, view)
    matches = Match.objects.filter(round__event=standing.event, round__number=view["round"])
    absent = dict(matches.values_list("table", "absent"))
    lines = [each for each in lines_of(view, names) if each["table"] is not None]
    for line in lines:
        line["said"] = said.get(line["table"], [])
        line["absent"] = absent.get(line["table"]) or []
        line["told"] = _told(line, names)
    return view["round"], lines


def _told(line: dict[str, Any], names: dict[int, str]) -> str:
    """Return a table's result in words; empty while there is none."""
    away = [names[each] for each in line["absent"]]
    if len(away) == 2:
        return _("No-show: both players")
    if away:
        return _("No-show: %(name)s") % {"name": away[0]}
    return "" if line["score"] is None else f"{line['score']} : {line['other_score']}"


def _typed(
    request: HttpRequest, standing: EventAccess, number: int | None, lines: list[dict[str, Any]]
) -> Question | None:
    """Store one slip or an absence; return the question if that table has another confirmed
    result.
    """
    sent = request.POST
    table = number_of(sent, "table")
    line = next((each for each in lines if each["table"] == table), None)
    if number is None or line is None:
        raise DomainError("no_table_here", {"table": table})
    absent = [int(each) for each in sent.getlist("absent") if is_number(each)]
    scores = [] if absent else scores_of(sent)
    if scores:
        services.must_fit(standing.event, scores)
    if line["state"] == "confirmed" and sent.get("replace") != "yes":
        if (line["absent"], _stands(line)) == (sorted(absent), scores):
            messages.success(
                request, _("Table %(table)d already has this result.") % {"table": table}
            )
            return None
        return _question(line, sent, absent, scores)
    told = services.TableReport(number, table, tuple(line["numbers"]))
    if absent:
        match = services.note_absent(standing=standing, told=told, absent=absent)
        messages.success(request, absent_words(match, absent))
        return None
    services.report(standing=standing, told=told, scores=scores)
    both = {"table": table, "first": line["first"], "second": line["second"]}
    both |= {"one": scores[0], "other": scores[1]}
    words = _("Table %(table)d: %(first)s %(one)d, %(second)s %(other)d.")
    messages.success(request, words % both)
    return None


def _stands(line: dict[str, Any]) -> list[int]:
    return [] if line["absent"] else [line["score"], line["other_score"]]


def _question(
    line: dict[str, Any], sent: QueryDict, absent: list[int], scores: list[int]
) -> Question:
    names = dict(zip(line["numbers"], (line["first"], line["second"]), strict=True))
    new = {**line, "absent": sorted(absent), "score": None}
    if scores:
        new |= {"score": scores[0], "other_score": scores[1]}
    return {
        "line": line,
        "new": _told(new, names),
        "sent": [
            (name, value)
            for name in ("table", "score", "other_score", "scores", "absent")
            for value in sent.getlist(name)
        ],
    }
