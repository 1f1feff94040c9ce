"""Is a type with a size of its own as large as 9.B and this project's reading say?

The figures were reckoned by hand from the reading.
"""

from typing import Any

import pytest

from setup_app.engine.battle import EngineBattle
from setup_app.engine.hidden import SPECTATOR
from setup_app.engine.views import view
from setup_app.rulebooks.pbs_2023_1 import RULEBOOK
from setup_app.rulebooks.pbs_2023_1.layout_rules import layout_rules
from terrain.core.layout import Layout, Table
from terrain.core.rules import SizeLimits
from tests.rulebooks.pbs.director import setup

SMALL = {"compulsory_size": [3, 6], "optional_size": [2, 4]}
AS_MAXIMUM = {"own_size_replaces": "maximum"}


def sizes(type_: str, **settings: Any) -> dict[str, SizeLimits]:
    """What the sides of a type in waterside may be, by slot."""
    layout = Layout(
        rulebook="pbs-2023.1",
        territory="waterside",
        density="normal",
        flank=None,
        table=Table(45, 30),
        settings=settings,
    )
    return dict(layout_rules(layout).types[type_].sizes)


def town(least: float, more_than: float, most: float) -> SizeLimits:
    return SizeLimits(least, more_than, most, long_exclusive=True)


def square(least: float, most: float) -> SizeLimits:
    return SizeLimits(least, least, most)


@pytest.mark.parametrize(
    ("type_", "settings", "compulsory", "optional"),
    [
        ("village", {}, square(4, 6), square(4, 6)),
        ("town", {}, town(4, 6, 10), town(4, 6, 10)),
        # The greatest size alone is lowered, or lifted; nothing need be more than 6.
        ("village", AS_MAXIMUM, square(6, 6), square(4, 6)),
        ("town", AS_MAXIMUM, square(6, 10), square(4, 10)),
        # 0.6 of them, and half of them: 4 gives 2.4, 6 gives 3.6.
        ("village", SMALL, square(2.5, 3.5), square(2, 3)),
        ("fields", SMALL, square(2.5, 3.5), square(2, 3)),
        ("town", SMALL, town(2.5, 3.5, 6), town(2, 3, 5)),
        ("village", {**SMALL, **AS_MAXIMUM}, square(3, 3.5), square(2, 3)),
        ("town", {**SMALL, **AS_MAXIMUM}, square(3, 6), square(2, 5)),
        # One slot alone.
        ("village", {"optional_size": [3, 6]}, square(4, 6), square(3, 4.5)),
        # 0.875 of 6 is 5.25, from which a half goes upwards; of 4 it is 3.5, of 10 it is 8.75.
        ("village", {"optional_size": [3, 7]}, square(4, 6), square(3.5, 5.5)),
        ("town", {"optional_size": [3, 7]}, town(4, 6, 10), town(3.5, 5.5, 9)),
        # They never grow.
        ("village", {"optional_size": [4, 12]}, square(4, 6), square(4, 6)),
        ("town", {"optional_size": [4, 12], **AS_MAXIMUM}, square(6, 10), square(4, 10)),
        # 0.85 of 6 is 5.1: 5 would be less than the slot asks.
        ("village", {"compulsory_size": [6, 8.5], **AS_MAXIMUM}, square(6, 6), square(4, 6)),
        # What an event states counts as it stands, and what it leaves out of it is in proportion.
        ("village", {"own_sizes": {"village": {"max": 3}}}, square(2, 3), square(2, 3)),
        ("village", {"own_sizes": {"village": {"max": 7}}}, square(4, 7), square(4, 7)),
        ("village", {**SMALL, "own_sizes": {"village": {"max": 6}}}, square(4, 6), square(4, 6)),
        ("village", {"own_sizes": {"town": {"max": 5}}}, square(4, 6), square(4, 6)),
        ("village", {"own_sizes": {"village": {"max": None}}}, square(4, 6), square(4, 6)),
        ("town", {"own_sizes": {"town": {"max": 5}}}, town(2, 3, 5), town(2, 3, 5)),
        ("town", {"own_sizes": {"town": {"min": 4, "max": 5}}}, town(2, 4, 5), town(2, 4, 5)),
        (
            "town",
            {"own_sizes": {"town": {"min": 4, "max": 5}}, **AS_MAXIMUM},
            square(6, 6),
            square(4, 5),
        ),
        # More than 1 is no demand where both sides are at least 4.
        ("town", {"own_sizes": {"town": {"min": 1, "max": 10}}}, square(4, 10), square(4, 10)),
        # What has no size of its own is none of this.
        ("hills", {**SMALL, **AS_MAXIMUM}, square(3, 6), square(2, 4)),
    ],
)
def test_the_sides_of_a_type_in_each_slot(
    type_: str, settings: dict[str, Any], compulsory: SizeLimits, optional: SizeLimits
) -> None:
    assert sizes(type_, **settings) == {
        "secure_flank": compulsory,
        "compulsory": compulsory,
        "optional": optional,
    }


def test_what_follows_from_an_event_is_told_by_slot_and_type() -> None:
    def told(**settings: Any) -> Any:
        assert RULEBOOK.following is not None
        return RULEBOOK.following(RULEBOOK.complete_settings(settings))

    lowered = {"fields": {"max": 3}, "tilled_fields": {"max": 3}, "village": {"max": 3}}
    assert told() == {}
    assert told(optional_size=[4, 12]) == {}
    assert told(optional_size=[2, 4]) == {
        "own_sizes": {"optional": {**lowered, "town": {"min": 3, "max": 5}}}
    }
    assert told(optional_size=[2, 4], own_sizes={"town": {"min": 5, "max": 6}}) == {
        "own_sizes": {"optional": lowered}
    }
    stated = {"town": {"min": 4, "max": 7}}
    assert told(own_sizes={"town": {"max": 7}}) == {
        "own_sizes": {"compulsory": stated, "optional": stated}
    }
    assert told(own_sizes={"village": {"max": 7}, "town": {"max": 14}}) == {}
    assert told(optional_size=[2, 4], own_size_replaces="maximum") == {
        "own_sizes": {"optional": {**lowered, "town": {"max": 5}}}
    }


def test_a_battle_shows_them_beside_its_house_rulings() -> None:
    battle = EngineBattle.begin(RULEBOOK, setup(optional_size=[2, 4]), bytes(32))
    shown = view(battle, SPECTATOR, say=lambda told: told.code)

    assert shown["house_rulings"]["optional_size"] == [2, 4]
    assert "own_sizes" not in shown["house_rulings"]
    assert shown["implied_rulings"]["own_sizes"]["optional"]["village"] == {"max": 3}
    assert (
        view(
            EngineBattle.begin(RULEBOOK, setup(), bytes(32)), SPECTATOR, say=lambda told: told.code
        )["implied_rulings"]
        == {}
    )
