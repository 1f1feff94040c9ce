"""What was asked on a connection, and how is it put to a WSGI application?"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import IO, Any, Final
from urllib.parse import unquote_to_bytes

from uvicorn._types import HTTPScope

_OWN_NAMES: Final = {"CONTENT_TYPE", "CONTENT_LENGTH"}


@dataclass(frozen=True, slots=True)
class Front:
    """How this server stands to what is before it: whose word on the scheme is believed."""

    scheme_headers: dict[str, str]
    trusted: frozenset[str]

    def scheme(self, environ: dict[str, Any], peer: str) -> str:
        """`https` where a trusted proxy says that it was asked so."""
        if "*" not in self.trusted and peer not in self.trusted:
            return "http"
        for name, secure in self.scheme_headers.items():
            if environ.get("HTTP_" + name.replace("-", "_")) == secure:
                return "https"
        return "http"


def environ_of(scope: HTTPScope, body: IO[bytes], front: Front) -> dict[str, Any]:
    """The request as PEP 3333 writes it.

    A header whose name holds an underscore is left out: it would pass for one with a hyphen, which
    a proxy may have set or taken away.
    """
    peer, own = scope["client"] or ("", 0), scope["server"] or ("", 0)
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": own[0],
        "SERVER_PORT": str(own[1]),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": peer[0],
        "REMOTE_PORT": str(peer[1]),
        "wsgi.version": (1, 0),
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
        if name not in _OWN_NAMES:
            name = "HTTP_" + name
            if name in environ:
                value = f"{environ[name]}{'; ' if name == 'HTTP_COOKIE' else ','}{value}"
        environ[name] = value
    environ["wsgi.url_scheme"] = front.scheme(environ, peer[0])
    return environ
