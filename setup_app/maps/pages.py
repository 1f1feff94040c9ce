"""Pages to view, copy and change maps, with and without scripts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from setup_app.engine.rulebook import Rulebook
from setup_app.identity.ownership import TooMany
from setup_app.identity.pages import FieldChoice, changeable, deleting, page_of, there
from setup_app.identity.requesters import asker_of, asker_who_stores
from setup_app.maps import queries, services, sheets
from setup_app.maps.boxes import MapFault, MapRefused, box_maps, read_map
from setup_app.maps.models import PbsMap
from setup_app.maps.wording import density_in_words, flank_in_words, in_words, territory_in_words
from setup_app.rulebooks import registry
from setup_app.web.throttling import limit_rate
from setup_app.wording.sentences import sentence

NO_FLANK = "none"
SAID = _lazy("Row %(row)s, column %(column)s: %(flank)s, %(density)s")


@dataclass(frozen=True, slots=True)
class ShownBox:
    """A box on the rendered map; `said` describes all of it in a sentence."""

    row: int
    column: int
    density: str
    density_word: str
    flank: str
    is_water: bool
    said: str


@dataclass(frozen=True, slots=True)
class Brush:
    """The value that a brush stroke on the map gives to a box; `field` is `density` or `flank`."""

    field: str
    value: str
    label: str
    sign: SafeString


@dataclass(frozen=True, slots=True)
class EditedBox:
    """A box with its choices."""

    row: int
    column: int
    flanks: tuple[FieldChoice, ...]
    densities: tuple[FieldChoice, ...]
    faults: tuple[str, ...]


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Show the requester's own maps and the official ones."""
    page = page_of(request, queries.maps_for(asker_of(request)))
    lines = [{"map": pbs_map, "territory": _territory(pbs_map)} for pbs_map in page.object_list]
    return render(request, "maps/index.html", {"page": page, "lines": lines})


@require_safe
def detail(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a rendered map with each of its boxes in words."""
    pbs_map = _found(request, public_id)
    shown = {
        "map": pbs_map,
        "chart": _chart(pbs_map, pbs_map.cells),
        "territory": _territory(pbs_map),
        "rulebook": _rulebook(pbs_map),
    }
    return render(request, "maps/detail.html", shown)


@require_POST
@limit_rate
def copy(request: HttpRequest, public_id: str) -> HttpResponse:
    """Copy a map and redirect to the form for the copy."""
    model = _found(request, public_id)
    name = _("%(map)s (copy)") % {"map": model.name}
    try:
        with there():
            made = services.copy_map(
                asker=asker_who_stores(request), public_id=public_id, name=name[:80]
            )
    except TooMany as refused:
        messages.error(request, sentence(refused.code, refused.params))
        return redirect("map", public_id)
    return redirect("map-edit", made.public_id)


@require_http_methods(["GET", "HEAD", "POST"])
def change(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the form for editing one of the requester's own copies."""
    pbs_map = _own(request, public_id)
    allowed = box_maps().get(pbs_map.rulebook)
    if allowed is None:
        raise Http404
    if request.method != "POST":
        stated = {"name": pbs_map.name, "cells": pbs_map.cells}
        return _form(request, pbs_map, stated)
    stated = stated_by(request.POST, allowed.side)
    try:
        with there():
            services.change_map(asker=asker_of(request), public_id=public_id, stated=stated)
    except MapRefused as refused:
        return _form(request, pbs_map, stated, faults=refused.faults)
    return redirect("map", public_id)


@require_POST
def drawing(request: HttpRequest, public_id: str) -> HttpResponse:
    """Render the map of an unsaved form; nothing is stored."""
    pbs_map = _own(request, public_id)
    allowed = box_maps().get(pbs_map.rulebook)
    if allowed is None:
        raise Http404
    try:
        _name, cells = read_map(
            {**stated_by(request.POST, allowed.side), "name": pbs_map.name},
            rulebook=pbs_map.rulebook,
            territory=pbs_map.territory,
        )
    except MapRefused:
        return HttpResponse(status=422)
    return HttpResponse(sheets.render_map(pbs_map.rulebook, cells), content_type="image/svg+xml")


@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest, public_id: str) -> HttpResponse:
    """Ask for confirmation once, then delete."""
    return deleting(
        request,
        _own(request, public_id),
        lambda: services.delete_map(asker=asker_of(request), public_id=public_id),
        then="maps",
        warning=_("This cannot be undone. Battles already started on this map keep it as it was."),
    )


def stated_by(sent: QueryDict, side: int) -> dict[str, Any]:
    """Return the content of a submitted form for a map of this many rows and columns."""
    return {
        "name": sent.get("name", ""),
        "cells": [
            [
                {
                    "flank": _flank(sent.get(f"flank-{row}-{column}", "")),
                    "density": sent.get(f"density-{row}-{column}", ""),
                }
                for column in range(side)
            ]
            for row in range(side)
        ],
    }


def _flank(sent: str) -> list[str]:
    return [] if sent == NO_FLANK else sent.split("+")


def _form(
    request: HttpRequest,
    pbs_map: PbsMap,
    stated: Mapping[str, Any],
    *,
    faults: tuple[MapFault, ...] = (),
) -> HttpResponse:
    rulebook, allowed = _rulebook(pbs_map), box_maps()[pbs_map.rulebook]
    flanks = allowed.flanks(pbs_map.territory)
    rows = [
        [
            EditedBox(
                row=row,
                column=column,
                flanks=tuple(
                    FieldChoice(
                        "+".join(each) or NO_FLANK,
                        flank_in_words(rulebook, each),
                        list(each) == box["flank"],
                    )
                    for each in flanks
                ),
                densities=tuple(
                    FieldChoice(each, density_in_words(rulebook, each), each == box["density"])
                    for each in allowed.densities
                ),
                faults=tuple(
                    in_words(fault)
                    for fault in faults
                    if fault.path.startswith(f"/cells/{row}/{column}")
                ),
            )
            for column, box in enumerate(boxes)
        ]
        for row, boxes in enumerate(stated["cells"])
    ]
    # An invalid map cannot be rendered either, so the page shows the stored one.
    boxes_at_fault = any(fault.path != "/name" for fault in faults)
    shown = {
        "map": pbs_map,
        "chart": _chart(pbs_map, pbs_map.cells if boxes_at_fault else stated["cells"]),
        "brushes": _brushes(rulebook, allowed.densities, flanks),
        "name": stated["name"],
        "name_faults": [in_words(fault) for fault in faults if fault.path == "/name"],
        "rows": rows,
        "territory": _territory(pbs_map),
        "said": str(SAID)
        % {
            "row": "{row}",
            "column": "{column}",
            "flank": "{flank}",
            "density": "{density}",
        },
        "number_of_faults": len(faults),
    }
    return render(request, "maps/form.html", shown, status=422 if faults else 200)


def _chart(pbs_map: PbsMap, cells: Any) -> dict[str, Any]:
    """Return a map as its rulebook renders it, and the words for the boxes on top of it."""
    rulebook = _rulebook(pbs_map)
    return {
        "drawn": sheets.render_map(rulebook.id, cells),
        "side": len(cells),
        "rows": [
            [_shown(rulebook, box, at=(row, column)) for column, box in enumerate(boxes)]
            for row, boxes in enumerate(cells)
        ],
    }


def _shown(rulebook: Rulebook, box: Mapping[str, Any], *, at: tuple[int, int]) -> ShownBox:
    row, column = at
    flank = flank_in_words(rulebook, box["flank"])
    density = density_in_words(rulebook, box["density"])
    return ShownBox(
        row=row,
        column=column,
        density=box["density"],
        density_word=density,
        flank=flank if box["flank"] else "",
        is_water="deep_water" in box["flank"],
        said=str(SAID) % {"row": row + 1, "column": column + 1, "flank": flank, "density": density},
    )


def _brushes(
    rulebook: Rulebook, densities: Sequence[str], flanks: Sequence[tuple[str, ...]]
) -> dict[str, list[Brush]]:
    return {
        "density": [
            Brush("density", each, density_in_words(rulebook, each), SafeString(""))
            for each in densities
        ],
        "flank": [
            Brush(
                "flank",
                "+".join(each) or NO_FLANK,
                flank_in_words(rulebook, each),
                sheets.sign(rulebook.id, each),
            )
            for each in flanks
        ],
    }


def _rulebook(pbs_map: PbsMap) -> Rulebook:
    return registry.known_or_first(pbs_map.rulebook)


def _territory(pbs_map: PbsMap) -> str:
    return territory_in_words(_rulebook(pbs_map), pbs_map.territory)


def _found(request: HttpRequest, public_id: str) -> PbsMap:
    with there():
        return queries.map_for(asker_of(request), public_id)


def _own(request: HttpRequest, public_id: str) -> PbsMap:
    return changeable(_found(request, public_id))
