"""Does the web server read requests whole, answer in order, and let no slow sender stop it?"""

import hashlib
import http.client
import json
import os
import re
import signal
import socket
import struct
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest

from tests.counted import count
from tests.processes import ROOT, WITH_PARENT, plain_surroundings, stop, until

THREADS = 2
LIMIT = 1024 * 1024


@dataclass
class Server:
    process: subprocess.Popen[bytes]
    port: int
    log: Path

    def line(self, *, buffer: int | None = None) -> socket.socket:
        line = socket.socket()
        if buffer is not None:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        line.settimeout(30)
        line.connect(("127.0.0.1", self.port))
        return line

    def say(self, data: bytes) -> bytes:
        """Everything that is answered until the server closes."""
        with self.line() as line:
            line.sendall(data)
            return rest(line)

    def ask(
        self, method: str, path: str, body: Any = None, **headers: str
    ) -> tuple[int, http.client.HTTPMessage, bytes]:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            line.request(method, path, body, headers)
            answer = line.getresponse()
            return answer.status, answer.headers, answer.read()
        finally:
            line.close()

    def counts(self) -> dict[str, int]:
        found: dict[str, int] = json.loads(self.ask("GET", "/counts")[2])
        return found


def rest(line: socket.socket) -> bytes:
    found = b""
    with suppress(ConnectionResetError):
        while data := line.recv(65536):
            found += data
    return found


@contextmanager
def started(folder: Path, **given: str) -> Iterator[Server]:
    count("server")
    log = folder / "log"
    with log.open("wb") as out:
        process = subprocess.Popen(
            [
                *WITH_PARENT,
                *(sys.executable, "-m", "gunicorn"),
                "tests.config.serving.small_application:application",
                *("--worker-class", "config.serving.worker.WebWorker"),
                *("--threads", str(THREADS), "--bind", "127.0.0.1:0", "--no-control-socket"),
                *("--graceful-timeout", "3"),
            ],
            cwd=ROOT,
            env=plain_surroundings(
                folder,
                DJANGO_SETTINGS_MODULE="config.settings",
                HEADER_SECONDS="1",
                BODY_BYTES_PER_SECOND="10000",
                BODY_SECONDS="4",
                **given,
            ),
            stdout=out,
            stderr=out,
            start_new_session=True,
        )
    try:
        until(lambda: process.poll() is not None or "Listening at" in log.read_text())
        found = re.search(r"Listening at: http://127.0.0.1:(\d+)", log.read_text())
        assert found, log.read_text()
        yield Server(process, int(found[1]), log)
    finally:
        stop(process)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with started(tmp_path_factory.mktemp("served")) as found:
        yield found


# What is asked.


def test_a_request_reaches_the_application_as_it_was_sent(server: Server) -> None:
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


def test_it_may_be_written_in_other_ways(server: Server) -> None:
    found = server.say(
        b"GET http://x:1/a%2Fb?c HTTP/1.1\r\nhOST: x\r\nCookie: a=1\r\nX-Two: 1\r\ncookie: b=2\r\n"
        b"x-two: 2\r\nConnection: close\r\n\r\n"
    )

    told = json.loads(found.split(b"\r\n\r\n", 1)[1])
    names = ("PATH_INFO", "QUERY_STRING", "HTTP_HOST", "HTTP_COOKIE", "HTTP_X_TWO")
    assert [told[name] for name in names] == ["/a/b", "c", "x", "a=1; b=2", "1,2"]


def test_a_proxy_on_this_machine_says_that_it_was_asked_by_https(server: Server) -> None:
    _, _, body = server.ask("GET", "/", **{"X-Forwarded-Proto": "https"})

    assert json.loads(body)["wsgi.url_scheme"] == "https"


@pytest.mark.parametrize("size", [1, 64 * 1024, 64 * 1024 + 1, LIMIT])
def test_a_body_is_whole(server: Server, size: int) -> None:
    body = os.urandom(size)

    found = json.loads(server.ask("PUT", "/", body)[2])

    assert (found["size"], found["hash"]) == (size, hashlib.sha256(body).hexdigest())


def test_a_body_over_the_limit_is_thrown_away_and_the_application_says_why(server: Server) -> None:
    status, _, body = server.ask("PUT", "/", b"x" * (LIMIT + 1))

    found = json.loads(body)
    assert (status, found["size"], found["CONTENT_LENGTH"]) == (200, 0, str(LIMIT + 1))


def test_of_a_body_without_end_only_so_much_is_read(server: Server) -> None:
    with server.line() as line:
        line.sendall(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000000\r\n\r\n")
        with suppress(ConnectionError):
            for _ in range(17 * 16):
                line.sendall(b"x" * 65536)
        found = rest(line)

    assert found.startswith(b"HTTP/1.1 200 OK")
    assert b"connection: close" in found.lower()


def test_chunks_are_told_as_such_and_not_kept(server: Server) -> None:
    found = server.say(
        b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
        b"3\r\nabc\r\n0\r\n\r\n"
    )

    told = json.loads(found.split(b"\r\n\r\n", 1)[1])
    assert (told["HTTP_TRANSFER_ENCODING"], told["size"]) == ("chunked", 0)


def test_who_asks_whether_to_send_is_told(server: Server) -> None:
    head = b"POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nExpect: 100-continue\r\n"
    with server.line() as line:
        line.sendall(head + b"Content-Length: 3\r\n\r\n")
        assert line.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
        line.sendall(b"abc")
        assert b'"size": 3' in rest(line)

    too_much = server.say(head + b"Content-Length: 2000000\r\n\r\n")
    assert too_much.startswith(b"HTTP/1.1 200 OK")


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
        (b"GET /" + b"x" * 9000 + b" HTTP/1.1\r\n\r\n", 414),
        (b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 101 + b"\r\n", 431),
        (b"GET / HTTP/1.1\r\nA: " + b"b" * 70_000 + b"\r\n\r\n", 431),
        (b"GET / HTTP/1.1\r\nA: " + b"b" * 400_000, 431),
    ],
)
def test_what_cannot_be_read_is_refused(server: Server, sent: bytes, status: int) -> None:
    found = server.say(sent)

    assert found.startswith(f"HTTP/1.1 {status} ".encode())
    assert b"connection: close" in found.lower()
    assert found.count(b"HTTP/1.1") == 1


@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [
        (b"GET /api/v1/x HTTP/1.1\r\nHost : x\r\n\r\n", 400, "unreadable"),
        (b"GET /api/v1/x HTTP/1.1\r\nHost: x\r\nX-Half: ", 408, "too_slow"),
        (b"PUT /api/v1/x HTTP/1.1\r\nContent-Length: 9\r\n\r\nx", 408, "too_slow"),
        (b"GET http://x/api/" + b"x" * 9000 + b" HTTP/1.1\r\n\r\n", 414, "address_too_long"),
        (b"GET /api/ HTTP/1.1\r\n" + b"A: b\r\n" * 101 + b"\r\n", 431, "headers_too_long"),
        (b"GET /api/broken HTTP/1.1\r\nConnection: close\r\n\r\n", 500, "fault"),
    ],
)
def test_the_api_says_its_own_problems(server: Server, sent: bytes, status: int, code: str) -> None:
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


def test_elsewhere_one_sentence_says_it(server: Server) -> None:
    head, body = server.say(b"GET /" + b"x" * 9000 + b" HTTP/1.1\r\n\r\n").split(b"\r\n\r\n", 1)

    assert b"text/plain; charset=utf-8" in head
    assert body == b"This address is too long; send what it holds in a shorter one.\n"


# What is answered.


def test_answers_of_every_shape_come_whole(server: Server) -> None:
    large = 3_000_000
    before = server.counts()["closed"]

    assert server.ask("GET", f"/parts?size={large}")[2] == b"x" * large
    assert server.ask("GET", f"/sized?size={large}")[2] == b"x" * large
    assert server.ask("GET", "/parts?size=10")[2] == b"x" * 10
    assert server.ask("HEAD", "/sized?size=10")[1]["Content-Length"] == "10"
    assert server.ask("HEAD", "/sized?size=10")[2] == b""
    assert server.ask("GET", "/nothing")[:3:2] == (204, b"")
    assert server.ask("GET", "/broken")[0] == 500
    until(lambda: server.counts()["closed"] == before + 5, seconds=10)


def test_an_old_client_reads_to_the_end(server: Server) -> None:
    found = server.say(b"GET /parts?size=600000 HTTP/1.0\r\n\r\n")

    assert found.split(b"\r\n\r\n", 1)[1] == b"x" * 600_000


def test_an_answer_that_breaks_off_passes_for_no_whole_one(server: Server) -> None:
    with pytest.raises((http.client.IncompleteRead, ConnectionResetError)):
        server.ask("GET", "/breaks?size=3000000")


def test_several_requests_on_one_connection_are_answered_in_their_order(server: Server) -> None:
    one = b"GET /%d HTTP/1.1\r\nHost: x\r\n\r\n"
    last = b"GET /slow?seconds=0 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"

    found = server.say(
        b"GET /slow?seconds=0.1 HTTP/1.1\r\nHost: x\r\n\r\n" + one % 1 + one % 2 + last
    )

    asked = re.findall(rb'"PATH_INFO": "([^"]*)"', found)
    assert asked == [b"/slow", b"/1", b"/2", b"/slow"]


def test_what_is_wrong_behind_a_request_is_said_after_its_answer(server: Server) -> None:
    found = server.say(b"GET /slow?seconds=0.2 HTTP/1.1\r\nHost: x\r\n\r\nnonsense\r\n\r\n")

    assert re.findall(rb"HTTP/1.1 (\d+)", found) == [b"200", b"400"]


def test_who_has_said_all_still_reads_his_answer(server: Server) -> None:
    with server.line() as line:
        line.sendall(b"GET /slow?seconds=0.2 HTTP/1.1\r\nHost: x\r\n\r\n")
        line.shutdown(socket.SHUT_WR)

        assert rest(line).startswith(b"HTTP/1.1 200 OK")


def test_who_leaves_before_he_is_answered_disturbs_nobody(server: Server) -> None:
    before, written_before = server.counts(), len(server.log.read_text())
    for path in ("/slow?seconds=0.2", "/parts?size=9000000", "/on"):
        line = server.line()
        line.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        # Reset, as by a machine that has gone.
        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        line.close()

    def settled() -> bool:
        now = server.counts()
        ended = now["lost"] + now["dropped"] - before["lost"] - before["dropped"]
        return ended == 1 and now["closed"] == before["closed"] + 1

    until(settled, seconds=10)
    assert server.log.read_text()[written_before:] == ""


def test_who_reads_slowly_holds_no_thread(server: Server) -> None:
    lines = [server.line(buffer=4096) for _ in range(2 * THREADS)]
    for line in lines:
        line.sendall(b"GET /parts?size=20000000 HTTP/1.1\r\nHost: x\r\n\r\n" * 3)

    assert server.ask("GET", "/")[0] == 200
    for line in lines:
        line.close()


# Slow senders.


def test_half_a_head_is_refused_after_a_while(server: Server) -> None:
    found = server.say(b"GET / HTTP/1.1\r\nHost: x\r\nX-Half: ")

    assert found.startswith(b"HTTP/1.1 408 Request Timeout")


def test_half_a_head_behind_an_answer_too(server: Server) -> None:
    found = server.say(b"GET / HTTP/1.1\r\nHost: x\r\n\r\nGET / HT")

    assert re.findall(rb"HTTP/1.1 (\d+)", found) == [b"200", b"408"]


def test_a_body_that_comes_too_slowly_is_refused(server: Server) -> None:
    found = server.say(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nabc")

    assert found.startswith(b"HTTP/1.1 408 Request Timeout")


def test_a_body_that_trickles_is_refused_as_well(server: Server) -> None:
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


def test_many_half_sent_and_silent_ones_stop_nobody(server: Server) -> None:
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


# What goes on.


def test_what_goes_on_is_heard_of_until_the_connection_ends(server: Server) -> None:
    before = server.counts()
    with server.line() as line:
        line.sendall(b"GET /on HTTP/1.1\r\nHost: x\r\n\r\n")
        head = b""
        while not head.endswith(b"hello\n"):
            head += line.recv(1000)
        assert b"content-length" not in head.lower()
        assert server.counts()["begun"] == before["begun"] + 1
        # It holds no thread.
        assert server.ask("GET", "/")[0] == 200

    until(lambda: server.counts()["lost"] == before["lost"] + 1, seconds=10)


def test_what_is_asked_behind_it_keeps_nothing_open(server: Server) -> None:
    before = server.counts()
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
                while not line.recv(1000).endswith(b"hello\n"):
                    pass
                if pause:
                    line.sendall(behind)

    until(lambda: server.counts()["lost"] == before["lost"] + 10, seconds=10)
    assert server.counts()["begun"] == before["begun"] + 10


def test_who_has_left_before_it_begins_keeps_nothing_open(server: Server) -> None:
    before = server.counts()
    with server.line() as line:
        line.sendall(b"GET /on HTTP/1.1\r\nHost: x\r\n\r\n")
        line.shutdown(socket.SHUT_WR)
        rest(line)

    def ended() -> int:
        now = server.counts()
        return now["lost"] + now["dropped"] - before["lost"] - before["dropped"]

    until(lambda: ended() == 1, seconds=10)


def test_only_its_head_is_asked_for(server: Server) -> None:
    before = server.counts()

    assert server.ask("HEAD", "/on")[0] == 200

    until(lambda: server.counts()["dropped"] == before["dropped"] + 1, seconds=10)
    assert server.counts()["begun"] == before["begun"]


def test_it_ends_with_what_is_being_answered_and_without_who_listens(tmp_path: Path) -> None:
    with started(tmp_path) as server:
        listens, idle, asks = server.line(), server.line(), server.line()
        listens.sendall(b"GET /on HTTP/1.1\r\nHost: x\r\n\r\n")
        until(lambda: server.counts()["begun"] == 1)
        asks.sendall(b"GET /slow?seconds=1 HTTP/1.1\r\nHost: x\r\n\r\n")
        # It has begun when the other thread is the only one that is free.
        assert server.ask("GET", "/")[0] == 200
        server.process.send_signal(signal.SIGTERM)

        assert rest(asks).startswith(b"HTTP/1.1 200 OK")
        assert rest(listens).endswith(b"hello\n")
        assert rest(idle) == b""
        assert server.process.wait(10) == 0
        for line in (listens, idle, asks):
            line.close()
