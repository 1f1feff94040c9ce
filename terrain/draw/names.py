"""Words on the map. Callers with translations pass a `Names`; the defaults are English."""

from collections.abc import Mapping
from dataclasses import dataclass, field

TYPES: Mapping[str, str] = {
    "open": "Open",
    "hills": "Hills",
    "fields": "Fields",
    "tilled_fields": "Tilled fields",
    "village": "Village",
    "town": "Town",
    "rivers_and_streams": "River",
    "rocky_ground": "Rocky ground",
    "brush": "Brush",
    "gully": "Gully",
    "woods": "Woods",
    "marsh": "Marsh",
    "orchards_vineyards": "Orchards",
    "mountains": "Mountains",
    "sandy_ground": "Sandy ground",
    "sand_dunes": "Sand dunes",
    "dry_wadi": "Dry wadi",
    "forest": "Forest",
    "deep_water": "Deep water",
    "vital_settlement": "Vital settlement",
    "fort": "Fort",
}

WORDS: Mapping[str, str] = {
    "map": "Battle map",
    "map_of": "Battle map, {territory}",
    "table": "Table of {width} by {depth} {unit}, seen by the {side}, with {count} pieces.",
    "defender": "defender",
    "invader": "invader",
    "defender_edge": "Defender’s edge",
    "invader_edge": "Invader’s edge",
    "defender_deploys": "defender deploys",
    "invader_deploys": "invader deploys",
    "between_lines": "no deployment",
    "left_flank": "left flank",
    "centre": "centre",
    "right_flank": "right flank",
    "sector_line": "sector",
    "defender_line": "defender’s zone",
    "invader_line": "invader’s zone",
    "unit": "BW",
    "cm": "cm",
    "inches": "inches",
    "mm": "mm",
    "unit_is": "1 {unit} = {length}",
    "size": "{long} × {short}",
    "size_in_unit": "{long} × {short} {unit}",
    "band_size": "{width} wide",
    "band_size_in_unit": "{width} {unit} wide",
    "water_size": "{width} deep",
    "water_size_in_unit": "{width} {unit} deep",
    "dangerous": "dangerous",
    "impassable": "impassable",
    "secure_flank": "secure flank",
    "compulsory": "compulsory",
    "optional": "optional",
    "settlement": "settlement",
    "placed_by_defender": "placed by the defender",
    "placed_by_invader": "placed by the invader",
    "die": "die {die}",
    "no_die": "placed without dice",
    "moved": "moved by the opponent",
    "agreed": "allowed by agreement",
    "in": "in",
    "left_edge": "left",
    "right_edge": "right",
    "near_edge": "near",
    "far_edge": "far",
    "touches": "touches",
    "sheet_piece": "Piece",
    "sheet_size": "Size",
    "sheet_from": "From edge",
    "sheet_along": "Along, from",
    "sheet_note": (
        "Left, right, near and far are as seen by the {side}. Each piece has two points, shown "
        "as dots on the map. The table gives each point’s distance from an edge, and its "
        "position along that edge, measured from another edge. Two figures joined by a dash: "
        "the piece is parallel to the edge between them."
    ),
    "featureless": "featureless",
    "open": "open",
    "normal": "normal",
    "dense": "dense",
    "very_dense": "very dense",
}


@dataclass(frozen=True)
class Names:
    """Display names by terrain type, territory names by slug, and other words by code."""

    types: Mapping[str, str] = field(default_factory=dict)
    territories: Mapping[str, str] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)
    decimal: str = "."
    """The decimal separator."""

    def number(self, value: float, *, fixed: bool = False) -> str:
        """Return a number to a tenth; without `fixed`, a final zero is dropped."""
        text = f"{value:.1f}" if fixed else f"{round(value, 1):g}"
        return text.replace(".", self.decimal)

    def type(self, slug: str) -> str:
        return self.types.get(slug) or TYPES.get(slug) or _readable(slug)

    def territory(self, slug: str) -> str:
        return self.territories.get(slug) or _readable(slug)

    def word(self, code: str, **parameters: object) -> str:
        """Return the word or sentence for `code`; an unknown code is made readable."""
        text = self.words.get(code) or WORDS.get(code) or _readable(code).lower()
        return text.format(**parameters) if parameters else text


def _readable(slug: str) -> str:
    return slug.replace("_", " ").strip().capitalize()
