"""Is what the API answers what its OpenAPI schema says it answers?"""

import random
from functools import cache
from typing import Any

import pytest
from drf_spectacular.generators import SchemaGenerator
from jsonschema import Draft202012Validator

from setup_app.armies.services import load_samples
from setup_app.battles import serializers
from setup_app.battles.services.creation import NewBattle, setup_for
from setup_app.engine.battle import EngineBattle
from setup_app.layouts.requests import read_wish
from setup_app.rulebooks import registry
from tests.battles.callers import SKIRMISH, Caller, Table, begin, stored
from tests.battles.test_pbs import PBS
from tests.engine.playing import play_until, sit_down

pytestmark = pytest.mark.django_db


def in_json_schema(value: Any) -> Any:
    """OpenAPI 3.0 says `nullable` where JSON Schema lists null among the types."""
    if isinstance(value, list):
        return [in_json_schema(item) for item in value]
    if not isinstance(value, dict):
        return value
    plain = {key: in_json_schema(item) for key, item in value.items() if key != "nullable"}
    return {"anyOf": [plain, {"type": "null"}]} if value.get("nullable") is True else plain


@cache
def schema() -> dict[str, Any]:
    found: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return found


def faults(answer: Any, component: str) -> list[str]:
    """Where an answer is not what the schema's component says."""
    asked = {"$ref": f"#/components/schemas/{component}"}
    validator = Draft202012Validator(asked | {"components": in_json_schema(schema()["components"])})
    return [f"{error.json_path}: {error.message}" for error in validator.iter_errors(answer)]


def pbs(until: str | None) -> Table:
    """A battle of the pre-battle system, played at random until a prompt of this kind."""
    setup = setup_for(
        NewBattle(
            rulebook="pbs-2023.1",
            sides=(PBS["sides"][0], PBS["sides"][1]),
            table={"width": 45.0, "depth": 30.0},
        )
    )
    battle = sit_down(EngineBattle.begin(registry.rulebook("pbs-2023.1"), setup, b"1" * 32))
    return stored(play_until(battle, until, random.Random(3)))


@pytest.mark.parametrize("until", ["play_territory_card", "play_day_card", "place_piece", None])
def test_a_battle_is_what_the_schema_says(until: str | None) -> None:
    table = pbs(until)

    for caller in (*table.seats, table.creator):
        assert faults(table.view(caller), "Battle") == []
        events = caller.get(f"{table.path}events/").json()
        assert faults(events, "EventPage") == []
    assert faults(table.creator.get(f"{table.path}proof/").json(), "Proof") == []


@pytest.mark.parametrize("until", ["play_day_card", "place_piece", None])
def test_no_field_of_a_battle_stands_outside_the_schema(until: str | None) -> None:
    table = pbs(until)
    documented = schema()["components"]["schemas"]

    view = table.view()

    assert set(view) - set(documented["Battle"]["properties"]) == set()
    for side in view["sides"]:
        assert set(side) == set(documented["Side"]["properties"])
    for hand in view["hands"]:
        assert set(hand) == set(documented["Hand"]["properties"])


def test_a_finished_table_is_what_the_schema_says() -> None:
    table = pbs(None)
    for seat in table.seats:
        seat.post(f"{table.path}close/")

    layout = table.seats[0].get(f"{table.path}layout.json").json()

    assert faults(layout, "Layout") == []
    assert faults(table.creator.get(f"{table.path}proof/").json(), "Proof") == []
    assert faults(table.view(), "Battle") == []


def test_what_is_answered_around_a_battle_is_what_the_schema_says() -> None:
    created = Caller().post("battles/", PBS | {"visibility": "public"}).json()
    table = begin(SKIRMISH)
    prompt = table.asked(0)
    assert prompt

    side = PBS["sides"][0]
    challenge = {name: value for name, value in PBS.items() if name != "sides"}
    made = Caller().post("challenges/", challenge | {"side": side, "listed": True})
    path = f"challenges/{made.json()['challenge']['id']}/"
    listed = Caller().get("challenges/")
    suggested = table.seats[0].post(f"{table.path}suggest/", {"prompt": prompt["id"]})
    over = begin(PBS)
    over.seats[0].post(f"{over.path}resign/")

    answers = {
        "MadeChallenge": made,
        "PaginatedChallengeList": listed,
        "AcceptedChallenge": Caller().post(f"{path}accept/", {"army": side}),
        "OwnChallenge": Caller(made.json()["token"]).get(path),
        "DeviceLink": table.seats[1].post(f"{table.path}seats/1/device/"),
        "Token": table.seats[1].post(f"{table.path}seats/1/take/"),
        "Rematch": over.creator.post(f"{over.path}rematch/"),
        "PaginatedBattleSummaryList": Caller().get("battles/"),
        "Links": table.creator.get(f"{table.path}links/"),
        "Suggestion": suggested,
        "Reissued": table.creator.post(f"{table.path}seats/spectator/reissue/"),
        "PaginatedRulebookList": Caller().get("rulebooks/"),
        "Rulebook": Caller().get("rulebooks/pbs-2023.1/"),
        "PaginatedTerritoryList": Caller().get("rulebooks/pbs-2023.1/territories/"),
        "Problem": Caller().get("rulebooks/chess/"),
    }

    assert {name: faults(answer.json(), name) for name, answer in answers.items()} == {
        name: [] for name in answers
    }
    assert faults(created, "CreatedBattle") == []


def test_every_answer_is_a_named_component() -> None:
    unnamed = [
        (path, method, status)
        for path, operations in schema()["paths"].items()
        for method, operation in operations.items()
        if isinstance(operation, dict)
        for status, response in operation.get("responses", {}).items()
        for form, content in response.get("content", {}).items()
        if "json" in form and "$ref" not in content["schema"]
    ]

    assert unnamed == []


def examples(operation_id: str | None = None) -> list[tuple[str, Any]]:
    """Bodies that are shown where the API is browsed: the component that each is one of, and it."""
    bodies = [
        body
        for operations in schema()["paths"].values()
        for operation in operations.values()
        if operation_id in (None, operation["operationId"])
        for body in operation.get("requestBody", {}).get("content", {}).values()
    ]
    return [
        (body["schema"]["$ref"].rpartition("/")[2], example["value"])
        for body in bodies
        for example in body.get("examples", {}).values()
    ]


def test_every_example_is_what_the_schema_says_and_what_is_read() -> None:
    shown = examples()

    assert len(shown) == 8
    for component, value in shown:
        assert faults(value, component) == []
        name = component.removesuffix("Request")
        if name == "Wish":
            read_wish(value)
        else:
            reader = getattr(serializers, f"{name}Serializer")
            reader(data=value).is_valid(raise_exception=True)


def test_the_example_of_a_battle_begins_one() -> None:
    [(_, body)] = examples("create_battle")
    load_samples()

    assert Caller().post("battles/", body).status_code == 201


@pytest.mark.parametrize(
    ("kind", "listed"), [("play_territory_card", True), ("place_piece", False)]
)
def test_an_example_of_a_move_is_an_answer_to_its_prompt(kind: str, listed: bool) -> None:
    table = pbs(kind)
    asked = table.asked(0, kind) or table.asked(1, kind)
    assert asked

    [move] = [body for _, body in examples("move") if kind in body["prompt"]]

    Draft202012Validator(asked["answer"]).validate(move["answer"])
    assert ("options" in asked) is listed
    if listed:
        assert move["answer"] in asked["options"]
