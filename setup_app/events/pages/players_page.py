"""The page on which players are added, found, corrected and ticked at the door."""

from __future__ import annotations

from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from setup_app.engine.errors import DomainError
from setup_app.engine.names import name_key
from setup_app.events.event import round_values, services
from setup_app.events.event.access import RUNS_ROUNDS, EventAccess
from setup_app.events.event.entry_table import (
    COLUMNS,
    HEADINGS,
    EntryLine,
    as_line,
    judge_line,
    pasted_rows,
)
from setup_app.events.models import MAX_NAME_LENGTH, Entry, Kind
from setup_app.events.pages.callers import standing_as
from setup_app.events.pages.entry_acts import MAX_COLUMNS, PasteRefused
from setup_app.events.pages.figures import is_number, number_of
from setup_app.events.pages.refusal import page_or, tell
from setup_app.events.pages.role_links import player_links
from setup_app.identity.pages import page_of
from setup_app.spreadsheets.faults import ImportFault
from setup_app.wording.sentences import sentence

MAX_SHOWN: Final = 6
"""The number of rows that are shown where an organiser is asked about columns."""


@page_or("event-role", "event", "role")
@require_safe
def players(request: HttpRequest, event: str, role: int) -> HttpResponse:
    """Show the entries, a page at a time or by a search, and a form to enter more."""
    return players_again(request, _desk(request, event, role), role)


def players_again(request: HttpRequest, standing: EventAccess, role: int) -> HttpResponse:
    """Show the page of entries again; a refused form keeps its values."""
    # The page may be shown at the address of a refused action.
    again = {"sent": request.POST, "tab": "event-players"}
    shown = _shown(standing, role) | found_players(request, standing) | again
    return render(request, "events/players.html", shown)


def paste_again(
    request: HttpRequest, standing: EventAccess, role: int, refused: PasteRefused
) -> HttpResponse:
    """Show every fault of a pasted text beside its line, to correct or leave out; the good lines
    stay in the box.
    """
    judged = refused.judged
    messages.error(request, _("No players added yet. Fix what is wrong and submit again."))
    shown = _shown(standing, role) | found_players(request, standing)
    shown |= {
        "sent": {"text": judged.good},
        "tab": "event-players",
        "over": [*filter(None, [refused.over]), *(_fault_words(each) for each in judged.whole)],
        "faulty": [
            {"text": each.text, "faults": [_fault_words(fault) for fault in each.faults]}
            for each in judged.faulty
        ],
    }
    return render(request, "events/players.html", shown)


def _fault_words(fault: ImportFault) -> str:
    params = {"path": fault.place, **fault.spelt()}
    return capfirst(sentence(fault.code, params))


def columns_asked(
    request: HttpRequest, standing: EventAccess, role: int, text: str
) -> HttpResponse:
    """Ask which columns of a text hold the names and clubs of the players; nothing is added yet."""
    rows, _separator = pasted_rows(text)
    width = min(max(len(cells) for _line, cells in rows), MAX_COLUMNS)
    cells = [[*cells, *[""] * width][:width] for _line, cells in rows[:MAX_SHOWN]]
    shown = _shown(standing, role) | {
        "tab": "event-players",
        "text": text,
        "rows": cells,
        "more": max(0, len(rows) - MAX_SHOWN),
        "columns": [(at, _column(request, at, rows[0][1])) for at in range(width)],
        "width": width,
        "headed": _is_headed(request, rows[0][1]),
        "again": "columns" in request.POST,
    }
    return render(request, "events/columns.html", shown, status=422)


def _is_headed(request: HttpRequest, header: list[str]) -> bool:
    """Return whether the first row holds headings: as stated, at first if one of them is known."""
    if "columns" in request.POST:
        return request.POST.get("header") == "yes"
    return any(name_key(each) in HEADINGS for each in header)


def _column(request: HttpRequest, at: int, header: list[str]) -> str:
    """Return what was chosen for a column, at first what its heading means in another language."""
    if "columns" in request.POST:
        return request.POST.get(f"column-{at}", "")
    return HEADINGS.get(name_key(header[at]), "") if at < len(header) else ""


@page_or("event-one-player", "event", "role", "entry")
@require_http_methods(["GET", "HEAD", "POST"])
def one_player(request: HttpRequest, event: str, role: int, entry: int) -> HttpResponse:
    """Show one player: change the name, set or waive the penalty, get the link for the player at
    the desk.
    """
    standing = _desk(request, event, role)
    player = services.entry_named(standing.event, entry)
    if request.method == "POST" and _mended(request, standing, entry):
        return redirect("event-one-player", event, role, entry)
    sent = request.POST or {name: getattr(player, name) for name in (*COLUMNS, "penalty")}
    links = player_links(request, standing, player)
    shown = _shown(standing, role) | {"entry": player, "links": links, "sent": sent}
    return render(request, "events/one_player.html", shown)


@page_or("event-door", "event", "role")
@require_http_methods(["GET", "HEAD", "POST"])
def door(request: HttpRequest, event: str, role: int) -> HttpResponse:
    """Show everyone by name; one tap checks a player in."""
    standing = _desk(request, event, role)
    if request.method == "POST":
        number = number_of(request.POST, "entry")
        ticked = {"here": request.POST.get("here") == "yes"}
        services.change_entry(standing=standing, number=number, changes=ticked)
        kept = "away&" if "away" in request.GET else ""
        return redirect(f"{reverse('event-door', args=(event, role))}?{kept}at={number}")
    playing = [each for each in round_values.entries_of(standing.event) if not each.dropped]
    playing.sort(key=lambda each: each.name.casefold())
    here = sum(bool(each.here) for each in playing)
    away = "away" in request.GET
    lines = [each for each in playing if not (away and each.here)]
    shown = _shown(standing, role) | {
        "lines": lines,
        "at": _next(playing, lines, request.GET.get("at", "")),
        "away": away,
        "here": here,
        "of": len(playing),
    }
    return render(request, "events/door.html", shown)


def found_players(request: HttpRequest, standing: EventAccess) -> dict[str, Any]:
    """Return the players whose names contain the search words, by their numbers, page by page."""
    words = request.GET.get("sought", "").replace("\0", "")[:MAX_NAME_LENGTH]
    found = standing.event.entry_rows.order_by("number")
    if key := name_key(words):
        rows = found.values_list("number", "name")
        found = found.filter(number__in=[number for number, name in rows if key in name_key(name)])
    return {"sought": words, "page": page_of(request, found)}


def _desk(request: HttpRequest, event: str, role: int) -> EventAccess:
    standing = standing_as(request, event, role)
    standing.needs(*RUNS_ROUNDS)
    return standing


def _shown(standing: EventAccess, role: int) -> dict[str, Any]:
    return {"event": standing.event, "kind": standing.kind, "role": role}


def _next(playing: list[Entry], lines: list[Entry], at: str) -> int | None:
    """Return the row with the keyboard's focus: the last player ticked, or if they are no longer
    listed the next one, at the end of the list the previous one.
    """
    numbers = [each.number for each in playing]
    if not is_number(at) or int(at) not in numbers:
        return None
    shown = {each.number for each in lines}
    place = numbers.index(int(at))
    nearest = (*numbers[place:], *reversed(numbers[:place]))
    return next((number for number in nearest if number in shown), None)


def _mended(request: HttpRequest, standing: EventAccess, number: int) -> bool:
    """Return whether the player was saved as the form states; its errors are reported."""
    try:
        changes = _changes(request, standing)
        services.change_entry(standing=standing, number=number, changes=changes)
    except DomainError as refused:
        tell(request, refused)
        return False
    messages.success(request, _("Changes to %(name)s saved.") % {"name": changes["name"]})
    return True


def _changes(request: HttpRequest, standing: EventAccess) -> dict[str, Any]:
    """Return the changes that the form states. Raises `number_missing` for an invalid penalty."""
    name, club, country = (as_line(request.POST.get(each, "")) for each in COLUMNS)
    line = judge_line(EntryLine(name, club, country))
    changes = {"name": line.name, "club": line.club, "country": line.country}
    if standing.kind != Kind.ORGANISER:
        return changes
    stated = request.POST.get("penalty", "").strip()
    return changes | {"penalty": number_of(request.POST, "penalty") if stated else None}
