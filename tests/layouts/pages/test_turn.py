"""Does a piece in hand keep its turn: is it asked what the rules ask of it between the others?"""

from __future__ import annotations

import json
import re

import pytest
import shapely
from django.test import Client

from setup_app.layouts import queries
from setup_app.layouts.pages import changes
from tests.layouts.pages.laying import laid

pytestmark = pytest.mark.django_db


def test_what_lies_right_in_its_turn_is_not_told_to_lie_wrong(client: Client) -> None:
    """Fields may be laid beside a village that stands, and not the other way round."""
    row = laid(client, territory="forest", seed="185356", **{"box-forest": "3-2"})
    village = next(each for each in row.layout["pieces"] if each["type"] == "village")
    fields = row.layout["pieces"][row.layout["pieces"].index(village) + 1 :]
    assert "fields" in [each["type"] for each in fields]
    in_hand = changes.in_hand(row.layout, village["id"])
    lies = shapely.Point(village["outline"]["coordinates"][0][0])

    found = queries.ground_for(in_hand)

    # Fields touch it: so it lies on a border, of which the last thousandths are in doubt.
    about = lies.buffer(0.01)
    assert shapely.geometry.shape(found["region"]).intersects(about)
    banned = [shapely.geometry.shape(hint["region"]) for hint in found["hints"]]
    assert not any(shapely.covers(region, about) for region in banned)
    assert queries.nearest_place(in_hand)["by"] == [0, 0]
    page = client.get(f"/t/{row.public_id}/edit/", {"piece": village["id"]}).content.decode()
    given = json.loads(re.search(r'id="editor"[^>]*>(.*?)</script>', page, re.S)[1])
    gaps = {each["type"]: (each["gap"], each["touch"]) for each in given["others"]}
    assert (gaps["fields"], gaps["marsh"]) == ((0, True), (2, False))
    last = {name: in_hand[name] for name in ("layout", "piece")}
    assert queries.nearest_place(last)["by"] != [0, 0]


def test_what_is_dragged_away_from_those_that_need_it_says_so_and_is_brought_back(
    client: Client,
) -> None:
    row = laid(client, territory="forest", seed="185356", **{"box-forest": "3-2"})
    pieces = row.layout["pieces"]
    at, village = next((at, p) for at, p in enumerate(pieces) if p["type"] == "village")
    ring = village["outline"]["coordinates"][0]
    hints = queries.ground_for(changes.in_hand(row.layout, village["id"]))["hints"]
    leant_on = [hint for hint in hints if hint["code"] == "leant_on"]
    said_of_away = []
    for by in ((6, 0), (0, 4), (9, -12), (0.05, 0.05)):
        moved = {**village, "outline": {"type": "Polygon", "coordinates": [_slid(ring, by)]}}
        away = {**row.layout, "pieces": [*pieces[:at], moved, *pieces[at + 1 :]]}
        spot = shapely.Point(moved["outline"]["coordinates"][0][0])
        hinted = {
            hint["pieces"][1]
            for hint in leant_on
            if shapely.covers(shapely.geometry.shape(hint["region"]), spot)
        }
        broken = queries.judge_layout(away)["violations"]
        assert hinted == {each["pieces"][0] for each in broken if each["code"] == "die_required"}
        said_of_away.append(hinted)

        found = queries.nearest_place(changes.in_hand(away, village["id"]))

        back = {**village, "outline": found["outline"]}
        whole = {**row.layout, "pieces": [*pieces[:at], back, *pieces[at + 1 :]]}
        assert queries.judge_layout(whole)["violations"] == []
    assert any(said_of_away)
    assert {(hint["rule"], len(hint["pieces"])) for hint in leant_on} == {("9.E", 2)}
    # Of two villages neither is blamed for fields that may be moved to the other.
    second = {**village, "id": "p99"}
    second["outline"] = {"type": "Polygon", "coordinates": [_slid(ring, (14, -9))]}
    two = {**row.layout, "pieces": [*pieces[:at], second, *pieces[at:]]}
    for name in (village["id"], "p99"):
        found = queries.ground_for(changes.in_hand(two, name))["hints"]
        assert "leant_on" not in [hint["code"] for hint in found]


def _slid(ring: list[list[float]], by: tuple[float, float]) -> list[list[float]]:
    return [[round(x + by[0], 3), round(y + by[1], 3)] for x, y in ring]
