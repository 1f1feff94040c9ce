"""Is a player told where a die really sends his piece, and which sector is secure?"""

from typing import Any

import pytest

from setup_app.rulebooks.pbs_2023_1 import RULEBOOK
from setup_app.rulebooks.pbs_2023_1.placement_judge import sector_of
from setup_app.rulebooks.pbs_2023_1.section_9b import sent
from tests.rulebooks.pbs.director import setup


@pytest.mark.parametrize(
    ("territory", "type_", "die", "settings", "told"),
    [
        ("plains", "woods", 1, {}, "1"),
        ("plains", "woods", 1, {"flank_die_touches_edge": True}, "1_touching"),
        ("plains", "woods", 6, {"flank_die_touches_edge": True}, "6"),
        ("plains", "woods", None, {}, "undiced"),
        ("plains", "mountains", 3, {}, "odd"),
        ("plains", "mountains", 4, {}, "even"),
        ("plains", "mountains", 1, {"flank_die_touches_edge": True}, "odd"),
        ("forest", "mountains", 3, {}, "3"),
        ("plains", "rivers_and_streams", 3, {}, "3"),
        ("plains", "rivers_and_streams", 3, {"bands_obey_sector": False}, "anywhere"),
        ("plains", "woods", 3, {"bands_obey_sector": False}, "3"),
    ],
)
def test_the_reason_for_a_place_is_that_of_the_type_and_the_house_rulings(
    territory: str, type_: str, die: int | None, settings: dict[str, Any], told: str
) -> None:
    found = sent(territory, type_, die, RULEBOOK.complete_settings(settings))

    assert found == told
    assert RULEBOOK.texts[f"why.place_piece.{found}"]


@pytest.mark.parametrize(
    ("left", "right", "flank_sector_depth", "secure"),
    [
        (1, 7, 10, "left"),
        (38, 44, 10, "right"),
        (0, 6, 4, "left"),
        (39, 45, 4, "right"),
        (18, 24, 10, None),
    ],
)
def test_the_sector_that_holds_the_flank_piece_is_secure_however_narrow(
    left: float, right: float, flank_sector_depth: float, secure: str | None
) -> None:
    ring = [[left, 0], [right, 0], [right, 30], [left, 30], [left, 0]]
    outline = {"type": "Polygon", "coordinates": [ring]}

    assert sector_of(setup(flank_sector_depth=flank_sector_depth), outline) == secure
