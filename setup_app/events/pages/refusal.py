"""Error pages of an event, with the sentence of the refusal where there is one."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import wraps
from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _

from setup_app.engine.errors import DomainError
from setup_app.engine.values import Violation
from setup_app.events.event import held_roles
from setup_app.events.event.wording import possible_words
from setup_app.events.pages.figures import is_number
from setup_app.spreadsheets.notes import notes_in_words
from setup_app.web.problems import violation_as_json
from setup_app.wording.sentences import sentence

MAX_TOLD = 8
HIDDEN: Final = ("not_found", "not_allowed")
"""The codes about which nothing may be known: a missing and a forbidden thing look alike."""
SCORE_FAULTS: Final = ("scores_out_of_range", "scores_do_not_add_up", "number_missing")
POINTER: Final = re.compile(r"(?:/\w+)+$")

View = Callable[..., HttpResponse]


def page_or(back: str, *places: str) -> Callable[[View], View]:
    """Return a decorator that answers domain errors: 404 if nothing may be known, otherwise the
    page `back` with the error; `places` are the parts of this address that `back` needs too.

    No cache stores a page of an event: it may hold links.
    """

    def decorated(view: View) -> View:
        @wraps(view)
        def answered(request: HttpRequest, *args: Any, **named: Any) -> HttpResponse:
            try:
                answer = view(request, *args, **named)
            except DomainError as refused:
                if "role" not in named or refused.code in HIDDEN:
                    held = "role" in named and held_roles.was_replaced(
                        request, named["event"], named["role"]
                    )
                    answer = nothing_here(request, replaced=held)
                else:
                    tell(request, refused)
                    answer = redirect(back, *(named[place] for place in places))
            add_never_cache_headers(answer)
            return answer

        return answered

    return decorated


page = page_or("event-role", "event", "role")
"""The decorator for pages of a role, which lead back to that role's first page."""


def nothing_here(request: HttpRequest, *, replaced: bool) -> HttpResponse:
    """Return a 404 with advice; `replaced` if this browser used a link that was valid once."""
    return render(request, "events/nothing.html", {"replaced": replaced}, status=404)


def tell(request: HttpRequest, refused: DomainError) -> None:
    """Show the error on the next page. An error about which nothing may be known is raised
    again.
    """
    if refused.code in HIDDEN:
        raise refused
    for words in list_sentences(refused):
        messages.error(request, words)


def tell_scores(request: HttpRequest, refused: DomainError, *, table: str, scoring: Any) -> None:
    """Show the error in a result on the next page, with its table and what would be possible."""
    if refused.code not in SCORE_FAULTS:
        tell(request, refused)
        return
    for words in list_score_sentences(refused, table=table, scoring=scoring):
        messages.error(request, words)


def list_score_sentences(refused: DomainError, *, table: str, scoring: Any) -> list[str]:
    """Return the sentences of a refused result, each with its table if that is a number. They say
    what would be possible.
    """
    told = list_sentences(refused)
    if refused.code == "number_missing" or "pairs" in refused.params:
        told = [" ".join((*told, possible_words(scoring)))]
    if refused.code not in SCORE_FAULTS or not is_number(table):
        return told
    return [
        _("Table %(table)d: %(words)s") % {"table": int(table), "words": words} for words in told
    ]


def tell_notes(request: HttpRequest, ignored: Sequence[str] = (), sheet: str | None = None) -> None:
    """Show on the next page what an import did not use."""
    for words in notes_in_words(ignored, sheet):
        messages.info(request, words)


def list_sentences(refused: DomainError) -> list[str]:
    """Return the sentences of a refusal, each error of a text with its line."""
    if refused.violations:
        shown = [
            violation_as_json(_placed(each))["message"] for each in refused.violations[:MAX_TOLD]
        ]
        return list(dict.fromkeys(shown))
    return [sentence(refused.code, refused.params)]


def told_of_problem(problem: Mapping[str, Any]) -> list[str]:
    """Return the sentences of a worker's refusal, which is stored as a problem."""
    shown = [each["message"] for each in problem.get("violations", ())[:MAX_TOLD]]
    return list(dict.fromkeys(shown)) or [problem["detail"]]


def _placed(violation: Violation) -> Violation:
    """Return the violation with its place in words: “line 1, units 3, bases” for
    `/units/2/bases`.
    """
    path = violation.params.get("path")
    if not isinstance(path, str):
        return violation
    return replace(violation, params={**violation.params, "path": POINTER.sub(_spoken, path)})


def _spoken(pointer: re.Match[str]) -> str:
    said: list[str] = []
    for part in pointer[0].split("/")[1:]:
        if part.isdigit() and said:
            said[-1] += f" {int(part) + 1}"
        else:
            said.append(part.replace("_", " "))
    return ", ".join(said)
