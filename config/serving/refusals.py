"""Refusals by the web server itself, in the words of all other refusals."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from http import HTTPStatus
from typing import Final

CODES: Final[Mapping[HTTPStatus, str]] = {
    HTTPStatus.BAD_REQUEST: "unreadable",
    HTTPStatus.REQUEST_TIMEOUT: "too_slow",
    HTTPStatus.REQUEST_URI_TOO_LONG: "address_too_long",
    HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE: "headers_too_long",
    HTTPStatus.INTERNAL_SERVER_ERROR: "fault",
    HTTPStatus.SERVICE_UNAVAILABLE: "disk_full",
}

_API: Final = re.compile(rb"(?:https?://[^/]*)?/api/", re.IGNORECASE)


def asks_api(target: bytes) -> bool:
    """Return whether an address, as far as it has arrived, belongs to the API."""
    return _API.match(target) is not None


def refusal(status: HTTPStatus, *, api: bool) -> tuple[str, bytes]:
    """Return the media type and body of a response without the application."""
    # Django is set up now, but not yet when gunicorn imports this.
    from setup_app.web.problems import MEDIA_TYPE, problem

    body = problem(CODES[status], status=status)
    if api:
        return MEDIA_TYPE, json.dumps(body).encode()
    return "text/plain; charset=utf-8", f"{body['detail']}\n".encode()
