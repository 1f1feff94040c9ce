"""Has a rulebook that nobody thought of maps of its own size, copied and changed like any other?"""

from dataclasses import replace

import pytest

from setup_app.engine.rulebook import BoxMaps
from setup_app.maps import services
from setup_app.maps.models import PbsMap
from setup_app.rulebooks import registry
from tests.battles.toy_skirmish import RULEBOOK

pytestmark = pytest.mark.django_db

DRY, WET = ({"flank": [], "density": each} for each in ("dry", "wet"))
CELLS = [[DRY, WET, DRY], [WET, WET, WET], [DRY, WET, DRY]]
SQUARES = replace(
    RULEBOOK,
    id="toy-squares",
    texts={**RULEBOOK.texts, "territory.ford": "The ford", "density.wet": "Under water"},
    territories=lambda: ({"slug": "ford", "name": "The ford", "cells": CELLS},),
    box_maps=BoxMaps(3, ("dry", "wet"), lambda territory: ((), ("reeds",))),
)


@pytest.fixture(autouse=True)
def squares(monkeypatch):
    monkeypatch.setitem(registry._rulebooks, SQUARES.id, SQUARES)
    services.sync_official_maps()


@pytest.fixture
def copied(client):
    answer = client.post("/maps/toy-squares-ford/copy/")
    return answer["Location"].removesuffix("edit/")


def sent(**changed):
    boxes = {
        f"{what}-{row}-{column}": {"flank": "none", "density": "dry"}[what]
        for what in ("flank", "density")
        for row in range(3)
        for column in range(3)
    }
    return {"name": "Ours", **boxes, **changed}


def test_its_printed_maps_are_official():
    assert PbsMap.objects.get(rulebook="toy-squares").cells == CELLS
    assert services.sync_official_maps() == ()


def test_a_map_is_drawn_in_its_words(client):
    page = client.get("/maps/toy-squares-ford/").content.decode()
    assert page.count('class="density"') == 9
    assert "Under water" in page
    assert ">dry<" in page


def test_a_copy_is_changed_within_its_rulebook(client, copied):
    assert client.post(f"{copied}edit/", sent(**{"flank-1-1": "reeds"})).status_code == 302
    kept = PbsMap.objects.get(copied_from__public_id="toy-squares-ford")
    assert (kept.name, kept.rulebook, kept.cells[1][1]["flank"]) == (
        "Ours",
        "toy-squares",
        ["reeds"],
    )


@pytest.mark.parametrize(
    "wrong", [{"density-0-0": "dense"}, {"flank-2-2": "woods"}, {"density-2-2": ""}, {"name": ""}]
)
def test_what_it_does_not_know_is_refused(client, copied, wrong):
    assert client.post(f"{copied}edit/", sent(**wrong)).status_code == 422


def test_a_map_of_another_size_is_refused(client, copied):
    public_id = copied.split("/")[2]
    body = {"name": "Ours", "cells": [[DRY] * 5] * 5}
    answer = client.put(f"/api/v1/maps/{public_id}/", body, content_type="application/json")
    found = {violation["message"] for violation in answer.json()["violations"]}
    assert "/cells: There are 5 here. A map has 3 rows of 3 squares." in found


def test_a_battle_of_another_rulebook_is_not_fought_on_it(client, copied):
    battle = {
        "rulebook": "toy-skirmish",
        "table": {"width": 48, "depth": 36},
        "sides": [{"general": "Piso"}, {"general": "Iugurtha"}],
        "maps": {"ford": copied.split("/")[2]},
    }
    answer = client.post("/api/v1/battles/", battle, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (422, "map_of_another_territory")
