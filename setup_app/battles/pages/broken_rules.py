"""The rules that an answer breaks: sentence, section and the rule's text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from setup_app.battles.pages.look import PageContext
from setup_app.battles.pages.rulebook_pages import pages_for
from setup_app.wording.place_refusals import in_words

Told = dict[str, Any]


def refused(look: PageContext, violations: Iterable[Mapping[str, Any]]) -> list[Told]:
    """Return the messages about a refused answer, on the present table."""
    pieces = _types(look.view["layout"])
    told = [{**in_words(each, pieces, look.say), "rule": each.get("rule")} for each in violations]
    return _explained(look, told)


def proposed(
    look: PageContext, layout: Mapping[str, Any] | None, violations: Iterable[Mapping[str, Any]]
) -> list[Told]:
    """Return the messages about the rules that a proposal breaks; `layout` is the table without the
    piece.
    """
    pieces = _types(layout)
    told = [
        {**in_words({"params": {}, "where": None, **each}, pieces, look.say), **each}
        for each in violations
    ]
    return _explained(look, told)


def _types(layout: Mapping[str, Any] | None) -> dict[str, str]:
    return {piece["id"]: piece["type"] for piece in (layout or {}).get("pieces", ())}


def _explained(look: PageContext, told: Sequence[Told]) -> list[Told]:
    """Return the same messages with `why`, the rule in our words, at the first message of each
    section.
    """
    steps = pages_for(look).reader.steps
    sections = {each.rule: each for each in steps()} if steps and told else {}
    said: set[str | None] = {None}
    found = []
    for each in told:
        section = None if each["rule"] in said else sections.get(each["rule"])
        said.add(each["rule"])
        found.append({**each, "why": " ".join(section.words) if section else ""})
    return found
