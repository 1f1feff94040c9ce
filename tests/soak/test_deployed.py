"""Do the battles of the soak end deployed, on the ground that was laid in them?"""

from __future__ import annotations

from typing import Any

import pytest

from setup_app.engine.hidden import UMPIRE
from setup_app.engine.views import view
from tests.non_interference import say
from tests.rulebooks.pbs.deployment.test_autoplayed import broken, is_whole
from tests.soak.test_battles import Played

pytestmark = pytest.mark.soak


def test_every_army_stands_where_it_may_and_nobody_is_missing(played: list[Played]) -> None:
    wrong: dict[str, Any] = {}
    tugs = 0
    for each in played:
        battle = each.battle()
        shown = view(battle, UMPIRE, say=say)["deployment"]
        assert battle.setup.until == "deployment"
        is_whole(battle, shown)
        found = broken(battle, shown)
        if found:
            wrong[each.out.name] = found
        tugs += sum(step["put_down"] for step in shown["steps"])
    print(f"\n{len(played)} battles, {tugs} TUGs put down")
    assert wrong == {}
