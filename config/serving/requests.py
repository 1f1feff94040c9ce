"""What was asked on a connection, and how is it put to a WSGI application?"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from ipaddress import ip_address, ip_network
from tempfile import SpooledTemporaryFile
from typing import IO, Any, Final
from urllib.parse import unquote_to_bytes

from config.serving.bounds import KEPT_IN_MEMORY

_OWN_NAMES: Final = {"CONTENT_TYPE", "CONTENT_LENGTH"}


@dataclass(slots=True)
class Request:
    """One request, as it came. `body` is None where nothing of it is kept."""

    method: str
    target: bytes
    path: bytes
    query: bytes
    version: str
    headers: list[tuple[bytes, bytes]]
    keep_alive: bool
    length: int | None = None
    chunked: bool = False
    received: int = 0
    body: IO[bytes] | None = field(default=None, repr=False)

    def has_body(self) -> bool:
        return self.chunked or bool(self.length)

    def keep(self, data: bytes) -> None:
        """Put more of the body to what came before."""
        if self.body is None:
            self.body = SpooledTemporaryFile(max_size=KEPT_IN_MEMORY)  # noqa: SIM115  # `done` closes
        self.body.write(data)

    def done(self) -> None:
        """Nobody looks at it any more."""
        if self.body is not None:
            self.body.close()


@dataclass(frozen=True, slots=True)
class Front:
    """How this server stands to what is before it: whose word on the scheme is believed."""

    scheme_headers: dict[str, str]
    trusted: tuple[str, ...]

    def scheme(self, environ: dict[str, Any], peer: str) -> str:
        """`https` where a trusted proxy says that it was asked so."""
        said = any(
            environ.get("HTTP_" + name.replace("-", "_")) == secure
            for name, secure in self.scheme_headers.items()
        )
        return "https" if said and self._trusts(peer) else "http"

    def _trusts(self, peer: str) -> bool:
        """Addresses and networks, as gunicorn's `--forwarded-allow-ips` writes them."""
        if "*" in self.trusted:
            return True
        try:
            address = ip_address(peer)
        except ValueError:
            return False
        return any(address in ip_network(each, strict=False) for each in self.trusted)


def environ_of(
    request: Request, *, peer: tuple[str, int], own: tuple[str, int], front: Front
) -> dict[str, Any]:
    """The request as PEP 3333 writes it.

    A header whose name holds an underscore is left out: it would pass for one with a hyphen, which
    a proxy may have set or taken away.
    """
    environ: dict[str, Any] = {
        "REQUEST_METHOD": request.method,
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(request.path).decode("latin-1"),
        "QUERY_STRING": request.query.decode("latin-1"),
        "RAW_URI": request.target.decode("latin-1"),
        "SERVER_NAME": own[0],
        "SERVER_PORT": str(own[1]),
        "SERVER_PROTOCOL": f"HTTP/{request.version}",
        "REMOTE_ADDR": peer[0],
        "REMOTE_PORT": str(peer[1]),
        "wsgi.version": (1, 0),
        "wsgi.input": _Body(request.body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for raw_name, raw_value in request.headers:
        if b"_" in raw_name:
            continue
        name = raw_name.decode("latin-1").upper().replace("-", "_")
        value = raw_value.decode("latin-1")
        if name not in _OWN_NAMES:
            name = "HTTP_" + name
            if name in environ:
                value = f"{environ[name]}{'; ' if name == 'HTTP_COOKIE' else ','}{value}"
        environ[name] = value
    environ["wsgi.url_scheme"] = front.scheme(environ, peer[0])
    return environ


class _Body:
    """A body from its first byte; empty where nothing was kept."""

    def __init__(self, kept: IO[bytes] | None) -> None:
        self._kept = kept
        if kept is not None:
            kept.seek(0)

    def read(self, size: int = -1) -> bytes:
        return b"" if self._kept is None else self._kept.read(size)

    def readline(self, size: int = -1) -> bytes:
        return b"" if self._kept is None else self._kept.readline(size)

    def readlines(self, hint: int = -1) -> list[bytes]:
        return [] if self._kept is None else self._kept.readlines(hint)

    def __iter__(self) -> Any:
        return iter(self.readlines())
