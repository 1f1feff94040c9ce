"""Does what goes on after an answer end with its connection, and hold nothing?"""

import signal
import socket
from pathlib import Path

from tests.config.serving.small_server import counts, small_server
from tests.processes import until
from tests.web_server import WebServer, rest


def test_what_goes_on_is_heard_of_until_the_connection_ends(server: WebServer) -> None:
    before = counts(server)
    with server.line() as line:
        line.sendall(b"GET /on HTTP/1.1\r\nHost: x\r\n\r\n")
        head = b""
        while b"hello\n" not in head:
            head += line.recv(1000)
        assert b"content-length" not in head.lower()
        assert counts(server)["begun"] == before["begun"] + 1
        # It holds no thread.
        assert server.ask("GET", "/")[0] == 200

    until(lambda: counts(server)["lost"] == before["lost"] + 1, seconds=10)


def test_what_is_asked_behind_it_keeps_nothing_open(server: WebServer) -> None:
    before = counts(server)
    one = b"GET /on HTTP/1.1\r\nHost: x\r\n\r\n"
    for behind in (
        one,
        one * 3,
        b"GET / HT",
        b"x" * 200_000,
        b"POST / HTTP/1.1\r\nContent-Length: 9",
    ):
        for pause in (False, True):
            with server.line() as line:
                line.sendall(one + (b"" if pause else behind))
                while b"hello\n" not in line.recv(1000):
                    pass
                if pause:
                    line.sendall(behind)

    until(lambda: counts(server)["lost"] == before["lost"] + 10, seconds=10)
    assert counts(server)["begun"] == before["begun"] + 10


def test_who_has_left_before_it_begins_keeps_nothing_open(server: WebServer) -> None:
    before = counts(server)
    with server.line() as line:
        line.sendall(b"GET /on HTTP/1.1\r\nHost: x\r\n\r\n")
        line.shutdown(socket.SHUT_WR)
        rest(line)

    def ended() -> int:
        now = counts(server)
        return now["lost"] + now["dropped"] - before["lost"] - before["dropped"]

    until(lambda: ended() == 1, seconds=10)
    begun, lost = (counts(server)[each] - before[each] for each in ("begun", "lost"))
    assert begun == lost


def test_only_its_head_is_asked_for(server: WebServer) -> None:
    before = counts(server)

    assert server.ask("HEAD", "/on")[0] == 200

    until(lambda: counts(server)["dropped"] == before["dropped"] + 1, seconds=10)
    assert counts(server)["begun"] == before["begun"]


def test_it_ends_with_what_is_being_answered_and_without_who_listens(tmp_path: Path) -> None:
    with small_server(tmp_path) as server:
        listens, idle, asks = server.line(), server.line(), server.line()
        listens.sendall(b"GET /on HTTP/1.1\r\nHost: x\r\n\r\n")
        until(lambda: counts(server)["begun"] == 1)
        asks.sendall(b"GET /slow?seconds=1 HTTP/1.1\r\nHost: x\r\n\r\n")
        # It has begun when the other thread is the only one that is free.
        assert server.ask("GET", "/")[0] == 200
        server.process.send_signal(signal.SIGTERM)

        assert rest(asks).startswith(b"HTTP/1.1 200 OK")
        assert rest(listens).endswith(b"hello\n\r\n")
        assert rest(idle) == b""
        assert server.process.wait(10) == 0
        for line in (listens, idle, asks):
            line.close()
