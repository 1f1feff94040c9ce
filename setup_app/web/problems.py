"""Turn every error into an HTTP answer.

Every error under /api/ is a problem details object (RFC 9457) whose `code` is part of the API. A
domain error brings its code and parameters; its status is looked up here. An unexpected error is a
500 with a trace in the log, never disguised as a 400.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from http import HTTPStatus
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import get_template
from django.utils.cache import add_never_cache_headers
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import set_rollback

from setup_app.engine.errors import DomainError
from setup_app.web import outages
from setup_app.wording.sentences import sentence, sentence_params

MEDIA_TYPE = "application/problem+json"
RETRY_AFTER = 5

STATUS_BY_CODE: Mapping[str, int] = {
    "unreadable": 400,
    "not_signed_in": 401,
    "seat_used_up": 401,
    "not_allowed": 403,
    "not_your_prompt": 403,
    "not_your_proposal": 403,
    "seat_taken": 403,
    "foreign_page": 403,
    "not_found": 404,
    "no_such_version": 404,
    "no_such_proposal": 404,
    "no_such_envelope": 404,
    "no_layout": 404,
    "no_deployment": 404,
    "stale_version": 409,
    "already_answered": 409,
    "checking": 409,
    "already_accepted": 409,
    "already_begun": 409,
    "already_confirmed": 409,
    "already_decided": 409,
    "lists_not_open": 409,
    "lists_closed": 409,
    "list_locked": 409,
    "run_under_way": 409,
    "no_battle": 409,
    "players_lay_it": 409,
    "plays_here": 403,
    "event_full": 409,
    "event_in_use": 409,
    "entry_stays": 409,
    "last_organiser": 409,
    "cannot_undo": 409,
    "battle_over": 409,
    "read_only": 409,
    "replay_mismatch": 409,
    "link_used_up": 410,
    "withdrawn": 410,
    "too_much": 413,
    "too_many_messages": 429,
    "too_many_open": 429,
    "too_many_events": 429,
    "too_many_entries": 429,
    "too_many_roles": 429,
    "too_many_versions": 429,
    "too_many_remarks": 429,
    "too_many_streams": 429,
    "no_stream": 503,
    "streams_full": 503,
    "no_worker": 503,
    outages.DATABASE_AWAY: 503,
    outages.DISK_FULL: 503,
    outages.TOO_BUSY: 503,
}
"""Codes that are not listed here describe a readable request that breaks a rule: 422."""

FRAMEWORK_CODES: Mapping[int, str] = {
    400: "unreadable",
    401: "not_signed_in",
    403: "not_allowed",
    404: "not_found",
    405: "method_not_allowed",
    406: "not_acceptable",
    409: "conflict",
    413: "too_much",
    415: "unsupported_media_type",
    429: "too_many_requests",
    500: "fault",
    503: "no_worker",
}


def problem(
    code: str,
    *,
    status: int,
    detail: str | None = None,
    violations: Sequence[Mapping[str, Any]] = (),
) -> dict[str, Any]:
    """Return the body of an error response."""
    return {
        "type": f"urn:metator:problem:{code}",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": detail or sentence(code, {}),
        "code": code,
        "violations": list(violations),
    }


def problem_of(error: DomainError) -> dict[str, Any]:
    """Return the body for a domain error, in the language of the current request.

    An error that is named for its first violation has that violation's sentence, including figures.
    """
    first = next(iter(error.violations), None)
    named_for_it = first is not None and first.code == error.code
    return problem(
        error.code,
        status=STATUS_BY_CODE.get(error.code, 422),
        detail=sentence(error.code, sentence_params(first) if named_for_it else error.params),
        violations=[violation_as_json(each) for each in error.violations],
    )


def violation_as_json(violation: Any) -> dict[str, Any]:
    """Return a violation of the script or of the terrain in the contract's form."""
    return {
        "code": violation.code,
        "pieces": list(violation.pieces),
        "rule": violation.rule,
        "message": sentence(violation.code, sentence_params(violation)),
        "measured": violation.measured,
        "required": violation.required,
        "where": violation.where,
    }


def answer_error(error: Exception, context: Mapping[str, Any]) -> Response | None:
    """Return DRF's response for an exception. None lets a real fault reach the log and `fault`."""
    if isinstance(error, DomainError):
        return problem_response(problem_of(error))
    if isinstance(error, Http404):
        error = exceptions.NotFound()
    elif isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied()
    if not isinstance(error, exceptions.APIException):
        code = outages.outage_of(error)
        if code is None:
            return None
        outages.say(code, error, context["request"])
        return problem_response(problem(code, status=503))
    headers = {}
    # Only some of them have these.
    asked, seconds = getattr(error, "auth_header", None), getattr(error, "wait", None)
    if asked:
        headers["WWW-Authenticate"] = asked
    if seconds is not None:
        headers["Retry-After"] = str(int(seconds) + 1)
    if isinstance(error, exceptions.ValidationError):
        body = problem(
            "unreadable",
            status=400,
            detail=sentence("invalid_fields", {}),
            violations=list(field_violations(error.detail, path="$")),
        )
    else:
        code = FRAMEWORK_CODES.get(error.status_code, "refused")
        detail = str(error.detail) if isinstance(error, exceptions.ParseError) else None
        body = problem(code, status=error.status_code, detail=detail)
    return problem_response(body, headers=headers)


def problem_response(
    body: Mapping[str, Any], *, headers: Mapping[str, str] | None = None
) -> Response:
    set_rollback()
    if body["status"] == 503:
        headers = {"Retry-After": str(RETRY_AFTER), **(headers or {})}
    return Response(body, status=body["status"], headers=headers, content_type=MEDIA_TYPE)


def field_violations(detail: Any, *, path: str) -> list[dict[str, Any]]:
    """Return a serializer's nested errors as a flat list: one violation each, with its JSON
    path.
    """
    if isinstance(detail, Mapping):
        return [
            found
            for name, inner in detail.items()
            for found in field_violations(inner, path=_deeper(path, name))
        ]
    if isinstance(detail, list):
        if any(isinstance(each, (Mapping, list)) for each in detail):
            return [
                found
                for index, inner in enumerate(detail)
                for found in field_violations(inner, path=f"{path}[{index}]")
            ]
        return [found for each in detail for found in field_violations(each, path=path)]
    return [
        {
            "code": f"field_{getattr(detail, 'code', 'invalid')}",
            "pieces": [],
            "rule": None,
            "message": f"{path}: {detail}",
            "measured": None,
            "required": None,
            "where": None,
        }
    ]


def _deeper(path: str, name: str | int) -> str:
    if name == "non_field_errors":
        return path
    return f"{path}[{name}]" if str(name).isdigit() else f"{path}.{name}"


# For errors that never reach a DRF view. Django's own handlers would look up a form's token again
# and fail for a form that cannot be read: then there would be no response at all.


def asks_api(request: HttpRequest) -> bool:
    return request.path.startswith("/api/")


def wants_json(request: HttpRequest) -> bool:
    """Return whether a program reads the response: an API client, or a page's script."""
    return asks_api(request) or request.headers.get("Accept", "").startswith("application/json")


def plain_problem(code: str, *, status: int) -> JsonResponse:
    """Return a problem response from outside DRF: middleware and Django's handlers."""
    answer = JsonResponse(problem(code, status=status), status=status, content_type=MEDIA_TYPE)
    if status == 503:
        answer["Retry-After"] = str(RETRY_AFTER)
    return answer


def unreadable(request: HttpRequest, exception: Exception) -> HttpResponse:
    if asks_api(request):
        return plain_problem("unreadable", status=400)
    return without_request(400)


def not_allowed(request: HttpRequest, exception: Exception) -> HttpResponse:
    if asks_api(request):
        return plain_problem("not_allowed", status=403)
    return render(request, "403.html", status=403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    if asks_api(request):
        return plain_problem("not_found", status=404)
    return render(request, "404.html", status=404)


def fault(request: HttpRequest) -> HttpResponse:
    """Return the response for an unforeseen error of a view or of a middleware."""
    error = sys.exception()
    code = outages.outage_of(error)
    if code is not None:
        outages.say(code, error, request)
        return outage(request, code)
    if asks_api(request):
        return plain_problem("fault", status=500)
    return without_request(500)


def outage(request: HttpRequest, code: str) -> HttpResponse:
    """Return the response for an outage: 503, the cause, and what to do now."""
    if wants_json(request):
        return plain_problem(code, status=503)
    answer = without_request(503, {"code": code, "said": sentence(code, {})})
    answer["Retry-After"] = str(RETRY_AFTER)
    add_never_cache_headers(answer)
    return answer


class Outages:
    """Middleware that reports an outage in a page's view; the API's views report theirs."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        code = outages.outage_of(error)
        if code is None:
            return None
        outages.say(code, error, request)
        return outage(request, code)


def without_request(status: int, shown: dict[str, Any] | None = None) -> HttpResponse:
    """Return a page that does not use the request, which may be the cause of the error."""
    return HttpResponse(get_template(f"{status}.html").render(shown), status=status)
