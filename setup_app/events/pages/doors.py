"""The pages that list events, create one, and open a role's link."""

from __future__ import annotations

from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from setup_app.engine.errors import DomainError
from setup_app.events.event import held_roles, queries, services
from setup_app.events.event.access import SEES_LISTS, EventAccess
from setup_app.events.event.entry_table import COLUMNS, EntryLine, as_line, judge_line
from setup_app.events.event.terms import TermsSerializer
from setup_app.events.event.tokens import role_of, was_replaced
from setup_app.events.models import Event, Kind, Role
from setup_app.events.pages.callers import standing_as
from setup_app.events.pages.refusal import list_sentences, nothing_here, page
from setup_app.events.pages.terms_faults import faults_of, tell_faults
from setup_app.events.pages.terms_form import as_form, as_terms, clock_faults, days_of, form_parts
from setup_app.identity.pages import page_of
from setup_app.identity.requesters import asker_of, asker_who_stores
from setup_app.identity.sessions import follow_renewed, remembered_with
from setup_app.rulebooks import registry
from setup_app.web.origins import comes_from_elsewhere
from setup_app.web.throttling import limit_rate

FIELDS: Final = ("name", "rulebook")


@never_cache
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Show public events, one's own, and those in which this browser has a role."""
    held = held_roles.all_held(request)
    found = page_of(request, queries.with_entry_counts(queries.events_for(asker_of(request), held)))
    lines = [(each, next(iter(held.get(each.public_id, ())), None)) for each in found.object_list]
    return render(request, "events/index.html", {"page": found, "lines": lines})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limit_rate
def create(request: HttpRequest) -> HttpResponse:
    """Create an event from its name and rulebook; everything else has a default, and stands in the
    form behind “More”.
    """
    faults: dict[str, str] = {}
    usual = _usual()
    if request.method == "POST":
        made = _made(request, usual)
        if isinstance(made, HttpResponse):
            return made
        faults = made
    # The browser fills in the time zone.
    sent = request.POST or {**as_form(usual), "timezone": ""}
    shown = {
        "rulebooks": registry.rulebooks(),
        **form_parts(usual, sent, faults, rulings=request.POST or None),
        "days": [*days_of(request.POST), "", ""],
    }
    return render(request, "events/new.html", shown)


def _usual() -> Event:
    """Return an event with default terms, which is not stored."""
    read = TermsSerializer(data={"name": "-", "rulebook": registry.rulebooks()[0].id})
    read.is_valid(raise_exception=True)
    return Event(**{**read.validated_data, "name": ""})


def _made(request: HttpRequest, usual: Event) -> HttpResponse | dict[str, str]:
    """Return the redirect to the new event, or the errors beside each field."""
    # A field that the form lacks has its default.
    sent = QueryDict(mutable=True)
    sent.update(as_form(usual))
    for name, values in request.POST.lists():
        sent.setlist(name, values)
    stated = {**as_terms(usual, sent), **{name: sent[name] for name in FIELDS if sent.get(name)}}
    read = TermsSerializer(data=stated)
    wrong = clock_faults(usual, sent)
    if not read.is_valid() or wrong:
        found = faults_of(read.errors, scoring=sent.get("kind", "outcome"))
        return tell_faults(request, [*wrong, *found])
    try:
        with remembered_with(request):
            terms = read.validated_data
            event, role = services.create_event(terms=terms, asker=asker_who_stores(request))
            held_roles.take(request, role)
    except DomainError as refused:
        for words in list_sentences(refused):
            messages.error(request, words)
        return {}
    return _welcome(event.public_id, role.number)


@page
@require_POST
def put_down(request: HttpRequest, event: str, role: int) -> HttpResponse:
    """Forget a role on this browser: it only looked at the role, which belongs to someone else."""
    standing = standing_as(request, event, role)
    held_roles.put_down(request, event, role)
    name = standing.role.name if standing.role else ""
    messages.success(request, _("Signed out on this device: %(name)s.") % {"name": name})
    return redirect("event", event)


@page
@require_safe
def calendar(request: HttpRequest, event: str) -> HttpResponse:
    """Return the event as a file for a calendar."""
    # Only a request for a calendar loads its library.
    from setup_app.events.event.calendar_file import MEDIA_TYPE, as_calendar

    found = queries.standing_of(
        queries.event_named(event),
        asker=asker_of(request),
        noted=held_roles.held(request, event),
    ).event
    url = request.build_absolute_uri(reverse("event", args=(event,)))
    return HttpResponse(
        as_calendar(found, url=url),
        content_type=MEDIA_TYPE,
        headers={"Content-Disposition": 'attachment; filename="event.ics"'},
    )


@page
@require_POST
@limit_rate
def enter(request: HttpRequest, event: str) -> HttpResponse:
    """Sign oneself up for an event with open registration; shows the link of the new role."""
    if follow_renewed(request) and (held := held_roles.held(request, event)):
        return _welcome(event, max(map(int, held)))
    found = queries.event_named(event)
    noted = held_roles.held(request, event)
    queries.standing_of(found, asker=asker_of(request), noted=noted)
    name, club, country = (as_line(request.POST.get(each, "")) for each in COLUMNS)
    line = EntryLine(name, club, country)
    try:
        with remembered_with(request):
            # Signing up is as a player, whatever other roles this browser has in the event.
            role = services.enter(standing=EventAccess(found), line=judge_line(line))
            held_roles.take(request, role)
    except DomainError as refused:
        for words in list_sentences(refused):
            messages.error(request, words)
        return redirect("event", event)
    return _welcome(event, role.number)


def _welcome(event: str, role: int) -> HttpResponse:
    """Redirect to the page of a new role, which shows its link."""
    return redirect(f"{reverse('event-role', args=(event, role))}?new")


@page
@require_http_methods(["GET", "HEAD", "POST"])
def come_in(request: HttpRequest, event: str, token: str) -> HttpResponse:
    """Add a role to this browser's session, and redirect to an address without its token.

    A browser that holds another role of the event is asked first, and so is one that another site's
    page led here: a stranger's link would make its holder act as someone else unnoticed.
    """
    role = role_of(token)
    if role is None or role.event.public_id != event:
        return nothing_here(request, replaced=token.startswith(event) and was_replaced(token))
    if request.method != "POST" and _must_ask(request, role):
        return _asked(request, role)
    with remembered_with(request):
        if held_roles.take(request, role):
            services.note_device(role)
    answer = redirect("event-role", event, role.number)
    answer["Referrer-Policy"] = "no-referrer"
    return answer


def _others_held(request: HttpRequest, role: Role) -> list[Role]:
    noted = held_roles.held(request, role.event.public_id)
    return [each for each in queries.roles_held(role.event, noted) if each.number != role.number]


def _must_ask(request: HttpRequest, role: Role) -> bool:
    """Return whether the role is new to this browser, and the browser may have been led here or has
    another role to lose sight of.
    """
    if held_roles.held(request, role.event.public_id).get(str(role.number)) == role.generation:
        return False
    return comes_from_elsewhere(request) or bool(_others_held(request, role))


def _asked(request: HttpRequest, role: Role) -> HttpResponse:
    """Ask whether this browser shall act in a role. Nothing changes until it says yes."""
    others = _others_held(request, role)
    shown = {
        "event": role.event,
        "name": role.name,
        "kind": Kind(role.kind).label,
        "others": others,
        "hides_lists": role.kind == Kind.PLAYER and any(each.kind in SEES_LISTS for each in others),
    }
    return render(request, "events/sign_in.html", shown)
