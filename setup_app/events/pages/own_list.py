"""The page on which a player submits a list."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from setup_app.armies.exports import as_csv
from setup_app.armies.pasted import PastedList, pasted_in
from setup_app.armies.queries import armies_for
from setup_app.armies.services import sample_armies
from setup_app.engine.errors import DomainError
from setup_app.events.event import deadlines, list_queries, services
from setup_app.events.event.access import EventAccess
from setup_app.events.event.list_source import army_of_text, stated_army
from setup_app.events.models import MAX_COMMENT_LENGTH, Entry, Event
from setup_app.events.next_steps import todo_of
from setup_app.events.pages.callers import standing_as
from setup_app.events.pages.figures import words_of
from setup_app.events.pages.limit_words import limits_of
from setup_app.events.pages.list_form import pasted_list
from setup_app.events.pages.list_parts import (
    army_parts,
    kept_key,
    own_entry_of,
    version_parts,
)
from setup_app.events.pages.refusal import page, page_or, tell, tell_notes
from setup_app.identity.ownership import NotThere
from setup_app.identity.requesters import asker_of
from setup_app.rulebooks import registry
from setup_app.web.json_fields import TextField

MAX_OFFERED = 100


@page
@require_safe
def own_list(request: HttpRequest, event: str, role: int) -> HttpResponse:
    """Show a player's draft with its problems, and their submitted lists."""
    standing = standing_as(request, event, role)
    return _shown(request, standing, own_entry_of(standing))


def _shown(request: HttpRequest, standing: EventAccess, entry: Entry) -> HttpResponse:
    """Show the page of a player's own list; a refused text stays in the form."""
    view = list_queries.list_view(standing, entry)
    draft = view["draft"]
    last = view["versions"][-1] if view["versions"] else None
    locked = entry.status in ("submitted", "approved")
    shown = {
        "event": standing.event,
        "role": standing.role and standing.role.number,
        "entry": entry,
        "now": where_it_stands(standing.event, entry, last),
        "todo": [each for each in todo_of(standing) if each["code"] == "mend_list"],
        "taken": deadlines.taken_now(standing.event, entry),
        "ends": deadlines.ends(standing.event, entry),
        "at": now(),
        "locked": locked,
        "may_withdraw": locked and _may_withdraw(standing.event, entry),
        "price": deadlines.late_words(standing.event) if _is_late(standing.event, entry) else "",
        "draft": draft and army_parts(standing.event, draft, entry=entry),
        "same": last is not None and last["army"] == draft,
        "versions": [version_parts(standing.event, each, entry=entry) for each in view["versions"]][
            ::-1
        ],
        "stored": _offered(request, standing.event),
        "peers": _peers(standing, entry),
        "limits": limits_of(standing.event),
        "typed": request.POST.get("text", ""),
        "saved": kept_key(entry) if "saved" in request.GET else "",
        "example": _example(standing.event),
    }
    return render(request, "events/own_list.html", shown)


@page_or("event-own-list", "event", "role")
@require_POST
def act(request: HttpRequest, event: str, role: int, what: str) -> HttpResponse:
    """Save a draft, submit it, withdraw it, or add a remark to another player's list."""
    standing = standing_as(request, event, role)
    if what not in ACTS:
        raise NotThere
    entry = own_entry_of(standing)
    try:
        pasted = _pasted(request, standing.event) if what == "keep" else None
        if pasted is not None:
            return pasted_list(request, standing, *pasted)
        said = ACTS[what](request, standing, entry)
    except DomainError as refused:
        tell(request, refused)
        return _shown(request, standing, entry)
    messages.success(request, said)
    return redirect("event-own-list", event, role)


def _example(event: Event) -> str:
    """Return an example list of the event's rulebook as text; empty if it has none."""
    samples = (army for _id, army in sample_armies() if army.get("rulebook") == event.rulebook)
    return next((as_csv(army).lstrip("\ufeff") for army in samples), "")


def _may_withdraw(event: Event, entry: Entry) -> bool:
    """Return whether the submitted list can still be withdrawn."""
    over = event.lists_published is not None or deadlines.is_over(event)
    return not over and not entry.peers_read.exists()


def _is_late(event: Event, entry: Entry) -> bool:
    """Return whether a list submitted now would be late but accepted."""
    given_time = entry.status == "sent_back" and deadlines.ends(event, entry) is not None
    return deadlines.is_over(event) and not given_time and deadlines.taken_now(event, entry)


def where_it_stands(event: Event, entry: Entry, last: dict[str, Any] | None) -> str:
    """Return one sentence: the list's state, and until when it may change."""
    if entry.status == "sent_back" and entry.due is not None:
        if deadlines.ends(event, entry) is None:
            return " ".join((deadlines.overdue_words(event, entry), deadlines.after_words(event)))
        until = deadlines.format_at_venue(event, entry.due)
        return _("Your list was sent back. Resubmit it by %(until)s.") % {"until": until}
    if last is not None and entry.status in ("submitted", "approved"):
        at = {"number": last["version"], "at": deadlines.format_at_venue(event, last["submitted"])}
        if entry.status == "approved":
            return _("Version %(number)d, submitted on %(at)s, is approved.") % at
        if event.lists_published is not None and last["submitted"] > event.lists_published:
            return (
                _(
                    "Version %(number)d was submitted on %(at)s, after lists were published. "
                    "Everyone can see it, with a note that it came after publication."
                )
                % at
            )
        return _("Version %(number)d was submitted on %(at)s. A checker will review it.") % at
    return _open_words(event)


def _open_words(event: Event) -> str:
    first, last = deadlines.opens(event), deadlines.closes(event)
    if deadlines.is_over(event) and last is not None:
        at = {"at": deadlines.format_at_venue(event, last)}
        if event.lists["late"] == "accept":
            ended = _("The deadline was %(at)s.") % at
            return f"{ended} {deadlines.late_words(event)}"
        return _("The deadline was %(at)s. Ask an organiser to reopen your list.") % at
    if first is not None and not deadlines.has_begun(event):
        return _("Lists open on %(at)s. Keep yours as a draft until then.") % {
            "at": deadlines.format_at_venue(event, first)
        }
    if last is not None:
        return _("Not submitted yet. Deadline: %(at)s.") % {
            "at": deadlines.format_at_venue(event, last)
        }
    return _("Not submitted yet.")


def _offered(request: HttpRequest, event: Event) -> list[Any]:
    own = armies_for(asker_of(request)).filter(rulebook=event.rulebook)
    return list(own.defer("stated")[:MAX_OFFERED])


def _peers(standing: EventAccess, entry: Entry) -> dict[str, Any] | None:
    """Return the context about reading others' lists; None if the event has no such reading."""
    if not standing.event.lists["peers"]:
        return None
    given = entry.peers_read.select_related("version") if entry.vouched else ()
    lists = [
        {**army_parts(standing.event, each["army"]), "peer": each["peer"]}
        for each in list_queries.peers_view(standing.event, given)
    ]
    ready = deadlines.is_over(standing.event) and entry.status in ("submitted", "approved")
    return {"lists": lists, "ready": ready and entry.vouched, "vouched": entry.vouched}


def _pasted(request: HttpRequest, event: Event) -> tuple[PastedList, str] | None:
    """Return the list of a text without a header, as army builders write it, and the text."""
    file, text = request.FILES.get("file"), request.POST.get("text", "")
    source: bytes | str = text
    if file is not None:
        source = file.read()
        file.seek(0)
    found = pasted_in(source, registry.known_or_first(event.rulebook))
    if found is None:
        return None
    return found, text if isinstance(source, str) else source.decode("utf-8", "replace")


def _keep(request: HttpRequest, standing: EventAccess, entry: Entry) -> str:
    """Save a draft from a stored list, a file, or a text."""
    event, file = standing.event, request.FILES.get("file")
    if file is not None:
        stated = army_of_text(event, file.read())
    elif request.POST.get("text", "").strip():
        stated = army_of_text(event, request.POST["text"])
    elif request.POST.get("stored"):
        body = {"stored": request.POST["stored"]}
        stated = stated_army(event, body, asker=asker_of(request))
    else:
        raise DomainError("no_list_given")
    army = stated.army
    services.keep_draft(standing=standing, number=entry.number, army=army)
    tell_notes(request, **stated.notes)
    last = entry.versions.order_by("number").last()
    if last is not None and last.army == army:
        return _(
            "This list is the same as your last submitted version. Edit it before you resubmit."
        )
    return _("Draft saved. Only you can see it. Check it, then submit it.")


def _submit(request: HttpRequest, standing: EventAccess, entry: Entry) -> str:
    done = services.submit_list(standing=standing, number=entry.number, army=None)
    return _("Submitted as version %(number)d.") % {"number": done.number}


def _withdraw(request: HttpRequest, standing: EventAccess, entry: Entry) -> str:
    services.withdraw_list(standing=standing, number=entry.number)
    return _("List withdrawn. Submit another one before the deadline.")


def _read_peers(request: HttpRequest, standing: EventAccess, entry: Entry) -> str:
    services.open_peers(standing=standing)
    return _("You have two lists to review. They are below.")


def _remark(request: HttpRequest, standing: EventAccess, entry: Entry) -> str:
    peer = request.POST.get("peer", "")
    if peer not in ("1", "2"):
        raise NotThere
    field = TextField(max_length=MAX_COMMENT_LENGTH, allow_blank=True)
    words = words_of(request.POST, "remark", title=_("Comment"), field=field)
    if not words:
        raise DomainError("words_missing")
    services.remark(standing=standing, peer=int(peer), words=words)
    return _("Comment sent to the checkers.")


ACTS: dict[str, Callable[[HttpRequest, EventAccess, Entry], str]] = {
    "keep": _keep,
    "submit": _submit,
    "withdraw": _withdraw,
    "read-peers": _read_peers,
    "remark": _remark,
}
