"""Does a table that was laid before a figure changed keep what it was laid by?"""

from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest
from django.apps import apps
from django.db import connection

from setup_app.layouts.models import LaidTable
from setup_app.layouts.requests import read, read_wish
from terrain.core.rules import SizeLimits

MIGRATION = import_module("setup_app.layouts.migrations.0002_as_they_were_laid")
SMALL = {"compulsory_size": [3, 6]}


def wish(**more: Any) -> dict[str, Any]:
    return {
        "rulebook": "pbs-2023.1",
        "territory": "waterside",
        "cell": [1, 2],
        "table": {"width": 45, "depth": 30},
        "seed": 1,
        **more,
    }


def layout(settings: dict[str, Any]) -> dict[str, Any]:
    return {
        "format": "metator-layout/1",
        "rulebook": "pbs-2023.1",
        "territory": "waterside",
        "density": "open",
        "flank": [],
        "table": {"width": 45, "depth": 30},
        "settings": settings,
        "pieces": [],
    }


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("settings", "per_player", "village"),
    [({}, False, 6), ({"max_counts": "player"}, True, 6), (SMALL, False, 6)],
)
def test_a_kept_table_is_judged_by_what_it_was_laid_by(
    settings: dict[str, Any], per_player: bool, village: float
) -> None:
    row = LaidTable.objects.create(wish=wish(settings=settings), layout=layout(settings))
    waiting = LaidTable.objects.create(wish=wish())

    MIGRATION.say_by_what(apps, SimpleNamespace(connection=connection))

    row.refresh_from_db()
    waiting.refresh_from_db()
    _, rules = read(row.layout)
    assert rules.limits_per_player is per_player
    assert rules.types["village"].sizes["compulsory"] == SizeLimits(4, 4, village)
    assert settings.items() <= row.layout["settings"].items()
    assert row.wish["settings"] == row.layout["settings"]
    assert (waiting.wish["settings"], waiting.layout) == ({"max_counts": "table"}, None)
    read_wish(waiting.wish)
