"""Is a whole number one that can be counted by?"""

from __future__ import annotations

from typing import Any

import pytest

from setup_app.engine.errors import DomainError
from setup_app.rulebooks.pbs_2023_1.armies import read_army
from setup_app.rulebooks.pbs_2023_1.deployment.deploy_prompts import Deploy
from setup_app.rulebooks.pbs_2023_1.deployment.plans import FORMAT, read_plan
from tests.rulebooks.pbs.deployment.stage import army, at, tugs


@pytest.mark.parametrize("unit", [{"unit": 0.0}, {"formation": {"ranks": 2.0}}, {"unit": True}])
def test_a_whole_number_with_a_point_is_of_the_wrong_shape(unit: dict[str, Any]) -> None:
    stated = {**at(0, 20, 5), **unit}

    assert Deploy("10.D", "first", 1).misshapen({"units": [stated]}) is not None
    with pytest.raises(DomainError) as refused:
        read_plan({"format": FORMAT, "units": [stated]}, read_army(army(tugs(1))))
    assert {each.code for each in refused.value.violations} == {"wrong_shape"}
