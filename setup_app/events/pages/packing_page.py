"""The packing page: what goes from which box to which table, and what is not back yet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from setup_app.engine.errors import DomainError
from setup_app.events.event.access import RUNS_ROUNDS, EventAccess
from setup_app.events.event_tables.kit_plan import SECONDS, TOLERANCE_MM
from setup_app.events.event_tables.kit_table import MAX_MM
from setup_app.events.event_tables.kit_wording import box_words, left_out_words, piece_words
from setup_app.events.event_tables.kits import pieces_of
from setup_app.events.event_tables.packing import queries, services
from setup_app.events.event_tables.queries import generated_tables, left_out
from setup_app.events.event_tables.services import lay_one, rounds_out
from setup_app.events.models import Kind, RoundPlan
from setup_app.events.pages.callers import standing_as
from setup_app.events.pages.figures import is_number, note_of
from setup_app.events.pages.refusal import page, tell, told_of_problem
from setup_app.identity.ownership import NotThere
from setup_app.jobs.models import State
from setup_app.jobs.queries import error_of
from setup_app.jobs.timeouts import wait_for
from setup_app.layouts.table_picture import label
from setup_app.wording.sentences import sentence

OUT, BACK = ("out", "back")
BY: Final = ("box", "table")
MAX_TOLD: Final = 8
"""The maximum number of missing sizes listed at once: people look for them one after the other."""


@page
@require_http_methods(["GET", "HEAD", "POST"])
def packing(request: HttpRequest, event: str, role: int) -> HttpResponse:
    """Show the lines of a round's plan by box or by table, with one kind of tick."""
    standing = standing_as(request, event, role)
    standing.needs(*RUNS_ROUNDS)
    number = _round(standing, request.GET.get("round", ""))
    by = next((each for each in BY if each == request.GET.get("by")), BY[0])
    at = BACK if request.GET.get("at") == BACK else OUT
    there = f"{reverse('event-packing', args=(event, role))}?round={number}&by={by}&at={at}"
    if request.method != "POST" and request.GET.get("round") != str(number):
        # The address names the round, so that later ticks stay in this one.
        return redirect(there)
    if request.method == "POST":
        try:
            line = _done(request, standing, number, at)
        except DomainError as refused:
            tell(request, refused)
            line = ""
        return redirect(there + line)
    try:
        lines = queries.packing_view(standing, number)
    except NotThere:
        lines = None
    plan = queries.plan_of(standing, number)
    organises = standing.kind == Kind.ORGANISER
    owned = _owned(standing)
    shown = {
        "event": standing.event,
        "kind": standing.kind,
        "role": role,
        "number": number,
        "rounds": range(1, standing.event.rounds + 1),
        "by": by,
        "at": at,
        "planned": lines is not None,
        "groups": _groups(lines or [], by, at, owned),
        "owned": bool(owned),
        "empty": not owned and not lines,
        "count": len(lines or []),
        "ticked": sum(line[at] for line in lines or []),
        "away": sum(line[OUT] and not line[BACK] for line in lines or []),
        "tolerance": plan.terms["tolerance_mm"] if plan else TOLERANCE_MM,
        "at_work": queries.at_work(standing) if organises else None,
        **_told(standing, number, plan),
    }
    return render(request, "events/packing.html", shown)


def _told(standing: EventAccess, number: int, plan: RoundPlan | None) -> dict[str, Any]:
    """Return a plan's result: the missing pieces in words, and the tables that can be
    regenerated.
    """
    refused = plan and plan.refused and sentence(plan.refused["code"], plan.refused["params"])
    if plan is None or plan.found is None:
        return {"found": None, "stale": refused or ""}
    short = short_lines(plan.found, plan.wanted)
    absent = [
        {"table": table, "words": left_out_words(types), "count": len(types)}
        for table, types in left_out(standing.event, number).items()
    ]
    organises = standing.kind == Kind.ORGANISER
    generated = generated_tables(standing.event, number) if short and organises else set()
    return {
        "found": plan.found,
        "short": short[:MAX_TOLD],
        "more": short[MAX_TOLD:],
        "absent": absent,
        "absent_count": sum(each["count"] for each in absent),
        "anew": sorted({table for each in short for table in each["tables"]} & generated),
        "out": number in rounds_out(standing.event),
        "stale": refused or "",
    }


def _round(standing: EventAccess, typed: str) -> int:
    """Return the round on the page: the requested one, or the one that is carried."""
    if is_number(typed) and 1 <= int(typed) <= standing.event.rounds:
        return int(typed)
    return queries.carried_round(standing.event)


def _done(request: HttpRequest, standing: EventAccess, number: int, at: str) -> str:
    """Tick a line, or re-plan; return the line to which the page scrolls."""
    if "line" in request.POST:
        lines = [int(each) for each in request.POST.getlist("line") if is_number(each)]
        ticks = {at: request.POST.get("tick") == "yes"}
        services.tick(standing=standing, round_=number, lines=lines, ticks=ticks)
        return f"#l{min(lines)}"
    standing.needs(Kind.ORGANISER)
    if request.POST.get("do", "").startswith("lay:"):
        _lay(request, standing, number)
        return ""
    typed = request.POST.get("tolerance", "").strip()
    if not is_number(typed) or int(typed) > MAX_MM:
        raise DomainError("no_tolerance", {"most": MAX_MM})
    tolerance = int(typed)
    job = services.ask_for_plan(
        standing=standing, round_=number, tolerance_mm=tolerance, seconds=SECONDS
    )
    done = wait_for(job.pk)
    if not done.over:
        messages.info(
            request, _("Making the packing list takes a moment. Refresh this page shortly.")
        )
    elif done.state != State.DONE or done.result is None:
        for words in told_of_problem(error_of(done)):
            messages.error(request, words)
    return ""


def _lay(request: HttpRequest, standing: EventAccess, number: int) -> None:
    """Regenerate a table from the pieces that the other tables of its round leave."""
    typed = request.POST["do"].partition(":")[2]
    if not is_number(typed):
        raise DomainError("number_missing")
    asked = {"seed": "", "locked": [], "note": note_of(request.POST), "kit": True}
    lay_one(standing=standing, round_=number, table=int(typed), asked=asked)
    said = _(
        "Regenerating table %(table)s from the kit. The packing list will be updated afterwards."
    )
    messages.success(request, said % {"table": typed})


def short_lines(
    found: Mapping[str, Any], wanted: Iterable[Mapping[str, Any]]
) -> list[dict[str, Any]]:
    """Return the missing pieces by size, the most first: `words`, “2 × Woods of about 24 × 20 cm
    (table 1, 3)”, its `tables`, and in words the `nearest` piece left over.
    """
    asked = {each["id"]: each for each in wanted}
    alike: dict[tuple[str, int, int], list[Mapping[str, Any]]] = {}
    for each in found["short"]:
        piece = asked[each["wanted"]]
        key = (piece["type"], round(piece["long_mm"] / 10), round(piece["short_mm"] / 10))
        alike.setdefault(key, []).append(each)
    lines = []
    for key in sorted(alike, key=lambda key: (-len(alike[key]), key)):
        tables = sorted({asked[each["wanted"]]["table"] for each in alike[key]})
        words = ngettext(
            "%(count)d × %(type)s, about %(long)d × %(short)d cm (table %(tables)s)",
            "%(count)d × %(type)s, about %(long)d × %(short)d cm (tables %(tables)s)",
            len(tables),
        ) % {
            "count": len(alike[key]),
            "type": label(key[0]),
            "long": key[1],
            "short": key[2],
            "tables": ", ".join(map(str, tables)),
        }
        nearest = next((each["nearest"] for each in alike[key] if each["nearest"]), None)
        lines.append({"words": words, "tables": tables, "nearest": _nearest(nearest, found)})
    return lines


def _nearest(name: str | None, found: Mapping[str, Any]) -> str:
    if name is None:
        return _("No spare piece of this type.")
    long, short = found["nearest"][name]
    return _("Closest spare piece: %(piece)s, %(long)s × %(short)s mm.") % {
        "piece": name,
        "long": long,
        "short": short,
    }


def _owned(standing: EventAccess) -> dict[str, str]:
    """Return a description of each piece of the kit, for people who look for it in a box."""
    return {
        each["id"]: piece_words(
            each["types"], long_mm=each["long_mm"], short_mm=each["short_mm"], note=each["note"]
        )
        for each in pieces_of(standing.event)
    }


def _groups(
    lines: list[dict[str, Any]], by: str, at: str, owned: Mapping[str, str]
) -> list[dict[str, Any]]:
    """Return the lines by box or table; copies of a piece from one box for one table are one
    row.
    """
    ordered = sorted(lines, key=lambda line: (line[by], line["table"], line["box"], line["piece"]))
    groups = []
    for name, of_group in groupby(ordered, key=lambda line: line[by]):
        rows = []
        for (table, box, piece), of_row in groupby(
            of_group, key=lambda line: (line["table"], line["box"], line["piece"])
        ):
            held = list(of_row)
            ticked = sum(line[at] for line in held)
            rows.append(
                {
                    "lines": [line["line"] for line in held],
                    "piece": piece,
                    "what": owned.get(piece, ""),
                    "count": len(held),
                    "table": table,
                    "from": box_words(box),
                    "ticked": ticked == len(held),
                    "some": 0 < ticked < len(held) and ticked,
                    "left": len(held) - ticked,
                }
            )
        title = box_words(name) if by == "box" else _("Table %(table)d") % {"table": name}
        groups.append({"title": title, "rows": rows, "left": sum(row["left"] for row in rows)})
    return groups
