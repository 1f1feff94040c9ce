"""Which sizes does an editor offer for a piece? Those of the rules, and any where none is asked."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from setup_app.layouts.limits import measures
from setup_app.rulebooks import registry
from terrain.core.layout import read_layout
from terrain.core.rules import GroundRules

EMPTY: dict[str, Any] = {
    "format": "metator-layout/1",
    "rulebook": "pbs-2023.1",
    "territory": "mountains",
    "density": "normal",
    "flank": [],
    "table": {"width": 45, "depth": 30},
    "settings": {},
    "pieces": [],
}


@pytest.fixture(scope="module")
def rules() -> GroundRules:
    made = registry.rulebook("pbs-2023.1").layout_rules
    assert made is not None
    found: GroundRules = made(read_layout(EMPTY))
    return found


@pytest.mark.parametrize(
    ("type_", "slot", "limits"),
    [
        ("woods", "compulsory", (6, 6, False, 10)),
        ("woods", "optional", (4, 4, False, 8)),
        ("village", "optional", (4, 4, False, 6)),
    ],
)
def test_sizes_are_those_of_the_rules(
    rules: GroundRules, type_: str, slot: str, limits: tuple[Any, ...]
) -> None:
    given = measures(rules.kind(type_), slot, rules=rules)

    assert tuple(given[name] for name in ("least", "least_long", "more_than", "most")) == limits


def test_where_no_size_is_asked_no_smaller_and_no_larger_one_is_refused(rules: GroundRules) -> None:
    unsized = replace(rules.kind("woods"), sizes={})

    given = measures(unsized, "optional", rules=rules)

    assert (given["least"], given["least_long"], given["most"]) == (0.01, 0.01, 45)
    assert given["more_than"] is False
