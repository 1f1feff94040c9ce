"""A request as the WSGI environment."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from ipaddress import ip_address, ip_network
from typing import IO, Any, Final
from urllib.parse import unquote_to_bytes

from uvicorn._types import HTTPScope

_OWN_NAMES: Final = {"CONTENT_TYPE", "CONTENT_LENGTH"}


@dataclass(frozen=True, slots=True)
class Front:
    """The position of this server behind proxies: which ones it trusts about the scheme."""

    scheme_headers: dict[str, str]
    trusted: tuple[str, ...]

    def scheme(self, environ: dict[str, Any], peer: str) -> str:
        """Return `https` if a trusted proxy says that the client used it."""
        said = any(
            environ.get("HTTP_" + name.replace("-", "_")) == secure
            for name, secure in self.scheme_headers.items()
        )
        return "https" if said and self._trusts(peer) else "http"

    def _trusts(self, peer: str) -> bool:
        """Return whether the peer is trusted: addresses and networks as in gunicorn's
        `--forwarded-allow-ips`.
        """
        if "*" in self.trusted:
            return True
        try:
            address = ip_address(peer)
        except ValueError:
            return False
        return any(address in ip_network(each, strict=False) for each in self.trusted)


def environ_of(scope: HTTPScope, body: IO[bytes], front: Front) -> dict[str, Any]:
    """Return the request in the form of PEP 3333.

    A header whose name contains an underscore is omitted: it would be mistaken for one with a
    hyphen, which a proxy may have set or removed.
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
