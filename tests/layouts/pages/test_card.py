"""From which share on is a half said to be harder to cross, and which of the two?"""

from __future__ import annotations

import json
from typing import Any

import pytest

from setup_app.layouts import queries
from setup_app.layouts.pages.fairness_card import card_of
from setup_app.rulebooks.pbs_2023_1 import RULEBOOK

EVEN = "Even: neither half has more than 55% of the terrain that is hard to cross."


@pytest.fixture(scope="module")
def figures() -> dict[str, Any]:
    layout = json.loads((RULEBOOK.folder / "sample_table.json").read_text("utf-8"))
    return dict(queries.audited(layout)["fairness"])


@pytest.mark.parametrize(
    ("share", "verdict"),
    [
        (0.0, EVEN),
        (0.09, EVEN),
        (0.1, "The defender’s half is somewhat harder to cross."),
        (0.29, "The defender’s half is somewhat harder to cross."),
        (0.3, "The defender’s half is much harder to cross."),
        (-0.09, EVEN),
        (-0.1, "The invader’s half is somewhat harder to cross."),
        (-0.29, "The invader’s half is somewhat harder to cross."),
        (-0.3, "The invader’s half is much harder to cross."),
    ],
)
def test_the_verdict_follows_the_share(figures: dict[str, Any], share: float, verdict: str) -> None:
    told = {**figures, "balance": {**figures["balance"], "share": share}}

    assert card_of(told, RULEBOOK.id).verdict == verdict
