"""The terrain rules of a battle, from its territory, map square, table and settings.

The geometry in `terrain.core` knows no rulebook: here the tables of release v2023.1 and an event's
choices become the one value by which it judges. Sections 9.A to 9.E and the settlement step.
"""

from __future__ import annotations

from collections.abc import Mapping

from setup_app.rulebooks.pbs_2023_1.house import EventNumber, Json, RuleSetting
from setup_app.rulebooks.pbs_2023_1.setup_check import BASE_WIDTHS_MM, fitting_flanks
from setup_app.rulebooks.pbs_2023_1.tables import (
    EVENT_NUMBERS,
    GROUND,
    IDENTITY,
    SETTINGS,
    TERRITORIES,
    TYPES,
    Territory,
)
from setup_app.rulebooks.pbs_2023_1.type_rules import (
    DEEP_WATER,
    FIXED,
    FROM_HIS_VIEW,
    House,
    common,
    types_of,
)
from terrain.core.layout import Layout, LayoutUnreadable, Table
from terrain.core.rules import (
    ANY_SLOT,
    GroundRules,
    Limit,
    Room,
    SlotRules,
    Zone,
)

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

    `density` and `flank` are None if the box is unknown: rules that depend on it are then not
    judged. `table` is width and depth in base widths. `settings` holds settings and event numbers
    by name; a missing one has its default. Their values are trusted: see `layout_rules`.
    """
    house = House(settings)
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
        types=types_of(territory, house),
        slots=_slots(territory, density, flank, house),
        rows=frozenset(row.type for row in territory.terrain),
        known=frozenset(TYPES),
        fixed=FIXED,
        plain=common("", house),
        tolerance=GROUND.tolerance,
        gap=house.number("gap"),
        slide=house.number("opponent_slide"),
        deployment=GROUND.deployment_from_centre_line,
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
    """Return the rules that judge a layout, from its own fields.

    Raises LayoutUnreadable if they name what this rulebook does not have: another rulebook, an
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
    flanks = fitting_flanks(layout.territory)
    if layout.flank is not None and sorted(layout.flank) not in [sorted(each) for each in flanks]:
        raise LayoutUnreadable("not_an_option", "/flank", options=[list(each) for each in flanks])
    low, high = BASE_WIDTHS_MM
    if not low <= layout.base_width_mm <= high:
        raise LayoutUnreadable("out_of_range", "/base_width_mm", least=low, most=high)
    _allow_settings(layout.settings)
    table = (layout.table.width, layout.table.depth)
    _allow_table(table, layout.settings)
    territory = TERRITORIES[layout.territory]
    return ground_rules(territory, layout.density, layout.flank, table, layout.settings)


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


def _limits(territory: Territory) -> tuple[Limit, ...]:
    """Return each limit once: fields and tilled fields print the same one."""
    limits = [
        Limit(row.limit.max, frozenset(row.limit.types)) for row in territory.terrain if row.limit
    ]
    return tuple(dict.fromkeys(limits))


def _slots(
    territory: Territory, density: str | None, flank: tuple[str, ...] | None, house: House
) -> dict[str, SlotRules]:
    box = None if density is None else GROUND.densities[density]
    most = max(each.optional for each in GROUND.densities.values())
    optional = most if box is None else box.optional
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
    """Return None if every category is allowed, which leaves narrower places open for longer."""
    every = {row.category for territory in TERRITORIES.values() for row in territory.terrain}
    return None if every <= set(categories) else frozenset(categories)


def _each(number: int) -> tuple[Room, ...]:
    return tuple(Room(number, None, player) for player in FROM_HIS_VIEW)


def _flank_room(flank: tuple[str, ...]) -> tuple[Room, ...]:
    """9.A: return one strip of the defender's, or one piece of each player."""
    if not flank:
        return ()
    return (Room(1, None, "defender"),) if flank == (DEEP_WATER,) else _each(1)


def _flank_kinds(territory: Territory, flank: tuple[str, ...]) -> frozenset[str]:
    """9.A: return the kinds with the substitutes that a territory's special rule allows."""
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
            raise LayoutUnreadable("not_an_option", f"/settings/{name}", **_allowed(known))


def _allowed(known: RuleSetting | EventNumber) -> dict[str, Json]:
    """Return the allowed values of a setting or an event number, for an error about another."""
    if isinstance(known, EventNumber) and known.kind == "range":
        return {"lowest": known.min, "highest": known.max}
    options = known.choices if isinstance(known, RuleSetting) else None
    return {"options": list(options)} if options else {"schema": dict(known.schema)}


def _allow_table(table: tuple[float, float], settings: Mapping[str, Json]) -> None:
    for side, length in zip(("width", "depth"), table, strict=True):
        figure = EVENT_NUMBERS[f"table_{side}"]
        if not figure.allows(length):
            raise LayoutUnreadable(
                "out_of_range", f"/table/{side}", least=figure.min, most=figure.max
            )
    least = 2 * House(settings).number("flank_sector_depth") + GROUND.least_centre_width
    if table[0] < least:
        raise LayoutUnreadable(
            "out_of_range", "/table/width", least=least, most=EVENT_NUMBERS["table_width"].max
        )
