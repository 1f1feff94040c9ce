"""A list and its versions for a page of an event."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from setup_app.armies import list_page
from setup_app.armies.fields import fields_of
from setup_app.armies.points import compare
from setup_app.armies.wording import word
from setup_app.engine.rulebook import Rulebook
from setup_app.events.event import list_queries
from setup_app.events.event.access import EventAccess
from setup_app.events.event.lists.differences import Difference, differences
from setup_app.events.event.wording import decided_words
from setup_app.events.models import Entry, Event, Kind, Version, VersionGeneral
from setup_app.identity.ownership import NotThere
from setup_app.identity.pages import ON_A_PAGE
from setup_app.rulebooks import registry


def own_entry_of(standing: EventAccess) -> Entry:
    """Return the entry of a player; raises `not_found` for anyone else."""
    if standing.kind != Kind.PLAYER or standing.entry is None:
        raise NotThere
    return standing.entry


def kept_key(entry: Entry) -> str:
    """Return the key under which this player's browser stores text that is not saved yet."""
    return f"event-list:{entry.event.public_id}/{entry.number}"


def army_parts(
    event: Event, army: Mapping[str, Any], *, entry: Entry | None = None
) -> dict[str, Any]:
    """Return the context of `armies/_list.html` for a list, with its name and its problems.

    Without `entry`, for readers who may not know the player, the problems are only the findings.
    """
    if entry is None:
        problems = [each["message"] for each in list_queries.findings_view(event, army)]
    else:
        problems = list_queries.own_problems(event, entry, army)
    return {
        "name": army.get("name", ""),
        "facts": list_page.facts(army),
        "groups": list_page.rows(army),
        "points": compare(army, registry.known_or_first(event.rulebook)),
        "problems": problems,
    }


def generals_parts(standing: EventAccess, published: Sequence[Version]) -> dict[str, Any]:
    """Return an index of the generals in the published lists, by name, and how many there are of
    each level, in the rulebook's order. `published` are the lists in the order of the book's pages.
    Raises `not_found` before publication.
    """
    rulebook = registry.known_or_first(standing.event.rulebook)
    generals = list_queries.published_generals(standing)
    pages = {each.entry.number: at // ON_A_PAGE + 1 for at, each in enumerate(published)}
    counts = Counter(each.level for each in generals)
    columns = fields_of(rulebook).all()
    known = next((each.choices for each in columns if each.name == "level"), ())
    levels = dict.fromkeys((*known, *sorted(counts)))
    by_name = sorted(generals, key=lambda each: (each.name == "", each.name.casefold()))
    return {
        "levels": ", ".join(
            f"{capfirst(word(rulebook, level))}: {counts[level]}"
            for level in levels
            if level and counts[level]
        ),
        "index": [
            {
                "name": each.name,
                "level": word(rulebook, each.level) if each.level else "",
                "kind": _kind_words(rulebook, each),
                "entry": each.version.entry.number,
                "player_name": each.version.entry.name,
                "page": pages[each.version.entry.number],
            }
            for each in by_name
        ],
    }


def _kind_words(rulebook: Rulebook, general: VersionGeneral) -> str:
    return word(rulebook, "commander" if general.is_commander else general.kind or "generals")


def version_parts(event: Event, version: Mapping[str, Any], *, entry: Entry) -> dict[str, Any]:
    """Return a version of a list's view with its wording."""
    decisions = [
        {**each, "words": capfirst(decided_words(each["what"]))}
        for each in version["decisions"] or ()
    ]
    return {**version, **army_parts(event, version["army"], entry=entry), "decisions": decisions}


def looks_parts(standing: EventAccess) -> list[dict[str, Any]]:
    """Return who opened which hidden list, newest first, for viewers who may know it."""
    if standing.event.lists_published is None and standing.kind != Kind.ORGANISER:
        return []
    names = dict(standing.event.entry_rows.values_list("number", "name"))
    return [
        {**each, "whose": names[each["entry"]]} for each in list_queries.looks_view(standing)[::-1]
    ]


def difference_words(
    event: Event, before: Mapping[str, Any], after: Mapping[str, Any]
) -> list[str]:
    """Return how the second list differs, a sentence each."""
    rulebook = registry.known_or_first(event.rulebook)
    return [_sentence(rulebook, each) for each in differences(before, after)]


def _sentence(rulebook: Rulebook, found: Difference) -> str:
    said = {"part": capfirst(word(rulebook, found.part)), "name": found.name or "–"}
    if found.what == "added":
        return _("%(part)s: “%(name)s” added.") % said
    if found.what == "removed":
        return _("%(part)s: “%(name)s” removed.") % said
    change = {
        "field": word(rulebook, found.field) if found.field else said["part"],
        "before": _value(rulebook, found.before),
        "after": _value(rulebook, found.after),
    }
    if found.name:
        return _("“%(name)s”, %(field)s: changed from %(before)s to %(after)s.") % {
            **said,
            **change,
        }
    if found.field:
        return _("%(part)s, %(field)s: changed from %(before)s to %(after)s.") % {**said, **change}
    return _("%(field)s: changed from %(before)s to %(after)s.") % change


def _value(rulebook: Rulebook, value: Any) -> str:
    if value is None or value == "" or value == []:
        return _("blank")
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, list):
        return ", ".join(_value(rulebook, each) for each in value)
    if isinstance(value, Mapping):
        count = len(value)
        return ngettext("%(count)d figure", "%(count)d figures", count) % {"count": count}
    return word(rulebook, value) if isinstance(value, str) else str(value)
