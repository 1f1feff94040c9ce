"""How are lists checked, handed in for others, and published in a browser?"""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from setup_app.events import deadlines, held_roles, list_queries, queries, services, tables
from setup_app.events.list_source import army_of_text
from setup_app.events.lists.commitment import sealed
from setup_app.events.models import LONGEST_COMMENT, Entry, Event, Kind, Version, VersionState
from setup_app.events.pages.callers import standing_as
from setup_app.events.pages.figures import words_of
from setup_app.events.pages.list_parts import army_parts, difference_words, version_parts
from setup_app.events.pages.refusal import page, page_or
from setup_app.events.standing import SEES_LISTS, Standing
from setup_app.people.askers import asker_of
from setup_app.people.ownership import NotThere
from setup_app.people.pages import page_of
from setup_app.script.errors import DomainError
from setup_app.web.json_fields import TextField

IN_TURN = ("submitted", "sent_back", "none", "draft", "approved")
"""What wants somebody's eyes first."""


@page
@require_safe
def queue(request: HttpRequest, event: str, role: int) -> HttpResponse:
    """Every list by status and age, and what an organiser does with them."""
    standing = _checker(request, event, role)
    lines = _lines(standing.event)
    waiting = [each for each in lines if not each["approved"] and not each["entry"].dropped]
    shown: dict[str, Any] = {
        "event": standing.event,
        "kind": standing.kind,
        "role": role,
        "lines": lines,
        "entries": sorted((each["entry"] for each in lines), key=lambda entry: entry.number),
        "waiting": len(waiting),
        "is_organiser": standing.kind == Kind.ORGANISER,
        "closes": _told(standing.event),
        "counts": _counts(lines),
        "looks": _looks(standing),
    }
    return render(request, "events/queue.html", shown)


@page
@require_safe
def one_list(request: HttpRequest, event: str, role: int, entry: int) -> HttpResponse:
    """A list beside what stands out in it and its versions; opening a hidden one is recorded."""
    standing = _checker(request, event, role)
    opened = services.open_list(
        standing=standing,
        number=entry,
        plays_here=held_roles.plays_here(request, standing.event),
    )
    view = list_queries.list_view(standing, opened)
    versions = view["versions"]
    last = versions[-1]
    judged = [each for each in last["decisions"] if each["what"] in ("approved", "sent_back")]
    changed = None
    if len(versions) > 1:
        changed = difference_words(standing.event, versions[-2]["army"], last["army"])
    shown = {
        "event": standing.event,
        "kind": standing.kind,
        "role": role,
        "entry": opened,
        "version": version_parts(standing.event, last),
        "older": [version_parts(standing.event, each) for each in versions[-2::-1]],
        "changed": changed,
        "replaces": judged[-1]["decision"] if judged else "",
        "is_in": opened.versions.latest("number").state != VersionState.WITHDRAWN,
        # Once lists are out, giving time to hand in anew is for organisers.
        "sends_back": standing.kind == Kind.ORGANISER or standing.event.lists_published is None,
    }
    return render(request, "events/one_list.html", shown)


@page_or("event-queue", "event", "role")
@require_POST
def decide(request: HttpRequest, event: str, role: int, entry: int) -> HttpResponse:
    """Approve the version that was looked at, or send it back with a comment."""
    standing = _checker(request, event, role)
    sent, decision = request.POST, request.POST.get("decision", "")
    field = TextField(max_length=LONGEST_COMMENT, allow_blank=True)
    if decision not in ("approved", "sent_back"):
        raise NotThere
    services.decide(
        standing=standing,
        number=entry,
        verdict=services.Verdict(
            version=_whole(sent.get("version")) or 0,
            decision=decision,
            comment=words_of(sent, "comment", title=_("Comment"), field=field),
            replaces=_whole(sent.get("replaces")),
        ),
        plays_here=held_roles.plays_here(request, standing.event),
    )
    named = {"name": standing.event.entry_rows.get(number=entry).name}
    if decision == "approved":
        messages.success(request, _("The list of %(name)s is approved.") % named)
    else:
        messages.success(request, _("The list of %(name)s was sent back.") % named)
    return redirect("event-queue", event, role)


@page_or("event-queue", "event", "role")
@require_POST
def publish(request: HttpRequest, event: str, role: int) -> HttpResponse:
    """Let everybody see every list."""
    standing = _checker(request, event, role)
    anyway = request.POST.get("anyway") == "yes"
    _out, count = services.publish_lists(standing=standing, anyway=anyway)
    messages.success(request, _("%(count)d lists are out, for good.") % {"count": count})
    return redirect("event-queue", event, role)


@page_or("event-queue", "event", "role")
@require_POST
def reopen(request: HttpRequest, event: str, role: int) -> HttpResponse:
    """Let a player hand in anew for two days."""
    standing = _checker(request, event, role)
    done = services.reopen_list(standing=standing, number=_entry(request), due=None)
    assert done.due is not None
    said = {"name": done.name, "until": deadlines.told_at_venue(standing.event, done.due)}
    messages.success(request, _("%(name)s may hand in anew until %(until)s.") % said)
    return redirect("event-queue", event, role)


@page_or("event-queue", "event", "role")
@require_POST
def hand_in(request: HttpRequest, event: str, role: int) -> HttpResponse:
    """Hand in the list of somebody who sent it by mail or on paper."""
    standing = _checker(request, event, role)
    standing.needs(Kind.ORGANISER)
    file, text = request.FILES.get("file"), request.POST.get("text", "")
    if file is None and not text.strip():
        raise DomainError("no_list_given")
    army = army_of_text(standing.event, file.read() if file is not None else text)
    done = services.submit_list(standing=standing, number=_entry(request), army=army)
    messages.success(request, _("The list of %(name)s is handed in.") % {"name": done.entry.name})
    return redirect("event-queue", event, role)


@page
@require_safe
def book(request: HttpRequest, event: str) -> HttpResponse:
    """Every list, once they are out, with what its commitment was made of."""
    found = queries.event_named(event)
    standing = queries.standing_of(
        found, asker=asker_of(request), noted=held_roles.held(request, event)
    )
    shown = page_of(request, list_queries.lists_view(standing))
    lists = [
        {**each, "player_name": each["name"], **army_parts(found, each["army"])} for each in shown
    ]
    looks = _looks(standing)
    return render(
        request,
        "events/list_book.html",
        {"event": found, "lists": lists, "looks": looks, "page": shown},
    )


@page
@require_safe
def sealed_file(request: HttpRequest, event: str, entry: int, version: int) -> HttpResponse:
    """The very bytes of which a public version's commitment was made, for any tool to hash."""
    found = queries.event_named(event)
    queries.standing_of(found, asker=asker_of(request), noted=held_roles.held(request, event))
    kept = list_queries.public_version(found, entry, version)
    return HttpResponse(
        sealed(kept.salt, kept.army),
        content_type="text/plain; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="list-{entry}-{version}.txt"'},
    )


def _checker(request: HttpRequest, event: str, role: int) -> Standing:
    standing = standing_as(request, event, role)
    standing.needs(*SEES_LISTS)
    return standing


def _lines(event: Event) -> list[dict[str, Any]]:
    """A line an entry, in the order in which they want to be looked at. Two queries."""
    last: dict[int, Version] = {}
    versions = Version.objects.filter(entry__event=event).defer("army").order_by("number")
    for each in versions:
        last[each.entry_id] = each
    entries = sorted(tables.entries_of(event), key=lambda entry: _turn(entry, last.get(entry.pk)))
    return [
        {
            "entry": entry,
            "words": status_words(entry.status),
            "version": last.get(entry.pk),
            "at": _at(event, last.get(entry.pk)),
            "approved": entry.status == "approved",
            "seen": entry.pk in last,
        }
        for entry in entries
    ]


def _turn(entry: Entry, version: Version | None) -> tuple[int, float, int]:
    age = version.submitted.timestamp() if version is not None else 0
    return IN_TURN.index(entry.status), age, entry.number


def status_words(status: str) -> str:
    """How far a list is, in words."""
    return {
        "none": _("nothing yet"),
        "draft": _("a draft"),
        "submitted": _("waits to be checked"),
        "sent_back": _("sent back"),
        "approved": _("approved"),
    }[status]


def _counts(lines: list[dict[str, Any]]) -> str:
    states = [each["entry"].status for each in lines if not each["entry"].dropped]
    return _("%(all)d players: %(submitted)d wait, %(approved)d approved, %(out)d not in.") % {
        "all": len(states),
        "submitted": states.count("submitted"),
        "approved": states.count("approved"),
        "out": len(states) - states.count("submitted") - states.count("approved"),
    }


def _looks(standing: Standing) -> list[dict[str, Any]]:
    """Who opened which hidden list, newest first, for whom it is to know."""
    if standing.event.lists_published is None and standing.kind != Kind.ORGANISER:
        return []
    names = dict(standing.event.entry_rows.values_list("number", "name"))
    return [
        {
            **each,
            "whose": names[each["entry"]],
            "at": deadlines.told_at_venue(standing.event, each["at"]),
        }
        for each in list_queries.looks_view(standing)[::-1]
    ]


def _at(event: Event, version: Version | None) -> str:
    return "" if version is None else deadlines.told_at_venue(event, version.submitted)


def _told(event: Event) -> str:
    last = deadlines.closes(event)
    return "" if last is None else deadlines.told_at_venue(event, last)


def _entry(request: HttpRequest) -> int:
    number = _whole(request.POST.get("entry"))
    if number is None:
        raise DomainError("number_missing")
    return number


def _whole(text: str | None) -> int | None:
    """A whole number of a form, None where there is none."""
    if text and text.isascii() and text.isdigit() and len(text) <= 7:
        return int(text)
    return None
