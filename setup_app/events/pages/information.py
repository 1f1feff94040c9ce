"""Information about an event for players and visitors, and the page where organisers write it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods
from rest_framework.exceptions import ValidationError

from setup_app.engine.errors import DomainError
from setup_app.events.event import deadlines, services
from setup_app.events.event.local_times import choices_of, format_local, moment_of, parse_local
from setup_app.events.event.terms import (
    MAX_DESCRIPTION_LENGTH,
    MAX_LINE_LENGTH,
    MAX_SCHEDULE,
    ScheduleLineSerializer,
    TermsSerializer,
)
from setup_app.events.event.time_fields import tellable
from setup_app.events.event.wording import SETTING_TITLES, scoring_words
from setup_app.events.models import Event, Kind
from setup_app.events.pages.callers import standing_as
from setup_app.events.pages.limit_words import limits_of
from setup_app.events.pages.refusal import page
from setup_app.events.pages.terms_faults import TermFault, faults_of, tell_faults
from setup_app.events.pages.terms_form import TIE_BREAK_WORDS
from setup_app.house_rules.wording import describe_rulings
from setup_app.rulebooks import registry
from setup_app.web.markdown import render_markdown
from setup_app.wording.sentences import sentence

BLANK_ROWS: Final = 3
"""How many empty rows the schedule offers."""


@dataclass(frozen=True, slots=True)
class ScheduleRow:
    """A row of the schedule's form as it is shown; `which` are the two moments of a typed time."""

    number: int
    at: str
    text: str
    at_fault: str = ""
    text_fault: str = ""
    which: tuple[dict[str, Any], ...] = ()


def information_parts(event: Event) -> dict[str, Any]:
    """Return what an event tells its players and visitors. No query."""
    return {
        "description": render_markdown(event.description) if event.description else "",
        "schedule": _days(event),
        "facts": _facts(event),
        "limits": limits_of(event),
        "house_rules": _house_rules(event),
    }


def _house_rules(event: Event) -> list[dict[str, str]]:
    if not event.settings or not registry.has(event.rulebook):
        return []
    rulebook = registry.rulebook(event.rulebook)
    return describe_rulings(rulebook, rulebook.complete_settings(event.settings))


def _facts(event: Event) -> list[tuple[str, str]]:
    """Return the terms that players ask about: each a title and a sentence."""
    rounds = ngettext("%(count)d round", "%(count)d rounds", event.rounds) % {"count": event.rounds}
    tables = ngettext("%(count)d table", "%(count)d tables", event.tables) % {"count": event.tables}
    facts = [
        (_("Rulebook"), registry.known_or_first(event.rulebook).title),
        (_("Format"), f"{rounds}, {tables}"),
        (_("Table size"), _table_words(event)),
    ]
    if event.places is not None:
        places = ngettext("%(count)d player", "%(count)d players", event.places)
        facts.append((_("Places"), places % {"count": event.places}))
    last = deadlines.closes(event)
    if last is not None:
        late = _("Late lists are refused.")
        if event.lists["late"] == "accept":
            late = deadlines.late_words(event)
        facts.append((_("List deadline"), f"{deadlines.format_at_venue(event, last)}. {late}"))
    facts.append((_("Scoring"), scoring_words(event.scoring)))
    ties = ", ".join(str(TIE_BREAK_WORDS[name]) for name in event.tie_breaks)
    if ties:
        facts.append((_("Tie-breaks"), ties))
    return facts


def _table_words(event: Event) -> str:
    return _("%(width)s × %(depth)s base widths of %(mm)s mm") % {
        "width": f"{event.table['width']:g}",
        "depth": f"{event.table['depth']:g}",
        "mm": f"{event.base_width_mm:g}",
    }


def _days(event: Event) -> list[tuple[datetime, list[dict[str, Any]]]]:
    """Return the schedule in order, by the days of the venue."""
    zone, days = ZoneInfo(event.timezone), dict[Any, list[dict[str, Any]]]()
    for line in sorted(event.schedule, key=_moment):
        at = _moment(line)
        days.setdefault(at.astimezone(zone).date(), []).append({"at": at, "text": line["text"]})
    return [(lines[0]["at"], lines) for lines in days.values()]


def _moment(line: dict[str, str]) -> datetime:
    at = parse_datetime(line["at"])
    assert at is not None
    return tellable(at)


@page
@require_http_methods(["GET", "HEAD", "POST"])
def information(request: HttpRequest, event: str, role: int) -> HttpResponse:
    """Show the form of the description, schedule and contact; preview it, or save it."""
    standing = standing_as(request, event, role)
    standing.needs(Kind.ORGANISER)
    rows, faults = _rows_of(standing.event), dict[str, str]()
    preview = None
    sent: dict[str, str] = {
        name: getattr(standing.event, name) for name in ("description", "contact")
    }
    if request.method == "POST":
        read, rows, found = _read(standing.event, request.POST)
        sent = {name: request.POST.get(name, "") for name in sent}
        if found:
            faults = tell_faults(request, found)
        elif request.POST.get("do") == "preview":
            preview = information_parts(_with(standing.event, read))
        else:
            services.change_event(standing=standing, terms=read)
            messages.success(request, _("Information saved."))
            return redirect("event-information", event, role)
    shown = {
        "event": standing.event,
        "kind": standing.kind,
        "role": role,
        "tab": "event-terms",
        "sent": sent,
        "rows": rows,
        "faults": faults,
        "first_fault": next(iter(faults), ""),
        "preview": preview,
        "most": {"description": MAX_DESCRIPTION_LENGTH, "line": MAX_LINE_LENGTH},
    }
    return render(request, "events/information.html", shown)


def _with(event: Event, read: dict[str, Any]) -> Event:
    """Return the event with typed information, which is not stored."""
    for name, value in read.items():
        setattr(event, name, value)
    return event


def _rows_of(event: Event) -> list[ScheduleRow]:
    zone = ZoneInfo(event.timezone)
    rows = [
        ScheduleRow(number, format_local(_moment(line), zone), line["text"])
        for number, line in enumerate(event.schedule)
    ]
    return rows + _blank_rows(len(rows))


def _blank_rows(first: int) -> list[ScheduleRow]:
    return [
        ScheduleRow(number, "", "")
        for number in range(first, min(first + BLANK_ROWS, MAX_SCHEDULE))
    ]


def _read(
    event: Event, sent: QueryDict
) -> tuple[dict[str, Any], list[ScheduleRow], list[TermFault]]:
    """Return a form's information in the form of the API, the rows of its schedule as they were
    typed, and every error.
    """
    fields = TermsSerializer().fields
    read: dict[str, Any] = {}
    found: list[TermFault] = []
    for name in ("description", "contact"):
        try:
            read[name] = fields[name].run_validation(sent.get(name, ""))
        except ValidationError as wrong:
            found += faults_of({name: wrong.detail})
    rows, lines = [], []
    for number in range(MAX_SCHEDULE):
        at, text = sent.get(f"at-{number}", "").strip(), sent.get(f"text-{number}", "").strip()
        if not at and not text:
            continue
        row, line = _read_line(event, sent, number)
        rows.append(row)
        lines.append(line)
        found += [
            TermFault(f"{name}-{number}", str(SETTING_TITLES["schedule"]), fault)
            for name, fault in (("at", row.at_fault), ("text", row.text_fault))
            if fault
        ]
    read["schedule"] = lines
    last = max((each.number for each in rows), default=-1)
    return read, rows + _blank_rows(last + 1), found


def _read_line(event: Event, sent: QueryDict, number: int) -> tuple[ScheduleRow, dict[str, Any]]:
    zone = ZoneInfo(event.timezone)
    typed, text = sent.get(f"at-{number}", "").strip(), sent.get(f"text-{number}", "").strip()
    which = sent.get(f"at-{number}_which", "")
    at_fault, at = "", typed
    stored = event.schedule[number]["at"] if number < len(event.schedule) else None
    if stored and format_local(_moment(event.schedule[number]), zone) == typed:
        # The field shows no seconds, and one of two times that the clocks show twice.
        at = stored
    elif (local := parse_local(typed)) is not None:
        try:
            at = moment_of(local, zone, which=which).astimezone(UTC).isoformat()
        except OverflowError:
            at = typed
        except DomainError as refused:
            at, at_fault = "", sentence(refused.code, refused.params)
    reader = ScheduleLineSerializer(data={"at": at, "text": text})
    line: dict[str, Any] = {}
    wrong = (
        {} if reader.is_valid() else {each.field: each.words for each in faults_of(reader.errors)}
    )
    if not wrong:
        line = dict(reader.validated_data)
    if not at_fault:
        at_fault = wrong.get("at", "")
    row = ScheduleRow(
        number,
        typed,
        text,
        at_fault,
        wrong.get("text", ""),
        tuple(choices_of(typed, zone, which)),
    )
    return row, line
