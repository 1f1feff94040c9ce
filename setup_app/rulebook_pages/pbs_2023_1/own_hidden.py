"""A side's reminder of its units in ambush, on flank marches and in garrison.

It uses the viewer's own view: on a shared device it is empty until a seat is taken up, and then
shows that seat's units.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from setup_app.battles.pages.look import PageContext
from setup_app.battles.position_sheets import OrderLine, OrderSection
from setup_app.engine.values import SIDES, Side
from setup_app.rulebook_pages.pbs_2023_1.order_of_battle import hidden, name_of


def own_hidden(look: PageContext) -> dict[str, Any] | None:
    """Return what stands below a question, and below the text for those who wait; None if nothing
    does.
    """
    deployed = look.view.get("deployment")
    if deployed is None or look.looks_back or look.view["closed"]:
        return None
    seats = tuple(capfirst(look.say.player(side)) for side in SIDES) if look.hot_seat else ()
    told_below = look.view["step"] is None and deployed["sides"][0]["declared"]
    sections = () if told_below else tuple(_sections(look, deployed))
    if not sections and not seats:
        return None
    return {
        "fragment": "pbs_2023_1/_own_hidden.html",
        "sections": sections,
        "seats": tuple(enumerate(seats)),
    }


def _sections(look: PageContext, deployed: Mapping[str, Any]) -> Iterator[OrderSection]:
    readable = [side for side in SIDES if look.viewer.may_read(side)]
    for side in readable:
        lines = tuple(_lines(look, side, deployed["sides"][side]))
        if lines:
            name = capfirst(look.say.player(side))
            title = _("Hidden by %(name)s") if len(readable) > 1 else _("Your hidden units")
            yield OrderSection(title % {"name": name}, lines)


def _lines(look: PageContext, side: Side, given: Mapping[str, Any]) -> Iterator[OrderLine]:
    yield from hidden(given, look.view["sides"][side]["army"])
    if given["garrison"] and not given["declared"]:
        names = ", ".join(name_of(unit) for unit in given["garrison"])
        yield OrderLine(_("In garrison: %(names)s") % {"names": names})


def under_marker(look: PageContext, side: Side, letter: str) -> str:
    """Return who hides under a marker, for its owner; empty if that may not be read."""
    given = (look.view.get("deployment") or {"sides": ()})["sides"]
    markers = (each for each in given[side]["markers"] if each["id"] == letter) if given else ()
    units = next((each["units"] for each in markers), None)
    if units is None:
        return ""
    return ", ".join(name_of(unit) for unit in units) or _("no units")
