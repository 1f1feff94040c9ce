"""Is a long list read part by part, each thing once, and by an index however long it is?"""

import base64
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from setup_app.armies.models import ArmyList
from setup_app.battles.models import Battle, Visibility
from setup_app.battles.queries import battles_for
from setup_app.identity.ownership import Collected, owned_parts, seen_by
from setup_app.identity.requesters import Requester
from setup_app.layouts.saved_tables import tables_of
from setup_app.maps.models import PbsMap
from setup_app.web.slices import AFTER, BEFORE, PageCursor, slice_of
from tests.battles.callers import SKIRMISH, begin

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 11, 1, 12, tzinfo=UTC)
LATER = 10**9
"""A number after those of all rows, however many tests have made some."""


@pytest.fixture
def battles() -> list[str]:
    """Seven battles of an account, the newest first; two of them were begun at the same moment."""
    begun = Battle.objects.get(public_id=begin(SKIRMISH).id)
    owner = User.objects.create_user("anna")
    kinds = [Visibility.PUBLIC, Visibility.PRIVATE, Visibility.LINK]
    for number in range(7):
        begun.pk, begun.public_id, begun.account = None, f"{number}" * 14, owner
        begun.visibility = kinds[number % 3]
        begun.created = begun.changed = NOON + timedelta(minutes=number - number % 2)
        begun.save(force_insert=True)
    Battle.objects.exclude(account=owner).delete()
    return [f"{number}" * 14 for number in reversed(range(7))]


def visitor() -> Client:
    client = Client()
    client.force_login(User.objects.get())
    return client


def ids(page: Any) -> list[str]:
    return [line["id"] for line in page["results"]]


def test_following_next_shows_all_once_and_previous_leads_back(battles: list[str]) -> None:
    client = visitor()
    pages = [client.get("/api/v1/battles/?page_size=3").json()]
    while pages[-1]["next"]:
        pages.append(client.get(pages[-1]["next"]).json())

    assert [ids(page) for page in pages] == [battles[:3], battles[3:6], battles[6:]]
    assert {page["count"] for page in pages} == {7}
    assert pages[0]["previous"] is None
    back = client.get(pages[2]["previous"]).json()
    assert ids(back) == battles[3:6]
    assert ids(client.get(back["previous"]).json()) == battles[:3]
    assert client.get(back["previous"]).json()["previous"] is None


def test_what_begins_meanwhile_shows_nothing_twice(battles: list[str]) -> None:
    client = visitor()
    first = client.get("/api/v1/battles/?page_size=3").json()
    begin(SKIRMISH, visibility="public")

    assert ids(client.get(first["next"]).json()) == battles[3:6]


def test_the_page_of_battles_is_read_in_the_same_way(
    battles: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("setup_app.battles.pages.mine.PAGE", 4)
    client = visitor()

    first = client.get("/battles/")
    place = first.context["part"].next
    second = client.get(f"/battles/?place={place}")

    shown = [[line["row"].public_id for line in each.context["lines"]] for each in (first, second)]
    assert shown == [battles[:4], battles[4:]]
    assert "7 in total" in first.content.decode()


BEYOND = [
    base64.urlsafe_b64encode(f"{AFTER} {time} 1".encode()).decode().rstrip("=")
    for time in ("0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00")
]


@pytest.mark.parametrize("text", ["", "x", "ä", "YQ", "YSAyMDI2LTExLTAxIDE", "a" * 500, *BEYOND])
def test_a_place_that_is_none_is_not_found(text: str) -> None:
    assert PageCursor.read(text) is None
    assert Client().get("/api/v1/battles/", {"place": text}).status_code == 404
    assert Client().get("/battles/", {"place": text}).status_code == 200


@pytest.mark.parametrize("side", [AFTER, BEFORE])
def test_a_place_is_read_as_it_was_written(side: str) -> None:
    place = PageCursor(side, NOON, 7)

    assert PageCursor.read(str(place)) == place


@pytest.mark.only_on("sqlite")
@pytest.mark.parametrize(
    "place", [None, PageCursor(AFTER, NOON, LATER), PageCursor(BEFORE, NOON, LATER)]
)
def test_no_part_of_a_list_is_sorted_or_read_whole(
    battles: list[str], place: PageCursor | None, django_assert_num_queries: Any
) -> None:
    owner = User.objects.get()
    parts = [*battles_for(Requester(owner.pk)), *owned_parts(Battle, Requester(owner.pk))]
    with django_assert_num_queries(5) as asked:
        slice_of(parts[:3], by="created", size=2, place=place)
        slice_of(parts[3:], by="changed", size=2, place=place)

    for query in asked.captured_queries[:3] + asked.captured_queries[4:]:
        plan = " ".join(line[3] for line in explained(query["sql"]))
        assert "USING" in plan
        assert "INDEX battle_" in plan
        assert "TEMP B-TREE" not in plan


@pytest.mark.only_on("sqlite")
def test_each_part_is_counted_in_its_index_alone(battles: list[str]) -> None:
    for part in battles_for(Requester(User.objects.get().pk)):
        assert "COVERING INDEX battle_" in part.values("pk").explain()


@pytest.mark.only_on("sqlite")
def test_ones_own_tables_are_counted_in_an_index_alone() -> None:
    account = User.objects.create_user("organiser").pk
    for part in tables_of(Requester(account=account, key="k")):
        assert "COVERING INDEX table_of_" in part.values("pk").explain()


def explained(sql: str) -> list[Any]:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {sql}")
        return cursor.fetchall()


@pytest.mark.only_on("sqlite")
@pytest.mark.parametrize("model", [ArmyList, PbsMap])
def test_what_is_everybodys_is_found_by_an_index_too(model: type[Collected]) -> None:
    plan = seen_by(model, Requester(account=1, key="k")).explain()

    assert "MULTI-INDEX OR" in plan
    assert "SCAN" not in plan


def test_a_page_is_not_had_by_its_number() -> None:
    asked = [
        Client().get("/api/v1/battles/", {"page": each}).status_code for each in ("1", "2", "x")
    ]

    assert asked == [200, 404, 404]
