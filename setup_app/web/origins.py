"""Refuse requests that another site's page makes a browser send, also to the API.

Forms of pages carry a CSRF token. The API asks for none from a browser without an account, so that
a program may keep cookies like any other; but browsers state the page that a request comes from.

Cookies are `SameSite=Lax`, so a link on another site's page brings them: an address that changes
something when it is merely opened asks `comes_from_elsewhere` first.
"""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import CsrfViewMiddleware

from setup_app.web.problems import asks_api, plain_problem

SAFE = ("GET", "HEAD", "OPTIONS", "TRACE")
OWN = ("same-origin", "none")
"""The browser's values for a page of ours, and for an address that its user typed."""


class OwnPagesOnly:
    """Refuses API changes that a foreign page requests with one of our sessions."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.origins = CsrfViewMiddleware(get_response)

    def __call__(self, request: HttpRequest) -> HttpResponse:
        by_session = settings.SESSION_COOKIE_NAME in request.COOKIES
        if (
            by_session
            and asks_api(request)
            and request.method not in SAFE
            and self._foreign(request)
        ):
            return plain_problem("foreign_page", status=403)
        return self.get_response(request)

    def _foreign(self, request: HttpRequest) -> bool:
        if "Origin" in request.headers:
            return not self.origins._origin_verified(request)  # type: ignore[attr-defined]  # not in stubs
        return comes_from_elsewhere(request)


def comes_from_elsewhere(request: HttpRequest) -> bool:
    """Return whether the browser says that another site's page made it send this request.

    Browsers from before 2023 may say nothing, and programs say nothing: then the answer is False.
    """
    return request.headers.get("Sec-Fetch-Site", "none") not in OWN
