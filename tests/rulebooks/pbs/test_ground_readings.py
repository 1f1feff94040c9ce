"""Is the ground judged as the rulings say, where the sheet leaves it open?"""

from typing import Any

import pytest

from setup_app.rulebooks.pbs_2023_1.tables import RULINGS
from terrain.core.layout import Piece
from tests.terrain.laying import codes, flank, lay, rect, water

RIVER = "rivers_and_streams"
FIELD = lay("fields", rect(12, 10, 4, 4), id="field")


def undiced(x: float, **said: Any) -> Piece:
    return lay("fields", rect(x, 10, 4, 4), id="undiced", die=None, **said)


@pytest.mark.parametrize(
    ("ruling", "pieces", "said", "expected"),
    [
        (
            "overlapping_is_too_close",
            [lay("hills", rect(20, 10, 5, 5)), lay("brush", rect(24, 10, 5, 5))],
            {},
            ["overlap", "too_close"],
        ),
        (
            "share_is_exact",
            [lay("hills", rect(20, 10, 4, 4)[:3])],
            {"settings": {"least_fill": 0.5}},
            [],
        ),
        (
            "share_is_exact",
            [lay("hills", rect(20, 10, 4, 4)[:3])],
            {"settings": {"least_fill": 0.501}},
            ["too_thin"],
        ),
        ("undiced_keeps_gap", [FIELD, undiced(16)], {}, []),
        (
            "undiced_keeps_gap",
            [FIELD, lay("brush", rect(21, 10, 4, 4), placed_by="invader"), undiced(16)],
            {},
            ["too_close"],
        ),
        (
            "band_is_even",
            [lay(RIVER, ((20, 0), (21, 0), (21, 30), (20, 30)))],
            {},
            [],
        ),
        (
            "band_is_even",
            [lay(RIVER, ((20, 0), (21, 0), (21.5, 30), (20, 30)))],
            {},
            ["not_straight"],
        ),
        (
            "no_place_open",
            [flank("woods", rect(0, 0, 6, 6)), flank("woods", rect(0, 8, 6, 6), id="second")],
            {"flank": ("rocky_ground", "woods")},
            ["category_not_open"],
        ),
        (
            "no_place_open",
            [lay("hills", rect(20, 9, 4, 4), slot="settlement", die=None)],
            {},
            ["category_not_open"],
        ),
        (
            "no_place_open",
            [lay("vital_settlement", rect(20, 9, 4, 4))],
            {},
            ["category_not_open"],
        ),
        (
            "town_after_water",
            [water(5), lay("town", rect(2, 8, 6, 8), die=1)],
            {"territory": "waterside"},
            [],
        ),
        (
            "town_after_water",
            [lay("town", rect(2, 8, 6, 8), die=1), water(5)],
            {"territory": "waterside"},
            ["overlap"],
        ),
        (
            "rivers_end_at_water",
            [water(5), lay(RIVER, rect(5, 10, 40, 1))],
            {"settings": {"touch_deep_water": "named", "bands_obey_sector": False}},
            [],
        ),
        (
            "rivers_end_at_water",
            [water(5), lay("hills", rect(6, 10, 4, 4), die=1)],
            {"settings": {"touch_deep_water": "named"}},
            ["too_close"],
        ),
    ],
)
def test_each_ruling_is_what_is_judged(
    ruling: str, pieces: list[Piece], said: dict[str, Any], expected: list[str]
) -> None:
    assert ruling in RULINGS
    assert codes(*pieces, **said) == expected
