"""The sections of this installation and their first addresses."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import NoReverseMatch, reverse
from django.utils.functional import Promise
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

from terrain.draw.sample import sample


@dataclass(frozen=True)
class Way:
    """A door: the address by its name, and what home says and draws of what is behind it."""

    name: str
    title: Promise
    about: Promise | str = ""
    ground: str = ""

    @property
    def drawing(self) -> SafeString:
        return mark_safe(sample(self.ground))


DOORS = (
    Way("battles", _("Battles")),
    Way("events", _("Events")),
    Way("table-new", _("Tables"), _("Generate a fair table and print it."), "hills"),
    Way("armies", _("Armies"), _("Build a list, or import one."), "fort"),
    Way("maps", _("Maps"), _("The official maps, and your club's own."), "mountains"),
    Way("rulebooks", _("Rulebook"), _("Every step and terrain piece explained."), "woods"),
)
"""In their order at the head of the page; one that leads nowhere is left out."""


def address(name: str, *given: str) -> str:
    """What stands under a name; nothing where this installation has no such place."""
    try:
        return reverse(name, args=given)
    except NoReverseMatch:
        return ""
