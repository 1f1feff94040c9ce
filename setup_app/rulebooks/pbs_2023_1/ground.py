"""Which ground rules hold for a battle, from its territory, its box, its table and its settings?

The geometry in `terrain.core` knows no rulebook: here the tables of release v2023.1 and what an
event chose become the one value that it judges by. Sections 9.A to 9.E and the settlement step.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from setup_app.rulebooks.pbs_2023_1.house import Json
from setup_app.rulebooks.pbs_2023_1.tables import (
    EVENT_NUMBERS,
    GROUND,
    IDENTITY,
    SETTINGS,
    TERRITORIES,
    TYPES,
    Size,
    TerrainRow,
    Territory,
)
from terrain.core.layout import Layout, LayoutUnreadable, Table
from terrain.core.rules import (
    ANY_SLOT,
    BandLimits,
    DieZone,
    GroundRules,
    Limit,
    Room,
    SizeLimits,
    SlotRules,
    StripLimits,
    TypeRules,
    Zone,
)

DEEP_WATER = "deep_water"
SETTLEMENTS = frozenset({"vital_settlement", "fort"})
PLACED_FROM_TABLE = ("secure_flank", "compulsory", "optional")
SECTORS = ("left", "centre", "right")
# The invader sits opposite: his left is the defender's right.
FROM_HIS_VIEW = {
    "defender": {"left": "left", "centre": "centre", "right": "right"},
    "invader": {"left": "right", "centre": "centre", "right": "left"},
}
_FIXED = frozenset(
    {DEEP_WATER, *SETTLEMENTS}
    | {
        row.type
        for territory in TERRITORIES.values()
        for row in territory.terrain
        if row.band and not row.band.movable
    }
)
FIGURES = {
    "fields": "field",
    "tilled_fields": "field",
    "orchards_vineyards": "field",
    "village": "built",
    "town": "built",
    "vital_settlement": "built",
    "fort": "built",
}
_CODES_OF = {
    ("9.E", ANY_SLOT): (
        "invalid_outline outside_table overlap too_close outside_sector straddles_sectors "
        "wrong_half not_touching_edge not_straight too_wide too_narrow not_edge_to_edge "
        "die_required must_not_move declaration_not_allowed"
    ),
    ("9.B", ANY_SLOT): "too_small too_large too_thin category_not_open impassable_not_allowed",
    ("9.C", ANY_SLOT): "unknown_type not_in_territory limit_exceeded",
    ("9.A", ANY_SLOT): "too_deep too_shallow not_in_box",
    ("9.A", "secure_flank"): (
        "outside_sector wrong_half too_small too_large not_edge_to_edge not_straight "
        "category_not_open"
    ),
    ("9.E", "settlement"): "too_small too_large category_not_open",
}
SECTIONS: Mapping[tuple[str, str], str] = {
    (code, slot): section for (section, slot), codes in _CODES_OF.items() for code in codes.split()
}


def ground_rules(
    territory: Territory,
    density: str | None,
    flank: tuple[str, ...] | None,
    table: tuple[float, float],
    settings: Mapping[str, Json],
) -> GroundRules:
    """Return the rules of geometry for one box of one territory.

    `density` and `flank` are None where nobody knows the box: then what depends on it is not
    judged. `table` is width and depth in base widths. `settings` holds settings and event numbers
    by name; one that is missing has its default. Their values are trusted: see `layout_rules`.
    """
    house = _House(settings)
    width, depth = table
    sector = house.number("flank_sector_depth")
    zones = {
        "left": Zone("left", 0, sector),
        "centre": Zone("centre", sector, width - sector),
        "right": Zone("right", width - sector, width),
    }
    box = None if density is None else GROUND.densities[density]
    return GroundRules(
        unit=IDENTITY.unit,
        table=Table(width, depth),
        zones=zones,
        halves={
            "defender": Zone("defender", 0, depth / 2),
            "invader": Zone("invader", depth / 2, depth),
        },
        types=_types(territory, house),
        slots=_slots(territory, density, flank, house),
        rows=frozenset(row.type for row in territory.terrain),
        known=frozenset(TYPES),
        fixed=_FIXED,
        plain=_common("", house),
        tolerance=GROUND.tolerance,
        gap=house.number("gap"),
        slide=house.number("opponent_slide"),
        least_fill=house.number("least_fill"),
        limits=_limits(territory),
        limits_per_player=house.value("max_counts") == "player",
        forbidden=frozenset({"impassable"} if box and not box.impassable else ()),
        moved_keeps_gap=house.value("moved_keeps_gap") is True,
        moved_keeps_zone=house.value("moved_keeps_sector") is True,
        bands_obey_zone=house.value("bands_obey_sector") is True,
        sections=SECTIONS,
    )


def layout_rules(layout: Layout) -> GroundRules:
    """Return the rules by which a layout is judged, from its own fields.

    Raises LayoutUnreadable where they name what this rulebook does not have: another rulebook, an
    unknown territory, density, flank kind, setting or value, or a table outside the event's range.
    """
    if layout.rulebook != IDENTITY.id:
        raise LayoutUnreadable("not_an_option", "/rulebook", options=[IDENTITY.id])
    if layout.territory is None:
        raise LayoutUnreadable("missing_field", "/territory")
    if layout.territory not in TERRITORIES:
        raise LayoutUnreadable("not_an_option", "/territory", options=list(TERRITORIES))
    if layout.density is not None and layout.density not in GROUND.densities:
        raise LayoutUnreadable("not_an_option", "/density", options=list(GROUND.densities))
    for at, kind in enumerate(layout.flank or ()):
        if kind not in TYPES:
            raise LayoutUnreadable("not_an_option", f"/flank/{at}", options=list(TYPES))
    _allow_settings(layout.settings)
    table = (layout.table.width, layout.table.depth)
    _allow_table(table, layout.settings)
    territory = TERRITORIES[layout.territory]
    return ground_rules(territory, layout.density, layout.flank, table, layout.settings)


def undiced_right(type_name: str, layout: Layout, rules: GroundRules) -> bool:
    """Whether a piece of that type may be placed without a die: such a neighbour is there (9.E).

    Does not promise that a place is left beside it.
    """
    kind = rules.types.get(type_name)
    return kind is not None and any(
        piece.type in kind.undiced_beside and piece.shape is not None for piece in layout.pieces
    )


def may_declare(type_name: str, rules: GroundRules, layout: Layout) -> tuple[str, ...]:
    """Return what the next piece of that type may be declared, if it has its slot's least size."""
    kind = rules.types.get(type_name)
    if kind is None:
        return ()
    return tuple(
        declared
        for declared, most in kind.declarable.items()
        if declared not in rules.forbidden
        and sum(p.type == type_name and p.declared == declared for p in layout.pieces) < most
    )


class _House:
    """Settings and event numbers of one battle, with the defaults for those that it leaves."""

    def __init__(self, chosen: Mapping[str, Json]) -> None:
        self._chosen = chosen

    def value(self, name: str) -> Json:
        if name in self._chosen:
            return self._chosen[name]
        if name in SETTINGS:
            return SETTINGS[name].default
        return EVENT_NUMBERS[name].default_as_json

    def number(self, name: str) -> float:
        value = self.value(name)
        assert isinstance(value, int | float)
        return float(value)

    def span(self, name: str) -> tuple[float, float]:
        value = self.value(name)
        assert isinstance(value, list)
        least, most = value
        assert isinstance(least, int | float)
        assert isinstance(most, int | float)
        return float(least), float(most)


def _types(territory: Territory, house: _House) -> dict[str, TypeRules]:
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
            figure="built",
            sizes={"settlement": SizeLimits(least, least, most)},
            no_gap_from=_water_touched(named=False, house=house),
            home="settlement",
        )
    return types


def _common(name: str, house: _House) -> TypeRules:
    """What is asked of any piece that is placed by the dice of 9.E."""
    return TypeRules(
        name=name,
        filled=False,
        by_die=_by_die(house),
        no_gap_from=_water_touched(named=False, house=house),
    )


def _plain(row: TerrainRow, house: _House) -> TypeRules:
    """A row without its specials."""
    touching = row.band is not None and DEEP_WATER in row.band.ends
    return replace(
        _common(row.type, house),
        category=row.category,
        figure="band" if row.band else FIGURES.get(row.type, "blob"),
        sizes={} if row.band else _sizes(row.size, house),
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


def _with_specials(row: TerrainRow, house: _House) -> TypeRules:
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


def _water_touched(*, named: bool, house: _House) -> frozenset[str]:
    """9.E: from deep water no gap is asked, or only of types whose special names it."""
    free = named or house.value("touch_deep_water") == "any"
    return frozenset({DEEP_WATER}) if free else frozenset()


def _sizes(own: Size | None, house: _House) -> dict[str, SizeLimits]:
    if own is None:
        compulsory, optional = house.span("compulsory_size"), house.span("optional_size")
        spans = dict(zip(PLACED_FROM_TABLE, (compulsory, compulsory, optional), strict=True))
        return {slot: SizeLimits(least, least, most) for slot, (least, most) in spans.items()}
    least = GROUND.own_size_least
    longer = least if own.min is None else own.min
    most = float("inf") if own.max is None else own.max
    limits = SizeLimits(least, longer, most, long_exclusive=own.min_exclusive)
    return dict.fromkeys(PLACED_FROM_TABLE, limits)


def _by_die(house: _House) -> dict[str, dict[int, DieZone]]:
    edge_too = house.value("flank_die_touches_edge") is True
    own_view = {
        roll: DieZone(place.sector, roll in place.touching_edge or (edge_too and roll == 1))
        for place in GROUND.placing
        for roll in place.rolls
    }
    return _both_views(own_view)


def _by_parity() -> dict[str, dict[int, DieZone]]:
    """Plains, mountains: odd is the left flank sector, even the right; no edge is asked."""
    return _both_views({roll: DieZone("left" if roll % 2 else "right") for roll in range(1, 7)})


def _both_views(own_view: Mapping[int, DieZone]) -> dict[str, dict[int, DieZone]]:
    return {
        player: {
            roll: DieZone(seen[zone.zone], zone.touches_edge) for roll, zone in own_view.items()
        }
        for player, seen in FROM_HIS_VIEW.items()
    }


def _limits(territory: Territory) -> tuple[Limit, ...]:
    """Each limit once: fields and tilled fields print the same one."""
    limits = [
        Limit(row.limit.max, frozenset(row.limit.types)) for row in territory.terrain if row.limit
    ]
    return tuple(dict.fromkeys(limits))


def _slots(
    territory: Territory, density: str | None, flank: tuple[str, ...] | None, house: _House
) -> dict[str, SlotRules]:
    box = None if density is None else GROUND.densities[density]
    optional = 2 if box is None else box.optional
    compulsory = None
    if box is not None:
        compulsory = tuple(Room(each.pieces, _any_of(each.categories)) for each in box.compulsory)
    return {
        "secure_flank": SlotRules(
            "secure_flank",
            room=None if flank is None else _flank_room(flank),
            kinds=None if flank is None else _flank_kinds(territory, flank),
            diced=False,
            zones=("left", "right"),
            led_by="defender",
            own_half=house.value("flank_pieces_own_half") is True,
            close_ranks=True,
            counted=False,
            movable=False,
            least_size=house.span("compulsory_size")[0],
        ),
        "compulsory": SlotRules(
            "compulsory", room=compulsory, least_size=house.span("compulsory_size")[0]
        ),
        "optional": SlotRules(
            "optional",
            room=_each(optional),
            least_size=house.span("optional_size")[0],
        ),
        "settlement": SlotRules(
            "settlement",
            room=_each(1),
            takes_rows=False,
            diced=False,
            own_half=True,
            movable=False,
        ),
    }


def _any_of(categories: tuple[str, ...]) -> frozenset[str] | None:
    """None where every category will do, which leaves narrower places open for longer."""
    every = {row.category for territory in TERRITORIES.values() for row in territory.terrain}
    return None if every <= set(categories) else frozenset(categories)


def _each(number: int) -> tuple[Room, ...]:
    return tuple(Room(number, None, player) for player in FROM_HIS_VIEW)


def _flank_room(flank: tuple[str, ...]) -> tuple[Room, ...]:
    """9.A: one strip of the defender's, or one piece of each player."""
    if not flank:
        return ()
    return (Room(1, None, "defender"),) if flank == (DEEP_WATER,) else _each(1)


def _flank_kinds(territory: Territory, flank: tuple[str, ...]) -> frozenset[str]:
    """9.A with the substitutes that a territory's special rule allows."""
    substitutes = {
        each.type
        for each in territory.flank_substitutes
        if any(set(kinds) == set(flank) for kinds in each.kinds)
    }
    return frozenset(flank) | substitutes


def _allow_settings(settings: Mapping[str, Json]) -> None:
    for name, value in settings.items():
        known = SETTINGS.get(name) or EVENT_NUMBERS.get(name)
        if known is None or (name in EVENT_NUMBERS and EVENT_NUMBERS[name].given_in != "settings"):
            raise LayoutUnreadable("unknown_field", f"/settings/{name[:100]}")
        if not known.allows(value):
            raise LayoutUnreadable("not_an_option", f"/settings/{name}")


def _allow_table(table: tuple[float, float], settings: Mapping[str, Json]) -> None:
    for side, length in zip(("width", "depth"), table, strict=True):
        figure = EVENT_NUMBERS[f"table_{side}"]
        if not figure.allows(length):
            raise LayoutUnreadable(
                "out_of_range", f"/table/{side}", least=figure.min, most=figure.max
            )
    least = 2 * _House(settings).number("flank_sector_depth") + GROUND.least_centre_width
    if table[0] < least:
        raise LayoutUnreadable("out_of_range", "/table/width", least=least)
