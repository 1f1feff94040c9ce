"""Are slow senders refused after a while, and do they stop nobody until then?"""

import re
from contextlib import suppress

from tests.web_server import WebServer, rest


def test_half_a_head_is_refused_after_a_while(server: WebServer) -> None:
    found = server.say(b"GET / HTTP/1.1\r\nHost: x\r\nX-Half: ")

    assert found.startswith(b"HTTP/1.1 408 Request Timeout")


def test_half_a_head_behind_an_answer_too(server: WebServer) -> None:
    found = server.say(b"GET / HTTP/1.1\r\nHost: x\r\n\r\nGET / HT")

    assert re.findall(rb"HTTP/1.1 (\d+)", found) == [b"200", b"408"]


def test_a_body_that_comes_too_slowly_is_refused(server: WebServer) -> None:
    found = server.say(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nabc")

    assert found.startswith(b"HTTP/1.1 408 Request Timeout")


def test_a_body_that_trickles_is_refused_as_well(server: WebServer) -> None:
    with server.line() as line:
        line.sendall(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n")
        line.settimeout(0.2)
        found = b""
        for _ in range(100):
            with suppress(TimeoutError, ConnectionError):
                line.sendall(b"x")
                found += line.recv(1000)
            if found:
                break

    assert found.startswith(b"HTTP/1.1 408 Request Timeout")


def test_many_half_sent_and_silent_ones_stop_nobody(server: WebServer) -> None:
    silent = [server.line() for _ in range(100)]
    halves = [server.line() for _ in range(32)]
    for number, line in enumerate(halves):
        line.sendall(
            b"GET / HTTP/1.1\r\nHost:"
            if number % 2
            else b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nx"
        )

    assert server.ask("GET", "/")[0] == 200
    assert [rest(line).split(b" ")[1] for line in halves] == [b"408"] * 32
    # Who said nothing is still welcome.
    for line in silent:
        line.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    assert {rest(line)[:12] for line in silent} == {b"HTTP/1.1 200"}
    for line in (*silent, *halves):
        line.close()
