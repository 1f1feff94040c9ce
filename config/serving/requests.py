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
