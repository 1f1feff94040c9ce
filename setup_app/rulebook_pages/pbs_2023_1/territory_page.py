"""A territory of the pre-battle system: its map, its types, every special in words.

For readers of the rulebook: nothing here belongs to a battle.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from setup_app.engine.rulebook import Rulebook
from setup_app.engine.values import LogMessage
from setup_app.layouts.table_picture import label
from setup_app.maps.wording import flank_in_words, territory_in_words
from setup_app.rulebook_pages.pbs_2023_1.controls import FRAGMENTS
from setup_app.rulebook_pages.pbs_2023_1.map_boxes import printed
from setup_app.rulebook_pages.pbs_2023_1.piece_totals import altogether
from setup_app.rulebook_pages.pbs_2023_1.steps import density_facts, range_of, word
from setup_app.rulebooks.pbs_2023_1.tables import (
    GROUND,
    PHRASES,
    TERRITORIES,
    TYPES,
    Box,
    TerrainRow,
)
from setup_app.wording.figures import figure
from setup_app.wording.speaker import Speaker
from terrain.draw.sample import sample

DENSITIES = tuple(GROUND.densities)
"""The densities from the barest to the densest: the position is the number of dots."""


APART = "flank_pieces_count_for_no_max"
"""The ruling on what the pieces of a secure flank count towards."""


@dataclass(frozen=True)
class TypeTold:
    """One row of a territory's table, in words; `anchor` is its place in an address."""

    anchor: str
    name: str
    about: str
    picture: SafeString
    category: str
    number: str
    size: str
    placing: tuple[str, ...]
    effects: tuple[str, ...]


@dataclass(frozen=True)
class DensityTold:
    """What a density requires, and how many boxes of a map have it."""

    density: str
    name: str
    dots: range
    boxes: int
    asked: str


def ground_told(rulebook: Rulebook, territory: Mapping[str, Any]) -> dict[str, Any]:
    """Return one territory: its map as printed and its table."""
    told = TERRITORIES[territory["slug"]]
    boxes = [box for row in told.cells for box in row]
    kinds = Counter(box.flank for box in boxes)
    return {
        "fragment": f"{FRAGMENTS}/_ground_told.html",
        "map": printed(rulebook, territory),
        "densities": _densities(Counter(box.density for box in boxes)),
        "flanks": [(capfirst(flank_in_words(rulebook, kind)), n) for kind, n in kinds.items()],
        "rules": [PHRASES.phrase(each.text, each.params, _) for each in told.special_rules],
        "groups": [
            (
                name,
                capfirst(word(name)),
                [_type(row) for row in told.terrain if row.category == name],
            )
            for name in ("good", "rough", "difficult")
        ],
        "altogether": altogether(rulebook, told.cells),
        "apart": _speak_ruling(rulebook, APART),
        "apart_anchor": f"ruling-{APART}",
        "compulsory": range_of("compulsory_size"),
        "optional": range_of("optional_size"),
    }


def _speak_ruling(rulebook: Rulebook, ruling: str) -> str:
    """Return one of the rulebook's rulings, in its own words."""
    found = next(each for each in rulebook.rulings if each["id"] == ruling)
    return Speaker(rulebook)(LogMessage(str(found["text"])))


def compared(rulebook: Rulebook) -> dict[str, Any]:
    """Return all territories beside each other: their maps, and which terrain they allow, how
    often.
    """
    columns = [
        {
            "slug": each.slug,
            "title": territory_in_words(rulebook, each.slug),
            "cells": (rulebook.territory(each.slug) or {})["cells"],
        }
        for each in TERRITORIES.values()
    ]
    rows = []
    for kind in TYPES:
        found = [(each.slug, each.row(kind)) for each in TERRITORIES.values()]
        if any(row for slug, row in found):
            rows.append(
                (kind.replace("_", "-"), label(kind), [(slug, _cell(row)) for slug, row in found])
            )
    return {
        "fragment": f"{FRAGMENTS}/_compared.html",
        "columns": columns,
        "rows": rows,
        "boxes": [_boxes(name) for name in GROUND.densities],
        "flanks": [
            _counted(_("Deep water"), lambda box: box.flank == ("deep_water",)),
            _counted(_("Other secure flank"), lambda box: box.flank not in ((), ("deep_water",))),
            _counted(_("No secure flank"), lambda box: not box.flank),
        ],
    }


def _boxes(density: str) -> tuple[str, list[int]]:
    name = _(PHRASES.texts[f"density.{density}"])
    return _counted(name, lambda box: box.density == density)


def _counted(name: str, holds: Callable[[Box], bool]) -> tuple[str, list[int]]:
    """Return in how many boxes of each map a condition holds."""
    maps = [[box for row in each.cells for box in row] for each in TERRITORIES.values()]
    return name, [sum(map(holds, boxes)) for boxes in maps]


def _cell(row: TerrainRow | None) -> str:
    """Return how many pieces of a type a territory allows; empty if it has none."""
    if row is None:
        return ""
    if row.limit is None:
        return _("any")
    return f"{row.limit.max}{'*' if len(row.limit.types) > 1 else ''}"


def _densities(counted: Mapping[str, int]) -> list[DensityTold]:
    return [
        DensityTold(
            name,
            _(PHRASES.texts[f"density.{name}"]),
            range(DENSITIES.index(name)),
            counted.get(name, 0),
            capfirst(density_facts(density)),
        )
        for name, density in GROUND.densities.items()
    ]


def _type(row: TerrainRow) -> TypeTold:
    return TypeTold(
        anchor=row.type.replace("_", "-"),
        name=label(row.type),
        about=_(PHRASES.texts[row.description]),
        picture=mark_safe(sample(row.type)),
        category=row.category,
        number=_number(row),
        size=_size(row),
        placing=tuple(PHRASES.phrase(each.text, each.params, _) for each in row.placement),
        effects=tuple(PHRASES.phrase(each.text, each.params, _) for each in row.effects),
    )


def _number(row: TerrainRow) -> str:
    if row.limit is None:
        return _("Any number")
    others = [_(PHRASES.texts[f"name.{each}.many"]) for each in row.limit.types if each != row.type]
    if not others:
        return _("At most %(max)d") % {"max": row.limit.max}
    return _("At most %(max)d, including %(others)s") % {
        "max": row.limit.max,
        "others": _(" and ").join(others),
    }


def _size(row: TerrainRow) -> str:
    if row.band is not None:
        return _("%(least)s to %(most)s BW wide") % {
            "least": figure(row.band.min_width),
            "most": figure(row.band.max_width),
        }
    if row.size is None or row.size.max is None:
        return _("Standard size")
    least, most = figure(GROUND.own_size_least), figure(row.size.max)
    if row.size.min is not None and row.size.min_exclusive:
        return _("Each side %(least)s to %(most)s BW, one of them over %(long)s") % {
            "least": least,
            "most": most,
            "long": figure(row.size.min),
        }
    return _("Each side %(least)s to %(most)s BW") % {"least": least, "most": most}


def ground_picture(rulebook: Rulebook, territory: Mapping[str, Any]) -> str:
    """Return a picture of a territory for a link in a chat: its boxes by density and flank, and
    pieces of its terrain.
    """
    told = TERRITORIES[territory["slug"]]
    boxes_drawn = "".join(
        _box_drawn(box, 20 + 104 * column, 20 + 104 * row)
        for row, cells in enumerate(told.cells)
        for column, box in enumerate(cells)
    )
    kinds = [row.type for row in told.terrain if row.type != "open"][:5]
    pieces = "".join(
        sample(kind).replace(
            "<svg ", f'<svg x="566" y="{24 + 106 * at}" width="150" height="97" ', 1
        )
        for at, kind in enumerate(kinds)
    )
    frame = '<rect x="20" y="20" width="520" height="520" fill="none" stroke="#2b2926"'
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="736" height="560" viewBox="0 0 736 560">'
        f'<rect width="736" height="560" fill="#fdfcf8"/>{boxes_drawn}{frame} stroke-width="3"/>'
        f"{pieces}</svg>"
    )


def _box_drawn(box: Box, x: int, y: int) -> str:
    fill = ("#fbf8f0", "#f3eddb", "#e6d9b8", "#cdb98a", "#a8946a")[DENSITIES.index(box.density)]
    drawn = (
        f'<rect x="{x}" y="{y}" width="104" height="104" fill="{fill}" stroke="#b9ad95"'
        ' stroke-width="1.5"/>'
    )
    at = f'cx="{x + 52}" cy="{y + 52}"'
    if box.flank == ("deep_water",):
        return drawn + f'<circle {at} r="23" fill="#2d5a72"/>'
    if box.flank:
        return drawn + f'<circle {at} r="21" fill="none" stroke="#5d3c1e" stroke-width="6"/>'
    return drawn
