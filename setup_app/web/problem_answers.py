"""Refusals for a page's script: a problem instead of a page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache

from setup_app.engine.errors import DomainError
from setup_app.web.problems import MEDIA_TYPE, RETRY_AFTER, problem_of

MAX_OUTLINE = 64_000
"""The maximum length of an outline as JSON: more than a thousand corners."""


def answered(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorate a view so that domain errors become problem responses."""

    @never_cache
    @wraps(view)
    def asked(request: HttpRequest, *args: Any, **named: Any) -> HttpResponse:
        try:
            return view(request, *args, **named)
        except DomainError as refused:
            return problem(problem_of(refused))

    return asked


def problem(body: Mapping[str, Any]) -> JsonResponse:
    """Return a problem as a response."""
    answer = JsonResponse(body, status=body["status"], content_type=MEDIA_TYPE)
    if body["status"] == 503:
        answer["Retry-After"] = str(RETRY_AFTER)
    return answer
