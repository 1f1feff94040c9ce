"""A deployment on a page's table, as SVG and in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from setup_app.battles.pages.look import PageContext
from setup_app.engine.values import SIDES
from setup_app.rulebook_pages.pbs_2023_1.deployment_picture import (
    by_agreement,
    things,
    unit_in_words,
)
from setup_app.wording.figures import figure
from terrain.draw import svg
from terrain.draw.view import View, ViewFrom


def marks(look: PageContext, view: View) -> SafeString:
    """Return everything on the table as SVG, above the picture of its terrain."""
    deployed = look.view.get("deployment")
    if deployed is None:
        return mark_safe("")
    drawn = "".join(svg.things(things(deployed, view)))
    return mark_safe(f'<g class="standing" translate="no">{drawn}</g>')


def describe_marks(look: PageContext, edge: ViewFrom) -> list[str]:
    """Return everything on the table in words, as seen from one edge."""
    deployed = look.view.get("deployment")
    if deployed is None:
        return []
    table = look.view["layout"]["table"]
    return [
        _("%(whose)s: %(what)s; %(where)s.")
        % {"whose": look.word(given["role"]), "what": what, "where": _where(at, table, edge)}
        for given in (deployed["sides"][side] for side in SIDES)
        for what, at in _side_told(given)
    ]


def _side_told(given: Mapping[str, Any]) -> Iterator[tuple[str, Sequence[float]]]:
    if given["camp"]:
        yield camp_words(given), given["camp"]["at"]
    for unit in given["units"]:
        yield unit_in_words(unit), unit["at"]
    for marker in given["markers"]:
        yield marker_words(marker), marker["at"]
    for leader in given["leaders"] or ():
        if leader["at"] is not None:
            yield leader_words(leader), leader["at"]


def _where(at: Sequence[float], table: Mapping[str, float], edge: ViewFrom) -> str:
    x, y = at
    if edge == "invader":
        x, y = table["width"] - x, table["depth"] - y
    words = _("centre %(across)s BW from the left edge, %(up)s BW from the near edge")
    return words % {"across": figure(round(x, 1)), "up": figure(round(y, 1))}


def camp_words(given: Mapping[str, Any]) -> str:
    """Return a camp in words, with the number of leaders beside it."""
    number = given["beside_camp"]
    words = _("Camp")
    if number:
        words = ngettext(
            "Camp, %(number)d leader beside it", "Camp, %(number)d leaders beside it", number
        ) % {"number": number}
    agreed = given["camp"] and given["camp"].get("agreed")
    return f"{words}, {by_agreement()}" if agreed else words


def marker_words(marker: Mapping[str, Any]) -> str:
    """Return an ambush marker in words, with the units under it if the viewer may know them."""
    words = _("Ambush marker %(letter)s") % {"letter": marker["id"]}
    if marker["units"] is None:
        return words
    names = ", ".join(unit["entry"]["name"] for unit in marker["units"]) or _("no units")
    return f"{words}: {names}"


def leader_words(leader: Mapping[str, Any]) -> str:
    """Return a placed leader in words: by name once the lists are declared."""
    number = leader["leader"]
    called = _("General %(number)d") % {"number": number} if number else _("Army commander")
    name = (leader["entry"] or {}).get("name")
    return f"{called}: {name}" if name else called
