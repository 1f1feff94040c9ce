"""Is a battle of an earlier revision played by what its log does not say?"""

from dataclasses import replace
from typing import Any

import pytest

from setup_app.engine.hidden import SPECTATOR, seat
from setup_app.engine.situation import BattleSetup
from setup_app.rulebooks.pbs_2023_1 import RULEBOOK
from setup_app.rulebooks.pbs_2023_1.placement_judge import rules_of
from setup_app.rulebooks.pbs_2023_1.revisions import OF_DEPLOYMENT
from terrain.core.rules import SizeLimits
from tests.rulebooks.pbs.director import Director, army, setup

WATERSIDE = army(home=["waterside"])
SHEET_SIZES = {
    "fields": {"max": 6},
    "tilled_fields": {"max": 6},
    "village": {"max": 6},
    "town": {"min": 6, "max": 10},
}
SMALL = {"compulsory_size": [3, 6], "optional_size": [2, 4]}


def of_the_first_revision(**stated: Any) -> BattleSetup:
    """As its log states it: without the settings that came with the second."""
    now = setup(WATERSIDE, WATERSIDE, **{"max_counts": "table", **stated})
    then = {
        name: value
        for name, value in now.settings.items()
        if name not in ("own_sizes", "own_size_replaces", *OF_DEPLOYMENT)
    }
    return replace(now, revision=1, settings=then)


def sizes_of_a_village(given: BattleSetup) -> set[SizeLimits]:
    battle = Director(given)
    battle.to_flank([1, 2])
    return set(rules_of(battle.known(seat(0))).types["village"].sizes.values())


def test_own_sizes_do_not_shrink_in_a_battle_that_began_before_they_did() -> None:
    now = setup(WATERSIDE, WATERSIDE, **SMALL)

    assert sizes_of_a_village(of_the_first_revision(**SMALL)) == {SizeLimits(4, 4, 6)}
    assert sizes_of_a_village(now) == {SizeLimits(2.5, 2.5, 3.5), SizeLimits(2, 2, 3)}


@pytest.mark.parametrize(
    ("stated", "differing"),
    [
        ({}, {"max_counts": "table"}),
        ({"max_counts": "player"}, {}),
        (SMALL, {**SMALL, "max_counts": "table", "own_sizes": SHEET_SIZES}),
    ],
)
def test_it_shows_what_has_since_become_unusual_and_so_does_its_layout(
    stated: dict[str, Any], differing: dict[str, Any]
) -> None:
    given = of_the_first_revision(**stated)
    battle = Director(given)
    battle.to_flank([1, 2])

    shown = RULEBOOK.differing_settings(RULEBOOK.settings_of(given))
    del shown["deck"]  # the director's own

    assert shown == differing
    assert battle.view(SPECTATOR)["layout"]["settings"] == differing


def test_a_battle_from_before_deployment_has_its_settings_as_usual() -> None:
    now = setup(WATERSIDE, WATERSIDE)
    then = replace(
        now,
        revision=2,
        settings={name: each for name, each in now.settings.items() if name not in OF_DEPLOYMENT},
    )

    assert RULEBOOK.settings_of(then) == now.settings
    assert set(RULEBOOK.differing_settings(RULEBOOK.settings_of(then))) == {"deck"}


def test_a_battle_states_every_setting_since_and_a_log_that_lacks_one_is_refused() -> None:
    now = setup()
    lacking = {name: value for name, value in now.settings.items() if name != "own_sizes"}

    assert RULEBOOK.settings_of(now) == now.settings
    with pytest.raises(KeyError, match="own_sizes"):
        RULEBOOK.settings_of(replace(now, settings=lacking))
