"""How are a round's slips typed in? On one page, by keys alone: table, score, score, Enter."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from setup_app.events import round_queries, services
from setup_app.events.pages.callers import standing_as
from setup_app.events.pages.figures import number_of, scores_of
from setup_app.events.pages.refusal import page_or
from setup_app.events.pages.round_parts import lines_of
from setup_app.events.standing import RUNS_ROUNDS, Standing
from setup_app.events.words import scoring_words


@page_or("event-slips", "event", "role")
@require_http_methods(["GET", "HEAD", "POST"])
def slips(request: HttpRequest, event: str, role: int) -> HttpResponse:
    """The tables of a round that is out, the last unless another is named: those without a
    result, and those with one."""
    standing = standing_as(request, event, role)
    standing.needs(*RUNS_ROUNDS)
    out = [each for each in round_queries.rounds_view(standing) if each["state"] != "draft"]
    named = [each for each in out if str(each["round"]) == request.GET.get("round")]
    number, lines = _lines(standing, (named or out)[-1:])
    if request.method == "POST":
        _typed(request, standing, number, lines)
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
    }
    return render(request, "events/slips.html", shown)


def _lines(
    standing: Standing, rounds: list[dict[str, Any]]
) -> tuple[int | None, list[dict[str, Any]]]:
    """The number of the one round and its tables; None and nothing where there is none."""
    if not rounds:
        return None, []
    names = dict(standing.event.entry_rows.values_list("number", "name"))
    lines = lines_of(rounds[0], names)
    return rounds[0]["round"], [each for each in lines if each["table"] is not None]


def _typed(
    request: HttpRequest, standing: Standing, number: int | None, lines: list[dict[str, Any]]
) -> None:
    """One slip, or who did not come."""
    table = number_of(request.POST, "table")
    line = next((each for each in lines if each["table"] == table), None)
    if number is None or line is None:
        messages.error(request, _("There is no table %(table)d in this round.") % {"table": table})
        return
    told = services.Told(number, table, tuple(line["numbers"]))
    both = {"table": table, "first": line["first"], "second": line["second"]}
    if request.POST.get("absent"):
        absent = number_of(request.POST, "absent")
        services.note_absent(standing=standing, told=told, absent=[absent])
        words = _("Table %(table)d, %(first)s and %(second)s: one of them did not come.") % both
    else:
        scores = scores_of(request.POST)
        services.report(standing=standing, told=told, scores=scores)
        both |= {"one": scores[0], "other": scores[1]}
        words = _("Table %(table)d: %(first)s %(one)d, %(second)s %(other)d.") % both
    messages.success(request, words)
