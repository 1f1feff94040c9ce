"""Tags that draw the navigation and mark the current section."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import template

from setup_app.home.doors import DOORS, address

register = template.Library()

BEHIND: Mapping[str, str] = {"table-new": "/t/", "events": "/e/"}
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
    found = ((address(each.name), each.name, each.title) for each in DOORS)
    return [
        Door(url, str(title), _current(url, here, BEHIND.get(name, url)))
        for url, name, title in found
        if url
    ]


@register.simple_tag
def door(name: str) -> str:
    """The address of one door; nothing where it leads nowhere."""
    return address(name)


def _current(url: str, here: str, behind: str) -> str:
    """What stands below a room's own address is in that room."""
    if here == url:
        return "page"
    return "true" if here.startswith((url, behind)) else ""
