"""The page on which a club's kit is typed row by row or uploaded as a file."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Set
from dataclasses import dataclass, replace
from typing import Any, Final

from django.contrib import messages
from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods

from setup_app.events.event import held_roles, queries
from setup_app.events.event.access import EventAccess
from setup_app.events.event_tables import kits
from setup_app.events.event_tables.kit_table import COLUMNS, kit_csv, read_kit, types_of
from setup_app.events.event_tables.packing import services as packing
from setup_app.events.models import Event, Kind
from setup_app.events.pages.callers import standing_as
from setup_app.events.pages.refusal import page, tell, tell_notes
from setup_app.identity.ownership import NotThere
from setup_app.identity.requesters import asker_of
from setup_app.layouts.table_picture import label
from setup_app.spreadsheets.faults import ImportRefused
from setup_app.spreadsheets.texts import FileText, read_file

TITLES: Final = (
    gettext_lazy("ID"),
    gettext_lazy("Types"),
    gettext_lazy("Long side"),
    gettext_lazy("Short side"),
    gettext_lazy("Copies"),
    gettext_lazy("Box"),
    gettext_lazy("Section"),
    gettext_lazy("Note"),
)
"""The titles of the form's columns."""
MAX_OTHERS: Final = 20
BLANK: Final = 12
MAX_NOTED: Final = 12
"""The maximum number of nearly right names that are told."""
MAX_ROWS: Final = 110
"""The maximum number of rows in the form; a larger kit is uploaded as a file."""


@page
@require_http_methods(["GET", "HEAD", "POST"])
def kit(request: HttpRequest, event: str, role: int) -> HttpResponse:
    """Show the club's kit; errors stand beside the typed values."""
    standing = standing_as(request, event, role)
    standing.needs(Kind.ORGANISER)
    wrong: set[tuple[int | None, str | None]] = set()
    replacement: Replacement | None = None
    if request.method == "POST":
        try:
            done = _keep(request, standing)
        except ImportRefused as refused:
            of_file = "file" in request.FILES or "text" in request.POST
            shown_as = refused if of_file else _of_rows(refused)
            wrong = {(each.line, each.column) for each in shown_as.faults}
            tell(request, shown_as)
        else:
            if isinstance(done, Replacement):
                replacement = done
            else:
                said = ngettext("Kit saved: %(count)d piece.", "Kit saved: %(count)d pieces.", done)
                messages.success(request, said % {"count": done})
                return redirect(f"{reverse('event-kit', args=(event, role))}?more")
    pieces = kits.kit_view(standing)
    typed = _typed(request.POST) if "id" in request.POST else []
    shown = {
        "event": standing.event,
        "kind": standing.kind,
        "role": role,
        "pieces": pieces,
        "copies": sum(each["count"] for each in pieces),
        "boxes": len({each["box"] for each in pieces} - {""}),
        "rows": _rows(typed or [_as_typed(each) for each in pieces], wrong),
        "first_blank": len(pieces) + 1 if "more" in request.GET else 0,
        "columns": ", ".join(COLUMNS),
        "by_file": len(pieces) > MAX_ROWS,
        "types": sorted(label(each) for each in types_of(standing.event)),
        "text": kit_csv(pieces).removeprefix("\ufeff"),
        "replacement": replacement,
        "others": _others(request, standing)[:MAX_OTHERS],
    }
    return render(request, "events/kit.html", shown)


@dataclass(frozen=True)
class Replacement:
    """A kit that would replace the present one, to be confirmed: from where, how many pieces, and
    the fields that send it again.
    """

    source: str
    count: int
    fields: Mapping[str, str]


def _keep(request: HttpRequest, standing: EventAccess) -> int | Replacement:
    """Store the kit of a file, of another event, or of the form's rows; return the number of
    pieces. A file or another event's kit that would replace pieces is asked about first. Raises
    `not_found` for an event that the requester does not organise.
    """
    asks = "replace" not in request.POST and standing.event.kit_rows.exists()
    if "from" in request.POST:
        other = _others(request, standing).filter(public_id=request.POST["from"]).first()
        if other is None:
            raise NotThere
        pieces = kits.pieces_of(other)
        if asks:
            return Replacement(other.name, len(pieces), {"from": other.public_id})
        _keep_pieces(standing, pieces)
        return len(pieces)
    file = request.FILES.get("file")
    text = request.POST.get("text")
    if text is None:
        text = _as_csv(_typed(request.POST))
    sent = FileText(text) if file is None else read_file(file.read())
    table = read_kit(sent.text, standing.event)
    # Neither a row nor a file can hold an outline: an unchanged piece keeps its own.
    traced = {_same(each): each["outline"] for each in kits.kit_view(standing)}
    pieces = [{**each, "outline": traced.get(_same(each))} for each in table.pieces]
    tell_notes(request, table.ignored, sent.sheet)
    for name, each in list(table.read_as.items())[:MAX_NOTED]:
        words = _("Read “%(name)s” as %(type)s.")
        messages.info(request, words % {"name": name, "type": label(each)})
    if asks and file is not None:
        return Replacement(file.name or "", len(pieces), {"text": kit_csv(pieces)})
    _keep_pieces(standing, pieces)
    return len(pieces)


def _keep_pieces(standing: EventAccess, pieces: list[dict[str, Any]]) -> None:
    kits.keep_kit(standing=standing, pieces=pieces)
    packing.plan_again(standing.event.public_id)


def _others(request: HttpRequest, standing: EventAccess) -> QuerySet[Event]:
    """Return the requester's other events with a kit, the newest first."""
    mine = queries.events_run_by(asker_of(request), held_roles.all_held(request))
    others = mine.exclude(pk=standing.event.pk).filter(kit_rows__isnull=False)
    return others.annotate(pieces=Count("kit_rows"))


def _same(piece: Mapping[str, Any]) -> tuple[Any, ...]:
    return piece["id"], piece["long_mm"], piece["short_mm"]


def _typed(sent: QueryDict) -> list[dict[str, str]]:
    """Return the rows of a form as they were sent, including blank ones: each is a line."""
    columns = [sent.getlist(name) for name in COLUMNS]
    longest = max((len(cells) for cells in columns), default=0)
    filled = [cells + [""] * (longest - len(cells)) for cells in columns]
    return [dict(zip(COLUMNS, cells, strict=True)) for cells in zip(*filled, strict=True)]


def _as_csv(rows: list[dict[str, str]]) -> str:
    """Return the rows as a text for the one reader of kits."""
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    for row in rows:
        # A row with nothing but an untouched choice is blank.
        stated = any(value for name, value in row.items() if name != "section")
        writer.writerow([row[name] for name in COLUMNS] if stated else [""])
    return out.getvalue()


def _as_typed(piece: dict[str, Any]) -> dict[str, str]:
    return {
        **{name: str(piece[name]) for name in COLUMNS},
        "types": ", ".join(label(each) for each in piece["types"]),
        "section": "yes" if piece["section"] else "",
    }


def _of_rows(refused: ImportRefused) -> ImportRefused:
    """Return the same errors by the rows and columns of the form; a text has a header line
    above.
    """
    titles = dict(zip(COLUMNS, map(str, TITLES), strict=True))
    return ImportRefused(
        tuple(
            replace(
                each,
                line=each.line and each.line - 1,
                column=titles.get(each.column or "", each.column),
            )
            for each in refused.faults
        )
    )


def _rows(
    typed: list[dict[str, str]], wrong: Set[tuple[int | None, str | None]]
) -> list[dict[str, Any]]:
    """Return the cells of the form, and some more blank rows; `wrong` are cells by row and
    column.
    """
    blank = [dict.fromkeys(COLUMNS, "")] * BLANK
    titles = dict(zip(COLUMNS, map(str, TITLES), strict=True))
    return [
        {
            **row,
            "line": line,
            "wrong": {name for name in COLUMNS if (line, titles[name]) in wrong},
        }
        for line, row in enumerate([*typed, *blank], start=1)
    ]
