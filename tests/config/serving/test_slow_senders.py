"""Are slow senders refused after a while, and do they stop nobody until then?"""

import socket
from contextlib import suppress

import pytest

from config.sockets import drop_vanished_peers
from tests.web_server import WebServer, rest


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
    heads = [server.line() for _ in range(16)]
    bodies = [server.line() for _ in range(16)]
    for line in heads:
        line.sendall(b"GET / HTTP/1.1\r\nHost:")
    for line in bodies:
        line.sendall(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nx")

    assert server.ask("GET", "/")[0] == 200
    assert [rest(line).split(b" ")[1] for line in bodies] == [b"408"] * 16
    # Who has said nothing or half is still welcome.
    for line in silent:
        line.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    for line in heads:
        line.sendall(b" x\r\nConnection: close\r\n\r\n")
    assert {rest(line)[:12] for line in (*silent, *heads)} == {b"HTTP/1.1 200"}
    for line in (*silent, *heads, *bodies):
        line.close()


def test_a_reader_who_stops_is_dropped_by_the_kernel() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        drop_vanished_peers(listening, seconds=1)
        with (
            socket.create_connection(listening.getsockname()),
            listening.accept()[0] as accepted,
            pytest.raises(TimeoutError),
        ):
            accepted.sendall(b"x" * 50_000_000)
