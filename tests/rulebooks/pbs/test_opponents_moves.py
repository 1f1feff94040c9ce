"""How far may the opponent slide a piece, and about which points may he turn it? (9.E)"""

from __future__ import annotations

from typing import Any

import pytest

from setup_app.engine.hidden import seat
from setup_app.engine.values import Violation
from tests.rulebooks.pbs.director import Director
from tests.rulebooks.pbs.test_section_9 import PLAINS, in_land

UPRIGHT = {"type": "Polygon", "coordinates": [[[16, 12], [22, 12], [22, 18], [16, 18], [16, 12]]]}


def opposing(action: str, **settings: Any) -> Director:
    """The invader has a hill before him, from (16, 12) to (22, 18), that he may slide or turn."""
    battle = in_land("plains", PLAINS["open"], **settings)
    battle.select("hills")
    battle.roll(2)
    battle.place(outline=UPRIGHT)
    battle.roll(5)
    battle.answer(1, {"action": action})
    return battle


def judged(battle: Director, answer: dict[str, Any]) -> tuple[Violation, ...]:
    found: tuple[Violation, ...] = battle.askings()[1].prompt.judge(
        1, answer, battle.known(seat(1))
    )
    return found


@pytest.mark.parametrize(
    ("by", "far"),
    [
        ([6.009, 0], None),
        ([6.01, 0], None),
        ([6.011, 0], 6.011),
        ([0, 6.01], None),
        ([0, 6.011], 6.011),
        ([3.606, 4.808], None),
        ([3.607, 4.809], 6.011),
        ([6, 6], 8.485),
    ],
)
def test_a_slide_goes_6_far_in_any_direction(by: list[float], far: float | None) -> None:
    found = judged(opposing("move"), {"by": by})
    expected = [("moved_too_far", "9.E", far, 6)] if far else []
    assert [(v.code, v.rule, v.measured, v.required) for v in found] == expected


@pytest.mark.parametrize(("by", "is_too_far"), [(4.009, False), (4.01, False), (4.011, True)])
def test_a_slide_goes_as_far_as_an_event_says(by: float, is_too_far: bool) -> None:
    found = judged(opposing("move", opponent_slide=4), {"by": [by, 0]})
    assert [violation.code for violation in found] == ["moved_too_far"] * is_too_far


@pytest.mark.parametrize(
    ("about", "off"),
    [
        ([19, 15], None),
        ([16, 12], None),
        ([22, 15], None),
        ([15.991, 15], None),
        ([15.99, 15], None),
        ([15.989, 15], 0.011),
        ([22.01, 15], None),
        ([22.011, 15], 0.011),
        ([22.008, 18.006], None),
        ([22.009, 18.006], 0.011),
        ([30, 15], 8.0),
    ],
)
def test_a_turn_goes_about_a_point_on_the_piece(about: list[float], off: float | None) -> None:
    found = judged(opposing("turn"), {"about": about, "degrees": 90})
    expected = [("pivot_off_piece", "9.E", off, 0)] if off else []
    assert [(v.code, v.rule, v.measured, v.required) for v in found] == expected
