"""Numbers of pieces that a map square brings to the table, by player, summed from the tables."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from setup_app.engine.rulebook import Rulebook
from setup_app.engine.values import SIDES
from setup_app.maps.wording import flank_in_words
from setup_app.rulebook_pages.pbs_2023_1.steps import pieces_of
from setup_app.rulebooks.pbs_2023_1.tables import GROUND, PHRASES, Box

DEEP_WATER = ("deep_water",)


@dataclass(frozen=True)
class Altogether:
    """The pieces in boxes of one density and one flank: `boxes` are these boxes, by row and
    column.
    """

    title: str
    words: str
    least: int
    most: int
    boxes: tuple[tuple[int, int], ...]


def altogether(rulebook: Rulebook, cells: Iterable[Iterable[Box]]) -> list[Altogether]:
    """Return one for each density and flank on a map, the barest ground first."""
    places: dict[tuple[str, tuple[str, ...]], list[tuple[int, int]]] = {}
    for row, boxes in enumerate(cells, 1):
        for column, box in enumerate(boxes, 1):
            places.setdefault((box.density, tuple(box.flank)), []).append((row, column))
    order = list(GROUND.densities)
    found = sorted(places.items(), key=lambda each: (order.index(each[0][0]), each[0][1]))
    return [_added(rulebook, *kind, tuple(boxes)) for kind, boxes in found]


def _added(
    rulebook: Rulebook, name: str, flank: tuple[str, ...], boxes: tuple[tuple[int, int], ...]
) -> Altogether:
    density = GROUND.densities[name]
    flank_pieces = 0 if not flank else 1 if flank == DEEP_WATER else len(SIDES)
    least = flank_pieces + sum(slots.pieces for slots in density.compulsory)
    most = least + density.optional * len(SIDES)
    parts = [_flank(flank)]
    if density.compulsory:
        asked = _(" and ").join(pieces_of(slots) for slots in density.compulsory)
        parts.append(_("then %(asked)s between both players") % {"asked": asked})
    parts.append(_("then up to %(optional)d optional pieces each") % {"optional": density.optional})
    sums = ngettext(
        "%(least)d to %(most)d piece in total", "%(least)d to %(most)d pieces in total", most
    )
    parts.append(sums % {"least": least, "most": most})
    title = _("%(density)s, %(flank)s") % {
        "density": _(PHRASES.texts[f"density.{name}"]),
        "flank": flank_in_words(rulebook, flank).lower(),
    }
    return Altogether(title, f"{capfirst('; '.join(parts))}.", least, most, boxes)


def _flank(flank: tuple[str, ...]) -> str:
    if not flank:
        return _("no flank pieces")
    if flank == DEEP_WATER:
        return _("the defender places the water along one side edge")
    return _("the defender and the invader each place one flank piece in the same flank sector")
