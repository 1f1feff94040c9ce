"""What is read at the end of a battle that was deployed: whose secrets are still sealed, and whom
does each side have?
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from setup_app.battles.pages.look import Look
from setup_app.rulebooks.pbs_2023_1.pages.deployment_marks import leader_words
from setup_app.script.values import SIDES, Side


@dataclass(frozen=True)
class Sealed:
    """A secret that its owner may show: the envelope, and what it is in words."""

    envelope: str
    words: str
    whose: str


@dataclass(frozen=True)
class ArmyShown:
    """A side's order of battle as this viewer may see it."""

    side: Side
    units: tuple[str, ...]
    leaders: tuple[str, ...]
    hidden: tuple[str, ...]


def heading(look: Look) -> str:
    """What the last page says first; nothing where nobody deployed."""
    if look.present.stopped:
        return _("Ended by agreement. Go on with real figures.")
    if look.view.get("deployment") is None:
        return ""
    return _("Both armies are deployed. Let the battle begin.")


def secrets(look: Look) -> tuple[Sealed, ...]:
    """The envelopes of this browser's sides that are still sealed."""
    if look.view["closed"] or look.looks_back:
        return ()
    found = look.played.run.situation.envelopes
    opened = look.present.sight(look.viewer).opened
    return tuple(
        Sealed(name, _called(name), capfirst(look.say.player(found[name].owner)))
        for name in sorted(found)
        if name.split("-")[0] in ("ambush", "march")
        and look.holding.acts_for(found[name].owner)
        and name not in opened
    )


def _called(name: str) -> str:
    kind, *middle, last = name.split("-")
    if kind == "march":
        return _("Leader %(number)s beside the camp: a march or a bluff") % {"number": last}
    if middle[0] == "card":
        return _("Card of marker %(letter)s: who leads it") % {"letter": last}
    return _("Marker %(letter)s: who hides there") % {"letter": last}


def armies(look: Look) -> tuple[ArmyShown, ...]:
    """Both orders of battle; nothing before anything is put down."""
    deployed = look.view.get("deployment")
    if deployed is None:
        return ()
    return tuple(
        ArmyShown(
            side,
            tuple(_unit(unit) for unit in given["units"]),
            tuple(_led(leader) for leader in given["leaders"] or ()),
            tuple(_hidden(given)),
        )
        for side in SIDES
        for given in (deployed["sides"][side],)
    )


def _unit(unit: Mapping[str, Any]) -> str:
    name = unit["entry"]["name"] if unit["entry"] else _("not declared")
    return f"{unit['id']}: {name}"


def _led(leader: Mapping[str, Any]) -> str:
    units = ", ".join(map(str, leader["units"])) or _("nobody")
    return _("%(leader)s commands %(units)s") % {"leader": leader_words(leader), "units": units}


def _hidden(given: Mapping[str, Any]) -> Iterator[str]:
    """What is in ambush, on a march, in garrison or without a place, as far as it is to be seen."""
    for marker in given["markers"]:
        units = marker["units"]
        shown = _("sealed") if units is None else _names(units)
        yield _("Marker %(letter)s: %(units)s") % {"letter": marker["id"], "units": shown}
    flanks = {"left": _("his left flank"), "right": _("his right flank"), None: _("a bluff")}
    for march in given["marches"] or ():
        words = {"flank": flanks[march["flank"]], "units": _names(march["units"])}
        yield _("Beside the camp: %(flank)s, %(units)s") % words
    if given["beside_camp"] and given["marches"] is None:
        number = given["beside_camp"]
        yield ngettext(
            "%(number)d leader beside the camp, sealed",
            "%(number)d leaders beside the camp, sealed",
            number,
        ) % {"number": number}
    if given["garrison"]:
        yield _("In garrison: %(units)s") % {"units": _names(given["garrison"])}
    if given["no_place"]:
        yield _("Without a place: %(units)s") % {"units": _names(given["no_place"])}


def _names(units: Any) -> str:
    named = (unit["entry"]["name"] if unit["entry"] else _("not declared") for unit in units)
    return ", ".join(named) or _("nobody")
