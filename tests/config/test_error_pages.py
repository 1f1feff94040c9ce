"""Is a visitor told what went wrong by a page, even when much else is broken?"""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.test import Client, override_settings

pytestmark = [pytest.mark.urls("tests.config.urls")]

STATIC = Path(settings.BASE_DIR, "static")
NOTHING_STORED = {"staticfiles": {"BACKEND": "nowhere.Storage"}}


@pytest.mark.parametrize(
    ("which", "status", "words"),
    [
        ("suspicious", 400, "We couldn't process that."),
        ("denied", 403, "You don't have access to this."),
        ("missing", 404, "Page not found, or you don't have access."),
        ("fault", 500, "Something went wrong on our side."),
        ("full", 503, "The server's disk is full."),
        ("lost", 503, "The server can't reach its database."),
    ],
)
def test_each_error_has_its_page(which: str, status: int, words: str) -> None:
    answer = Client(raise_request_exception=False).get(f"/page/{which}/")

    page = answer.content.decode()
    [headline] = re.findall(r"<h1>\s*(.*?)\s*</h1>", page)
    assert (answer.status_code, headline) == (status, words)
    assert 'href="/battles/"' in page


FORM = "application/x-www-form-urlencoded"
UNREADABLE_FORMS = {
    "in another alphabet": (b"a=1", f"{FORM}; charset=utf-16"),
    "of too many fields": (b"&".join([b"a=1"] * 2001), FORM),
    "without a boundary": (b"a=1", "multipart/form-data"),
    "with an endless boundary": (b"a=1", f"multipart/form-data; boundary={'x' * 300}"),
}


@pytest.mark.parametrize("form", UNREADABLE_FORMS)
@pytest.mark.parametrize("path", ["/page/missing/", "/nowhere/", "/page/suspicious/"])
def test_a_form_that_cannot_be_read_is_no_fault_of_ours(path: str, form: str) -> None:
    body, kind = UNREADABLE_FORMS[form]
    visitor = Client(raise_request_exception=False, enforce_csrf_checks=True)
    visitor.cookies["csrftoken"] = "a" * 32

    answer = visitor.generic("POST", path, body, content_type=kind)

    assert answer.status_code == (404 if path == "/nowhere/" else 400)
    assert 'href="/battles/"' in answer.content.decode()


def test_a_host_that_is_not_served_is_turned_away_with_a_page() -> None:
    answer = Client(raise_request_exception=False).get("/", headers={"host": "evil.example"})

    assert answer.status_code == 400
    assert "<h1>We couldn't process that.</h1>" in answer.content.decode()
    assert "evil.example" not in answer.content.decode()


@override_settings(STORAGES=NOTHING_STORED, STATIC_URL=None)
def test_a_fault_is_told_without_request_database_or_storage() -> None:
    assert "Something went wrong on our side." in render_to_string("500.html")


@pytest.mark.parametrize("page", ["500.html", "503.html"])
def test_what_the_page_of_a_fault_names_is_there(page: str) -> None:
    named = re.findall(r'(?:href|src)="/static/([^"#]+)', render_to_string(page))

    assert len(named) == 6
    assert [path for path in named if not (STATIC / path).is_file()] == []
