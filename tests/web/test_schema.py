"""Does the API describe itself whole: every answer a named, typed component?"""

from collections.abc import Iterator
from typing import Any

import pytest
from drf_spectacular.generators import SchemaGenerator

OPERATIONS = {"get", "post", "put", "patch", "delete"}


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    described: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return described


def operations(schema: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for path, item in schema["paths"].items():
        for method, operation in item.items():
            if method in OPERATIONS and path.startswith("/api/v1/"):
                yield f"{method} {path}", operation


def test_every_json_answer_is_a_named_component(schema: dict[str, Any]) -> None:
    unnamed = [
        f"{name} {status}"
        for name, operation in operations(schema)
        for status, response in operation["responses"].items()
        for media, content in response.get("content", {}).items()
        if media.endswith("json") and "$ref" not in content.get("schema", {})
    ]

    assert unnamed == []


def test_every_error_is_a_problem(schema: dict[str, Any]) -> None:
    problem = {"$ref": "#/components/schemas/Problem"}
    other = [
        f"{name} {status}"
        for name, operation in operations(schema)
        for status, response in operation["responses"].items()
        if status == "default" or status >= "400"
        for content in response.get("content", {}).values()
        if content["schema"] != problem
    ]

    assert other == []
    assert all("default" in operation["responses"] for _, operation in operations(schema))


def test_every_component_is_typed(schema: dict[str, Any]) -> None:
    """A named object says what it holds. One that may hold anything says that it may."""
    vague = [
        name
        for name, component in schema["components"]["schemas"].items()
        if component.get("type") == "object"
        and not component.get("properties")
        and "additionalProperties" not in component
    ]

    assert vague == []


def test_every_operation_has_a_name_of_its_own_and_says_what_it_does(
    schema: dict[str, Any],
) -> None:
    found = list(operations(schema))
    names = [operation["operationId"] for _, operation in found]

    assert len(set(names)) == len(names)
    assert [name for name, operation in found if not operation.get("description")] == []


def test_what_needs_no_account_has_no_padlock(schema: dict[str, Any]) -> None:
    free = [
        name
        for name, operation in operations(schema)
        if ("/layouts/" in name and "/battles/" not in name) or "/rulebooks/" in name
    ]
    locked = dict(operations(schema))

    assert len(free) > 10
    assert [name for name in free if locked[name].get("security") != []] == []
    assert locked["post /api/v1/battles/{battle}/moves/"]["security"][:1] == [{"seat": []}]


@pytest.mark.parametrize("kind", ["yaml", "json"])
def test_a_process_makes_it_once(client: Any, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    made = []
    make = SchemaGenerator.get_schema
    monkeypatch.setattr(
        SchemaGenerator, "get_schema", lambda *given, **by: made.append(1) or make(*given, **by)
    )

    answers = [
        client.get(f"/api/schema/?format={kind}{more}")
        for more in ("", "&lang=xx", "&lang=yy", "&version=2", "&version=%0d%0aX:y")
    ]

    assert [answer.status_code for answer in answers] == [200] * 5
    assert len({answer.content for answer in answers}) == 1
    assert len(made) <= 1
    assert answers[0]["Content-Disposition"] == f'inline; filename="Metator.{kind}"'
