"""The network address of a request, used for limits and never stored as it is."""

from typing import Any

from django.utils.crypto import salted_hmac
from rest_framework.throttling import BaseThrottle

LENGTH = 16


def network_key(request: Any) -> str:
    """Return sixteen letters derived from the caller's address and this server's secret.

    Behind proxies the address is the one that `NUM_PROXIES` names.
    """
    address = BaseThrottle().get_ident(request)
    return salted_hmac("metator.network", str(address), algorithm="sha256").hexdigest()[:LENGTH]
