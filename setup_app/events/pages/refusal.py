"""What does a page of an event say when something is refused? The sentence, where one is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.cache import add_never_cache_headers

from setup_app.script.errors import DomainError
from setup_app.web.problems import violation_as_json
from setup_app.words.sentences import sentence

MOST_TOLD = 8

View = Callable[..., HttpResponse]


def page_or(back: str, *places: str) -> Callable[[View], View]:
    """Answer domain errors: 404 where nothing may be known, else on the page `back` with what is
    wrong; `places` are the parts of this address which that one names too.

    No page of an event is kept by any cache: it may hold links.
    """

    def decorated(view: View) -> View:
        @wraps(view)
        def answered(request: HttpRequest, *args: Any, **named: Any) -> HttpResponse:
            try:
                answer = view(request, *args, **named)
            except DomainError as refused:
                if "role" not in named:
                    raise Http404 from refused
                tell(request, refused)
                answer = redirect(back, *(named[place] for place in places))
            add_never_cache_headers(answer)
            return answer

        return answered

    return decorated


page = page_or("event-role", "event", "role")
"""A page of a role, which leads back to that role's first page."""


def tell(request: HttpRequest, refused: DomainError) -> None:
    """Say on the next page what is wrong. Raises 404 where nothing may be known."""
    if refused.code in ("not_found", "not_allowed"):
        raise Http404 from refused
    for words in told(refused):
        messages.error(request, words)


def told(refused: DomainError) -> list[str]:
    """The sentences of a refusal, each fault of a text with its line."""
    if refused.violations:
        shown = [violation_as_json(each)["message"] for each in refused.violations[:MOST_TOLD]]
        return list(dict.fromkeys(shown))
    return [sentence(refused.code, refused.params)]


def told_of_problem(problem: Mapping[str, Any]) -> list[str]:
    """The same of what a worker was refused, which is kept as a problem."""
    shown = [each["message"] for each in problem.get("violations", ())[:MOST_TOLD]]
    return list(dict.fromkeys(shown)) or [problem["detail"]]
