"""What do the 88 rows of the seven terrain tables say? A second reading, typed from the sheet.

Nobody who wrote this file has seen the rulebook's data files. The wording of a special or an
effect is reduced to what can be compared: a code and its figures.
"""

from __future__ import annotations

from dataclasses import dataclass

Special = dict[str, object]
Effect = tuple[object, ...]


@dataclass(frozen=True)
class Row:
    type: str
    category: str
    limit: tuple[int, tuple[str, ...]] | None = None
    """The max, and the sorted types that share it."""
    size: dict[str, object] | None = None
    """As the API says it; None where the sheet gives the row no size of its own."""
    placement: tuple[Special, ...] = ()
    effects: tuple[Effect, ...] = ()


def _max(number: int, *types: str) -> tuple[int, tuple[str, ...]]:
    return number, tuple(sorted(types))


_AT_MOST_6: dict[str, object] = {"max": 6}
_TOWN_SIZE: dict[str, object] = {"min": 6, "min_exclusive": True, "max": 10}
_RIVER_WIDTH: dict[str, object] = {"width": {"max": 2}}
_WADI_WIDTH: dict[str, object] = {"width": {"max": 1}}

# Effects: (tag, what it applies to or the figure, where).
_RIDGE: Effect = ("visible", 0.5, "ridge_line")
_VISIBLE_1: Effect = ("visible", 1, "inside")
_VISIBLE_2: Effect = ("visible", 2, "inside")
_ACROSS: Effect = ("visible", 1, "across_boundary")
_UPHILL: Effect = ("uphill",)
_COVER: Effect = ("cover", "all", "inside")
_COVER_WHOLLY_IN: Effect = ("cover", "all", "wholly_inside")
_COVER_AT_BOUNDARY: Effect = ("cover", "all", "boundary")
_COVER_FOOT: Effect = ("cover", "foot", "inside")
_COVER_LIGHT: Effect = ("cover", "foot_oot_and_dragoons", "inside")
_CLAIM: Effect = ("charge_claim", "boundary")
_PENALTY: Effect = ("movement_penalty", "boundary")
_PENALTY_AT_BANKS: Effect = ("movement_penalty", "banks")
_PENALTY_WHOLE: Effect = ("movement_penalty", "whole")
_INVERTED: Effect = ("inverted_hill",)
_ELEPHANTS_GOOD: Effect = ("treat_as", "elephants", "good")
_ELEPHANTS_ROUGH: Effect = ("treat_as", "elephants", "rough")
_CAMELS_GOOD: Effect = ("treat_as", "camelry", "good")

_HILL = (_RIDGE, _UPHILL)
_FIELD = (_COVER_AT_BOUNDARY, _CLAIM, _PENALTY)
_VILLAGE = (_COVER, _CLAIM)
_TOWN = (_COVER, _VISIBLE_1, _CLAIM)
_SCRUB = (_ELEPHANTS_GOOD, _CAMELS_GOOD, _COVER_LIGHT)
_GULLY = (_ACROSS, _UPHILL, _INVERTED)
_TREES = (_COVER, _VISIBLE_1)
_ORCHARD = (_COVER_FOOT, _ELEPHANTS_ROUGH)


def _beside(*neighbours: str, one_sector: bool) -> Special:
    return {
        "code": "undiced_beside",
        "neighbours": sorted(neighbours),
        "one_sector": one_sector,
    }


def _within_gap(*types: str) -> Special:
    return {"code": "within_gap", "types": sorted(types)}


def _declare(as_what: str, number: int) -> Special:
    return {"code": "declare", "as": as_what, "max": number}


_BESIDE_FIELD = _beside("fields", "town", "village", one_sector=True)
_BESIDE_ANY_FIELD = _beside("fields", "tilled_fields", "town", "village", one_sector=True)
_EDGE: Special = {"code": "touch_edge"}
_ON_WATER: Special = {"code": "overlap", "types": ["deep_water"], "covered": "rough_going"}
_RIVER: tuple[Special, ...] = (
    {"code": "band", "ends": ["deep_water", "edge"], "min_width": 0.5, "max_width": 2},
    {"code": "cannot_be_moved"},
)
_WADI: tuple[Special, ...] = ({"code": "band", "ends": ["edge"], "min_width": 0.5, "max_width": 1},)
_FROM_WATER: Special = {"code": "extend_from_flank", "touching": "deep_water"}

TERRAIN: dict[str, tuple[Row, ...]] = {
    "waterside": (
        Row("hills", "good", effects=_HILL),
        Row(
            "fields", "good", _max(2, "fields", "tilled_fields"), _AT_MOST_6,
            (_BESIDE_FIELD,), _FIELD,
        ),
        Row(
            "village", "good", _max(2, "village", "town"), _AT_MOST_6,
            (_FROM_WATER,), (_COVER_AT_BOUNDARY, _CLAIM),
        ),
        Row(
            "rivers_and_streams", "good", _max(1, "rivers_and_streams"), _RIVER_WIDTH,
            _RIVER, (_PENALTY_AT_BANKS,),
        ),
        Row("town", "rough", _max(1, "town"), _TOWN_SIZE, (_ON_WATER,), _TOWN),
        Row("rocky_ground", "rough", effects=(_ELEPHANTS_GOOD,)),
        Row(
            "tilled_fields", "rough", _max(2, "tilled_fields", "fields"), _AT_MOST_6,
            (_BESIDE_FIELD,), _SCRUB,
        ),
        Row("brush", "rough", effects=_SCRUB),
        Row("gully", "rough", _max(1, "gully"), effects=_GULLY),
        Row("woods", "rough", _max(1, "woods"), effects=_TREES),
        Row(
            "marsh", "difficult", _max(1, "marsh"),
            placement=(_beside("deep_water", "rivers_and_streams", one_sector=False),),
        ),
        Row(
            "orchards_vineyards", "difficult", _max(1, "orchards_vineyards"),
            placement=(_within_gap("town"),), effects=_ORCHARD,
        ),
        Row("mountains", "difficult", _max(1, "mountains"), effects=_HILL),
        Row("sandy_ground", "difficult", placement=(_FROM_WATER,), effects=(_CAMELS_GOOD,)),
        Row(
            "sand_dunes", "difficult",
            placement=(_FROM_WATER,), effects=(_VISIBLE_2, _CAMELS_GOOD),
        ),
    ),
    "desert": (
        Row("hills", "good", effects=_HILL),
        Row("fields", "good", _max(1, "fields"), _AT_MOST_6, (_BESIDE_FIELD,), _FIELD),
        Row(
            "village", "good", _max(1, "village", "town"), _AT_MOST_6,
            effects=(_COVER_WHOLLY_IN, _COVER_AT_BOUNDARY, _CLAIM),
        ),
        Row("town", "rough", _max(1, "town", "village"), _TOWN_SIZE, (_EDGE,), _TOWN),
        Row("rocky_ground", "rough", effects=(_ELEPHANTS_GOOD,)),
        Row("brush", "rough", effects=_SCRUB),
        Row("gully", "rough", effects=_GULLY),
        Row("woods", "rough", _max(1, "woods"), effects=_TREES),
        Row("dry_wadi", "difficult", None, _WADI_WIDTH, _WADI, (_PENALTY_WHOLE,)),
        Row(
            "orchards_vineyards", "difficult", _max(1, "orchards_vineyards"), effects=_ORCHARD
        ),
        Row("mountains", "difficult", _max(1, "mountains"), effects=_HILL),
        Row(
            "sandy_ground", "difficult",
            placement=(_declare("dangerous", 2),), effects=(_CAMELS_GOOD,),
        ),
        Row(
            "sand_dunes", "difficult",
            placement=(_FROM_WATER,), effects=(_VISIBLE_2, _CAMELS_GOOD),
        ),
    ),
    "cultivated": (
        Row("hills", "good", effects=_HILL),
        Row("fields", "good", None, _AT_MOST_6, (_BESIDE_ANY_FIELD,), _FIELD),
        Row(
            "village", "good", _max(2, "village", "town"), _AT_MOST_6, (_FROM_WATER,), _VILLAGE
        ),
        Row(
            "rivers_and_streams", "good", _max(1, "rivers_and_streams"), _RIVER_WIDTH,
            _RIVER, (_PENALTY_AT_BANKS,),
        ),
        Row("town", "rough", _max(1, "town"), _TOWN_SIZE, (_ON_WATER,), _TOWN),
        Row("rocky_ground", "rough", effects=(_ELEPHANTS_GOOD,)),
        Row("tilled_fields", "rough", None, _AT_MOST_6, (_BESIDE_ANY_FIELD,), _SCRUB),
        Row("brush", "rough", _max(1, "brush"), effects=_SCRUB),
        Row("gully", "rough", _max(1, "gully"), effects=_GULLY),
        Row("woods", "rough", _max(1, "woods"), effects=_TREES),
        Row("marsh", "difficult", _max(1, "marsh")),
        Row("orchards_vineyards", "difficult", effects=_ORCHARD),
        Row("mountains", "difficult", _max(1, "mountains"), effects=_HILL),
    ),
    "forest": (
        Row("hills", "good", effects=_HILL),
        Row("fields", "good", _max(1, "fields"), _AT_MOST_6, (_BESIDE_FIELD,), _FIELD),
        Row("village", "good", _max(2, "village", "town"), _AT_MOST_6, effects=_VILLAGE),
        Row(
            "rivers_and_streams", "good", _max(1, "rivers_and_streams"), _RIVER_WIDTH,
            _RIVER, (_PENALTY_AT_BANKS,),
        ),
        Row("town", "rough", _max(1, "town"), _TOWN_SIZE, (_EDGE,), _TOWN),
        Row("rocky_ground", "rough", effects=(_ELEPHANTS_GOOD,)),
        Row("brush", "rough", _max(1, "brush"), effects=_SCRUB),
        Row("gully", "rough", _max(1, "gully"), effects=_GULLY),
        Row("woods", "rough", placement=(_within_gap("woods", "forest"),), effects=_TREES),
        Row("marsh", "difficult"),
        Row(
            "orchards_vineyards", "difficult", _max(1, "orchards_vineyards"), effects=_ORCHARD
        ),
        Row("mountains", "difficult", _max(1, "mountains"), effects=_HILL),
        Row("forest", "difficult", placement=(_within_gap("woods", "forest"),), effects=_TREES),
    ),
    "jungle": (
        Row("hills", "good", effects=_HILL),
        Row("fields", "good", _max(1, "fields"), _AT_MOST_6, (_BESIDE_FIELD,), _FIELD),
        Row("village", "good", _max(1, "village"), _AT_MOST_6, (_EDGE,), _VILLAGE),
        Row(
            "rivers_and_streams", "good", None, _RIVER_WIDTH,
            _RIVER, (_PENALTY_AT_BANKS,),
        ),
        Row("rocky_ground", "rough", _max(1, "rocky_ground"), effects=(_ELEPHANTS_GOOD,)),
        Row("brush", "rough", _max(1, "brush"), effects=_SCRUB),
        Row("gully", "rough", _max(1, "gully"), effects=_GULLY),
        Row("woods", "rough", placement=(_within_gap("woods", "forest"),), effects=_TREES),
        Row("marsh", "difficult", _max(1, "marsh"), placement=(_declare("dangerous", 2),)),
        Row("mountains", "difficult", _max(1, "mountains"), effects=_HILL),
        Row(
            "forest", "difficult",
            placement=(_within_gap("woods", "forest"), _declare("dangerous", 2)),
            effects=_TREES,
        ),
    ),
    "plains": (
        Row("open", "good", placement=({"code": "taken_off_at_end"},)),
        Row("hills", "good", effects=_HILL),
        Row("fields", "good", _max(2, "fields"), _AT_MOST_6, (_BESIDE_FIELD,), _FIELD),
        Row(
            "rivers_and_streams", "good", _max(1, "rivers_and_streams"), _RIVER_WIDTH,
            _RIVER, (_PENALTY_AT_BANKS,),
        ),
        Row("village", "good", _max(2, "village"), _AT_MOST_6, effects=_VILLAGE),
        Row("rocky_ground", "rough", effects=(_ELEPHANTS_GOOD,)),
        Row("brush", "rough", effects=_SCRUB),
        Row("gully", "rough", effects=_GULLY),
        Row("woods", "rough", _max(1, "woods"), effects=_TREES),
        Row(
            "orchards_vineyards", "difficult", _max(1, "orchards_vineyards"), effects=_ORCHARD
        ),
        Row("mountains", "difficult", placement=({"code": "flank_by_parity"},), effects=_HILL),
        Row(
            "sandy_ground", "difficult",
            placement=(_declare("dangerous", 2),), effects=(_CAMELS_GOOD,),
        ),
    ),
    "mountains": (
        Row("hills", "good", effects=_HILL),
        Row("fields", "good", _max(2, "fields"), _AT_MOST_6, (_BESIDE_FIELD,), _FIELD),
        Row("village", "good", _max(2, "village"), _AT_MOST_6, effects=_VILLAGE),
        Row(
            "rivers_and_streams", "good", _max(1, "rivers_and_streams"), _RIVER_WIDTH,
            _RIVER, (_PENALTY_AT_BANKS,),
        ),
        Row("rocky_ground", "rough", effects=(_ELEPHANTS_GOOD,)),
        Row("brush", "rough", effects=_SCRUB),
        Row("gully", "rough", effects=_GULLY),
        Row("woods", "rough", effects=_TREES),
        Row("forest", "difficult", effects=_TREES),
        Row("marsh", "difficult", _max(1, "marsh"), placement=(_declare("dangerous", 1),)),
        Row(
            "mountains", "difficult",
            placement=(_within_gap("mountains"), _declare("impassable", 2)), effects=_HILL,
        ),
    ),
}  # fmt: skip

FLANK_SUBSTITUTES: dict[str, tuple[tuple[tuple[str, ...], ...], str]] = {
    "desert": ((("rocky_ground", "woods"), ("mountains", "sand_dunes")), "sandy_ground"),
    "plains": ((("rocky_ground", "woods"),), "sandy_ground"),
}
"""Box kinds for which either player may place another type instead, and that type."""
