"""An event's list limits in words, and as a form's script checks them."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from setup_app.armies.wording import word
from setup_app.events.event.terms import MEASURES
from setup_app.events.event.wording import MEASURE_WORDS
from setup_app.events.models import Event
from setup_app.rulebooks import registry


@dataclass(frozen=True, slots=True)
class Limit:
    """A limit of an event's lists: its sentence, its measure, and the ends of the range or the
    homes that are allowed.
    """

    measure: str
    words: str
    least: int | None = None
    most: int | None = None
    among: tuple[str, ...] = ()


def limits_of(event: Event) -> list[Limit]:
    """Return the limits of an event's lists, in the order of its settings."""
    limits = event.lists["limits"]
    found = [
        Limit(name, _range_words(name, bound), bound.get("least"), bound.get("most"))
        for name in MEASURES
        if (bound := limits.get(name))
    ]
    homes = limits.get("home", {}).get("among", ())
    if homes:
        rulebook = registry.known_or_first(event.rulebook)
        said = {
            "what": capfirst(word(rulebook, "home")),
            "homes": ", ".join(word(rulebook, each) for each in homes),
        }
        words = _("%(what)s: only %(homes)s") % said
        found.append(Limit("home", words, among=tuple(homes)))
    return found


def _range_words(name: str, bound: dict[str, int]) -> str:
    said = {"what": MEASURE_WORDS[name], **bound}
    if "most" not in bound:
        return _("%(what)s: at least %(least)d") % said
    if "least" not in bound:
        return _("%(what)s: at most %(most)d") % said
    if bound["least"] == bound["most"]:
        return _("%(what)s: exactly %(most)d") % said
    return _("%(what)s: %(least)d to %(most)d") % said
