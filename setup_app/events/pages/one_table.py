"""The page on which an organiser regenerates, edits or replaces one table."""

from __future__ import annotations

from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from setup_app.engine.errors import DomainError
from setup_app.events.event.access import EventAccess
from setup_app.events.event.deadlines import format_at_venue
from setup_app.events.event.wording import refused_ground_words
from setup_app.events.event_tables import queries, services
from setup_app.events.event_tables.table_battles import are_watched
from setup_app.events.models import BATTLE, EventTable, Kind
from setup_app.events.pages import table_terms
from setup_app.events.pages.callers import standing_as
from setup_app.events.pages.figures import note_of
from setup_app.events.pages.refusal import page, tell
from setup_app.events.pages.table_page import drawn_ground
from setup_app.identity.ownership import NotThere
from setup_app.identity.requesters import asker_of
from setup_app.layouts.models import SavedTable
from setup_app.layouts.pages import hints as asked_while_dragged
from setup_app.layouts.pages.editor import at_bench
from setup_app.layouts.pages.editor_target import EditorTarget, Places
from setup_app.layouts.pages.wording import title_of
from setup_app.layouts.saved_tables import each_table_of, table_named
from setup_app.spreadsheets.texts import text_in
from setup_app.web.json_body import read_field
from setup_app.web.problem_answers import answered

MAX_LOCKED: Final = 64
MAX_OFFERED: Final = 30
"""The maximum number of the organiser's own tables in the form, the latest first."""


@page
@require_http_methods(["GET", "HEAD", "POST"])
def ground(request: HttpRequest, event: str, role: int, number: int, table: int) -> HttpResponse:
    """Show the terrain of one table, and every way to change it."""
    standing, row = _held(request, event, role, number, table)
    if request.method == "POST":
        try:
            _done(request, standing, row)
        except DomainError as refused:
            tell(request, refused)
        else:
            locked = urlencode({"lock": request.POST.getlist("lock")[:MAX_LOCKED]}, doseq=True)
            return redirect(f"{request.path}{'?' if locked else ''}{locked}")
    waiting = queries.parts_at_work([row])
    shown: dict[str, Any] = {
        "event": standing.event,
        "kind": standing.kind,
        "role": role,
        "number": number,
        "table": table,
        "row": row,
        "state": queries.state_of(row, waiting),
        "why": refused_ground_words(row.refused["code"]) if row.refused else "",
        "generated": row.terms.get("kind") == services.GENERATED,
        "played": row.terms.get("kind") == BATTLE,
        "battle": _watched_battle(row),
        "out": number in services.rounds_out(standing.event),
        "own": _own_tables(request, standing),
        "at_work": row.run if row.part in waiting else None,
        "locked": (request.POST or request.GET).getlist("lock"),
        **table_terms.form_parts(standing.event, request.POST),
    }
    if row.layout is not None:
        shown |= drawn_ground(row, standing)
    return render(request, "events/one_table.html", shown)


@page
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, event: str, role: int, number: int, table: int) -> HttpResponse:
    """Show the editor of an event's table; saved terrain is placed there, and judged by a
    worker.
    """
    standing, row = _lying(request, event, role, number, table)

    def save(layout: dict[str, Any]) -> HttpResponse:
        asked = {"layout": layout, "note": note_of(request.POST)}
        services.lay_one(standing=standing, round_=number, table=table, asked=asked)
        return redirect("event-ground", *where)

    where = (event, role, number, table)
    places = Places(
        edit=reverse("event-ground-edit", args=where),
        hints=reverse("event-ground-hints", args=where),
        nearest=reverse("event-ground-nearest", args=where),
        back=reverse("event-ground", args=where),
    )
    at = {"number": number, "table": table}
    return at_bench(
        request,
        EditorTarget(
            layout=row.layout,
            audit=row.audit,
            places=places,
            save=save,
            heading=_("Edit round %(number)d, table %(table)d") % at,
            button=_("Save table"),
            asks_note=number in services.rounds_out(standing.event),
        ),
    )


@answered
@require_POST
def hints(request: HttpRequest, event: str, role: int, number: int, table: int) -> HttpResponse:
    """Return where the piece in hand may not lie, for the editor's script."""
    _standing, row = _lying(request, event, role, number, table)
    return asked_while_dragged.hints_of(request, row.layout)


@answered
@require_POST
def nearest(request: HttpRequest, event: str, role: int, number: int, table: int) -> HttpResponse:
    """Return the nearest legal place of the piece in hand, for the editor's script."""
    _standing, row = _lying(request, event, role, number, table)
    return asked_while_dragged.nearest_of(request, row.layout)


def _held(
    request: HttpRequest, event: str, role: int, number: int, table: int
) -> tuple[EventAccess, EventTable]:
    """Return a table of the event and its terrain, or a row that is not stored yet; for organisers.
    Raises `not_allowed`, `not_found`.
    """
    standing = standing_as(request, event, role)
    standing.needs(Kind.ORGANISER)
    of = standing.event
    if not (1 <= number <= of.rounds and 1 <= table <= of.tables):
        raise NotThere
    row = EventTable.objects.filter(event=of, round=number, table=table).first()
    row = row or EventTable(round=number, table=table)
    row.event = of
    return standing, row


def _lying(
    request: HttpRequest, event: str, role: int, number: int, table: int
) -> tuple[EventAccess, EventTable]:
    standing, row = _held(request, event, role, number, table)
    if row.layout is None:
        raise NotThere
    return standing, row


def _watched_battle(row: EventTable) -> str | None:
    """Return the battle in which the table is set up, if everyone who sees the event may watch
    it.
    """
    if row.battle is None or not are_watched(row.event):
        return None
    return row.battle.public_id


def _done(request: HttpRequest, standing: EventAccess, row: EventTable) -> None:
    """Perform the action of a form on the page; raises why not."""
    sent = request.POST
    do, words = sent.get("do", ""), note_of(sent)
    if do == "again":
        locked = set(sent.getlist("lock")[:MAX_LOCKED])
        pieces = [each for each in (row.layout or {}).get("pieces", ()) if each["id"] in locked]
        asked = {"seed": "", "locked": pieces, "note": words}
        services.lay_one(standing=standing, round_=row.round, table=row.table, asked=asked)
        return
    if do == "players":
        terms: dict[str, Any] = {"kind": BATTLE}
    elif do == "given":
        terms = {"kind": services.FIXED, "layout": _given(request)}
    elif do == "by-chance":
        terms = table_terms.stated(sent)
    else:
        raise NotThere
    every = sent.get("rounds") == "all"
    to_come = services.rounds_to_come(standing.event) if every else []
    rounds = sorted({*to_come, row.round})
    order: dict[str, Any] = {
        "rounds": rounds,
        "tables": [row.table],
        "seed": "",
        "each_round": True,
        "ground": terms,
        "grounds": {},
        "again": True,
        "note": words,
    }
    options = table_terms.chosen(sent) if do == "by-chance" else None
    services.prepare(standing=standing, asked=order, options=options)


def _given(request: HttpRequest) -> Any:
    """Return the submitted layout: one of the requester's own tables, a file, or a text. Raises
    `no_layout_given`, `unreadable`, `not_found`.
    """
    file, text = request.FILES.get("file"), request.POST.get("text", "").strip()
    named = request.POST.get("own", "")
    if file is not None:
        text = text_in(file.read())
    if text:
        return read_field(text)
    if not named:
        raise DomainError("no_layout_given")
    row = table_named(named)
    if row.layout is None or not row.is_of(asker_of(request)):
        raise NotThere
    return row.layout


def _own_tables(request: HttpRequest, standing: EventAccess) -> list[dict[str, Any]]:
    """Return the tables that this browser or account has drawn with the event's rulebook, the
    latest first.
    """
    found = [
        row
        for part in each_table_of(asker_of(request))
        for row in part.filter(
            layout__isnull=False, wish__rulebook=standing.event.rulebook
        ).order_by("-created", "number")[:MAX_OFFERED]
    ]
    event = standing.event
    found.sort(key=lambda row: (-row.created.timestamp(), row.number or 0))
    return [
        {"id": row.public_id, "title": _called(row), "created": format_at_venue(event, row.created)}
        for row in found[:MAX_OFFERED]
    ]


def _called(row: SavedTable) -> str:
    """Return the owner's name of a table, and its territory."""
    title = title_of(row.layout or {})
    if row.table_set is None:
        return title
    number = row.number or 1
    own = (row.table_set.title, str(number), row.table_set.name_of(number), title)
    return " · ".join(each for each in own if each)
