"""Does every address answer OPTIONS, and never with a fault?"""

import re
from collections.abc import Iterator
from typing import Any, Final

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

EXAMPLES: Final = {
    "uuid": "00000000-0000-4000-8000-000000000000",
    "int": "1",
    "number": "1",
    "slug": "plains",
    "str": "plains",
    "path": "auth/user",
}
ADMIN: Final = "admin/"


def addresses(patterns: list[Any], before: str = "") -> Iterator[str]:
    """One address of every route, with an example in the place of what a route leaves open."""
    for each in patterns:
        route = before + str(each.pattern)
        if isinstance(each, URLResolver):
            if route != ADMIN:
                yield from addresses(each.url_patterns, route)
        elif isinstance(each, URLPattern):
            yield "/" + re.sub(
                r"<(?:(\w+):)?\w+>", lambda found: EXAMPLES[found[1] or "str"], route
            )


ALL: Final = sorted({*addresses(get_resolver().url_patterns)})


def test_the_table_has_every_room() -> None:
    assert len(ALL) > 100
    assert {"/api/v1/armies/", "/api/docs/", "/healthz", "/battles/"} <= set(ALL)
    assert [each for each in ALL if re.search(r"[<>^$(]", each)] == []


@pytest.mark.django_db
def test_no_address_breaks_on_options() -> None:
    visitor = Client(raise_request_exception=False)

    statuses = {path: visitor.options(path).status_code for path in ALL}

    assert {path: status for path, status in statuses.items() if status >= 500} == {}
    assert {statuses[path] for path in ALL if path.startswith("/api/v1/")} == {200}


@pytest.mark.django_db
def test_an_address_of_the_api_says_which_methods_it_answers() -> None:
    answer = Client().options("/api/v1/armies/")

    assert answer.json() == {"methods": ["GET", "POST", "HEAD", "OPTIONS"]}
    assert answer["Allow"] == "GET, POST, HEAD, OPTIONS"
