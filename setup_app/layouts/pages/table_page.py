"""The page of a saved table, while it is generated, when it is ready, or when generation failed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from setup_app.engine.errors import DomainError
from setup_app.identity.pages import there
from setup_app.identity.requesters import asker_of, asker_who_stores
from setup_app.jobs.worker_heartbeat import worker_is_there
from setup_app.layouts import queries, saved_tables, services
from setup_app.layouts.models import SavedTable
from setup_app.layouts.names import map_names
from setup_app.layouts.pages import (
    drawing,
    fairness_card,
    generator_form,
    new_table,
    piece_choice,
    wording,
)
from setup_app.layouts.table_picture import words as shown_words
from setup_app.rulebooks import registry
from setup_app.web.addresses import code_for, here_only
from setup_app.web.problems import RETRY_AFTER
from setup_app.web.throttling import limit_rate
from setup_app.wording.place_refusals import figure, worth_saying
from setup_app.wording.sentences import sentence
from setup_app.wording.speaker import Speaker
from terrain.core.layout import PLAYERS
from terrain.draw.sheet import Heading
from terrain.draw.view import ViewFrom

KEPT = "private, max-age=86400, immutable"
"""Private caching only, never in a shared cache: a table may be deleted, and a sheet shows the
address by which it was requested.
"""
MAX_LOCKED = 64


def found(public_id: str) -> SavedTable:
    """Return the table at an address; 404 if there is none."""
    with there():
        return saved_tables.table_named(public_id)


def get_generated_table(public_id: str) -> SavedTable:
    """Return the table once it is generated; 404 before."""
    row = found(public_id)
    if row.layout is None or row.audit is None:
        raise Http404
    return row


def view_from(request: HttpRequest) -> ViewFrom:
    """Return the edge that is nearest to the viewer."""
    stated = request.GET.get("from") or request.GET.get("view")
    return "invader" if stated == "invader" else "defender"


@never_cache
@require_safe
def table(request: HttpRequest, table: str) -> HttpResponse:
    """Show the table to anyone with its address."""
    row = found(table)
    services.note_seen(row)
    progress = saved_tables.progress_of(row)
    own = row.is_of(asker_of(request))
    if isinstance(progress, saved_tables.Failed):
        return _failed(request, row, progress, own)
    if progress is not None:
        return _waiting(request, row, progress)
    shown = _shown(request, row, own)
    # Only the picture, for a script that turns it round.
    name = "_picture" if request.GET.get("picture") else "table"
    return render(request, f"layouts/{name}.html", shown)


@never_cache
@require_safe
def state(request: HttpRequest, table: str) -> HttpResponse:
    """Return the progress, as JSON for the waiting page."""
    progress = saved_tables.progress_of(found(table))
    if isinstance(progress, saved_tables.Waiting):
        words_ = _progress(progress)
        return JsonResponse({"waiting": True, "words": words_})
    return JsonResponse({"waiting": False})


@require_safe
def layout(request: HttpRequest, table: str) -> HttpResponse:
    """Return the layout as the API reads it."""
    row = get_generated_table(table)
    answer = JsonResponse(row.layout, json_dumps_params={"ensure_ascii": False})
    answer.headers["Cache-Control"] = KEPT
    return answer


@require_safe
def picture(request: HttpRequest, table: str) -> HttpResponse:
    """Return the map as PNG, for link previews in chats."""
    row = get_generated_table(table)
    assert row.layout is not None
    try:
        made = queries.drawn_png(row.layout)
    except DomainError as refused:
        return _busy(refused)
    return HttpResponse(made, content_type="image/png", headers={"Cache-Control": KEPT})


@require_safe
def sheet(request: HttpRequest, table: str) -> HttpResponse:
    """Return the printable sheet for setting up the table, as PDF."""
    row = get_generated_table(table)
    services.note_seen(row)
    assert row.layout is not None
    heading = Heading(
        title=wording.title_of(row.layout),
        subtitle=_subtitle(row),
        url=""
        if here_only(request)
        else request.build_absolute_uri(reverse("table", args=(row.public_id,))),
    )
    paper = "letter" if request.GET.get("paper") == "letter" else "a4"
    try:
        made = queries.table_sheet(row.layout, heading, view_from=view_from(request), paper=paper)
    except DomainError as refused:
        return _busy(refused)
    headers = {
        "Content-Disposition": f'inline; filename="{_file_name(row)}.pdf"',
        "Cache-Control": KEPT,
    }
    return HttpResponse(made, content_type="application/pdf", headers=headers)


def _file_name(row: SavedTable) -> str:
    """Return the file name: the seed of a generated table, or the id of an edited one."""
    seed = row.wish["seed"]
    return f"table-{row.public_id if row.edited or not isinstance(seed, int) else seed}"


def _busy(refused: DomainError) -> HttpResponse:
    return HttpResponse(
        sentence(refused.code, {}),
        status=503,
        content_type="text/plain; charset=utf-8",
        headers={"Retry-After": str(RETRY_AFTER), "Cache-Control": "no-store"},
    )


@never_cache
@require_POST
@limit_rate
def again(request: HttpRequest, table: str) -> HttpResponse:
    """Generate a table with the same options and another seed; locked pieces stay unchanged.

    `policy` requests another one: the fairness card offers balanced halves.
    """
    row = found(table)
    locked = set(request.POST.getlist("lock")[:MAX_LOCKED])
    pieces = [piece for piece in (row.layout or {}).get("pieces", ()) if piece["id"] in locked]
    wish = {name: value for name, value in row.wish.items() if name != "locked"}
    wish["seed"] = generator_form.fresh_seed()
    if request.POST.get("policy") in wording.POLICIES:
        wish["policy"] = request.POST["policy"]
    if pieces:
        wish["locked"] = pieces
    return _asked(request, row, wish)


@never_cache
@require_POST
@limit_rate
def once_more(request: HttpRequest, table: str) -> HttpResponse:
    """Send the same options to a worker again: its maker's own row, for others a new table."""
    row = found(table)
    asker = asker_of(request)
    if not row.is_of(asker):
        return _asked(request, row, row.wish)
    try:
        with there():
            row = services.try_again(row.public_id, asker=asker)
    except DomainError as refused:
        return _refused(request, row, refused)
    return new_table.shown_when_laid(row)


def _asked(request: HttpRequest, row: SavedTable, wish: Mapping[str, Any]) -> HttpResponse:
    try:
        made = services.ask_for(wish, asker=asker_who_stores(request), parent=row)
    except DomainError as refused:
        return _refused(request, row, refused)
    return new_table.shown_when_laid(made)


def _refused(request: HttpRequest, row: SavedTable, refused: DomainError) -> HttpResponse:
    for words_ in generator_form.describe_faults(refused).values():
        messages.error(request, words_)
    return redirect("table", row.public_id)


def _subtitle(row: SavedTable) -> str:
    made = _("edited by hand") if row.edited else _("seed %(seed)s") % {"seed": row.wish["seed"]}
    if row.audit and not row.audit["legal"]:
        return f"{made} · {_('NOT LEGAL')}"
    return made


def _shown(request: HttpRequest, row: SavedTable, own: bool) -> dict[str, Any]:
    layout, audit = row.layout, row.audit
    assert layout is not None
    assert audit is not None
    rulebook = registry.rulebook(row.rulebook)
    side = view_from(request)
    url = request.build_absolute_uri(reverse("table", args=(row.public_id,)))
    # The locks of the maker are left out: other visitors choose their own.
    kept = {piece["id"] for piece in row.wish.get("locked", ()) if own}
    called = drawing.names_of(layout)
    pieces = [
        {
            "id": piece["id"],
            "name": called[piece["id"]],
            "line": line,
            "kept": piece["id"] in kept,
        }
        for piece, line in zip(layout["pieces"], drawing.listed(layout, side), strict=True)
    ]
    names = map_names(row.rulebook)
    size = wording.size_in_words(layout["table"], layout["base_width_mm"], rulebook.unit)
    return {
        "row": row,
        "own": own,
        "wish": generator_form.as_query(row.wish),
        "title": wording.title_of(layout),
        "ground": wording.ground_of(rulebook, layout),
        "size": size,
        "rulebook": rulebook,
        "svg": drawing.table_svg(layout, audit["violations"], view_from=side),
        "view": side,
        "stage": {
            "words": json.dumps(shown_words()),
            "base_width_mm": f"{layout['base_width_mm']:g}",
            "address": reverse("table", args=(row.public_id,)),
            "turned": f"?view={next(each for each in PLAYERS if each != side)}",
        },
        "pieces": pieces,
        "card": fairness_card.card_of(audit["fairness"], row.rulebook)
        if audit["fairness"]
        else None,
        "legal": audit["legal"],
        "violations": [
            *wording.not_all(audit),
            *(
                in_words(broken, called, Speaker(rulebook))
                for broken in worth_saying(audit["violations"])
            ),
        ],
        "told": saved_tables.told_of(row),
        "lost": [names.type(each["piece"]["type"]) for each in row.lost],
        "policy": "" if row.edited else wording.policy_in_words(row.wish),
        "url": url,
        "qr": code_for(request, url),
        "here_only": here_only(request),
        "picture": request.build_absolute_uri(reverse("table-picture", args=(row.public_id,))),
    }


def _of_unseen(broken: Mapping[str, Any], refusal: str, speak: Speaker) -> Mapping[str, Any]:
    """Return the parameters with a piece that is not on the table yet named by its type."""
    params = broken["params"]
    named = queries.unseen_piece(refusal, broken["pieces"], params, speak=speak)
    return broken if named is None else {**broken, "params": {**params, "pieces": named}}


def in_words(broken: Mapping[str, Any], names: Mapping[str, str], speak: Speaker) -> str:
    """Return a violation in the reader's language, with piece names and short figures."""
    measured, required = broken["measured"], broken["required"]
    return sentence(
        broken["code"],
        speak.named(
            {
                "pieces": ", ".join(names.get(each, each) for each in broken["pieces"]),
                **broken["params"],
                "measured": None if measured is None else figure(measured, required),
                "required": None if required is None else figure(required),
            }
        ),
    )


def _progress(progress: saved_tables.Waiting) -> str:
    if not worker_is_there(patient=True):
        return _(
            "The background worker is not running. Your request is saved; the table will be "
            "generated when it is back."
        )
    if progress.total > 1:
        return _("Trying table %(done)d of %(total)d.") % {
            "done": min(progress.done + 1, progress.total),
            "total": progress.total,
        }
    return _("Placing the pieces and measuring both halves. This takes a few seconds.")


def _waiting(request: HttpRequest, row: SavedTable, progress: saved_tables.Waiting) -> HttpResponse:
    shown = {"row": row, "words": _progress(progress), **_wished(row)}
    return render(request, "layouts/waiting.html", shown)


def _failed(
    request: HttpRequest, row: SavedTable, failed: saved_tables.Failed, own: bool
) -> HttpResponse:
    broken = broken_in(row, failed.problem)
    shown = {
        "row": row,
        "own": own,
        "broken": broken,
        "said": sentence(failed.problem["code"], {}) if not broken else "",
        "kept": bool(row.wish.get("locked")),
        "again": failed.again,
        **_wished(row),
    }
    return render(request, "layouts/failed.html", shown)


def broken_in(row: SavedTable, problem: Mapping[str, Any]) -> list[str]:
    """Return the rules that prevent a table, a sentence each; none if its problem is of another
    kind, which has its own sentence.
    """
    # Pieces that could not stay are named by their types.
    names = map_names(row.rulebook)
    kept = {each["id"]: names.type(each["type"]) for each in row.wish.get("locked", ())}
    speak = Speaker(registry.rulebook(row.rulebook))
    # A job that failed without a message for its table has only its code.
    told = problem.get("violations", ()) if row.refused is not None else ()
    said = [
        in_words(_of_unseen(each, problem["code"], speak), kept, speak)
        if "params" in each
        # For a table of an old version only the worker's sentence was stored.
        else str(each["message"])
        for each in told
    ]
    return list(dict.fromkeys(said))


def _wished(row: SavedTable) -> dict[str, Any]:
    rulebook = registry.rulebook(row.rulebook)
    usual = rulebook.usual_table()
    base = row.wish.get("base_width_mm", usual["base_width_mm"])
    return {
        "wish": generator_form.as_query(row.wish),
        "selected": piece_choice.describe_selection(rulebook, row.wish.get("selection", {})),
        "title": wording.title_of({"rulebook": row.rulebook, "territory": row.wish["territory"]}),
        "ground": wording.ground_of(rulebook, wording.wished_box(row.wish)),
        "size": wording.size_in_words(row.wish["table"], base, rulebook.unit),
        "policy": wording.policy_in_words(row.wish),
    }
