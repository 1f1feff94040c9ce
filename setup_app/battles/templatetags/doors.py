"""Which doors stand at the head of every page, and in which room is the reader?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import template
from django.urls import NoReverseMatch, reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

register = template.Library()

DOORS: tuple[tuple[str, Promise], ...] = (
    ("battles", _("Battles")),
    ("table-new", _("Tables")),
    ("armies", _("Armies")),
    ("maps", _("Maps")),
    ("rulebooks", _("Rulebook")),
)
"""Addresses by name, in their order at the head of the page; one that leads nowhere is left out."""
BEHIND: Mapping[str, str] = {"table-new": "/t/"}
"""Pages behind a door whose addresses do not begin with its own."""


@dataclass(frozen=True)
class Door:
    """A door, and whether the page that is read lies behind it."""

    url: str
    title: str
    current: str
    """What `aria-current` says: the page itself, a page behind it, or nothing."""


@register.simple_tag(takes_context=True)
def doors(context: Mapping[str, Any]) -> list[Door]:
    """The doors that lead somewhere; without a request the reader stands in no room."""
    request = context.get("request")
    here = getattr(request, "path", "")
    found = ((address(name), name, title) for name, title in DOORS)
    return [
        Door(url, str(title), _current(url, here, BEHIND.get(name, url)))
        for url, name, title in found
        if url
    ]


@register.simple_tag
def door(name: str) -> str:
    """The address of one door; nothing where it leads nowhere."""
    return address(name)


def address(name: str, *given: str) -> str:
    """What stands under a name; nothing where this installation has no such place."""
    try:
        return reverse(name, args=given)
    except NoReverseMatch:
        return ""


def _current(url: str, here: str, behind: str) -> str:
    """What stands below a room's own address is in that room."""
    if here == url:
        return "page"
    return "true" if here.startswith((url, behind)) else ""
