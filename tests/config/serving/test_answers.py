"""Do answers go out whole, in the order in which they were asked for, whoever reads them?"""

import http.client
import re
import socket
import struct

import pytest

from tests import memory
from tests.config.serving.small_server import THREADS, counts
from tests.processes import until
from tests.web_server import WebServer


def test_answers_of_every_shape_come_whole(server: WebServer) -> None:
    large = 3_000_000

    assert server.ask("GET", f"/parts?size={large}&by=whole")[2] == b"x" * large
    assert server.ask("GET", f"/sized?size={large}&by=whole")[2] == b"x" * large
    assert server.ask("GET", "/parts?size=10&by=whole")[2] == b"x" * 10
    assert server.ask("HEAD", "/sized?size=10&by=whole")[1]["Content-Length"] == "10"
    assert server.ask("HEAD", "/sized?size=10&by=whole")[2] == b""
    assert server.ask("GET", "/nothing")[:3:2] == (204, b"")
    assert "no-body" not in server.log.read_text()
    assert server.ask("GET", "/broken")[0] == 500
    until(lambda: counts(server)["closed whole"] == 5, seconds=10)


def test_its_process_looks_for_garbage_and_not_in_what_was_read_in(server: WebServer) -> None:
    assert server.ask("GET", "/memory").json() == memory.WELL


def test_an_old_client_reads_to_the_end(server: WebServer) -> None:
    found = server.say(b"GET /parts?size=600000 HTTP/1.0\r\n\r\n")

    assert found.split(b"\r\n\r\n", 1)[1] == b"x" * 600_000


def test_an_answer_that_breaks_off_passes_for_no_whole_one(server: WebServer) -> None:
    with pytest.raises((http.client.IncompleteRead, ConnectionResetError)):
        server.ask("GET", "/breaks?size=3000000")


def test_several_requests_on_one_connection_are_answered_in_their_order(server: WebServer) -> None:
    one = b"GET /%d HTTP/1.1\r\nHost: x\r\n\r\n"
    last = b"GET /slow?seconds=0 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"

    found = server.say(
        b"GET /slow?seconds=0.1 HTTP/1.1\r\nHost: x\r\n\r\n" + one % 1 + one % 2 + last
    )

    asked = re.findall(rb'"PATH_INFO": "([^"]*)"', found)
    assert asked == [b"/slow", b"/1", b"/2", b"/slow"]


def test_what_is_wrong_behind_a_request_is_said_after_its_answer(server: WebServer) -> None:
    found = server.say(b"GET /slow?seconds=0.2 HTTP/1.1\r\nHost: x\r\n\r\nnonsense\r\n\r\n")

    assert re.findall(rb"HTTP/1.1 (\d+)", found) == [b"200", b"400"]


def test_who_leaves_before_he_is_answered_disturbs_nobody(server: WebServer) -> None:
    before, written_before = counts(server), len(server.log.read_text())
    for path in ("/slow?seconds=0.2", "/parts?size=9000000&by=gone", "/on"):
        line = server.line()
        line.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        # Reset, as by a machine that has gone.
        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        line.close()

    def settled() -> bool:
        now = counts(server)
        ended = now["lost"] + now["dropped"] - before["lost"] - before["dropped"]
        return ended == 1 and now["closed gone"] == 1

    until(settled, seconds=10)
    assert server.log.read_text()[written_before:] == ""


def test_who_reads_slowly_holds_no_thread(server: WebServer) -> None:
    lines = [server.line(buffer=4096) for _ in range(2 * THREADS)]
    for line in lines:
        line.sendall(b"GET /parts?size=20000000 HTTP/1.1\r\nHost: x\r\n\r\n" * 3)

    assert server.ask("GET", "/")[0] == 200
    for line in lines:
        line.close()
