"""Form actions that report a table's result and set the clock."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from setup_app.engine.errors import DomainError
from setup_app.events.event import round_queries, services
from setup_app.events.event.access import EventAccess
from setup_app.events.event.shown_names import shown_names
from setup_app.events.models import Kind, Match
from setup_app.events.pages.figures import number_of, scores_of
from setup_app.identity.ownership import NotThere

MAX_CLOCK = 24 * 3600


def report(request: HttpRequest, standing: EventAccess, sent: QueryDict) -> str:
    """Report two scores in the order of the table, or an absence."""
    entries = (number_of(sent, "first"), number_of(sent, "second"))
    told = services.TableReport(number_of(sent, "round"), number_of(sent, "table"), entries)
    if sent.get("absent"):
        absent = [number_of(sent, "absent")]
        match = services.note_absent(standing=standing, told=told, absent=absent)
        return absent_words(match, absent)
    scores = scores_of(sent)
    match = services.report(standing=standing, told=told, scores=scores)
    if standing.kind != Kind.PLAYER:
        return _("Table %(table)d: %(result)s.") % {
            "table": match.table,
            "result": _scored(match, told, scores),
        }
    return _heard(request, standing, match, _scored(match, told, scores))


def absent_words(match: Match, absent: list[int]) -> str:
    """Return who was absent from a table, by name."""
    shown = shown_names(match.round.event)
    names = [shown[entry.number] for entry in match.entries if entry.number in absent]
    if len(names) == 2:
        return _("Table %(table)d: %(one)s and %(other)s are both no-shows.") % {
            "table": match.table,
            "one": names[0],
            "other": names[1],
        }
    return _("Table %(table)d: %(name)s is a no-show.") % {"table": match.table, "name": names[0]}


def clock(request: HttpRequest, standing: EventAccess, sent: QueryDict) -> str:
    """Start the clock with a number of minutes, pause it, or resume it."""
    what = sent.get("do", "")
    if what not in ("start", "hold", "on"):
        raise NotThere
    seconds = round_queries.clock_view(standing)["left"]
    if what == "start":
        seconds = min(number_of(sent, "minutes") * 60, MAX_CLOCK)
        if not seconds:
            raise DomainError("no_minutes")
    published = standing.event.round_rows.filter(published__isnull=False)
    last = published.order_by("-number").first()
    services.set_clock(
        standing=standing,
        round_=last.number if last else None,
        seconds=seconds,
        running=what != "hold",
    )
    if what == "hold":
        return _("Clock paused.")
    minutes = seconds // 60
    return ngettext(
        "Clock running: %(minutes)d minute left.",
        "Clock running: %(minutes)d minutes left.",
        minutes,
    ) % {"minutes": minutes}


def _scored(match: Match, told: services.TableReport, scores: list[int]) -> str:
    names = shown_names(match.round.event)
    both = zip(told.entries, scores, strict=True)
    return ", ".join(f"{names[entry]} {score}" for entry, score in both)


def _heard(request: HttpRequest, standing: EventAccess, match: Match, result: str) -> str:
    """Return the message to a player about their report: it waits, it is the result, or the
    opponent reported another one.
    """
    assert standing.entry is not None
    names = shown_names(standing.event)
    others = [names[entry.number] for entry in match.entries if entry.pk != standing.entry.pk]
    said = {"result": result, "opponent": others[0]}
    if match.confirmed:
        return _("Confirmed: %(result)s.") % said
    if match.state == "disputed":
        words = _(
            "Disputed: you reported %(result)s, but %(opponent)s reported something else. Go "
            "to the desk."
        )
        messages.warning(request, words % said)
        return ""
    return _("Reported: %(result)s. Waiting for %(opponent)s to confirm.") % said
