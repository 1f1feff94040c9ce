"""The terrain rules of each type of a territory, under a battle's settings. Section 9.

Rows of the tables, with their specials, as rules that the geometry understands.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from setup_app.rulebooks.pbs_2023_1.house import Json
from setup_app.rulebooks.pbs_2023_1.own_sizes import SIZE_OF_SLOT, own_size
from setup_app.rulebooks.pbs_2023_1.tables import (
    EVENT_NUMBERS,
    GROUND,
    SETTINGS,
    TERRITORIES,
    TerrainRow,
    Territory,
)
from terrain.core.rules import BandLimits, DieZone, SizeLimits, StripLimits, TypeRules

DEEP_WATER = "deep_water"
SETTLEMENTS = frozenset({"vital_settlement", "fort"})
PLACED_FROM_TABLE = ("secure_flank", "compulsory", "optional")
# The invader sits opposite: the invader's left is the defender's right.
FROM_HIS_VIEW = {
    "defender": {"left": "left", "centre": "centre", "right": "right"},
    "invader": {"left": "right", "centre": "centre", "right": "left"},
}
FIXED = frozenset(
    {DEEP_WATER, *SETTLEMENTS}
    | {
        row.type
        for territory in TERRITORIES.values()
        for row in territory.terrain
        if row.band and not row.band.movable
    }
)
FIGURES = {
    "hills": "hill",
    "fields": "field",
    "tilled_fields": "tilth",
    "village": "village",
    "town": "town",
    "rocky_ground": "rock",
    "brush": "brush",
    "gully": "gully",
    "woods": "wood",
    "marsh": "marsh",
    "orchards_vineyards": "orchard",
    "mountains": "mountain",
    "sandy_ground": "sand",
    "sand_dunes": "dune",
    "forest": "forest",
    "vital_settlement": "settlement",
    "fort": "fort",
}


class House:
    """The settings and event numbers of one battle, with defaults for missing ones."""

    def __init__(self, chosen: Mapping[str, Json]) -> None:
        self.chosen = chosen

    def value(self, name: str) -> Json:
        """Return one of them, as JSON."""
        if name in self.chosen:
            return self.chosen[name]
        if name in SETTINGS:
            return SETTINGS[name].default
        return EVENT_NUMBERS[name].default_as_json

    def number(self, name: str) -> float:
        """Return one that is a number."""
        value = self.value(name)
        assert isinstance(value, int | float)
        return float(value)

    def span(self, name: str) -> tuple[float, float]:
        """Return one that is a least and a greatest value."""
        value = self.value(name)
        assert isinstance(value, list)
        least, most = value
        assert isinstance(least, int | float)
        assert isinstance(most, int | float)
        return float(least), float(most)


def types_of(territory: Territory, house: House) -> dict[str, TypeRules]:
    """Return the rules of every type that can lie in a territory."""
    types = {row.type: _with_specials(row, house) for row in territory.terrain}
    least, most = GROUND.deep_water_depth
    types[DEEP_WATER] = TypeRules(
        name=DEEP_WATER,
        figure="strip",
        filled=False,
        strip=StripLimits(least, most),
        home="secure_flank",
    )
    least, most = GROUND.settlement_size
    for name in sorted(SETTLEMENTS):
        types[name] = TypeRules(
            name=name,
            figure=FIGURES[name],
            sizes={"settlement": SizeLimits(least, least, most)},
            no_gap_from=_water_touched(named=False, house=house),
            home="settlement",
        )
    return types


def common(name: str, house: House) -> TypeRules:
    """Return the rules for any piece that is placed by the dice of 9.E."""
    return TypeRules(
        name=name,
        filled=False,
        by_die=_by_die(house),
        no_gap_from=_water_touched(named=False, house=house),
    )


def _plain(row: TerrainRow, house: House) -> TypeRules:
    """Return the rules of a row without its specials."""
    touching = row.band is not None and DEEP_WATER in row.band.ends
    return replace(
        common(row.type, house),
        category=row.category,
        figure="band" if row.band else FIGURES.get(row.type, "open"),
        sizes={} if row.band else _sizes(row, house),
        filled=row.band is None,
        band=None
        if row.band is None
        else BandLimits(
            min_width=row.band.min_width,
            max_width=row.band.max_width,
            ends_in=frozenset(row.band.ends) - {"edge"},
        ),
        no_gap_from=_water_touched(named=touching, house=house),
    )


def _with_specials(row: TerrainRow, house: House) -> TypeRules:
    plain = _plain(row, house)
    overlap = _named(row, "overlap", "types")
    beside = _named(row, "undiced_beside", "neighbours")
    undiced = row.special("undiced_beside")
    extends = row.special("extend_from_flank")
    reach = frozenset({str(extends.params["touching"])}) if extends else frozenset()
    in_flank = row.special("flank_by_parity") is not None
    declare = row.special("declare")
    named = bool(overlap or reach) or DEEP_WATER in beside
    return replace(
        plain,
        by_die=_by_parity() if in_flank else plain.by_die,
        zones_always=("left", "right") if in_flank else (),
        touches_edge=row.special("touch_edge") is not None,
        overlaps=overlap,
        no_gap_from=plain.no_gap_from
        | _named(row, "within_gap", "types")
        | _water_touched(named=named, house=house),
        undiced_beside=beside,
        undiced_in_one_zone=undiced is not None and undiced.params["one_sector"] is True,
        extends_beside=reach,
        extends_into="centre" if reach else None,
        declarable={str(declare.params["as"]): int(str(declare.params["max"]))} if declare else {},
    )


def _named(row: TerrainRow, special: str, param: str) -> frozenset[str]:
    found = row.special(special)
    if found is None:
        return frozenset()
    types = found.params[param]
    assert isinstance(types, tuple)
    return frozenset(str(each) for each in types)


def _water_touched(*, named: bool, house: House) -> frozenset[str]:
    """9.E: no gap to deep water is needed, or only for types whose special names it."""
    free = named or house.value("touch_deep_water") == "any"
    return frozenset({DEEP_WATER}) if free else frozenset()


def _sizes(row: TerrainRow, house: House) -> dict[str, SizeLimits]:
    return {slot: _size(row, slot, house) for slot in PLACED_FROM_TABLE}


def _size(row: TerrainRow, slot: str, house: House) -> SizeLimits:
    least, most = house.span(SIZE_OF_SLOT[slot])
    if row.size is None:
        return SizeLimits(least, least, most)
    own = own_size(row.type, slot, house.chosen)
    if house.value("own_size_replaces") == "maximum":
        return SizeLimits(least, least, max(least, own.most))
    # An event may state a minimum for one side that both sides have anyway.
    if own.more_than is None or own.more_than < own.least:
        return SizeLimits(own.least, own.least, own.most)
    return SizeLimits(own.least, own.more_than, own.most, long_exclusive=True)


def _by_die(house: House) -> dict[str, dict[int, DieZone]]:
    edge_too = house.value("flank_die_touches_edge") is True
    own_view = {
        roll: DieZone(place.sector, roll in place.touching_edge or (edge_too and roll == 1))
        for place in GROUND.placing
        for roll in place.rolls
    }
    return _both_views(own_view)


def _by_parity() -> dict[str, dict[int, DieZone]]:
    """Plains, mountains: odd is the left flank sector, even the right; no edge is required."""
    return _both_views({roll: DieZone("left" if roll % 2 else "right") for roll in range(1, 7)})


def _both_views(own_view: Mapping[int, DieZone]) -> dict[str, dict[int, DieZone]]:
    return {
        player: {
            roll: DieZone(seen[zone.zone], zone.touches_edge) for roll, zone in own_view.items()
        }
        for player, seen in FROM_HIS_VIEW.items()
    }
