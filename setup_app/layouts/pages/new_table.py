"""Pages to generate a table, list one's own tables and delete one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.db.models import prefetch_related_objects
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from setup_app.engine.errors import DomainError
from setup_app.engine.rulebook import Rulebook
from setup_app.house_rules import form
from setup_app.identity.pages import FieldChoice, there
from setup_app.identity.requesters import asker_of, asker_who_stores
from setup_app.jobs.timeouts import wait_for
from setup_app.jobs.worker_heartbeat import worker_is_there
from setup_app.layouts import saved_tables, services
from setup_app.layouts.models import SavedTable, TableSet
from setup_app.layouts.pages import drawing, generator_form, piece_choice, wording
from setup_app.layouts.sets import services as sets
from setup_app.maps.wording import density_in_words, flank_in_words, territory_in_words
from setup_app.rulebooks import registry
from setup_app.web.problems import RETRY_AFTER
from setup_app.web.slices import PageCursor, slice_of
from setup_app.web.throttling import limit_rate
from setup_app.wording.sentences import sentence

TIMEOUT = 3.0
"""Seconds that the sender waits for the table: most are generated in a tenth of one."""
FIRST_LOOK = 1.0
"""Seconds to wait for the first tables of a set before the page shows them as they arrive."""
LATEST = 4
TILES_ON_A_PAGE = 24
"""A number that fills whole rows of two, three, four and six."""


@dataclass(frozen=True)
class MapBox:
    """One box of a territory's map, as a checkbox."""

    value: str
    density: str
    flank: tuple[str, ...]
    chosen: bool
    said: str
    flank_words: str
    density_word: str


@dataclass(frozen=True)
class Territory:
    """One territory with its map."""

    slug: str
    name: str
    chosen: bool
    any_box: bool
    rows: tuple[tuple[MapBox, ...], ...]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limit_rate
def new(request: HttpRequest) -> HttpResponse:
    """Show the generator form; a valid submission redirects to the table's own page."""
    rulebook = _rulebook(request.POST if request.method == "POST" else request.GET)
    if rulebook is None:
        return render(request, "layouts/none.html", status=404)
    if request.method != "POST":
        return _form(request, rulebook, request.GET, {})
    try:
        wishes = generator_form.wishes_of(rulebook, request.POST)
        if len(wishes) > 1:
            return _set_asked(request, wishes)
        row = services.ask_for(wishes[0], asker=asker_who_stores(request))
    except generator_form.WishRefused as refused:
        return _form(request, rulebook, request.POST, refused.faults)
    except DomainError as refused:
        busy = _form(
            request, rulebook, request.POST, generator_form.describe_faults(refused), status=503
        )
        busy["Retry-After"] = str(RETRY_AFTER)
        return busy
    return shown_when_laid(row)


def _set_asked(request: HttpRequest, wishes: list[dict[str, Any]]) -> HttpResponse:
    asked = sets.SetRequest(
        seed=str(wishes[0]["seed"]).rpartition("/")[0],
        form=generator_form.encode_form(request.POST),
        wishes=wishes,
    )
    made = sets.ask_for(asked, asker=asker_who_stores(request))
    wait_for_some(made)
    return redirect("table-set", made.public_id)


def wait_for_some(table_set: TableSet) -> None:
    """Wait a moment for a set's run, so that there is something to show; its page waits on."""
    if table_set.run is not None and worker_is_there(patient=True):
        wait_for(table_set.run, FIRST_LOOK)


def shown_when_laid(row: SavedTable) -> HttpResponse:
    """Wait a moment for the worker, then redirect to the table's page, which waits on."""
    if row.job is not None and worker_is_there(patient=True):
        wait_for(row.job, TIMEOUT)
    return redirect("table", row.public_id)


@never_cache
@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    """Show the tables of this browser or account."""
    own = saved_tables.tables_of(asker_of(request))
    place = PageCursor.read(request.GET.get("place", ""))
    part = slice_of(own, by="created", size=TILES_ON_A_PAGE, place=place)
    shown = {
        "part": part,
        "count": sum(each.count() for each in own),
        "lines": lines_of(part.things),
    }
    return render(request, "layouts/mine.html", shown)


@never_cache
@require_POST
def forget(request: HttpRequest, table: str) -> HttpResponse:
    """Delete one of the requester's own tables; its link no longer works after that."""
    with there():
        services.forget(table, asker=asker_of(request))
    messages.success(request, _("Table deleted. Its link no longer works."))
    return redirect("tables")


def _latest(request: HttpRequest) -> list[SavedTable]:
    own = saved_tables.tables_of(asker_of(request))
    return slice_of(own, by="created", size=LATEST).things


def _rulebook(sent: QueryDict) -> Rulebook | None:
    known = {each.id: each for each in generator_form.layable()}
    return known.get(sent.get("rulebook", "")) or next(iter(known.values()), None)


def _form(
    request: HttpRequest,
    rulebook: Rulebook,
    sent: QueryDict,
    faults: Mapping[str, str],
    status: int = 422,
) -> HttpResponse:
    territories = rulebook.territories() if rulebook.territories else ()
    chosen = sent.get("territory") or territories[0]["slug"]
    densities = rulebook.box_maps.densities if rulebook.box_maps else ()
    flanks = list(
        dict.fromkeys(
            tuple(box["flank"])
            for each in territories
            for line in each.get("cells") or ()
            for box in line
        )
    )
    usual = rulebook.usual_table()
    size = sent.get("size") or "{:g}x{:g}".format(*generator_form.presets(rulebook)[0])
    shown_lands = [_territory(rulebook, each, chosen, sent) for each in territories]
    shown = {
        "rulebook": rulebook,
        "any_territory": Territory(
            slug=generator_form.ANY,
            name=_("Any"),
            chosen=chosen == generator_form.ANY,
            any_box=True,
            # A single line each: there is no picture yet.
            rows=tuple(each.rows[at] for at, each in enumerate(shown_lands[:5]) if each.rows[at:]),
        ),
        "others": [each for each in generator_form.layable() if each is not rulebook],
        "territories": shown_lands,
        "densities": [
            FieldChoice(each, density_in_words(rulebook, each), each == sent.get("density"))
            for each in densities
        ],
        "flanks": [
            FieldChoice(
                "+".join(kinds) or generator_form.NO_FLANK,
                flank_in_words(rulebook, kinds),
                ("+".join(kinds) or generator_form.NO_FLANK) == sent.get("flank"),
            )
            for kinds in sorted(flanks)
        ],
        "policies": [
            (FieldChoice(code, title, code == sent.get("policy", wording.EVEN_HALVES)), note)
            for code, (title, note) in wording.POLICIES.items()
        ],
        "sizes": [
            FieldChoice(
                f"{width:g}x{depth:g}",
                wording.size_in_words(
                    {"width": width, "depth": depth}, usual["base_width_mm"], rulebook.unit
                ),
                f"{width:g}x{depth:g}" == size,
            )
            for width, depth in generator_form.presets(rulebook)
        ],
        "usual": usual,
        "most_tables": sets.MAX_TABLES,
        "sent": sent,
        "faults": faults,
        "heads": piece_choice.heads(),
        "wished": piece_choice.lines(rulebook, sent),
        "wishes": piece_choice.fields_in(sent) or "selection" in faults,
        "rulings": form.by_step(
            (
                each
                for each in form.rulings(rulebook, sent if "settings" in sent else None)
                if each.name in generator_form.of_ground(rulebook.id)
            ),
            rulebook,
        ),
        "ruled": "settings" in sent and bool(form.chosen(rulebook, sent)),
        "typed": bool({"width", "depth", "base_width_mm"} & set(faults)),
        "lines": lines_of(_latest(request)),
    }
    return render(request, "layouts/new.html", shown, status=status if faults else 200)


def _territory(
    rulebook: Rulebook, territory: Mapping[str, Any], chosen: str, sent: QueryDict
) -> Territory:
    slug = territory["slug"]
    ticked = sent.get(f"box-{slug}", generator_form.ANY)
    rows = tuple(
        tuple(
            _box(rulebook, box, (row, column), ticked == f"{row}-{column}")
            for column, box in enumerate(line)
        )
        for row, line in enumerate(territory.get("cells") or ())
    )
    return Territory(
        slug=slug,
        name=capfirst(territory_in_words(rulebook, slug)),
        chosen=slug == chosen,
        any_box=not any(box.chosen for line in rows for box in line),
        rows=rows,
    )


def _box(rulebook: Rulebook, box: Mapping[str, Any], at: tuple[int, int], chosen: bool) -> MapBox:
    row, column = at
    density = density_in_words(rulebook, box["density"])
    flank = flank_in_words(rulebook, box["flank"])
    return MapBox(
        value=f"{row}-{column}",
        density=box["density"],
        flank=tuple(box["flank"]),
        chosen=chosen,
        said=_("Row %(row)d, column %(column)d: %(density)s, %(flank)s")
        % {"row": row + 1, "column": column + 1, "density": density, "flank": flank.lower()},
        flank_words=flank,
        density_word=density,
    )


def lines_of(rows: list[SavedTable]) -> list[dict[str, Any]]:
    """Return tables for a list, each with its picture; one stands for a whole set. One query."""
    prefetch_related_objects(rows, "table_set")
    return [_line(row) for row in rows]


def _line(row: SavedTable) -> dict[str, Any]:
    """Return a table for a list; without a layout its options describe it."""
    what = row.layout or {"rulebook": row.rulebook, "territory": row.wish["territory"]}
    if row.refused is not None:
        state = sentence(row.refused.get("code", "fault"), {})
    elif row.audit is None:
        state = _("not ready yet")
    else:
        state = "" if row.audit["legal"] else _("not legal")
    mixed = row.table_set is not None and generator_form.in_any_territory(row.table_set.form)
    return {
        "row": row,
        "set": row.table_set,
        "picture": drawing.from_afar(row.layout) if row.layout else "",
        "title": _("Any territory") if mixed else wording.title_of(what),
        "ground": wording.ground_of(
            registry.known_or_first(row.rulebook), wording.wished_box(row.wish)
        ),
        "seed": row.wish["seed"],
        "state": state,
    }
