"""Cache the rendered lines of the log, so that a move does not render all of them again.

The log is the largest part of a page and grows only at its end. The last rendered lines are cached
by everything they contain, so that only a viewer who may read a line can get it. Each page's form
token is inserted afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from functools import lru_cache
from typing import Final, NamedTuple

from django.conf import settings
from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.template.loader import get_template
from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import get_current_timezone_name
from django.utils.translation import get_language

from setup_app.battles.pages.log_wording import Chapter, LogLine
from setup_app.battles.pages.look import PageContext

KEPT: Final = 2048
"""Cached lines. One takes about 2 KB with its key."""

TOKEN: Final = mark_safe("<token>")
"""A placeholder for a form's token in cached HTML. No wording contains it, because wordings are
escaped.
"""

DrawnChapter = tuple[str, str, tuple[SafeString, ...], datetime | None]


class _Giver(NamedTuple):
    """The side that a line is about, as its badge shows it."""

    role: str
    name: str
    icon: str


class _Shown(NamedTuple):
    """Everything that a line shows. `here` is the page's address, `back_url` the address for a
    proposal to go back; it is empty if there can be none.
    """

    number: int
    side: int | None
    words: tuple[str, ...]
    undone: bool
    back_to: int | None
    at: int
    when: datetime
    by: _Giver | None
    here: str
    back_url: str


def render_log(
    request: HttpRequest,
    look: PageContext,
    chapters: Iterable[Chapter],
    *,
    here: str,
    goes_back: bool,
) -> tuple[DrawnChapter, ...]:
    """Return the log's chapters with their lines drawn; `goes_back` says whether they may offer to
    go back.
    """
    back_url = reverse("battle-back", args=(look.row.public_id,)) if goes_back else ""
    # Reading the token sets a cookie, which a page without a form does not need.
    token = SimpleLazyObject(lambda: get_token(request))
    language, zone = get_language(), get_current_timezone_name()
    make = _drawn.__wrapped__ if settings.DEBUG else _drawn

    def line(parts: tuple[str, ...]) -> SafeString:
        return mark_safe(parts[0] if len(parts) == 1 else str(token).join(parts))

    return tuple(
        (
            rule,
            title,
            tuple(line(make(_shown(each, here, back_url), language, zone)) for each in lines),
            day,
        )
        for rule, title, lines, day in chapters
    )


def _shown(line: LogLine, here: str, back_url: str) -> _Shown:
    by = None if line.by is None else _Giver(line.by.role, line.by.name, line.by.icon)
    return _Shown(
        line.number,
        line.side,
        line.words,
        line.undone,
        line.back_to,
        line.at,
        line.when,
        by,
        here,
        back_url if line.back_to else "",
    )


@lru_cache(maxsize=KEPT)
def _drawn(shown: _Shown, language: str | None, zone: str) -> tuple[str, ...]:
    """Return the HTML before and after the token of a line's form, or one part for a line without a
    form.
    """
    given = {"line": shown, "here": shown.here, "back_url": shown.back_url, "csrf_token": TOKEN}
    text = get_template("battles/_line.html").render(given)
    return tuple(text.rstrip().split(TOKEN))
