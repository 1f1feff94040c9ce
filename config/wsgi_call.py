"""An ASGI request as a call of a WSGI application."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Iterable, Iterator
from http import HTTPStatus
from typing import IO, Any, Final
from urllib.parse import unquote_to_bytes, urlsplit

from setup_app.web.event_stream import SUPPORTED, EventStream, Subscriber

PART_SIZE: Final = 256 * 1024
"""The number of bytes of a response that are gathered before any of them is sent."""

_WITHOUT_PREFIX: Final = {"CONTENT_TYPE", "CONTENT_LENGTH"}
_SET_BY_SERVER: Final = {"connection", "transfer-encoding", "date"}
"""Response headers that the web server sets, whatever the application says."""

WsgiApplication = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]

log = logging.getLogger(__name__)


class WsgiCall:
    """One request and its response, part by part. `begin`, `proceed` and `discard` run in a
    thread.
    """

    def __init__(
        self, application: WsgiApplication, scope: dict[str, Any], body: IO[bytes]
    ) -> None:
        self.application = application
        self.environ = environ_of(scope, body)
        self.body = body
        self.is_head = scope["method"] == "HEAD"
        self.subscriber: Subscriber | None = None
        self._status = 500
        self._headers: list[tuple[bytes, bytes]] = []
        self._part: list[bytes] = []
        self._source: Any = None
        self._rest: Iterator[bytes] | None = None

    @property
    def has_body(self) -> bool:
        bodiless = (HTTPStatus.NO_CONTENT, HTTPStatus.NOT_MODIFIED)
        return not self.is_head and self._status not in bodiless

    @property
    def has_more(self) -> bool:
        """Return whether another part is wanted."""
        return self._rest is not None and self.has_body

    @property
    def is_open(self) -> bool:
        """Return whether the application must still be told about the end of the response."""
        return self._source is not None or self.subscriber is not None

    def begin(self) -> None:
        """Call the application and gather the first part."""
        with self.body:
            self._source = self.application(self.environ, self._start)
            if isinstance(self._source, EventStream):
                self.subscriber = self._source.take_subscriber()
            self._rest = iter(self._source)
            self.proceed()

    def proceed(self) -> None:
        """Gather the next part."""
        size = 0
        for data in self._rest or ():
            self._part.append(data)
            size += len(data)
            if size >= PART_SIZE:
                return
        self._close()

    def discard(self) -> None:
        """Drop the response, or the rest of it."""
        self._close()
        subscriber, self.subscriber = self.subscriber, None
        if subscriber is not None:
            subscriber.drop()

    def head(self) -> dict[str, Any]:
        """Return the ASGI message that starts the response."""
        headers = self._headers
        if self.subscriber is not None:
            headers = [each for each in headers if each[0] != b"content-length"]
        elif self.has_body and not self.has_more and b"content-length" not in dict(headers):
            size = sum(map(len, self._part))
            headers = [*headers, (b"content-length", b"%d" % size)]
        return {"type": "http.response.start", "status": self._status, "headers": headers}

    def part(self) -> dict[str, Any]:
        """Return the ASGI message with the gathered part."""
        data, self._part = b"".join(self._part) if self.has_body else b"", []
        return {"type": "http.response.body", "body": data, "more_body": self.has_more}

    def _start(self, status: str, headers: list[tuple[str, str]], error: Any = None) -> Any:
        self._status = int(status[:3])
        self._headers = [
            (lower.encode("latin-1"), value.encode("latin-1"))
            for name, value in headers
            if (lower := name.lower()) not in _SET_BY_SERVER
        ]
        return self._part.append

    def _close(self) -> None:
        source, self._source, self._rest = self._source, None, None
        close = getattr(source, "close", None)
        if close is not None:
            try:
                close()
            except Exception:  # the response is complete
                log.exception("a response could not be closed")


def path_in(scope: dict[str, Any]) -> bytes:
    """Return the requested path, also of an address in absolute form; empty if it is unreadable."""
    target: bytes = scope["raw_path"]
    if target.startswith(b"/"):
        return target
    try:
        return urlsplit(target).path or b"/"
    except ValueError:  # a bracket of an IPv6 address without the other
        return b""


def environ_of(scope: dict[str, Any], body: IO[bytes]) -> dict[str, Any]:
    """Return the request in the form of PEP 3333.

    A header whose name contains an underscore is omitted: it would be mistaken for one with a
    hyphen, which a proxy may have set or removed.
    """
    peer, own = scope["client"] or ("", 0), scope["server"] or ("", 0)
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(path_in(scope)).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": own[0],
        "SERVER_PORT": str(own[1]),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": peer[0],
        "REMOTE_PORT": str(peer[1]),
        SUPPORTED: True,
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": body,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for raw_name, raw_value in scope["headers"]:
        if b"_" in raw_name:
            continue
        name = raw_name.decode("latin-1").upper().replace("-", "_")
        value = raw_value.decode("latin-1")
        if name not in _WITHOUT_PREFIX:
            name = "HTTP_" + name
            if name in environ:
                value = f"{environ[name]}{'; ' if name == 'HTTP_COOKIE' else ','}{value}"
        environ[name] = value
    return environ
