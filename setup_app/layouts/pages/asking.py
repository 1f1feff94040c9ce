"""Where does somebody ask for a table, find the own ones again, and let one be forgotten?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from config.problems import RETRY_AFTER
from config.sentences import sentence
from config.throttling import counted
from setup_app import rulings
from setup_app.askers import asker_of, asker_who_stores
from setup_app.jobs.presence import worker_is_there
from setup_app.jobs.queries import wait_for
from setup_app.layouts import services, stored
from setup_app.layouts.models import LaidTable
from setup_app.layouts.pages import selecting, wishing, words
from setup_app.maps.texts import density_in_words, flank_in_words, territory_in_words
from setup_app.owned_pages import Choice, page_of, there
from setup_app.rulebooks import registry
from setup_app.script.errors import DomainError
from setup_app.script.rulebook import Rulebook

PATIENCE = 3.0
"""Seconds that the sender waits for the table: most are laid in a tenth of one."""
LATEST = 4


@dataclass(frozen=True)
class MapBox:
    """One box of a territory's map, as it is ticked."""

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
@counted
def new(request: HttpRequest) -> HttpResponse:
    """The form of a wish, and the wish: answered with the table's own page."""
    rulebook = _rulebook(request.POST if request.method == "POST" else request.GET)
    if rulebook is None:
        return render(request, "layouts/none.html", status=404)
    if request.method != "POST":
        return _form(request, rulebook, request.GET, {})
    try:
        wish = wishing.wish_of(rulebook, request.POST)
        row = services.ask_for(wish, asker=asker_who_stores(request))
    except wishing.WishRefused as refused:
        return _form(request, rulebook, request.POST, refused.faults)
    except DomainError as refused:
        busy = _form(request, rulebook, request.POST, wishing.told(refused), status=503)
        busy["Retry-After"] = str(RETRY_AFTER)
        return busy
    return shown_when_laid(row)


def shown_when_laid(row: LaidTable) -> HttpResponse:
    """Wait a moment for the worker, then go to the table's page, which waits on."""
    if row.job is not None and worker_is_there():
        wait_for(row.job, PATIENCE)
    return redirect("table", row.public_id)


@never_cache
@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    """The tables that this browser or account has asked for."""
    page = page_of(request, stored.tables_of(asker_of(request)))
    return render(
        request, "layouts/mine.html", {"page": page, "lines": [_line(row) for row in page]}
    )


@never_cache
@require_POST
def forget(request: HttpRequest, table: str) -> HttpResponse:
    """Have one's own table deleted; its link leads nowhere then."""
    with there():
        services.forget(table, asker=asker_of(request))
    messages.success(request, _("The table is forgotten. Its link leads nowhere now."))
    return redirect("tables")


def _rulebook(sent: QueryDict) -> Rulebook | None:
    known = {each.id: each for each in wishing.layable()}
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
    size = sent.get("size") or "{:g}x{:g}".format(*wishing.presets(rulebook)[0])
    shown = {
        "rulebook": rulebook,
        "others": [each for each in wishing.layable() if each is not rulebook],
        "territories": [_territory(rulebook, each, chosen, sent) for each in territories],
        "densities": [
            Choice(each, density_in_words(rulebook, each), each == sent.get("density"))
            for each in densities
        ],
        "flanks": [
            Choice(
                "+".join(kinds) or wishing.NO_FLANK,
                flank_in_words(rulebook, kinds),
                ("+".join(kinds) or wishing.NO_FLANK) == sent.get("flank"),
            )
            for kinds in sorted(flanks)
        ],
        "policies": [
            (Choice(code, title, code == sent.get("policy", "random")), note)
            for code, (title, note) in words.POLICIES.items()
        ],
        "sizes": [
            Choice(
                f"{width:g}x{depth:g}",
                words.size_in_words(
                    {"width": width, "depth": depth}, usual["base_width_mm"], rulebook.unit
                ),
                f"{width:g}x{depth:g}" == size,
            )
            for width, depth in wishing.presets(rulebook)
        ],
        "usual": usual,
        "sent": sent,
        "faults": faults,
        "heads": selecting.heads(),
        "wished": selecting.lines(rulebook, sent),
        "wishes": selecting.fields_in(sent) or "selection" in faults,
        "rulings": [
            each
            for each in rulings.rulings(rulebook, sent if "settings" in sent else None)
            if each.name in wishing.of_ground(rulebook.id)
        ],
        "ruled": "settings" in sent and bool(rulings.chosen(rulebook, sent)),
        "typed": bool({"width", "depth", "base_width_mm"} & set(faults)),
        "lines": [_line(row) for row in stored.tables_of(asker_of(request))[:LATEST]],
    }
    return render(request, "layouts/new.html", shown, status=status if faults else 200)


def _territory(
    rulebook: Rulebook, territory: Mapping[str, Any], chosen: str, sent: QueryDict
) -> Territory:
    slug = territory["slug"]
    ticked = sent.get(f"box-{slug}", wishing.ANY)
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


def _line(row: LaidTable) -> dict[str, Any]:
    """A table in a list; without its layout what was wished stands for it."""
    what = row.layout or {"rulebook": row.rulebook, "territory": row.wish["territory"]}
    if row.refused is not None:
        state = sentence(row.refused.get("code", "fault"), {})
    elif not row.finished:
        state = _("not laid yet")
    else:
        state = "" if row.audit["legal"] else _("not legal")
    return {
        "row": row,
        "title": words.title_of(what),
        "ground": words.ground_of(
            registry.known_or_first(row.rulebook), words.wished_box(row.wish)
        ),
        "seed": row.wish["seed"],
        "state": state,
    }
