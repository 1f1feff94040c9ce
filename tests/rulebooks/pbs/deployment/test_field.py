"""Does deployment see the table that was laid, under the settings of the battle?"""

from dataclasses import replace
from typing import Any

import pytest

from setup_app.engine.hidden import Sight, seat
from setup_app.engine.situation import Known
from setup_app.rulebooks.pbs_2023_1.deployment.field import DeploymentField, Span, field_of
from setup_app.rulebooks.pbs_2023_1.deployment.things import Sizes
from setup_app.rulebooks.pbs_2023_1.situation import PbsSituation
from terrain.core.layout import write_piece
from tests.rulebooks.pbs.deployment.ground import DEFENDER, DEPTHS, INVADER, piece, table
from tests.rulebooks.pbs.director import setup

MOVES = {"battery_move": 4, "forced_march_move": None, "forlorn_hope_move": 6, "pathfinder_move": 2}
SETTINGS: dict[str, Any] = {
    "base_depths": DEPTHS,
    "camp_size": [4, 2],
    "camp_special_lifts_range": "cultivated",
    "ambush_from_centre_line": 6,
    **MOVES,
}
TOWN = piece("town", 20, 0, 27, 7)


def seen(**changed: Any) -> DeploymentField:
    """The field of a battle on the cultivated, its settings or table changed."""
    given = setup()
    if "table" in changed:
        given = replace(given, table=changed.pop("table"))
    settings = {**given.settings, **SETTINGS, **changed}
    situation = PbsSituation(replace(given, settings=settings))
    situation.invader = INVADER
    situation.territory = "cultivated"
    situation.secure_sector = "left"
    situation.pieces = (write_piece(TOWN),)
    return field_of(Known(situation, Sight(seat(DEFENDER))))


def test_the_field_has_the_table_the_pieces_and_the_settings_of_the_battle() -> None:
    assert seen() == DeploymentField(
        width=45.0,
        depth=30.0,
        territory="cultivated",
        invader=INVADER,
        secure="left",
        pieces=(TOWN,),
        sizes=Sizes(DEPTHS, (4.0, 2.0)),
        sector=10.0,
        tolerance=0.01,
        from_centre=6.0,
        camp_range=6.0,
        ambush_from_centre=6.0,
        lifts="cultivated",
        kept_from_flanks=("battery", "barricades", "redoubts", "battle_wagon"),
        limits=MOVES,
    )


def test_each_setting_is_read() -> None:
    changed = seen(
        base_depths={**DEPTHS, "foot": 0.75},
        camp_size=[6, 3],
        camp_special_lifts_range="all",
        ambush_from_centre_line=None,
        battery_move=None,
        flank_sector_depth=8,
        table={"width": 60, "depth": 40},
    )

    assert changed.sizes == Sizes({**DEPTHS, "foot": 0.75}, (6.0, 3.0))
    assert (changed.lifts, changed.ambush_from_centre, changed.sector) == ("all", None, 8.0)
    assert changed.limits == {**MOVES, "battery_move": None}
    assert changed.zone(DEFENDER) == Span(0.0, 14.0)
    assert changed.zone(INVADER) == Span(26.0, 40.0)


@pytest.mark.parametrize(
    ("secure", "sectors", "across", "camp"),
    [
        (None, {"left", "right"}, (10.0, 35.0), Span(16.5, 28.5)),
        ("left", {"right"}, (0.0, 35.0), Span(0.0, 22.5)),
        ("right", {"left"}, (10.0, 45.0), Span(22.5, 45.0)),
    ],
)
def test_the_secure_sector_decides_which_flank_is_closed_and_where_camps_go(
    secure: str | None, sectors: set[str], across: tuple[float, float], camp: Span
) -> None:
    field = table(secure=secure)

    assert field.unsecure.keys() == sectors
    assert field.open_across == across
    assert field.camp_span == camp


def test_a_town_takes_its_ground_from_the_water_and_a_faulty_outline_bars_nobody() -> None:
    water, town = piece("deep_water", 0, 0, 6, 30), piece("town", 0, 0, 10, 10)
    bow_tie = replace(town, id="x", declared="impassable", outline=((0, 0), (9, 9), (9, 0), (0, 9)))
    field = table(water, town, bow_tie)

    assert [(each.code, each.piece) for each in field.barriers] == [("in_water", "deep_water")]
    assert field.barriers[0].shape.bounds == (0.0, 10.0, 6.0, 30.0)
    assert [each.piece for each in field.plain_terrain] == ["town"]
