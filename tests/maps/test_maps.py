"""Are the official maps here and read-only, and can a club keep its own?"""

import copy
import re

import pytest
from django.core.management import call_command
from django.test import Client

from setup_app.identity.ownership import NotThere, fresh_public_id
from setup_app.identity.requesters import Requester
from setup_app.maps import services
from setup_app.maps.models import PbsMap
from setup_app.maps.queries import map_as_data
from setup_app.rulebooks.pbs_2023_1.tables import TERRITORIES
from tests.battles.test_races import at_once
from tests.maps.test_boxes import official_cells

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

PLAINS = "pbs-2023-1-plains"


@pytest.fixture(autouse=True)
def official_maps():
    services.sync_official_maps()


@pytest.fixture
def copied(client):
    answer = client.post(
        f"/api/v1/maps/{PLAINS}/copy/", {"name": "Club"}, content_type="application/json"
    )
    return answer.json()["id"]


def changed_cells():
    cells = copy.deepcopy(official_cells("plains"))
    cells[0][0] = {"flank": [], "density": "featureless"}
    return cells


def test_migrating_brings_the_seven_official_maps_and_repeating_changes_nothing():
    PbsMap.objects.all().delete()
    call_command("migrate", verbosity=0)
    official = PbsMap.objects.filter(is_official=True)
    assert {each.territory: each.cells for each in official} == {
        slug: official_cells(slug) for slug in TERRITORIES
    }
    assert services.sync_official_maps() == ()


def test_an_official_map_that_differs_from_the_tables_is_mended():
    PbsMap.objects.filter(public_id=PLAINS).update(cells=changed_cells())
    assert services.sync_official_maps() == (PLAINS,)
    assert PbsMap.objects.get(public_id=PLAINS).cells == official_cells("plains")


def test_a_map_is_read_with_its_boxes(client):
    answer = client.get(f"/api/v1/maps/{PLAINS}/").json()
    del answer["changed_at"]
    assert answer == {
        "id": PLAINS,
        "official": True,
        "rulebook": "pbs-2023.1",
        "territory": "plains",
        "name": "Plains",
        "copied_from": None,
        "cells": official_cells("plains"),
    }


@pytest.mark.parametrize("method", ["put", "delete"])
def test_nobody_changes_an_official_map(client, method):
    answer = getattr(client, method)(
        f"/api/v1/maps/{PLAINS}/",
        {"name": "Ours", "cells": changed_cells()},
        content_type="application/json",
    )
    assert (answer.status_code, answer.json()["code"]) == (403, "not_allowed")
    assert PbsMap.objects.get(public_id=PLAINS).cells == official_cells("plains")


def test_a_copy_keeps_territory_and_boxes_and_knows_its_model(client, copied):
    answer = client.get(f"/api/v1/maps/{copied}/").json()
    assert (answer["territory"], answer["name"], answer["copied_from"], answer["official"]) == (
        "plains",
        "Club",
        PLAINS,
        False,
    )
    assert answer["cells"] == official_cells("plains")


def test_a_copy_is_changed_and_its_model_is_not(client, copied):
    answer = client.put(
        f"/api/v1/maps/{copied}/",
        {"name": "Steppe", "cells": changed_cells()},
        content_type="application/json",
    )
    assert (answer.status_code, answer.json()["name"]) == (200, "Steppe")
    assert client.get(f"/api/v1/maps/{copied}/").json()["cells"] == changed_cells()
    assert PbsMap.objects.get(public_id=PLAINS).cells == official_cells("plains")


def test_a_battle_s_map_is_not_reached_by_later_changes(client, copied):
    asker = Requester(None, PbsMap.objects.get(public_id=copied).owner_key)
    kept = map_as_data(asker, copied)
    client.put(
        f"/api/v1/maps/{copied}/",
        {"name": "Steppe", "cells": changed_cells()},
        content_type="application/json",
    )
    assert kept == {
        "id": copied,
        "rulebook": "pbs-2023.1",
        "territory": "plains",
        "name": "Club",
        "official": False,
        "cells": official_cells("plains"),
    }


def test_another_browser_finds_nothing_of_a_copy(copied):
    other = Client()
    address = f"/api/v1/maps/{copied}/"
    body = {"name": "Hers", "cells": changed_cells()}
    assert other.get(address).status_code == 404
    assert other.put(address, body, content_type="application/json").status_code == 404
    assert other.delete(address).status_code == 404
    assert other.post(f"{address}copy/", {}, content_type="application/json").status_code == 404
    assert other.get("/api/v1/maps/").json()["count"] == 7
    for page in ("", "edit/", "delete/"):
        assert other.get(f"/maps/{copied}/{page}").status_code == 404
    with pytest.raises(NotThere):
        map_as_data(Requester(None, "x" * 43), copied)


def test_a_deleted_copy_is_gone_and_a_copy_of_it_stays(client, copied):
    second = client.post(f"/api/v1/maps/{copied}/copy/", {}, content_type="application/json").json()
    assert second["name"] == "Club"
    assert client.delete(f"/api/v1/maps/{copied}/").status_code == 204
    assert client.get(f"/api/v1/maps/{copied}/").status_code == 404
    assert client.get(f"/api/v1/maps/{second['id']}/").json()["copied_from"] is None


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 422),
        (b"{", 400),
        (b"[]", 422),
        (b'{"name": NaN, "cells": []}', 400),
        (b'{"name": "x", "cells": []}', 422),
        (b'{"name": "x", "cells": [' + b"0," * 100_000 + b"0]}", 422),
        (b'{"name": "' + b"x" * 10_000_000 + b'"}', 413),
    ],
    ids=lambda value: str(value)[:24],
)
def test_bad_input_gets_a_problem_and_changes_nothing(client, copied, body, status):
    answer = client.put(f"/api/v1/maps/{copied}/", body, content_type="application/json")
    assert (answer.status_code, answer["Content-Type"]) == (status, "application/problem+json")
    assert PbsMap.objects.get(public_id=copied).cells == official_cells("plains")


def test_a_fault_says_where_it_is_and_what_would_be_right(client, copied):
    cells = changed_cells()
    cells[1][3]["density"] = "thick"
    answer = client.put(
        f"/api/v1/maps/{copied}/",
        {"name": "Ours", "cells": cells},
        content_type="application/json",
    )
    assert answer.json()["code"] == "map_refused"
    assert [each["message"] for each in answer.json()["violations"]] == [
        "/cells/1/3/density: “thick” is not one of: featureless, open, normal, dense, very_dense."
    ]


@pytest.mark.parametrize("body", [{"name": "a\u202eb"}, {"name": ""}, {"title": "x"}, []])
def test_a_copy_with_a_bad_name_is_not_made(client, body):
    answer = client.post(f"/api/v1/maps/{PLAINS}/copy/", body, content_type="application/json")
    assert answer.status_code in (400, 422)
    assert PbsMap.objects.count() == 7


def test_one_player_keeps_only_so_many_maps(client, copied):
    kept = PbsMap.objects.get(public_id=copied)
    more = []
    for _ in range(services.MAX_MAPS - 1):
        kept.pk, kept.public_id = None, fresh_public_id()
        more.append(copy.copy(kept))
    PbsMap.objects.bulk_create(more)
    answer = client.post(f"/api/v1/maps/{PLAINS}/copy/", {}, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (422, "too_many_maps")


@pytest.mark.parametrize("how_many", [1, 3])
@pytest.mark.parametrize("address", ["/api/v1/maps/", "/maps/"])
def test_the_index_costs_the_same_for_one_copy_and_for_three(
    client, django_assert_num_queries, how_many, address
):
    for _ in range(how_many):
        client.post(f"/api/v1/maps/{PLAINS}/copy/", {}, content_type="application/json")
    with django_assert_num_queries(3):  # the session, how many there are, the page
        answer = client.get(address)
    assert answer.status_code == 200


def test_the_page_of_a_map_names_density_and_flank_of_all_25_boxes(client):
    page = client.get(f"/maps/{PLAINS}/").content.decode()
    assert page.count('<span class="density">') == 25
    for words in ("Rocky ground or woods", "Deep water", "No secure flank", "Very dense"):
        assert words in page


def test_a_map_is_copied_changed_and_deleted_by_its_pages(client):
    answer = client.post(f"/maps/{PLAINS}/copy/")
    mine = PbsMap.objects.get(is_official=False)
    assert (answer["Location"], mine.name) == (f"/maps/{mine.public_id}/edit/", "Plains (copy)")
    form = client.get(f"/maps/{mine.public_id}/edit/")
    sent = {"name": "Steppe"}
    for row in form.context["rows"]:
        for box in row:
            place = f"{box.row}-{box.column}"
            sent[f"flank-{place}"] = next(each.value for each in box.flanks if each.chosen)
            sent[f"density-{place}"] = next(each.value for each in box.densities if each.chosen)
    sent |= {"flank-0-0": "none", "density-0-0": "featureless"}
    answer = client.post(f"/maps/{mine.public_id}/edit/", sent)
    assert answer["Location"] == f"/maps/{mine.public_id}/"
    mine.refresh_from_db()
    assert (mine.name, mine.cells) == ("Steppe", changed_cells())
    refused = client.post(f"/maps/{mine.public_id}/edit/", {**sent, "density-2-2": "thick"})
    assert refused.status_code == 422
    assert "“thick” is not one of" in refused.content.decode()
    assert "Delete “Steppe”?" in client.get(f"/maps/{mine.public_id}/delete/").content.decode()
    client.post(f"/maps/{mine.public_id}/delete/")
    assert PbsMap.objects.filter(is_official=False).count() == 0


def test_from_its_page_a_map_is_played_on(client, copied):
    page = client.get(f"/maps/{copied}/").content.decode()
    (address,) = re.findall(r'href="(/battles/new/[^"]+)"', page)

    form = client.get(address.replace("&amp;", "&"))

    assert form.context["chosen_maps"] == [copied]
    assert form.context["unfolded"]
    assert not client.get("/battles/new/").context["unfolded"]


def test_official_maps_have_no_page_that_changes_them(client):
    assert client.get(f"/maps/{PLAINS}/edit/").status_code == 404
    assert client.post(f"/maps/{PLAINS}/delete/").status_code == 404
    assert client.get(f"/maps/{PLAINS}/copy/").status_code == 405


def test_nothing_stands_inline_in_a_page(client):
    for address in ("/maps/", f"/maps/{PLAINS}/"):
        page = client.get(address).content.decode()
        assert " style=" not in page
        assert "<style" not in page
        assert page.count("<script") == page.count('<script type="module" src=')


@pytest.mark.django_db(transaction=True)
def test_a_copy_that_is_deleted_twice_at_once_is_simply_gone():
    services.sync_official_maps()
    client = Client()
    address = client.post(f"/maps/{PLAINS}/copy/")["Location"].removesuffix("edit/")

    def tap(path):
        own = Client()
        own.cookies = client.cookies
        return lambda: own.post(f"{address}{path}/")

    answers = at_once(*(tap("delete") for _ in range(4)), *(tap("copy") for _ in range(4)))
    assert {answer.status_code for answer in answers} <= {302, 404}
    assert client.get(address).status_code == 404
