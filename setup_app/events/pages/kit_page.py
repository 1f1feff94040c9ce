"""How is a club's kit typed in? A row a piece, or as a file."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from setup_app.armies.imports import text_in
from setup_app.events import kits
from setup_app.events.kit_table import COLUMNS, kit_csv, read_kit, types_of
from setup_app.events.models import Kind
from setup_app.events.pages.callers import standing_as
from setup_app.events.pages.refusal import page, tell
from setup_app.events.standing import Standing
from setup_app.script.errors import DomainError

BLANK: Final = 8
MOST_ROWS: Final = 110
"""A kit of more pieces is kept by a file alone: a form of so many fields is none for a person."""


@page
@require_http_methods(["GET", "HEAD", "POST"])
def kit(request: HttpRequest, event: str, role: int) -> HttpResponse:
    """What the club owns; what is wrong is told beside what was typed."""
    standing = standing_as(request, event, role)
    standing.needs(Kind.ORGANISER)
    if request.method == "POST":
        try:
            count = _keep(request, standing)
        except DomainError as refused:
            tell(request, refused)
        else:
            said = ngettext("%(count)d piece is kept.", "%(count)d pieces are kept.", count)
            messages.success(request, said % {"count": count})
            return redirect("event-kit", event, role)
    pieces = kits.kit_view(standing)
    typed = _typed(request.POST) if "id" in request.POST else []
    shown = {
        "event": standing.event,
        "kind": standing.kind,
        "role": role,
        "pieces": pieces,
        "copies": sum(each["count"] for each in pieces),
        "boxes": len({each["box"] for each in pieces} - {""}),
        "rows": _rows(typed or [_as_typed(each) for each in pieces]),
        "by_file": len(pieces) > MOST_ROWS,
        "types": types_of(standing.event),
        "text": kit_csv(pieces).removeprefix("\ufeff"),
    }
    return render(request, "events/kit.html", shown)


def _keep(request: HttpRequest, standing: Standing) -> int:
    """Keep what a file states, else the rows of the form; how many pieces there are now."""
    file = request.FILES.get("file")
    text = _as_csv(_typed(request.POST)) if file is None else text_in(file.read())
    pieces = read_kit(text, standing.event)
    # Neither a row nor a file has room for an outline: a piece that is as it was keeps its own.
    traced = {_same(each): each["outline"] for each in kits.kit_view(standing)}
    pieces = [{**each, "outline": traced.get(_same(each))} for each in pieces]
    kits.keep_kit(standing=standing, pieces=pieces)
    return len(pieces)


def _same(piece: Mapping[str, Any]) -> tuple[Any, ...]:
    return piece["id"], piece["long_mm"], piece["short_mm"]


def _typed(sent: QueryDict) -> list[dict[str, str]]:
    """The rows of a form as they were sent, the blank ones too: each is a line."""
    columns = [sent.getlist(name) for name in COLUMNS]
    longest = max((len(cells) for cells in columns), default=0)
    filled = [cells + [""] * (longest - len(cells)) for cells in columns]
    return [dict(zip(COLUMNS, cells, strict=True)) for cells in zip(*filled, strict=True)]


def _as_csv(rows: list[dict[str, str]]) -> str:
    """The same as a text, which the one reader of kits judges."""
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    for row in rows:
        # A row in which nothing but an untouched choice stands is blank.
        stated = any(value for name, value in row.items() if name != "section")
        writer.writerow([row[name] for name in COLUMNS] if stated else [""])
    return out.getvalue()


def _as_typed(piece: dict[str, Any]) -> dict[str, str]:
    return {
        **{name: str(piece[name]) for name in COLUMNS},
        "types": " ".join(piece["types"]),
        "section": "yes" if piece["section"] else "",
    }


def _rows(typed: list[dict[str, str]]) -> list[dict[str, Any]]:
    """What stands in the form, and some blank rows more; a file's first line names the columns."""
    blank = [dict.fromkeys(COLUMNS, "")] * BLANK
    return [{**row, "line": line} for line, row in enumerate([*typed, *blank], start=2)]
