"""Who is believed that a request came by HTTPS? The configured proxies, and no one else."""

from __future__ import annotations

from ipaddress import ip_network
from typing import Any

import pytest
from django.test import Client


@pytest.fixture(autouse=True)
def _behind_a_proxy(settings: Any) -> None:
    settings.SECURE_HSTS_SECONDS = 60
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    settings.TRUSTED_PROXIES = [ip_network("10.1.0.0/16"), ip_network("::1")]


@pytest.mark.parametrize(
    ("peer", "believed"),
    [
        *(("10.1.0.5", True), ("10.1.255.255", True), ("10.2.0.0", False)),
        *(("::1", True), ("::ffff:10.1.0.5", True), ("::ffff:192.0.2.7", False)),
        *(("192.0.2.7", False), ("127.0.0.1", False), ("nonsense", False)),
        # A Unix socket.
        ("", True),
    ],
)
def test_only_a_configured_proxy_says_that_it_was_asked_by_https(peer: str, believed: bool) -> None:
    client = Client(REMOTE_ADDR=peer, headers={"X-Forwarded-Proto": "https"})

    answer = client.get("/service-worker.js")

    assert answer.status_code == 200
    assert ("Strict-Transport-Security" in answer) is believed
