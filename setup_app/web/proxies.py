"""Believe `X-Forwarded-Proto` only from the proxies named in `TRUSTED_PROXIES`.

Django's `SECURE_PROXY_SSL_HEADER` believes anyone: a client that reaches the server past its proxy
could claim that it uses HTTPS.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse

HEADER: Final = "HTTP_X_FORWARDED_PROTO"


class TrustedProxies:
    """Middleware that removes the header from requests of anyone else."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if HEADER in request.META:
            peer = request.META.get("REMOTE_ADDR", "")
            if not is_trusted(peer, settings.TRUSTED_PROXIES):
                del request.META[HEADER]
        return self.get_response(request)


def is_trusted(peer: str, proxies: Iterable[IPv4Network | IPv6Network]) -> bool:
    """Return whether an address belongs to one of these networks. A peer on a Unix socket has no
    address and is on this machine: it is trusted.
    """
    if not peer:
        return True
    try:
        address = ip_address(peer)
    except ValueError:
        return False
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    return any(address in each for each in proxies)
