"""The page on which an organiser changes, copies or deletes an event."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from setup_app.engine.errors import DomainError
from setup_app.events.event import held_roles, queries, services
from setup_app.events.event.access import EventAccess
from setup_app.events.event.terms import TermsSerializer
from setup_app.events.models import MAX_NAME_LENGTH, Kind
from setup_app.events.pages.callers import standing_as
from setup_app.events.pages.refusal import list_sentences, page, page_or
from setup_app.events.pages.terms_faults import faults_of, tell_faults
from setup_app.events.pages.terms_form import (
    as_form,
    as_terms,
    clock_faults,
    days_of,
    form_parts,
)
from setup_app.identity.requesters import asker_who_stores
from setup_app.identity.sessions import remembered_with

MAX_DAYS = 60


@page
@require_http_methods(["GET", "HEAD", "POST"])
def terms(request: HttpRequest, event: str, role: int) -> HttpResponse:
    """Show every term with its present value; errors stand beside the typed values."""
    standing = _organiser(request, event, role)
    faults: dict[str, str] = {}
    if request.method == "POST":
        told = _changed(request, standing)
        if told is None:
            return redirect("event-terms", event, role)
        faults = told
    sent = request.POST if request.method == "POST" else as_form(standing.event)
    shown = {
        "event": standing.event,
        "kind": standing.kind,
        "role": role,
        **form_parts(standing.event, sent, faults, rulings=request.POST or None),
        "days": [*_days(standing, request), "", ""][:MAX_DAYS],
    }
    return render(request, "events/terms.html", shown)


@page_or("event-terms", "event", "role")
@require_POST
def copy(request: HttpRequest, event: str, role: int) -> HttpResponse:
    """Copy an event: its terms and helpers, without players."""
    standing = _organiser(request, event, role)
    with remembered_with(request):
        made, organiser = services.copy_event(
            standing=standing,
            asker=asker_who_stores(request),
            terms={**queries.terms_of(standing.event), "name": _name_of_copy(standing.event.name)},
        )
        held_roles.take(request, organiser)
    return redirect(f"{reverse('event-role', args=(made.public_id, organiser.number))}?new")


def _name_of_copy(name: str) -> str:
    """Return a distinct name: two events with the same name look alike in a list."""
    added = _(" (copy)")
    return name[: MAX_NAME_LENGTH - len(added)] + added


@page_or("event-terms", "event", "role")
@require_POST
def delete(request: HttpRequest, event: str, role: int) -> HttpResponse:
    """Delete the event with everything in it, after its name was typed."""
    standing = _organiser(request, event, role)
    if request.POST.get("name", "").strip() != standing.event.name:
        raise DomainError("name_differs")
    services.delete_event(standing=standing)
    messages.success(request, _("%(name)s deleted.") % {"name": standing.event.name})
    return redirect("events")


def _organiser(request: HttpRequest, event: str, role: int) -> EventAccess:
    standing = standing_as(request, event, role)
    standing.needs(Kind.ORGANISER)
    return standing


def _changed(request: HttpRequest, standing: EventAccess) -> dict[str, str] | None:
    """Return None if the submitted terms are saved, otherwise the error texts beside each field."""
    before = queries.terms_of(standing.event)
    read = TermsSerializer(data=as_terms(standing.event, request.POST))
    wrong = clock_faults(standing.event, request.POST)
    if not read.is_valid() or wrong:
        kind = request.POST.get("kind", "outcome")
        return tell_faults(request, [*wrong, *faults_of(read.errors, scoring=kind)])
    other = {name: value for name, value in read.validated_data.items() if before[name] != value}
    try:
        services.change_event(standing=standing, terms=other)
    except DomainError as refused:
        for words in list_sentences(refused):
            messages.error(request, words)
        return {}
    messages.success(request, _("Settings saved.") if other else _("No changes to save."))
    return None


def _days(standing: EventAccess, request: HttpRequest) -> list[str]:
    return days_of(request.POST) if request.method == "POST" else standing.event.days
