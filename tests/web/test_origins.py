"""May a page of another site store something in the name of who looks at it? Not by the API."""

from __future__ import annotations

import pytest
from django.test import Client

from setup_app.maps.models import PbsMap

pytestmark = pytest.mark.django_db

COPY = "/api/v1/maps/pbs-2023-1-mountains/copy/"
OURS, FOREIGN = "http://testserver", "http://elsewhere.example"


@pytest.fixture
def browser() -> Client:
    """One with a session: a first map of its own is stored."""
    client = Client(enforce_csrf_checks=True)
    assert copied(client) == 201
    return client


def copied(client: Client, **headers: str) -> int:
    answer = client.post(COPY, {}, content_type="application/json", headers=headers)
    if answer.status_code == 403:
        assert answer.json()["code"] == "foreign_page"
    return answer.status_code


@pytest.mark.parametrize(
    ("told", "status"),
    [
        ({}, 201),
        ({"Origin": OURS}, 201),
        ({"Sec-Fetch-Site": "same-origin"}, 201),
        ({"Origin": FOREIGN}, 403),
        ({"Origin": "null"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
    ],
)
def test_what_changes_something_is_taken_of_programs_and_of_pages_of_ours(
    browser: Client, told: dict[str, str], status: int
) -> None:
    assert copied(browser, **told) == status
    assert PbsMap.objects.filter(is_official=False).count() == (2 if status == 201 else 1)


def test_without_a_session_nobody_s_name_is_borrowed() -> None:
    assert copied(Client(enforce_csrf_checks=True), Origin=FOREIGN) == 201


def test_reading_is_never_refused(browser: Client) -> None:
    assert browser.get("/api/v1/maps/", headers={"Origin": FOREIGN}).status_code == 200
