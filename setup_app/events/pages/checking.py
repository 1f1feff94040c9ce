"""The pages on which lists are checked, submitted for others, and published."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from setup_app.engine.errors import DomainError
from setup_app.events.event import deadlines, held_roles, list_queries, round_values, services
from setup_app.events.event.access import SEES_LISTS, EventAccess
from setup_app.events.event.list_source import army_of_text
from setup_app.events.event.lists.problems import WORST_FIRST, Problem
from setup_app.events.event.local_times import choices_of, moment_of, parse_local
from setup_app.events.event.wording import problem_label, problem_words
from setup_app.events.models import MAX_COMMENT_LENGTH, Entry, Event, Kind, Version, VersionState
from setup_app.events.pages.callers import standing_as
from setup_app.events.pages.figures import words_of
from setup_app.events.pages.list_parts import difference_words, looks_parts, version_parts
from setup_app.events.pages.refusal import page, page_or, tell, tell_notes
from setup_app.identity.ownership import NotThere
from setup_app.rulebooks import registry
from setup_app.web.json_fields import TextField

IN_TURN = ("submitted", "sent_back", "none", "draft", "approved")
"""The order of statuses, with those that need attention first."""
APPROVED_NEXT = "approved_next"
"""The button that approves a list and opens the next one to check."""
MISSING = ("none", "draft", "sent_back")
"""The statuses of players whose list is still to come."""
FIRST_YEAR, LAST_YEAR = 1970, 9000


@page
@require_safe
def queue(request: HttpRequest, event: str, role: int) -> HttpResponse:
    """Show every list by status, problems and age, with the organiser's actions."""
    return _queue(request, _checker(request, event, role), role)


def _queue(request: HttpRequest, standing: EventAccess, role: int) -> HttpResponse:
    """Show the page of all lists; a refused submission for a player stays in the form."""
    sees = _sees_problems(request, standing)
    lines = _lines(standing.event, sees=sees)
    clean = [each for each in lines if each["entry"].status == "submitted" and not each["problems"]]
    entries = sorted((each["entry"] for each in lines), key=lambda entry: entry.number)
    missing = [each for each in entries if each.status in MISSING and not each.dropped]
    present = [each for each in entries if each not in missing]
    titled = ((_("No list yet"), missing), (_("List submitted"), present))
    groups = [(title, each) for title, each in titled if each]
    waiting = [each for each in lines if not each["approved"] and not each["entry"].dropped]
    shown: dict[str, Any] = {
        "event": standing.event,
        "kind": standing.kind,
        "role": role,
        "lines": lines,
        "entries": entries,
        "missing_first": groups,
        "present_first": groups[::-1],
        "sees_problems": sees,
        "clean": len(clean) if sees else 0,
        "first": next((each for each in lines if each["entry"].status == "submitted"), None),
        "asks_late": deadlines.is_over(standing.event),
        "accepts_late": standing.event.lists["late"] == "accept",
        "late_words": deadlines.late_words(standing.event),
        "waiting": len(waiting),
        "unapproved": _out_unapproved(standing.event, lines),
        "is_organiser": standing.kind == Kind.ORGANISER,
        "closes": deadlines.closes(standing.event),
        "counts": _counts(lines),
        "looks": looks_parts(standing),
        "sent": request.POST,
        "which": _which(standing.event, request.POST),
        "chosen": whole(request.POST.get("entry")),
    }
    return render(request, "events/queue.html", shown)


@page
@require_safe
def one_list(request: HttpRequest, event: str, role: int, entry: int) -> HttpResponse:
    """Show a list beside its findings and versions; opening a hidden one is recorded."""
    return _opened(request, _checker(request, event, role), role, entry)


def _opened(request: HttpRequest, standing: EventAccess, role: int, entry: int) -> HttpResponse:
    """Show the page of a list; the comment of a refused decision stays in the form."""
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
    rulebook = registry.known_or_first(standing.event.rulebook)
    lines = _lines(standing.event, sees=True)
    found = next(each["found"] for each in lines if each["entry"].number == entry)
    problems = [problem_words(each, rulebook) for each in found]
    shown = {
        "event": standing.event,
        "kind": standing.kind,
        "role": role,
        "entry": opened,
        "version": {**version_parts(standing.event, last, entry=opened), "problems": problems},
        "next": _next_to_check(lines, besides=entry),
        "older": [version_parts(standing.event, each, entry=opened) for each in versions[-2::-1]],
        "changed": changed,
        "replaces": judged[-1]["decision"] if judged else "",
        "is_in": opened.versions.latest("number").state != VersionState.WITHDRAWN,
        # Once lists are published, only organisers may reopen one.
        "sends_back": standing.kind == Kind.ORGANISER or standing.event.lists_published is None,
        "sent": request.POST,
        "which": _which(standing.event, request.POST),
    }
    return render(request, "events/one_list.html", shown)


@page
@require_POST
def decide(request: HttpRequest, event: str, role: int, entry: int) -> HttpResponse:
    """Approve the version on the page, or send it back with a comment."""
    standing = _checker(request, event, role)
    decision = request.POST.get("decision", "")
    goes_on = decision == APPROVED_NEXT
    if goes_on:
        decision = VersionState.APPROVED.value
    if decision not in ("approved", "sent_back"):
        raise NotThere
    try:
        services.decide(
            standing=standing,
            number=entry,
            verdict=_verdict(standing.event, request.POST, decision),
            plays_here=held_roles.plays_here(request, standing.event),
        )
    except DomainError as refused:
        tell(request, refused)
        if refused.code == "plays_here":
            return redirect("event-queue", event, role)
        return _opened(request, standing, role, entry)
    named = {"name": standing.event.entry_rows.get(number=entry).name}
    if decision == "approved":
        messages.success(request, _("List approved: %(name)s.") % named)
    else:
        messages.success(request, _("List sent back: %(name)s.") % named)
    if not goes_on:
        return redirect("event-queue", event, role)
    following = _next_to_check(_lines(standing.event, sees=True), besides=entry)
    if following is not None:
        return redirect("event-one-list", event, role, following)
    messages.success(request, _("No more lists to check."))
    return redirect("event-queue", event, role)


@page_or("event-queue", "event", "role")
@require_POST
def approve_all(request: HttpRequest, event: str, role: int) -> HttpResponse:
    """Approve every submitted list without problems."""
    standing = _checker(request, event, role)
    plays_here = held_roles.plays_here(request, standing.event)
    count = services.approve_lists(standing=standing, plays_here=plays_here)
    said = ngettext("%(count)d list approved.", "%(count)d lists approved.", count)
    messages.success(request, said % {"count": count})
    return redirect("event-queue", event, role)


@page_or("event-queue", "event", "role")
@require_POST
def publish(request: HttpRequest, event: str, role: int) -> HttpResponse:
    """Publish every list."""
    standing = _checker(request, event, role)
    anyway = request.POST.get("anyway") == "yes"
    _out, count = services.publish_lists(standing=standing, anyway=anyway)
    said = ngettext("%(count)d list published.", "%(count)d lists published.", count)
    messages.success(request, said % {"count": count})
    return redirect("event-queue", event, role)


@page_or("event-queue", "event", "role")
@require_POST
def reopen(request: HttpRequest, event: str, role: int) -> HttpResponse:
    """Reopen a player's list until a given time, or for two days."""
    standing = _checker(request, event, role)
    try:
        due = due_of(standing.event, request.POST)
        done = services.reopen_list(standing=standing, number=_entry(request), due=due)
    except DomainError as refused:
        tell(request, refused)
        return _queue(request, standing, role)
    assert done.due is not None
    said = {"name": done.name, "until": deadlines.format_at_venue(standing.event, done.due)}
    messages.success(request, _("List reopened: %(name)s can submit until %(until)s.") % said)
    return redirect("event-queue", event, role)


@page_or("event-queue", "event", "role")
@require_POST
def hand_in(request: HttpRequest, event: str, role: int) -> HttpResponse:
    """Submit the list of a player who sent it by mail or on paper."""
    standing = _checker(request, event, role)
    standing.needs(Kind.ORGANISER)
    file, text = request.FILES.get("file"), request.POST.get("text", "")
    try:
        if file is None and not text.strip():
            raise DomainError("no_list_given")
        stated = army_of_text(standing.event, file.read() if file is not None else text)
        done = services.submit_list(
            standing=standing,
            number=_entry(request),
            army=stated.army,
            in_time=_in_time(standing.event, request.POST),
        )
    except DomainError as refused:
        tell(request, refused)
        return _queue(request, standing, role)
    tell_notes(request, **stated.notes)
    messages.success(request, _("List submitted for %(name)s.") % {"name": done.entry.name})
    return redirect("event-queue", event, role)


def _checker(request: HttpRequest, event: str, role: int) -> EventAccess:
    standing = standing_as(request, event, role)
    standing.needs(*SEES_LISTS)
    return standing


def _verdict(event: Event, sent: QueryDict, decision: str) -> services.ListVerdict:
    """Return the verdict of a form. Raises `comment_missing` if it returns a list without a
    comment: no player can fix an error that they do not know.
    """
    field = TextField(max_length=MAX_COMMENT_LENGTH, allow_blank=True)
    comment = words_of(sent, "comment", title=_("Comment"), field=field)
    if decision == "sent_back" and not comment:
        raise DomainError("comment_missing")
    return services.ListVerdict(
        version=whole(sent.get("version")) or 0,
        decision=decision,
        comment=comment,
        replaces=whole(sent.get("replaces")),
        due=due_of(event, sent) if decision == "sent_back" else None,
    )


def due_of(event: Event, sent: QueryDict) -> datetime | None:
    """Return the deadline of a form, by the clocks of the venue; None for the default. Raises
    `due_over` for a time in the past, and what `moment_of` raises.
    """
    text = sent.get("due", "")
    if not text:
        return None
    read = parse_local(text)
    if read is None or not FIRST_YEAR <= read.year <= LAST_YEAR:
        raise DomainError("due_over")
    due = moment_of(read, ZoneInfo(event.timezone), which=sent.get("due_which", ""))
    if due <= now():
        raise DomainError("due_over")
    return due


def _which(event: Event, sent: QueryDict) -> list[dict[str, Any]]:
    """Return the two moments of a typed deadline whose time exists twice."""
    zone = ZoneInfo(event.timezone)
    return choices_of(sent.get("due", ""), zone, sent.get("due_which", ""))


def _in_time(event: Event, sent: QueryDict) -> bool:
    """Return whether an organiser says that a list arrived before the deadline.

    Raises `late_unsaid` if the deadline has passed and the form does not say.
    """
    if not deadlines.is_over(event):
        return False
    if sent.get("late") not in ("yes", "no"):
        raise DomainError("late_unsaid")
    return sent["late"] == "no"


def _sees_problems(request: HttpRequest, standing: EventAccess) -> bool:
    """Return whether this viewer may know what is in hidden lists: not if they also play."""
    if standing.event.lists_published is not None:
        return True
    return standing.entry is None and not held_roles.plays_here(request, standing.event)


def _next_to_check(lines: list[dict[str, Any]], *, besides: int) -> int | None:
    """Return the entry whose list is to be checked next; None if none is left."""
    waiting = (each["entry"].number for each in lines if each["entry"].status == "submitted")
    return next((number for number in waiting if number != besides), None)


def _lines(event: Event, *, sees: bool) -> list[dict[str, Any]]:
    """Return a line per entry, in the order in which they need attention; with the problems of its
    list if the viewer `sees` them. Five queries.
    """
    problems = list_queries.problems_of_lists(event) if sees else {}
    last: dict[int, Version] = {}
    versions = Version.objects.filter(entry__event=event).defer("army").order_by("number")
    for each in versions:
        last[each.entry_id] = each
    entries = sorted(
        round_values.entries_of(event),
        key=lambda entry: _turn(entry, last.get(entry.pk), problems.get(entry.number, ())),
    )
    return [
        {
            "entry": entry,
            "words": status_words(entry.status),
            "found": problems.get(entry.number, ()),
            "problems": [problem_label(each) for each in problems.get(entry.number, ())],
            "version": last.get(entry.pk),
            "approved": entry.status == "approved",
            "seen": entry.pk in last,
        }
        for entry in entries
    ]


def _out_unapproved(event: Event, lines: list[dict[str, Any]]) -> list[str]:
    """Return the players whose unapproved list would be published now, including those who dropped
    out.
    """
    if event.lists_published is not None:
        return []
    out = list_queries.current(event)
    return [
        each["entry"].shown_name
        for each in lines
        if each["entry"].number in out and out[each["entry"].number].state != VersionState.APPROVED
    ]


def _turn(
    entry: Entry, version: Version | None, problems: Sequence[Problem]
) -> tuple[int, tuple[int, ...], float, int]:
    """Return the place of an entry in the queue: by the status of its list, then the worst problems
    first and lists without any last, then those that have waited longest.
    """
    age = version.submitted.timestamp() if version is not None else 0
    ranks = tuple(WORST_FIRST.index(each.code) for each in problems)
    return IN_TURN.index(entry.status), (*ranks, len(WORST_FIRST)), age, entry.number


def status_words(status: str) -> str:
    """Return the status of a list in words."""
    return {
        "none": _("no list yet"),
        "draft": _("draft"),
        "submitted": _("to check"),
        "sent_back": _("sent back"),
        "approved": _("approved"),
    }[status]


def _counts(lines: list[dict[str, Any]]) -> str:
    states = [each["entry"].status for each in lines if not each["entry"].dropped]
    words = ngettext(
        "%(all)d player: %(submitted)d to check, %(approved)d approved, %(out)d outstanding.",
        "%(all)d players: %(submitted)d to check, %(approved)d approved, %(out)d outstanding.",
        len(states),
    )
    return words % {
        "all": len(states),
        "submitted": states.count("submitted"),
        "approved": states.count("approved"),
        "out": len(states) - states.count("submitted") - states.count("approved"),
    }


def _entry(request: HttpRequest) -> int:
    number = whole(request.POST.get("entry"))
    if number is None:
        raise DomainError("number_missing")
    return number


def whole(text: str | None) -> int | None:
    """Return a whole number of a form; None if there is none."""
    if text and text.isascii() and text.isdigit() and len(text) <= 7:
        return int(text)
    return None
