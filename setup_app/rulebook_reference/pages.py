"""Pages of a rulebook: its steps, settings, rulings and territories.

Nothing here belongs to a battle or player: the pages use no database, and every place on them has
an address.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from setup_app.battles.pages.rulebook_pages import StepTold, pages_of
from setup_app.engine.rulebook import Rulebook, Setting
from setup_app.engine.values import LogMessage
from setup_app.house_rules.wording import title_of, told_choices, usual_words
from setup_app.layouts.link_pictures import DAY, link_picture
from setup_app.maps.wording import territory_in_words
from setup_app.rulebooks import registry
from setup_app.wording.figures import figure
from setup_app.wording.speaker import Speaker


@dataclass(frozen=True)
class Chosen:
    """A gap that groups fill differently: the default and the alternatives."""

    anchor: str
    title: str
    why: str
    usual: str
    others: tuple[str, ...] = ()


@dataclass(frozen=True)
class StepSection:
    """One step with its rulings and choices."""

    step: StepTold
    anchor: str
    rulings: tuple[tuple[str, str], ...]
    settings: tuple[Chosen, ...]
    numbers: tuple[Chosen, ...]


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Show the rulebooks; if there is only one, redirect to it."""
    books = registry.rulebooks()
    if len(books) == 1:
        return redirect("rulebook", books[0].id)
    return render(request, "rulebook_reference/index.html", {"books": books})


@require_safe
def rulebook(request: HttpRequest, rulebook: str) -> HttpResponse:
    """Show one rulebook: its territories, and its steps in order."""
    book = _named(rulebook)
    reader = pages_of(book.id).reader
    sections = _sections(book)
    shown = {
        "book": book,
        "source": Speaker(book)(LogMessage(book.source)) if book.source else "",
        "territories": _territories(book),
        "compared": reader.compared(book) if reader.compared else None,
        "sections": sections,
        "others": _elsewhere(book, {section.step.rule for section in sections}),
    }
    return render(request, "rulebook_reference/rulebook.html", shown)


@require_safe
def territory(request: HttpRequest, rulebook: str, territory: str) -> HttpResponse:
    """Show one territory, as the rulebook draws it."""
    book = _named(rulebook)
    found, draw = book.territory(territory), pages_of(book.id).reader.territory
    if found is None or draw is None:
        raise Http404
    all_of_them = _territories(book)
    place = next(at for at, (slug, title) in enumerate(all_of_them) if slug == territory)
    shown = {
        "book": book,
        "source": Speaker(book)(LogMessage(book.source)) if book.source else "",
        "slug": territory,
        "title": all_of_them[place][1],
        "territories": all_of_them,
        "before": all_of_them[place - 1] if place else None,
        "after": all_of_them[place + 1] if place + 1 < len(all_of_them) else None,
        "told": draw(book, found),
    }
    return render(request, "rulebook_reference/territory.html", shown)


@require_safe
@cache_control(public=True, max_age=DAY)
def territory_picture(request: HttpRequest, rulebook: str, territory: str) -> HttpResponse:
    """Return a picture of a territory's map and terrain, for a link in a chat."""
    book = _named(rulebook)
    found, draw = book.territory(territory), pages_of(book.id).reader.picture
    if found is None or draw is None:
        raise Http404
    title, line = territory_in_words(book, territory), f"{book.title}, {book.edition}"
    return link_picture(draw(book, found), title=title, line=line)


def _named(name: str) -> Rulebook:
    if not registry.has(name):
        raise Http404
    return registry.rulebook(name)


def _territories(book: Rulebook) -> list[tuple[str, str]]:
    """Return the territories that have a page, in the order of the source."""
    if book.territories is None or pages_of(book.id).reader.territory is None:
        return []
    return [(each["slug"], territory_in_words(book, each["slug"])) for each in book.territories()]


def _sections(book: Rulebook) -> tuple[StepSection, ...]:
    told = pages_of(book.id).reader.steps
    speak = Speaker(book)
    steps = told() if told else _bare(book, speak)
    return tuple(
        StepSection(
            step,
            anchor=anchor_of(step.rule),
            rulings=tuple(
                (f"ruling-{ruling['id']}", speak(LogMessage(str(ruling["text"]))))
                for ruling in book.rulings
                if ruling["rule"] == step.rule
            ),
            settings=tuple(
                _chosen(book, each)
                for each in book.settings
                if each.rule == step.rule and not each.event_number
            ),
            numbers=tuple(
                _number(book, each)
                for each in (*book.table_numbers, *book.settings)
                if each.rule == step.rule and each.event_number
            ),
        )
        for step in steps
    )


def anchor_of(rule: str) -> str:
    """Return a section's anchor: 9.E is section-9-E."""
    return f"section-{rule.replace('.', '-')}"


def _bare(book: Rulebook, speak: Speaker) -> tuple[StepTold, ...]:
    return tuple(StepTold(each.rule, speak(LogMessage(f"step.{each.rule}"))) for each in book.steps)


def _elsewhere(book: Rulebook, told: set[str]) -> tuple[Chosen, ...]:
    """Return the choices outside the rulebook's steps: the behaviour of the program itself."""
    return tuple(_chosen(book, each) for each in book.all_settings() if each.rule not in told)


def _chosen(book: Rulebook, setting: Setting) -> Chosen:
    offered = told_choices(book, setting)
    return Chosen(
        anchor=f"setting-{setting.name}",
        title=title_of(book, setting),
        why=Speaker(book)(LogMessage(setting.why)),
        usual=usual_words(book, setting),
        others=tuple(words for value, words in offered if value != setting.default),
    )


def _number(book: Rulebook, setting: Setting) -> Chosen:
    bounds: Any = setting.schema.get("items", setting.schema)
    return Chosen(
        anchor=f"number-{setting.name}",
        title=title_of(book, setting),
        why=_("Events may choose %(least)s to %(most)s.")
        % {"least": figure(bounds["minimum"]), "most": figure(bounds["maximum"])}
        if {"minimum", "maximum"} <= bounds.keys()
        else "",
        usual=usual_words(book, setting),
    )
