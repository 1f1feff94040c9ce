"""An order of battle names who commands the garrison, and generals by number."""

import pytest

from setup_app.engine.hidden import SPECTATOR
from setup_app.engine.views import view
from setup_app.rulebook_pages.pbs_2023_1.order_of_battle import armies, sign_of
from tests.non_interference import say
from tests.rulebooks.pbs.deployment.stage import army, battle_at_deployment, play_to, tugs, unit

UNITS = [*tugs(4), unit("Citizens", "garrison"), unit("Old men", "garrison")]


@pytest.mark.parametrize("revision", [3, 4])
def test_the_garrison_stands_in_the_command_of_its_leader_once_that_is_declared(
    revision: int,
) -> None:
    fort = army(UNITS, settlement="fort")
    battle = play_to(battle_at_deployment(fort, fort, revision=revision), None)

    first, _second = armies(view(battle, SPECTATOR, say=say))

    commanded = [
        (section.title, line.words, line.note)
        for section in first.commands
        for line in section.lines
        if line.words in ("Citizens", "Old men")
    ]
    apart = [line.words for each in first.beside for line in each.lines if each.title == APART]
    if revision == 4:
        leader = "Army commander: Scipio, competent"
        assert commanded == [
            (leader, "Citizens", "in garrison"), (leader, "Old men", "in garrison"),
        ]  # fmt: skip
        assert apart == []
    else:
        assert (commanded, apart) == ([], ["Citizens", "Old men"])


APART = "In garrison"


def test_each_of_eight_generals_shows_its_own_number() -> None:
    signs = [sign_of(leader) for leader in range(9)]

    assert signs == ["★", "I", "II", "III", "IV", "V", "VI", "VII", "VIII"]
