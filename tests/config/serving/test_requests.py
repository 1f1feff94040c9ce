"""Does a request reach the application as it was sent, and no more of it than it may send?"""

import asyncio.selector_events
import hashlib
import json
import os
from contextlib import suppress

import pytest

from tests.web_server import WebServer, rest

LIMIT = 1024 * 1024


def test_a_request_reaches_the_application_as_it_was_sent(server: WebServer) -> None:
    status, headers, body = server.ask(
        "POST",
        "/a%2Fb/%C3%A9%20?x=%31&y",
        b"some body",
        **{"Content-Type": "text/x", "X-Twice": "1", "X_Twice": "forged", "Cookie": "a=1"},
    )

    found = json.loads(body)
    assert status == 200
    assert headers["X-Content-Kind"] == "told"
    assert int(headers["Content-Length"]) == len(body)
    wanted = {
        "REQUEST_METHOD": "POST",
        "PATH_INFO": "/a/b/é ".encode().decode("latin-1"),
        "QUERY_STRING": "x=%31&y",
        "CONTENT_TYPE": "text/x",
        "CONTENT_LENGTH": "9",
        "HTTP_X_TWICE": "1",
        "HTTP_COOKIE": "a=1",
        "REMOTE_ADDR": "127.0.0.1",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "SERVER_PORT": str(server.port),
        "wsgi.url_scheme": "http",
        "hash": hashlib.sha256(b"some body").hexdigest(),
    }
    assert {name: found[name] for name in wanted} == wanted


def test_it_may_be_written_in_other_ways(server: WebServer) -> None:
    found = server.say(
        b"GET http://x:1/a%2Fb?c HTTP/1.1\r\nhOST: x\r\nCookie: a=1\r\nX-Two: 1\r\ncookie: b=2\r\n"
        b"x-two: 2\r\nConnection: close\r\n\r\n"
    )

    told = json.loads(found.split(b"\r\n\r\n", 1)[1])
    names = ("PATH_INFO", "QUERY_STRING", "HTTP_HOST", "HTTP_COOKIE", "HTTP_X_TWO")
    assert [told[name] for name in names] == ["/a/b", "c", "x", "a=1; b=2", "1,2"]


def test_a_proxy_on_this_machine_says_that_it_was_asked_by_https(server: WebServer) -> None:
    _, _, body = server.ask("GET", "/", **{"X-Forwarded-Proto": "https"})

    assert json.loads(body)["wsgi.url_scheme"] == "https"


@pytest.mark.parametrize("size", [1, 64 * 1024, 64 * 1024 + 1, LIMIT])
def test_a_body_is_whole(server: WebServer, size: int) -> None:
    body = os.urandom(size)

    found = json.loads(server.ask("PUT", "/", body)[2])

    assert (found["size"], found["hash"]) == (size, hashlib.sha256(body).hexdigest())


def test_a_body_over_the_limit_is_thrown_away_and_the_application_says_why(
    server: WebServer,
) -> None:
    status, _, body = server.ask("PUT", "/", b"x" * (LIMIT + 1))

    found = json.loads(body)
    assert (status, found["size"], found["CONTENT_LENGTH"]) == (200, 0, str(LIMIT + 1))


def test_of_a_body_without_end_only_so_much_is_read(server: WebServer) -> None:
    with server.line() as line:
        line.sendall(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000000\r\n\r\n")
        with suppress(ConnectionError):
            for _ in range(17 * 16):
                line.sendall(b"x" * 65536)
        found = rest(line)

    assert found.startswith(b"HTTP/1.1 200 OK")


def test_chunks_are_told_as_such_and_not_kept(server: WebServer) -> None:
    found = server.say(
        b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
        b"3\r\nabc\r\n0\r\n\r\n"
    )

    told = json.loads(found.split(b"\r\n\r\n", 1)[1])
    assert (told["HTTP_TRANSFER_ENCODING"], told["size"]) == ("chunked", 0)


def test_the_setting_of_asyncio_that_limits_a_read_is_still_there() -> None:
    assert hasattr(asyncio.selector_events._SelectorTransport, "max_size")


def test_only_so_many_chunks_are_read_however_small_they_are(server: WebServer) -> None:
    found = server.say(
        b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n" + b"1\r\na\r\n" * 16_500
    )

    assert found.startswith(b"HTTP/1.1 200 OK")


def test_who_asks_whether_to_send_is_told(server: WebServer) -> None:
    head = b"POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nExpect: 100-continue\r\n"
    with server.line() as line:
        line.sendall(head + b"Content-Length: 3\r\n\r\n")
        assert line.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
        line.sendall(b"abc")
        assert b'"size": 3' in rest(line)

    too_much = server.say(head + b"Content-Length: 2000000\r\n\r\n")
    assert too_much.startswith(b"HTTP/1.1 200 OK")
