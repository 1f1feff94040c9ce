"""Pieces chosen in the generator form.

By slot and player, a number of each type, as in the API's `selection`. A worker asks the rulebook
whether they may be selected.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from setup_app.engine.rulebook import Rulebook
from setup_app.layouts.names import PLAYED_BY, SLOTS, map_names
from terrain.core.layout import PLAYERS

MAX_PER_TYPE = 4
"""The maximum number of a type per slot and player if the territory sets no limit."""
FIELD = "selection"

WISHED = ("compulsory", "optional")
"""The slots whose pieces can be requested; the box determines the secure flank."""

Selection = dict[str, dict[str, list[str]]]


@dataclass(frozen=True)
class Count:
    """One field: the number of a type in one slot of one player."""

    name: str
    said: str
    value: str
    most: int
    wrong: bool


@dataclass(frozen=True)
class TypeLine:
    """One type, and the indices of the territories that have it."""

    title: str
    lands: str
    counts: tuple[Count, ...]


@dataclass(frozen=True)
class Head:
    """One slot as a heading over its columns: the player, by name and in words."""

    title: str
    players: tuple[tuple[str, str], ...]


def heads() -> tuple[Head, ...]:
    """Return the headings of the counts of `lines`, in their order."""
    players = tuple((player, str(PLAYED_BY[player])) for player in PLAYERS)
    return tuple(Head(capfirst(SLOTS[slot]), players) for slot in WISHED)


def lines(rulebook: Rulebook, sent: QueryDict) -> tuple[TypeLine, ...]:
    """Return every type that some territory lists, as the form shows it."""
    lands: dict[str, list[int]] = {}
    most: Counter[str] = Counter()
    for place, territory in enumerate(rulebook.territories() if rulebook.territories else ()):
        for row in territory.get("terrain") or ():
            lands.setdefault(row["type"], []).append(place)
            most[row["type"]] = max(most[row["type"]], _most(row))
    names = map_names(rulebook.id)
    return tuple(
        TypeLine(
            title=capfirst(names.type(type_)),
            lands=" ".join(map(str, places)),
            counts=tuple(
                _count(sent, (slot, player, type_), names.type(type_), most[type_])
                for slot in WISHED
                for player in PLAYERS
            ),
        )
        for type_, places in lands.items()
    )


def selection_of(
    territory: Mapping[str, Any], sent: QueryDict, faults: dict[str, str]
) -> Selection:
    """Return the requested types of the chosen territory; those of other territories are
    ignored.
    """
    found: Selection = {}
    for row in territory.get("terrain") or ():
        for slot in WISHED:
            for player in PLAYERS:
                typed = sent.get(_field(slot, player, row["type"]), "").strip()
                number = _number(typed, MAX_PER_TYPE)
                if number is None:
                    faults[FIELD] = _(
                        "“%(typed)s” is not a number of pieces. Enter a number from 0 to %(most)d."
                    ) % {"typed": typed[:20], "most": MAX_PER_TYPE}
                elif number:
                    types = found.setdefault(slot, {}).setdefault(player, [])
                    types += [row["type"]] * number
    return found


def fields(selection: Mapping[str, Mapping[str, list[str]]]) -> list[tuple[str, str]]:
    """Return the fields of a form with the same request."""
    return [
        (_field(slot, player, type_), str(number))
        for slot, players in selection.items()
        for player, types in players.items()
        for type_, number in Counter(types).items()
    ]


def fields_in(sent: QueryDict) -> bool:
    """Return whether a form names any."""
    return any(sent.get(name, "").strip() for name in sent if name.startswith("wish-"))


def describe_selection(
    rulebook: Rulebook, selection: Mapping[str, Mapping[str, list[str]]]
) -> list[str]:
    """Return the requested pieces in words, a line for each slot of each player."""
    names = map_names(rulebook.id)
    return [
        _("%(slot)s, %(player)s: %(pieces)s")
        % {
            "slot": capfirst(SLOTS[slot]),
            "player": PLAYED_BY[player],
            "pieces": ", ".join(
                f"{number} × {names.type(type_)}" for type_, number in Counter(types).items()
            )
            or _("none"),
        }
        for slot, players in selection.items()
        for player, types in players.items()
    ]


def _count(sent: QueryDict, which: tuple[str, str, str], name: str, most: int) -> Count:
    slot, player, _type = which
    value = sent.get(_field(*which), "").strip()
    return Count(
        name=_field(*which),
        said=f"{name}, {SLOTS[slot]}, {PLAYED_BY[player]}",
        value=value,
        most=most,
        wrong=_number(value, MAX_PER_TYPE) is None,
    )


def _field(slot: str, player: str, type_: str) -> str:
    return f"wish-{slot}-{player}-{type_}"


def _most(row: Mapping[str, Any]) -> int:
    limit = row.get("limit")
    return min(MAX_PER_TYPE, int(limit["max"])) if limit else MAX_PER_TYPE


def _number(typed: str, most: int) -> int | None:
    """Return the typed number of pieces; blank is zero, and None is not a number."""
    if not typed:
        return 0
    if not (typed.isascii() and typed.isdigit() and len(typed) < 3) or int(typed) > most:
        return None
    return int(typed)
