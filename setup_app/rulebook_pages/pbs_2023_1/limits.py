"""Figures and zones for the piece in hand, for the page's editor.

The rules decide whether a place is legal; these help a player to find one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from setup_app.battles.pages.answers import FARTHEST
from setup_app.battles.pages.look import PageContext
from setup_app.layouts import silhouettes
from setup_app.layouts.limits import editor_words, gap_from, measures
from setup_app.layouts.table_picture import label, outlines
from setup_app.rulebook_pages.pbs_2023_1.outlines import SHORTEST, measures_of
from setup_app.rulebook_pages.pbs_2023_1.place_form import SIZES
from setup_app.rulebooks.pbs_2023_1.layout_rules import layout_rules, may_declare
from setup_app.wording.figures import figure
from setup_app.wording.place_refusals import name_of
from terrain.core.layout import Layout, read_layout
from terrain.core.legality import sector_of
from terrain.core.rules import GroundRules, TypeRules

Box = tuple[float, float, float, float]
"""Minimum x, minimum y, maximum x, maximum y."""


def editor(look: PageContext, prompt: Mapping[str, Any]) -> dict[str, Any]:
    """Return the data of the editor of a placement, a slide or a turn, as JSON.

    `measures` says in words how large the piece must be.
    """
    given = _given(look, prompt)
    return {**given, "measures": measures_in_words(given)}


def _given(look: PageContext, prompt: Mapping[str, Any]) -> dict[str, Any]:
    layout_json = look.view["layout"]
    layout = read_layout(layout_json)
    about = prompt["about"]
    shared = {
        "kind": prompt["kind"],
        "type": about["type"],
        "label": label(about["type"]),
        "table": layout_json["table"],
        "cm": layout_json["base_width_mm"] / 10,
        "words": editor_words(),
        "farthest": FARTHEST,
        "limits": dict.fromkeys(SIZES, (SHORTEST, FARTHEST)),
        "others": [
            {**other, "name": name_of(other["type"], look.say)} for other in outlines(layout_json)
        ],
    }
    rules = layout_rules(layout)
    kind = rules.kind(about["type"])
    depth = rules.table.depth
    shared["sectors"] = [(zone.low, 0.0, zone.high, depth) for zone in rules.zones.values()]
    if prompt["kind"] != "place_piece":
        return {**shared, **_moved(shared, about, layout, rules)}
    gaps = {each.id: gap_from(each, kind, about["slot"], rules) for each in layout.pieces}
    for other in shared["others"]:
        other["gap"] = gaps[other["id"]]
        other["touch"] = other["gap"] == 0 and other["type"] not in kind.overlaps
    return {
        **shared,
        **measures(kind, about["slot"], rules=rules),
        **_offered(look, prompt, kind),
        "zones": list(_zones(rules, kind, layout, about)),
        "declarable": list(may_declare(about["type"], rules, layout)),
        "at_edge": _at_edge(kind, about),
        # Beside some terrain such a piece may extend beyond its sector: only a check can tell.
        "strict": not kind.extends_beside,
    }


def _offered(look: PageContext, prompt: Mapping[str, Any], kind: TypeRules) -> dict[str, Any]:
    """Return the outlines from which the player chooses; none for a piece that runs from edge to
    edge.
    """
    if kind.band or kind.strip:
        return {}
    first = silhouettes.first_for(look.row.public_id, prompt["id"])
    limits = kind.sizes.get(prompt["about"]["slot"])
    return silhouettes.offered(kind.figure, first, limits)


def _moved(
    shared: Mapping[str, Any], about: Mapping[str, Any], layout: Layout, rules: GroundRules
) -> dict[str, Any]:
    """Return the rules for a piece that is slid or turned: most rules of placing no longer
    apply.
    """
    kind, there = rules.kind(about["type"]), {each.id: each for each in layout.pieces}
    piece = there[about["piece"]]
    as_moved = {"slot": piece.slot, "placed_by": piece.placed_by, "die": piece.die, "moved": True}
    for other in shared["others"]:
        keeps = rules.moved_keeps_gap and other["id"] != about["piece"]
        other["gap"] = gap_from(there[other["id"]], kind, piece.slot, rules) if keeps else 0.0
        other["solid"] = other["type"] not in kind.overlaps
    slides = "most" in about
    words = {
        "unfit": _("No legal place within reach.")
        if slides
        else _("No legal place at this angle."),
        "no_nearest": _("There is no legal place within reach.")
        if slides
        else _("No turn around this point is legal. Choose another point."),
    }
    return {
        "piece": piece.id,
        "most": about.get("most"),
        "zones": list(_zones(rules, kind, layout, as_moved)),
        "words": {**shared["words"], **words},
    }


def moving(look: PageContext, prompt: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the worker's arguments for the piece that is to be slid or turned."""
    if prompt["kind"] not in ("move_piece", "turn_piece"):
        return None
    about = prompt["about"]
    return {"layout": look.view["layout"], "moving": about["piece"], "most": about.get("most")}


def _zones(
    rules: GroundRules, kind: TypeRules, layout: Layout, about: Mapping[str, Any]
) -> Iterator[Box]:
    """Yield where the piece has to lie, as rectangles of the table: one of them holds it."""
    if kind.strip:
        return
    low, high = 0.0, rules.table.depth
    slot = rules.slots[about["slot"]]
    if slot.own_half:
        half = rules.halves[about["placed_by"]]
        low, high = half.low, half.high
    names = _zone_names(rules, kind, layout, about)
    if not names and slot.own_half:
        yield (0.0, low, rules.table.width, high)
    for name in names:
        yield (rules.zones[name].low, low, rules.zones[name].high, high)


def _zone_names(
    rules: GroundRules, kind: TypeRules, layout: Layout, about: Mapping[str, Any]
) -> tuple[str, ...]:
    if about["slot"] == "secure_flank":
        earlier = [piece for piece in layout.pieces if piece.slot == "secure_flank"]
        held = sector_of(earlier[0].outline, rules) if earlier else None
        return (held,) if held else rules.slots["secure_flank"].zones
    if about.get("moved") and (about["die"] is None or not rules.moved_keeps_zone):
        return tuple(kind.zones_always)
    if about["die"] is None or (kind.band and not rules.bands_obey_zone):
        return ()
    zone = kind.by_die.get(about["placed_by"], {}).get(about["die"])
    return (zone.zone,) if zone else ()


def _at_edge(kind: TypeRules, about: Mapping[str, Any]) -> bool:
    if kind.band or kind.strip or about["slot"] == "settlement":
        return False
    zone = kind.by_die.get(about["placed_by"], {}).get(about["die"] or 0)
    return kind.touches_edge or bool(zone and zone.touches_edge)


def measures_in_words(given: Mapping[str, Any]) -> str:
    """Return in one line how large the piece must be."""
    if given["kind"] != "place_piece":
        return ""
    least, most = figure(given["least"]), figure(given["most"])
    if given["form"] == "strip":
        return _("%(least)s–%(most)s BW deep, along a whole side edge.") % {
            "least": least,
            "most": most,
        }
    if given["form"] == "band":
        return _("%(least)s–%(most)s BW wide, straight, from edge to edge.") % {
            "least": least,
            "most": most,
        }
    words = _("Each side %(least)s–%(most)s BW.") % {"least": least, "most": most}
    if given["least_long"] > given["least"]:
        words = _("One side %(least)s BW, the other over %(long)s and up to %(most)s BW.") % {
            "least": f"{least}–{most}",
            "long": figure(given["least_long"]),
            "most": most,
        }
    if given["at_edge"]:
        edge = _("It must touch a table edge.")
        words = f"{words} {edge}"
    return words


def typed(given: Mapping[str, Any], answer: Any) -> Mapping[str, str]:
    """Return the typed measures of a refused piece, for pages without a script."""
    if given.get("form") in (None, "band", "strip") or "outline" not in (answer or {}):
        return {}
    return measures_of(answer["outline"], given["ground"], given["figure"])
