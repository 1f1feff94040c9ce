"""The `Prefer` header (RFC 7240), which a view may ignore."""

from __future__ import annotations

from typing import Final

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

RESPOND_ASYNC: Final = "respond-async"
RETURN_MINIMAL: Final = "return=minimal"

APPLIED: Final = OpenApiParameter(
    "Preference-Applied",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="`return=minimal` if the request asked for it and the server applied it.",
    response=[201],
)


def prefers(request: Request, wish: str) -> bool:
    """Return whether this caller sent a preference: its name, or `name=value`.

    Names and values are compared case-insensitively; parameters after a semicolon are ignored. If a
    preference is sent twice, the first one counts.
    """
    wanted, _, value = wish.partition("=")
    for stated in request.headers.get("Prefer", "").split(","):
        name, _, said = stated.partition(";")[0].partition("=")
        if name.strip().lower() == wanted:
            return said.strip().strip('"').lower() == value
    return False


def applied(answer: Response, wish: str) -> Response:
    """Return the response with a header that says that a preference was applied."""
    answer.headers["Preference-Applied"] = wish
    return answer
