"""The form in which a player writes their list for an event."""

from __future__ import annotations

from collections.abc import Mapping

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from setup_app.armies import form_buttons, forms
from setup_app.armies.fields import fields_of
from setup_app.armies.pasted import PastedList
from setup_app.armies.pasted_page import other_lines, pasted_form
from setup_app.armies.points import with_total
from setup_app.armies.rulebooks import read_list
from setup_app.events.event import deadlines, services
from setup_app.events.event.access import EventAccess
from setup_app.events.event.list_source import as_kept
from setup_app.events.models import Entry
from setup_app.events.pages.callers import standing_as
from setup_app.events.pages.limit_words import limits_of
from setup_app.events.pages.list_parts import kept_key, own_entry_of
from setup_app.events.pages.refusal import page_or
from setup_app.rulebooks import registry
from setup_app.rulebooks.army_faults import ArmyRefused

SAVED = "saved"
"""The query of the page that follows a saved form; its script then forgets the typed text."""


@page_or("event-own-list", "event", "role")
@require_http_methods(["GET", "HEAD", "POST"])
def list_form(request: HttpRequest, event: str, role: int) -> HttpResponse:
    """Show the form with the player's draft, else their last version, else only their name; save
    what is sent as their draft.
    """
    standing = standing_as(request, event, role)
    entry = own_entry_of(standing)
    if request.method == "POST":
        return _sent(request, standing, entry)
    rulebook = registry.known_or_first(standing.event.rulebook)
    army = entry.draft or _last_army(entry)
    if army is None:
        return _form(request, standing, forms.empty_form(rulebook, player=entry.name))
    return _form(request, standing, forms.form_of({**army, "rulebook": rulebook.id}))


def _last_army(entry: Entry) -> dict[str, object] | None:
    last = entry.versions.order_by("number").last()
    return None if last is None else last.army


def _sent(request: HttpRequest, standing: EventAccess, entry: Entry) -> HttpResponse:
    rulebook = registry.known_or_first(standing.event.rulebook)
    stated = forms.stated_by(request.POST, rulebook)
    changed = form_buttons.form_after_button(request.POST, stated, rulebook)
    if changed is not None:
        return _form(request, standing, changed)
    try:
        army = as_kept(standing.event, read_list(with_total(stated, rulebook)))
    except ArmyRefused as refused:
        again = form_buttons.form_with_faults(request.POST, stated, refused.faults)
        return _form(request, standing, again, status=422)
    services.keep_draft(standing=standing, number=entry.number, army=army)
    messages.success(request, _("Draft saved. Only you can see it. Check it, then submit it."))
    back = reverse("event-own-list", args=(standing.event.public_id, _role(standing)))
    return redirect(f"{back}?{SAVED}#draft")


def pasted_list(
    request: HttpRequest, standing: EventAccess, pasted: PastedList, text: str
) -> HttpResponse:
    """Show how each line of a pasted list was read, in the form of the player's list."""
    event, entry = standing.event, own_entry_of(standing)
    places = (event.public_id, _role(standing))
    shown = {
        "pasted_lines": other_lines(pasted),
        "pasted_text": text,
        "read_again": reverse("event-own-list-act", args=(*places, "keep")),
        "action": reverse("event-list-form", args=places),
    }
    named = {"player": entry.name} if "player" in fields_of(pasted.rulebook).columns else {}
    return _form(request, standing, pasted_form(pasted, given=named), more=shown)


def _form(
    request: HttpRequest,
    standing: EventAccess,
    form: forms.ArmyForm,
    *,
    status: int = 200,
    more: Mapping[str, object] | None = None,
) -> HttpResponse:
    event, entry = standing.event, own_entry_of(standing)
    shown = {
        "event": event,
        "role": _role(standing),
        "entry": entry,
        "form": form,
        "back": reverse("event-own-list", args=(event.public_id, _role(standing))),
        "ends": deadlines.ends(event, entry),
        "at": now(),
        "keep": kept_key(entry),
        "limits": limits_of(event),
        "posted": request.method == "POST",
        **(more or {}),
    }
    return render(request, "events/list_form.html", shown, status=status)


def _role(standing: EventAccess) -> int:
    assert standing.role is not None
    return standing.role.number
