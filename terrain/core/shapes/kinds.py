"""The kinds of outlines and the functions that draw them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from terrain.core.shapes import fields, patches, ridges, settlements
from terrain.core.shapes.ring import Recipe


@dataclass(frozen=True)
class Kind:
    """A recipe, and the treatment of its result.

    `slender` is the usual ratio of length to depth.

    `sway` is how far a silhouette may be swayed; straight sides are not. A silhouette that is not
    `turned` has been drawn upright in its rectangle by the recipe; one that is `pared` is cut flat
    where it is lowest and highest. `family` is how a page draws the piece until it is placed:
    `blob`, `field` or `built`.
    """

    recipe: Recipe
    family: str = "blob"
    sway: float = 0.16
    slender: float = 1.0
    turned: bool = True
    pared: bool = True


def _straight(recipe: Recipe, family: str) -> Kind:
    return Kind(recipe, family, sway=0.0, turned=False, pared=False)


KINDS: Mapping[str, Kind] = {
    "open": Kind(patches.meadow),
    "wood": Kind(patches.wood),
    "forest": Kind(patches.forest),
    "brush": Kind(patches.brush),
    "marsh": Kind(patches.marsh, sway=0.1),
    "rock": Kind(patches.rock),
    "hill": Kind(ridges.hill),
    "mountain": Kind(ridges.mountain, sway=0.1, slender=1.25),
    "gully": Kind(ridges.gully, sway=0.1, slender=1.5, turned=False),
    "dune": Kind(ridges.dune, sway=0.1),
    "sand": Kind(ridges.sand),
    "field": _straight(fields.field, "field"),
    "tilth": _straight(fields.tilth, "field"),
    "orchard": _straight(fields.orchard, "field"),
    "village": _straight(settlements.village, "built"),
    "town": Kind(settlements.town, "built", sway=0.0),
    "settlement": Kind(settlements.settlement, "built", sway=0.0),
    "fort": _straight(settlements.fort, "built"),
}
