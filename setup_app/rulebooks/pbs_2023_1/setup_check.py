"""Check that a battle can be fought with these lists, table and settings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from setup_app.engine.situation import BattleSetup
from setup_app.engine.values import SIDES, PerSide, Violation
from setup_app.rulebooks.pbs_2023_1.armies import Army, ArmyRefused, faults_of, read_army
from setup_app.rulebooks.pbs_2023_1.cards import die_faces
from setup_app.rulebooks.pbs_2023_1.tables import CARDS, EVENT_NUMBERS, GROUND, TERRITORIES
from setup_app.rulebooks.pbs_2023_1.walk import SIZE

BASE_WIDTHS_MM = (10, 200)


def check_setup(setup: BattleSetup) -> tuple[Violation, ...]:
    """Return everything that is wrong with a setup that two sides want to agree on."""
    faulty = tuple(_list_faults(setup))
    if faulty:
        return faulty
    armies = setup.sides.map(read_army)
    return (
        *_table_faults(setup),
        *_pack_faults(setup, armies),
        *_dice_faults(setup, armies),
        *_map_faults(setup),
        *_nobody_to_deploy(setup, armies),
    )


def furthest(sides: PerSide[Mapping[str, Any]]) -> str:
    """Return how far a battle between two lists can go: an army without a TUG deploys nothing.

    An unreadable list does not count here: it is refused separately.
    """
    for army in sides:
        try:
            if not read_army(army).tugs:
                return "scouting"
        except ArmyRefused:
            continue
    return "deployment"


def _nobody_to_deploy(setup: BattleSetup, armies: PerSide[Army]) -> Iterator[Violation]:
    """Yield a violation for an army without a TUG: it has no share to put down."""
    if setup.until == "deployment":
        for side in SIDES:
            if not armies[side].tugs:
                yield Violation("no_tugs", "10.D", {"side": side, "name": armies[side].name})


def _list_faults(setup: BattleSetup) -> Iterator[Violation]:
    for side in SIDES:
        for fault in faults_of(setup.sides[side]):
            path = f"/sides/{side}{fault.pointer}"
            yield Violation(fault.code, "lists", {**fault.spelt(), "path": path})


def _table_faults(setup: BattleSetup) -> Iterator[Violation]:
    if set(setup.table) != {"width", "depth"}:
        yield Violation("table_not_allowed", "measures", {"expected": "width, depth"})
        return
    for name in ("width", "depth"):
        number = EVENT_NUMBERS[f"table_{name}"]
        if not number.allows(setup.table[name]):
            yield Violation(
                "table_not_allowed",
                "measures",
                {"name": name, "min": number.min, "max": number.max},
            )
            return
    flank = setup.settings["flank_sector_depth"]
    least = 2 * flank + GROUND.least_centre_width
    if setup.table["width"] < least:
        yield Violation("table_too_narrow", "measures", {}, (), setup.table["width"], least)
    low, high = BASE_WIDTHS_MM
    if not low <= setup.base_width_mm <= high:
        yield Violation("base_width_not_allowed", "measures", {"min": low, "max": high})


def _pack_faults(setup: BattleSetup, armies: PerSide[Army]) -> Iterator[Violation]:
    # This cannot happen while a list's own limits stand (44 of 50); they are rulings, the pack is
    # not.
    asked = sum(army.pbs_cards + army.scouting for army in armies)
    if asked > CARDS.pack:
        yield Violation("pack_too_small", "lists", {}, (), asked, CARDS.pack)


def _dice_faults(setup: BattleSetup, armies: PerSide[Army]) -> Iterator[Violation]:
    """Yield a violation if two dice can only show the same face: they would be rolled forever."""
    faces = armies.map(
        lambda army: set(
            die_faces(CARDS.level_colours[army.commander.level], setup.settings["dice_faces"])
        )
    )
    if len(faces[0] | faces[1]) == 1:
        yield Violation("dice_always_tie", "8.A")


def _map_faults(setup: BattleSetup) -> Iterator[Violation]:
    """Yield faults of a club's map: a known territory, five rows of five, known flanks and
    densities.
    """
    for territory, cells in setup.maps.items():
        if territory not in TERRITORIES or not _is_map(territory, cells):
            yield Violation("map_not_allowed", "8.C", {"territory": territory})


def _is_map(territory: str, cells: object) -> bool:
    if not isinstance(cells, list) or len(cells) != SIZE:
        return False
    flanks = fitting_flanks(territory)
    return all(
        isinstance(row, list) and len(row) == SIZE and all(_is_box(box, flanks) for box in row)
        for row in cells
    )


def _is_box(box: object, flanks: tuple[tuple[str, ...], ...]) -> bool:
    if not isinstance(box, dict) or set(box) != {"flank", "density"}:
        return False
    flank = box["flank"]
    return isinstance(flank, list) and tuple(flank) in flanks and box["density"] in GROUND.densities


@cache
def fitting_flanks(territory: str) -> tuple[tuple[str, ...], ...]:
    """Return the secure flanks that a box of this territory may name, none (`()`) first.

    They are printed on some map, and this territory's table has their types.
    """
    types = {row.type for row in TERRITORIES[territory].terrain} | {"deep_water"}
    printed = {box.flank for each in TERRITORIES.values() for row in each.cells for box in row}
    fitting = (flank for flank in printed if types.issuperset(flank))
    return tuple(sorted(fitting, key=lambda flank: (len(flank), flank)))
