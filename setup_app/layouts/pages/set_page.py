"""The page of a set: its tables side by side and their comparison."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from setup_app.engine.errors import DomainError
from setup_app.identity.pages import there
from setup_app.identity.requesters import asker_of
from setup_app.jobs.models import Job, State
from setup_app.jobs.queries import file_of
from setup_app.jobs.timeouts import wait_for
from setup_app.jobs.worker_heartbeat import worker_is_there
from setup_app.layouts.models import TableSet
from setup_app.layouts.outliers import TRIES, Spread, far_off, fences, noticed, spreads
from setup_app.layouts.pages import comparison_chart, drawing, generator_form, new_table, wording
from setup_app.layouts.pages.table_page import broken_in
from setup_app.layouts.saved_tables import Waiting
from setup_app.layouts.sets import queries, services
from setup_app.layouts.sets.queries import SetMember
from setup_app.rulebooks import registry
from setup_app.web.addresses import code_for, here_only
from setup_app.web.throttling import limit_rate
from setup_app.wording.sentences import sentence

PRINTING = 3.0
"""Seconds that the sender waits for the sheets before a page shows the progress."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limit_rate
def table_set(request: HttpRequest, table_set: str) -> HttpResponse:
    """Show a set to anyone with its address, and its actions to its owner."""
    found = _found(table_set)
    if request.method == "POST":
        return _done(request, found)
    queries.note_seen(found)
    progress = queries.progress_of(found)
    places = queries.places(found)
    weighed = {each.number: each.figures for each in places if each.figures is not None}
    lying = sum(each.lies for each in places)
    # A first generation that is still running would move every fence.
    whole = progress is None or lying == found.count
    spread = noticed(spreads(list(weighed.values()))) if whole else {}
    url = request.build_absolute_uri(reverse("table-set", args=(found.public_id,)))
    shown = {
        "set": found,
        "own": found.is_of(asker_of(request)),
        "title": found.title or _("%(count)d tables") % {"count": found.count},
        "asked": _asked(found, places),
        "run": progress,
        "words": _progress_in_words(progress) if progress else "",
        "tables": [_tile(found, each, spread) for each in places],
        "lying": lying,
        "missing": found.count - lying,
        "whole": whole,
        "strips": comparison_chart.strips(weighed, spread),
        "outliers": comparison_chart.outliers(weighed, spread),
        "can_again": True,
        "weighed": len(weighed),
        "here_only": here_only(request),
        "url": url,
        "qr": code_for(request, url),
    }
    return render(request, "layouts/set.html", shown)


@never_cache
@require_safe
def state(request: HttpRequest, table_set: str) -> HttpResponse:
    """Return the progress of its run, as JSON for the waiting page."""
    progress = queries.progress_of(_found(table_set))
    if progress is None:
        return JsonResponse({"waiting": False})
    told = {"done": progress.done, "total": progress.total}
    return JsonResponse({"waiting": True, "words": _progress_in_words(progress), **told})


@never_cache
@require_POST
@limit_rate
def print_all(request: HttpRequest, table_set: str) -> HttpResponse:
    """Print the sheets of all generated tables as one PDF and redirect to it."""
    found = _found(table_set)
    headings = [_heading(request, found, each) for each in queries.places(found) if each.lies]
    if not headings:
        messages.error(request, _("Nothing to print yet: no table in this set is ready."))
        return redirect("table-set", found.public_id)
    paper = "letter" if request.POST.get("paper") == "letter" else "a4"
    try:
        job = services.print_sheets(found.public_id, headings, paper)
    except DomainError as refused:
        messages.error(request, sentence(refused.code, {}))
        return redirect("table-set", found.public_id)
    if worker_is_there(patient=True):
        wait_for(job.pk, PRINTING)
    return redirect("table-set-printed", found.public_id, job.pk)


@never_cache
@require_safe
def printed(request: HttpRequest, table_set: str, job: uuid.UUID) -> HttpResponse:
    """Return the PDF of all sheets, or the page with its progress or error."""
    found = _found(table_set)
    print_job = _print_job(found, job)
    if not print_job.over:
        shown = {"set": found, "job": print_job, "words": _print_in_words(print_job)}
        return render(request, "layouts/set_printing.html", shown)
    file = file_of(print_job)
    if file is None:
        failed = print_job.state == State.FAILED
        code = (print_job.error or {"code": "fault"})["code"] if failed else ""
        gone = _("These sheets expired after an hour. Print them again.")
        messages.error(request, sentence(code, {}) if failed else gone)
        return redirect("table-set", found.public_id)
    named = {"Content-Disposition": f'inline; filename="tables-{found.public_id}.pdf"'}
    return HttpResponse(bytes(file.body), content_type=file.media_type, headers=named)


@never_cache
@require_safe
def print_state(request: HttpRequest, table_set: str, job: uuid.UUID) -> HttpResponse:
    """Return the progress of the sheets, as JSON for the waiting page."""
    print_job = _print_job(_found(table_set), job)
    if print_job.over:
        return JsonResponse({"waiting": False})
    told = {"done": print_job.done, "total": print_job.total}
    return JsonResponse({"waiting": True, "words": _print_in_words(print_job), **told})


@never_cache
@require_POST
def forget(request: HttpRequest, table_set: str) -> HttpResponse:
    """Delete the requester's own set with its tables; their links no longer work after that."""
    with there():
        services.forget(table_set, asker=asker_of(request))
    messages.success(request, _("Set deleted. The links to its tables no longer work."))
    return redirect("tables")


def _found(public_id: str) -> TableSet:
    with there():
        return queries.set_named(public_id)


def _print_job(table_set: TableSet, job: uuid.UUID) -> Job:
    """Return a print job of this set; 404 for any other job."""
    found = Job.objects.filter(pk=job, kind=services.PRINT).first()
    if found is None or found.arguments["set"] != table_set.public_id:
        raise Http404
    return found


def _done(request: HttpRequest, table_set: TableSet) -> HttpResponse:
    """Apply a form of the page; the next page shows a refusal."""
    do, _colon, which = request.POST.get("do", "").partition(":")
    public_id, asker = table_set.public_id, asker_of(request)
    try:
        with there():
            if do == "names":
                names = [request.POST.get(f"name-{at}", "") for at in range(1, table_set.count + 1)]
                title = request.POST.get("title", "")
                services.rename(public_id, title, names, asker=asker)
            elif do == "cancel":
                services.call_off(public_id, asker=asker)
            elif do in ("lay", "inside"):
                _lay(request, table_set, do, which)
    except DomainError as refused:
        messages.error(request, sentence(refused.code, refused.params))
    at = f"#table-{which}" if which.isascii() and which.isdigit() else ""
    return redirect(reverse("table-set", args=(public_id,)) + at)


def _lay(request: HttpRequest, table_set: TableSet, do: str, which: str) -> None:
    """Regenerate the tables that a button names: one by its number, all outliers, or all failed
    ones.
    """
    places = queries.places(table_set)
    weighed = {each.number: each.figures for each in places if each.figures is not None}
    spread = noticed(spreads(list(weighed.values())))
    if which == "far":
        numbers = [each.number for each in comparison_chart.outliers(weighed, spread)]
    elif which == "missing":
        numbers = [each.number for each in places if not each.lies and not each.waiting]
    else:
        numbers = [each.number for each in places if str(each.number) == which]
    if not numbers:
        raise Http404
    inside = do == "inside"
    orders = {number: _wishes(table_set, TRIES if inside else 1) for number in numbers}
    asker = asker_of(request)
    between = fences(spread) if inside else None
    new_table.wait_for_some(
        services.lay_anew(table_set.public_id, orders, asker=asker, between=between)
    )


def _wishes(table_set: TableSet, count: int) -> list[dict[str, Any]]:
    """Return this many further options by the form of a set, each with its own seed."""
    form = QueryDict(table_set.form)
    rulebook = registry.rulebook(form["rulebook"])
    seed = generator_form.fresh_seed()
    return [
        generator_form.wish_of(rulebook, generator_form.seeded(form, f"{seed}/{at}"))
        for at in range(1, count + 1)
    ]


def _progress_in_words(progress: Waiting) -> str:
    said = _("Generating tables: %(done)d of %(total)d done.") % {
        "done": progress.done,
        "total": progress.total,
    }
    if worker_is_there(patient=True):
        return said
    return f"{said} " + _(
        "The background worker is not running. Your request is saved; the tables will be "
        "generated when it is back."
    )


def _print_in_words(job: Job) -> str:
    if not worker_is_there(patient=True):
        return _(
            "The background worker is not running. Your sheets will be prepared when it is back."
        )
    if not job.total:
        return _("Preparing the sheets.")
    return _("Preparing the sheets: %(done)d of %(total)d done.") % {
        "done": job.done,
        "total": job.total,
    }


def _asked(table_set: TableSet, places: Sequence[SetMember]) -> str:
    """Return the request of the set in words: its territory, how places are chosen, and its
    seed.
    """
    first = places[0].row
    land = {"rulebook": first.rulebook, "territory": first.wish["territory"]}
    return " · ".join(
        (
            _("Any territory")
            if generator_form.in_any_territory(table_set.form)
            else wording.title_of(land),
            wording.policy_in_words(first.wish),
            _("seed %(seed)s") % {"seed": table_set.seed},
        )
    )


def _tile(table_set: TableSet, place: SetMember, spread: Mapping[str, Spread]) -> dict[str, Any]:
    """Return one table of the set: its picture, its short card, its actions."""
    row = place.row
    shown = row.layout or wording.wished_box(row.wish)
    land = {"rulebook": row.rulebook, "territory": row.wish["territory"]}
    ground = wording.ground_of(registry.known_or_first(row.rulebook), shown)
    return {
        "number": place.number,
        "name": table_set.name_of(place.number),
        "row": row,
        "lies": place.lies,
        "waiting": place.waiting,
        "picture": drawing.from_afar(row.layout) if place.lies and row.layout else "",
        "ground": f"{wording.title_of(land)} · {ground}"
        if generator_form.in_any_territory(table_set.form)
        else ground,
        "card": comparison_chart.short(place.figures, spread),
        "far": place.figures is not None and bool(far_off(place.figures, spread)),
        "legal": not row.audit or row.audit["legal"],
        "why": _why(place),
        "kept": place.last is not row and place.lies,
    }


def _why(place: SetMember) -> str:
    """Return why the last request failed."""
    if place.problem is None:
        return ""
    said = broken_in(place.last, place.problem) or [sentence(place.problem["code"], {})]
    more = len(said) - 1
    if not more:
        return said[0]
    return said[0] + " " + ngettext("%(more)d more.", "%(more)d more.", more) % {"more": more}


def _heading(request: HttpRequest, table_set: TableSet, place: SetMember) -> dict[str, str]:
    """Return the heading of a table's sheet."""
    row = place.row
    layout = row.layout or {}
    name = table_set.name_of(place.number)
    parts = [
        table_set.title,
        _("edited by hand") if row.edited else _("seed %(seed)s") % {"seed": row.wish["seed"]},
        "" if row.audit and row.audit["legal"] else _("NOT LEGAL"),
    ]
    url = request.build_absolute_uri(reverse("table", args=(row.public_id,)))
    return {
        "table": row.public_id,
        "title": name or wording.title_of(layout),
        "subtitle": " · ".join(part for part in parts if part),
        "code": str(place.number),
        "url": "" if here_only(request) else url,
    }
