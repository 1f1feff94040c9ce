"""Is a club's map drawn as it will look while it is painted, and nothing stored by that?"""

import re

import pytest
from django.test import Client

from setup_app.maps import services
from setup_app.maps.models import PbsMap

pytestmark = pytest.mark.django_db


@pytest.fixture
def copied(client):
    services.sync_official_maps()
    return client.post("/maps/pbs-2023-1-plains/copy/")["Location"].removesuffix("edit/")


def fields_of(client, copied):
    """What the form would send as it stands, read off its drop-downs."""
    page = client.get(f"{copied}edit/").content.decode()
    selects = re.findall(r'<select name="([^"]+)".*?</select>', page, re.DOTALL)
    chosen = re.findall(r'<option\s+value="([^"]+)"\s+selected>', page)
    assert len(selects) == len(chosen) == 50
    return {"name": "Ours", **dict(zip(selects, chosen, strict=True))}


def water_in(answer):
    return answer.content.decode().count('class="deep"')


def test_a_stroke_is_drawn_and_not_stored(client, copied):
    fields = fields_of(client, copied)
    before = client.post(f"{copied}drawing/", fields)
    dry = {name: "none" for name in fields if name.startswith("flank")}
    assert before.status_code == 200
    assert before["Content-Type"] == "image/svg+xml"
    all_dry = client.post(f"{copied}drawing/", {**fields, **dry})
    wet = client.post(f"{copied}drawing/", {**fields, **dry, "flank-2-2": "deep_water"})
    assert (water_in(all_dry), water_in(wet) > 0) == (0, True)
    kept = PbsMap.objects.get(is_official=False)
    assert kept.cells == PbsMap.objects.get(public_id="pbs-2023-1-plains").cells


def test_what_could_not_be_stored_is_not_drawn(client, copied):
    fields = fields_of(client, copied)
    wrong = client.post(f"{copied}drawing/", {**fields, "density-0-0": "thick"})
    assert (wrong.status_code, wrong.content) == (422, b"")
    assert client.get(f"{copied}drawing/").status_code == 405


def test_nobody_else_s_map_is_drawn_and_no_official_one(client, copied):
    fields = fields_of(client, copied)
    assert Client().post(f"{copied}drawing/", fields).status_code == 404
    assert client.post("/maps/pbs-2023-1-plains/drawing/", fields).status_code == 404


def test_the_brushes_are_what_the_drop_downs_offer(client, copied):
    page = client.get(f"{copied}edit/")
    ((first, *_), *_) = page.context["rows"]
    offered = [[choice.value for choice in each] for each in (first.densities, first.flanks)]
    brushes = page.context["brushes"]
    assert [[each.value for each in brushes[name]] for name in ("density", "flank")] == offered


def test_a_faulty_map_is_shown_as_it_was_with_its_faults(client, copied):
    fields = fields_of(client, copied)
    answer = client.post(f"{copied}edit/", {**fields, "density-0-0": "thick"})
    assert answer.status_code == 422
    assert "“thick” is not one of" in answer.content.decode()
    assert answer.context["chart"]["drawn"]
