"""What does a link show that is pasted into a chat? A picture with a title and one line beside it.

Of a battle only what the read-only link shows: whoever has the picture's address has that link.
"""

from __future__ import annotations

import json
from functools import cache, lru_cache
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from setup_app.battles.pages.holding import Holding
from setup_app.battles.pages.plugged import pages_for, pages_of
from setup_app.battles.pages.reading import Look
from setup_app.battles.pages.refusing import page
from setup_app.battles.pages.seats import claimed
from setup_app.battles.tokens import Seat
from setup_app.layouts.naming import map_names
from setup_app.layouts.reading import read
from setup_app.maps.texts import territory_in_words
from setup_app.rulebooks import registry
from setup_app.script.errors import DomainError
from setup_app.script.values import canonical
from terrain.draw.card import card
from terrain.draw.png import png
from terrain.draw.scene import TableLines, scene
from terrain.draw.svg import svg

DAY = 24 * 3600


@cache
def sample_table() -> dict[str, Any] | None:
    """A table that this program has laid out, to show what it is about; the first there is."""
    for rulebook in registry.rulebooks():
        path = rulebook.folder / "sample_table.json"
        if path.exists():
            return dict(json.loads(path.read_text("utf-8")))
    return None


@require_safe
@cache_control(public=True, max_age=DAY)
def general(request: HttpRequest) -> HttpResponse:
    """A table, and what this is."""
    sample = sample_table()
    if sample is None:
        raise Http404
    return _answer(drawn_large(sample), title=_("The ground for your battle"), line=in_one_line())


@require_safe
@cache_control(public=True, max_age=DAY)
def territory(request: HttpRequest, rulebook: str, territory: str) -> HttpResponse:
    """A territory's map and its ground."""
    if not registry.has(rulebook):
        raise Http404
    book = registry.rulebook(rulebook)
    found, draw = book.territory(territory), pages_of(book.id).reader.picture
    if found is None or draw is None:
        raise Http404
    line = f"{book.title}, {book.edition}"
    return _answer(draw(book, found), title=territory_in_words(book, territory), line=line)


@page
@require_safe
def watched(request: HttpRequest, battle: str, token: str) -> HttpResponse:
    """A battle's table as the read-only link shows it; before there is one, a table as such."""
    row, kind = claimed(battle, token)
    if kind is not Seat.SPECTATOR:
        raise DomainError("not_found")
    look = Look(row, Seat.SPECTATOR.viewer, Holding())
    table = look.view["layout"] or sample_table()
    if table is None:
        raise Http404
    names = [look.say.player(side) for side in (0, 1)]
    return _answer(drawn_large(table), title=" – ".join(names), line=battle_in_one_line(look))


def in_one_line() -> str:
    """What this is."""
    return _("From two army lists to a table that both players trust. No account is needed.")


def battle_in_one_line(look: Look) -> str:
    """How a battle ended, or at which step it is."""
    if look.view["result"] is not None:
        return " ".join(pages_for(look).result(look))
    return look.step_title(look.view["step"]["rule"]) if look.view["step"] else ""


def drawn_large(layout: dict[str, Any]) -> str:
    """A table with large lettering and nothing around it but its edges, as an SVG document."""
    return _drawn(canonical(dict(layout)).decode(), get_language())


@lru_cache(maxsize=16)
def _drawn(text: str, language: str) -> str:
    layout, rules = read(json.loads(text))
    lines, names = TableLines.of(rules), map_names(layout.rulebook)
    return svg(scene(layout, names=names, lines=lines, use="phone"))


def _answer(picture: str, *, title: str, line: str) -> HttpResponse:
    return HttpResponse(_pixels(picture, title, line), content_type="image/png")


@lru_cache(maxsize=16)
def _pixels(picture: str, title: str, line: str) -> bytes:
    return png(card(picture, title=title, line=line), pixels_per_inch=96)
