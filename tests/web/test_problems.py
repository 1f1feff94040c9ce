"""Is every error one shape, with its code, and a fault never disguised?"""

import json

import pytest
from django.test import Client

pytestmark = [pytest.mark.urls("tests.config.urls")]

FIELDS = {"type", "title", "status", "detail", "code", "violations"}


@pytest.fixture
def visitor() -> Client:
    return Client(raise_request_exception=False)


@pytest.mark.parametrize(
    ("which", "status", "code"),
    [
        ("late", 409, "stale_version"),
        ("not-yours", 403, "not_your_prompt"),
        ("rule", 422, "too_close"),
        ("nobody", 503, "no_worker"),
        ("missing", 404, "not_found"),
        ("denied", 403, "not_allowed"),
        ("fault", 500, "fault"),
        ("full", 503, "disk_full"),
        ("lost", 503, "database_away"),
    ],
)
def test_an_error_of_a_view_is_a_problem(
    visitor: Client, which: str, status: int, code: str
) -> None:
    answer = visitor.get(f"/api/v1/raises/{which}/")

    body = answer.json()
    assert answer["Content-Type"] == "application/problem+json"
    assert (answer.status_code, body["status"], body["code"]) == (status, status, code)
    assert set(body) == FIELDS


@pytest.mark.parametrize(
    ("which", "status", "code"),
    [
        ("missing", 404, "not_found"),
        ("denied", 403, "not_allowed"),
        ("suspicious", 400, "unreadable"),
        ("fault", 500, "fault"),
        ("full", 503, "disk_full"),
        ("lost", 503, "database_away"),
    ],
)
def test_an_error_before_any_api_view_is_a_problem_too(
    visitor: Client, which: str, status: int, code: str
) -> None:
    answer = visitor.get(f"/api/v1/plain/{which}/")

    body = answer.json()
    assert answer["Content-Type"] == "application/problem+json"
    assert (answer.status_code, body["code"], set(body)) == (status, code, FIELDS)


def test_an_error_of_a_page_is_a_page(visitor: Client) -> None:
    answer = visitor.get("/page/missing/")

    assert (answer.status_code, answer["Content-Type"]) == (404, "text/html; charset=utf-8")


def test_an_unknown_address_under_api_is_a_problem(visitor: Client) -> None:
    assert visitor.get("/api/v1/nowhere/").json()["code"] == "not_found"


def test_a_violation_carries_its_figures(visitor: Client) -> None:
    body = visitor.get("/api/v1/raises/rule/").json()

    [violation] = body["violations"]
    message = violation.pop("message")
    assert violation == {
        "code": "too_close",
        "pieces": ["a", "b"],
        "rule": "9.D",
        "measured": 1.4,
        "required": 2.0,
        "where": None,
    }
    assert message


def test_a_refusal_says_the_figures_of_its_first_violation(visitor: Client) -> None:
    body = visitor.get("/api/v1/raises/rule/").json()

    assert body["detail"] == "a, b: 1.4 of 2 BW apart."


def test_a_fault_is_written_down_and_its_detail_kept_back(
    visitor: Client, caplog: pytest.LogCaptureFixture
) -> None:
    answer = visitor.get("/api/v1/raises/fault/")

    assert "a secret detail" not in answer.text
    assert "ZeroDivisionError: a secret detail" in caplog.text


def test_no_worker_says_when_to_ask_again(visitor: Client) -> None:
    assert visitor.get("/api/v1/raises/nobody/")["Retry-After"] == "5"


def test_every_wrong_field_is_named_with_its_path(visitor: Client) -> None:
    answer = visitor.post(
        "/api/v1/reads/",
        {"units": [{"bases": 1}, {"bases": "many"}]},
        content_type="application/json",
    )

    body = answer.json()
    assert (answer.status_code, body["code"]) == (400, "unreadable")
    assert [(each["code"], each["message"].split(":")[0]) for each in body["violations"]] == [
        ("field_required", "$.name"),
        ("field_invalid", "$.units[1].bases"),
    ]


def test_another_method_is_405_and_another_media_type_415(visitor: Client) -> None:
    method = visitor.get("/api/v1/echo/")
    media = visitor.post("/api/v1/echo/", b"<a/>", content_type="application/xml")

    assert (method.status_code, method.json()["code"]) == (405, "method_not_allowed")
    assert (media.status_code, media.json()["code"]) == (415, "unsupported_media_type")


def test_a_stray_accept_header_gets_json(visitor: Client) -> None:
    answer = visitor.post(
        "/api/v1/echo/", b"[1]", content_type="application/json", headers={"accept": "image/webp"}
    )

    assert (answer.status_code, answer.json()) == (200, [1])


READABLE = [
    b"1",
    b'{"a": {"b": [1, 2.5, null, true]}}',
    b"9007199254740992",
    b"[" * 32 + b"]" * 32,
    b'[{"a": ' * 16 + b"1" + b"}]" * 16,
    b'"' + b"[" * 99 + rb'\" \\"',
    b"-9007199254740992",
    b"0.12345678901234567",
    '"Königgrätz \U0001f3f0"'.encode(),
    rb'"\ud83c\udff0"',
]
UNREADABLE = [
    b" ",
    b"{",
    b"{'a': 1}",
    b"NaN",
    b"[Infinity]",
    b"-Infinity",
    b"1e999",
    b"9007199254740993",
    b"9" * 5000,
    b"9" * 500_000,
    b"-9007199254740993",
    b'[{"a": ' * 17 + b"1" + b"}]" * 17,
    b'"' + rb"\"" * 300_000,
    b"[" * 33 + b"]" * 33,
    b"[" * 200_000,
    b'{"a":' * 200_000,
    rb'"\ud83c"',
    rb'{"\udff0": 1}',
    rb'"a\u0000b"',
    b'{"a": 1, "a": 2}',
    b'"\xff\xfe"',
    b'\xef\xbb\xbf{"a": 1}',
]


@pytest.mark.parametrize("body", READABLE)
def test_what_is_json_is_read(visitor: Client, body: bytes) -> None:
    answer = visitor.post("/api/v1/echo/", body, content_type="application/json")

    assert (answer.status_code, answer.json()) == (200, json.loads(body))


@pytest.mark.parametrize("body", UNREADABLE, ids=lambda body: repr(body[:16]))
def test_what_is_not_quite_json_is_unreadable(visitor: Client, body: bytes) -> None:
    answer = visitor.post("/api/v1/echo/", body, content_type="application/json")

    assert (answer.status_code, answer.json()["code"]) == (400, "unreadable")


@pytest.mark.parametrize(("count", "status"), [(99_999, 200), (100_000, 413)])
def test_a_body_may_have_a_hundred_thousand_lists(visitor: Client, count: int, status: int) -> None:
    body = b"[" + b",".join([b"[]"] * count) + b"]"

    answer = visitor.post("/api/v1/echo/", body, content_type="application/json")

    assert answer.status_code == status


@pytest.mark.parametrize(("size", "status"), [(-1, 200), (0, 200), (1, 413)])
def test_a_body_may_have_one_megabyte(visitor: Client, size: int, status: int) -> None:
    body = b'"' + b"a" * (1024 * 1024 - 2 + size) + b'"'

    answer = visitor.post("/api/v1/echo/", body, content_type="application/json")

    assert answer.status_code == status


def test_a_stated_length_of_more_digits_than_python_reads_is_too_much(visitor: Client) -> None:
    headers = {"Content-Length": "9" * 5000}

    answer = visitor.post("/api/v1/echo/", b"", content_type="application/json", headers=headers)

    assert (answer.status_code, answer.json()["code"]) == (413, "too_much")


@pytest.mark.parametrize("path", ["/api/v1/echo/%00/", "/api/v1/echo/?a=%00"])
def test_a_nul_in_an_address_is_unreadable(visitor: Client, path: str) -> None:
    answer = visitor.get(path)

    assert (answer.status_code, answer.json()["code"]) == (400, "unreadable")


def test_a_body_in_chunks_is_refused_and_not_taken_for_an_empty_one() -> None:
    sent = {"content_type": "application/json", "headers": {"Transfer-Encoding": "chunked"}}
    answers = [Client().post(path, **sent) for path in ("/api/v1/raises/late/", "/page/missing/")]

    assert [answer.status_code for answer in answers] == [411, 411]
    assert answers[0].json()["code"] == "length_required"
