"""How are a round's slips typed in? On one page, by keys alone: table, score, score, Enter."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from setup_app.events import round_queries, services
from setup_app.events.pages.acts import number_of, scores_of
from setup_app.events.pages.refusal import page_or
from setup_app.events.pages.role_page import lines_of, scoring_words, standing_as
from setup_app.events.standing import RUNS_ROUNDS, Standing


@page_or("event-slips", "event", "role")
@require_http_methods(["GET", "HEAD", "POST"])
def slips(request: HttpRequest, event: str, role: int) -> HttpResponse:
    """The tables of the last round that is out: those without a result, and those with one."""
    standing = standing_as(request, event, role)
    standing.needs(*RUNS_ROUNDS)
    number, lines = _last(standing)
    if request.method == "POST":
        _typed(request, standing, number, lines)
        return redirect("event-slips", event, role)
    shown = {
        "event": standing.event,
        "role": role,
        "round": number,
        "missing": [each for each in lines if each["state"] != "confirmed"],
        "done": [each for each in lines if each["state"] == "confirmed"],
        "scoring": scoring_words(standing.event.scoring),
    }
    return render(request, "events/slips.html", shown)


def _last(standing: Standing) -> tuple[int | None, list[dict[str, Any]]]:
    out = [each for each in round_queries.rounds_view(standing) if each["state"] != "draft"]
    if not out:
        return None, []
    names = dict(standing.event.entry_rows.values_list("number", "name"))
    lines = lines_of(out[-1], names)
    return out[-1]["round"], [each for each in lines if each["table"] is not None]


def _typed(
    request: HttpRequest, standing: Standing, number: int | None, lines: list[dict[str, Any]]
) -> None:
    """One slip, or who did not come; an older round's result is mended on the first page."""
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
