"""What does the web server itself refuse, and in whose words?"""

import json
from http import HTTPStatus

import pytest

from tests.web_server import WebServer


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"nonsense\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n", 400),
        (
            b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
            400,
        ),
        (b"GET / HTTP/1.1\r\nHost : x\r\n\r\n", 400),
        (b"CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n", 400),
        (b"GET http://[::1/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 400),
        (b"GET /" + b"x" * 9000 + b" HTTP/1.1\r\n\r\n", 414),
        (b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 101 + b"\r\n", 431),
        (b"GET / HTTP/1.1\r\nA: " + b"b" * 70_000 + b"\r\n\r\n", 431),
        (b"GET / HTTP/1.1\r\nA: " + b"b" * 400_000, 431),
    ],
)
def test_what_cannot_be_read_is_refused(server: WebServer, sent: bytes, status: int) -> None:
    found = server.say(sent)

    assert found.startswith(f"HTTP/1.1 {status} ".encode())
    assert b"connection: close" in found.lower()
    assert found.count(b"HTTP/1.1") == 1


@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [
        (b"PUT /api/v1/x HTTP/1.1\r\nContent-Length: 9\r\n\r\nx", 408, "too_slow"),
        (b"GET /api/broken HTTP/1.1\r\nConnection: close\r\n\r\n", 500, "fault"),
    ],
)
def test_the_api_says_its_own_problems(
    server: WebServer, sent: bytes, status: int, code: str
) -> None:
    head, body = server.say(sent).split(b"\r\n\r\n", 1)

    problem = json.loads(body)
    assert b"application/problem+json" in head
    assert head.startswith(b"HTTP/1.1 %d " % status)
    assert problem == {
        "type": f"urn:metator:problem:{code}",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": problem["detail"],
        "code": code,
        "violations": [],
    }
    assert problem["detail"].endswith(".")


def test_elsewhere_one_sentence_says_it(server: WebServer) -> None:
    found = server.say(b"PUT /x HTTP/1.1\r\nContent-Length: 9\r\n\r\nx")

    head, body = found.split(b"\r\n\r\n", 1)
    assert b"text/plain; charset=utf-8" in head
    assert body == b"The request arrived too slowly or was cut off. Send it again.\n"
