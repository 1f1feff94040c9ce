"""Is a plan kept for whose list it is, for nobody else, and as long as the list?"""

from __future__ import annotations

import html
import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from setup_app.armies import plans
from setup_app.armies.models import ArmyList, StoredPlan
from setup_app.armies.services import load_samples
from setup_app.identity.requesters import Requester
from tests.armies.lists import SMALL

pytestmark = pytest.mark.django_db

TROOPS = [
    {"name": name, "kind": "tug", "arm": "foot", "order": "close", "bases": 6, "points": 100,
     "flags": []}
    for name in ("Hastati", "Principes", "Triarii")
]  # fmt: skip


def at(unit: int, x: float, **stated: Any) -> dict[str, Any]:
    return {"unit": unit, "at": [x, 5], "facing": 90, "formation": {"ranks": 2}, **stated}


PLAN: dict[str, Any] = {
    "format": "metator-plan/1",
    "units": [at(1, 20), at(0, 24.5)],
    "reserve": [2],
    "commands": [{"leader": 0, "units": [0, 1, 2]}],
}


@pytest.fixture
def path(client: Client) -> str:
    """The address of the plans of a list of this browser's."""
    army = {**SMALL, "units": TROOPS, "points": 300}
    answer = client.post("/api/v1/armies/", army, content_type="application/json")
    assert answer.status_code == 201, answer.content
    return f"/api/v1/armies/{answer.json()['id']}/plans/"


def put(client: Client, path: str, plan: Any = PLAN, name: str = "two lines") -> Any:
    return client.put(f"{path}{name}/", json.dumps(plan), content_type="application/json")


@pytest.mark.postgresql
def test_a_plan_is_kept_read_listed_replaced_and_deleted(client: Client, path: str) -> None:
    assert put(client, path).status_code == 201
    changed = {**PLAN, "reserve": []}
    assert put(client, path, changed).status_code == 200

    assert client.get(f"{path}two lines/").json()["plan"] == changed
    listed = client.get(path).json()
    assert [each["name"] for each in listed["results"]] == ["two lines"]
    assert client.delete(f"{path}two lines/").status_code == 204
    assert client.get(f"{path}two lines/").status_code == 404
    assert client.delete(f"{path}two lines/").status_code == 404


def test_a_name_may_have_a_slash_in_it(client: Client, path: str) -> None:
    assert put(client, path, name="left%2Fright").json()["name"] == "left/right"

    assert client.get(f"{path}left%2Fright/").status_code == 200
    assert client.delete(f"{path}left%2Fright/").status_code == 204


def test_what_a_plan_leaves_out_is_empty(client: Client, path: str) -> None:
    bare = {"format": "metator-plan/1", "units": []}

    assert put(client, path, bare).json()["plan"] == {**bare, "reserve": [], "commands": []}


@pytest.mark.parametrize("method", ["get", "put", "delete"])
def test_nobody_else_finds_it(client: Client, path: str, method: str) -> None:
    put(client, path)
    other = Client()
    other.post("/api/v1/armies/", SMALL, content_type="application/json")

    for there in (path, f"{path}two lines/") if method == "get" else (f"{path}two lines/",):
        answer = getattr(other, method)(there, PLAN, content_type="application/json")
        assert answer.status_code == 404
    assert StoredPlan.objects.get().stated == PLAN


def test_a_sample_has_no_plans(client: Client) -> None:
    (sample, *_) = load_samples()
    path = f"/api/v1/armies/{sample}/plans/"

    assert client.get(path).status_code == 404
    assert (
        put(client, path).status_code
        == client.put(
            f"/api/v1/armies/{sample}/", SMALL, content_type="application/json"
        ).status_code
    )
    assert not StoredPlan.objects.exists()


@pytest.mark.postgresql
def test_it_goes_with_its_list(client: Client, path: str) -> None:
    put(client, path)

    client.delete(path.removesuffix("plans/"))

    assert not StoredPlan.objects.exists()


def test_the_list_itself_and_its_link_show_none(client: Client, path: str) -> None:
    army = path.removesuffix("plans/")
    before = client.get(army).json()

    put(client, path)

    assert client.get(army).json() == before


def test_every_fault_is_named_at_once(client: Client, path: str) -> None:
    answer = put(
        client,
        path,
        {
            "format": "metator-plan/1",
            "units": [at(0, 20), at(0, 24), at(1, 30, formation={"ranks": 0}), at(9, 3)],
            "reserve": [1, 8],
            "commands": [{"leader": 0, "units": [2, 2]}, {"leader": 3, "units": []}],
        },
    )

    assert (answer.status_code, answer.json()["code"]) == (422, "plan_refused")
    found = [(each["code"], *each["pieces"]) for each in answer.json()["violations"]]
    assert found == [
        ("unit_placed_twice", "u0"),
        ("unit_placed_twice", "u1"),
        ("no_such_unit", "u9"),
        ("no_such_unit", "u8"),
        ("wrong_number", "u1"),
        ("leader_not_free", "leader3"),
        ("unit_placed_twice", "u2"),
    ]
    assert not StoredPlan.objects.exists()


@pytest.mark.parametrize(
    "plan",
    [
        None,
        [],
        "a line",
        {},
        {**PLAN, "format": "metator-plan/2"},
        {**PLAN, "more": 1},
        {**PLAN, "units": [{**at(0, 20), "at": [1]}]},
        {**PLAN, "units": [{**at(0, 20), "at": ["NaN", 1]}]},
        {**PLAN, "units": [{**at(0, 20), "facing": 1e9}]},
        {**PLAN, "units": [at(0, 20, formation={"ranks": 1.5})]},
        {**PLAN, "units": [at(0, 20)] * 300},
        {**PLAN, "reserve": [-1]},
    ],
)
def test_what_has_not_the_shape_of_a_plan_is_refused(client: Client, path: str, plan: Any) -> None:
    answer = put(client, path, plan)

    assert (answer.status_code, answer.json()["code"]) == (422, "plan_refused")
    assert {each["code"] for each in answer.json()["violations"]} == {"wrong_shape"}


@pytest.mark.parametrize("name", [" ", "x" * 81, "a\u202eb"])
def test_a_name_can_be_shown(client: Client, path: str, name: str) -> None:
    answer = put(client, path, name=name)

    assert (answer.status_code, answer.json()["code"]) == (422, "plan_name")


@pytest.mark.postgresql
def test_so_many_are_kept_and_no_more(
    client: Client, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plans, "MAX_PLANS", 2)
    for name in ("one", "two"):
        assert put(client, path, name=name).status_code == 201

    assert put(client, path, name="three").json()["code"] == "too_many_plans"
    assert put(client, path, name="two").status_code == 200


@pytest.mark.postgresql
def test_the_same_key_does_nothing_twice(client: Client, path: str) -> None:
    first, second = (
        client.put(
            f"{path}two lines/",
            PLAN,
            content_type="application/json",
            headers={"Idempotency-Key": "k" * 32},
        )
        for _ in range(2)
    )

    assert (first.status_code, second.status_code) == (201, 201)
    assert first.json() == second.json()


def test_the_lists_page_draws_its_plans_and_a_plan_goes_and_comes_back_there(
    client: Client, path: str
) -> None:
    put(client, path)
    page_at = f"/armies/{path.split('/')[-3]}/"

    page = client.get(page_at).content.decode()
    # Six bases in two ranks, three wide and one deep, their middles at (20, 5) and (24.5, 5).
    assert 'd="M18.50 9.50L18.50 10.50L21.50 10.50L21.50 9.50Z"' in page
    assert page.count("<path d=") == 2
    assert "two lines" in page
    (number,) = StoredPlan.objects.values_list("pk", flat=True)
    saved = client.get(f"{page_at}plans/{number}/plan.json")
    assert json.loads(saved.content) == PLAN
    assert client.post(f"{page_at}plans/{number}/delete/").status_code == 302
    assert not StoredPlan.objects.exists()

    def bring(content: bytes, **fields: str) -> str:
        file = SimpleUploadedFile("plan.json", content)
        answer = client.post(f"{page_at}plans/", {"file": file, **fields}, follow=True)
        return html.unescape(answer.content.decode())

    assert "Plan “again” saved." in bring(saved.content, name="again")
    assert StoredPlan.objects.get().stated == PLAN
    other = json.dumps({**PLAN, "units": [at(9, 3)]}).encode()
    assert "There is no unit number 9 on the list." in bring(other)
    assert "This file is not a plan." in bring(b"a line")
    assert [each.name for each in StoredPlan.objects.all()] == ["again"]


@pytest.mark.parametrize("how_many", [1, 3])
def test_the_page_asks_for_all_plans_at_once(
    client: Client, path: str, how_many: int, django_assert_num_queries: Any
) -> None:
    for number in range(how_many):
        put(client, path, name=f"plan {number}")

    with django_assert_num_queries(3):  # the session, the list, its plans
        client.get(f"/armies/{path.split('/')[-3]}/")


def test_nobody_else_finds_it_on_a_page(client: Client, path: str) -> None:
    put(client, path, name="Secret of the left")
    army = path.split("/")[-3]
    (number,) = StoredPlan.objects.values_list("pk", flat=True)
    client.post(f"/armies/{army}/share/")
    link = ArmyList.objects.get(public_id=army).link_key
    other = Client()
    other.post("/api/v1/armies/", SMALL, content_type="application/json")

    assert "Secret of the left" not in other.get(f"/armies/shared/{link}/").content.decode()
    assert other.get(f"/armies/{army}/plans/{number}/plan.json").status_code == 404
    assert other.post(f"/armies/{army}/plans/{number}/delete/").status_code == 404
    assert other.post(f"/armies/{army}/plans/").status_code == 404
    assert StoredPlan.objects.exists()


def test_a_plan_of_a_list_that_was_changed_says_so(client: Client, path: str) -> None:
    put(client, path)
    army = ArmyList.objects.get()
    army.stated = {**army.stated, "units": army.stated["units"][:1]}
    army.save()

    page = client.get(f"/armies/{army.public_id}/").content.decode()

    assert "The list has changed and no longer has all of these units." in page
    assert page.count("<path d=") == 1


def test_a_list_is_played_where_it_says_the_same_but_for_its_player(
    client: Client, path: str
) -> None:
    mine = ArmyList.objects.get()
    asker = Requester(None, mine.owner_key)
    played = {**mine.stated, "player": "Anna"}

    assert plans.list_played(asker, played) == mine
    assert plans.list_played(asker, {**played, "points": 1}) is None
    assert plans.list_played(Requester(None, "another"), played) is None
