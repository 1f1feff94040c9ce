"""Requests that are refused before any view sees them."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from setup_app.web.problems import asks_api, plain_problem

MAX_DRAINED = 16 * 1024 * 1024
CHUNK_SIZE = 64 * 1024


class Intake:
    """Middleware that refuses a body over `BODY_LIMIT` (413) or in chunks (411), and a NUL in the
    address (400).

    Django reads a body up to its stated length: a chunked body would count as empty.

    A refused body is read and discarded up to a limit: a server that closes a connection while
    bytes still arrive resets it, and the client would never see the answer.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if _is_longer(request.META.get("CONTENT_LENGTH") or "0", settings.BODY_LIMIT):
            drain(request)
            return refusal(request, code="too_much", status=413)
        if "HTTP_TRANSFER_ENCODING" in request.META:
            return refusal(request, code="length_required", status=411)
        if "\0" in request.path or "%00" in request.META.get("QUERY_STRING", ""):
            return refusal(request, code="unreadable", status=400)
        return self.get_response(request)


def _is_longer(stated: str, limit: int) -> bool:
    """Return whether a stated length is over the limit, also with more digits than Python reads."""
    if not (stated.isascii() and stated.isdigit()):
        return False
    digits = stated.lstrip("0") or "0"
    return len(digits) > len(str(limit)) or int(digits) > limit


def drain(request: HttpRequest) -> None:
    left = MAX_DRAINED
    while left > 0:
        read = request.read(CHUNK_SIZE)
        if not read:
            return
        left -= len(read)


def refusal(request: HttpRequest, *, code: str, status: int) -> HttpResponse:
    if asks_api(request):
        return plain_problem(code, status=status)
    answer = plain_problem(code, status=status)
    return HttpResponse(
        answer.reason_phrase + ".\n", status=status, content_type="text/plain; charset=utf-8"
    )
