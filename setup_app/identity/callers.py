"""The sender of a request as a hash that can be stored beside it."""

from typing import Any

from django.utils.crypto import salted_hmac


def caller_of(request: Any) -> str:
    """Return 64 hex digits for an account or a seat, empty for an anonymous caller.

    A seat's authentication puts an object with `caller_key` in `request.auth`.
    """
    key = getattr(getattr(request, "auth", None), "caller_key", None)
    user = getattr(request, "user", None)
    if key is None and user is not None and user.is_authenticated:
        key = f"user:{user.pk}"
    if key is None:
        return ""
    return salted_hmac("metator.caller", key, algorithm="sha256").hexdigest()
