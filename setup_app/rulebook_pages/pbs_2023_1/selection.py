"""Terrain that may still be selected: open slots, each side's pieces, and the table's figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from setup_app.battles.pages.look import PageContext
from setup_app.engine.values import SIDES, Side
from setup_app.layouts.limits import measures
from setup_app.layouts.table_picture import label
from setup_app.rulebooks.pbs_2023_1.layout_rules import layout_rules
from setup_app.rulebooks.pbs_2023_1.section_9b import COUNTED_SLOTS
from setup_app.rulebooks.pbs_2023_1.tables import PHRASES, TERRITORIES, TerrainRow
from setup_app.wording.figures import figure
from terrain.core.layout import read_layout
from terrain.core.rules import GroundRules

CATEGORIES = ("difficult", "rough", "good")
"""The categories, the most demanding first: readers of a list of slots look for these."""


@dataclass(frozen=True)
class Selecting:
    """The text above the types: the open slots, and each side's selection."""

    open: str
    left: int
    had: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class TypeShown:
    """The territory's limits for a type: in a few words, and in whole sentences."""

    facts: tuple[str, ...]
    sentences: tuple[str, ...]


def selecting(look: PageContext) -> Selecting:
    slots = look.view["open_slots"]
    counted = had(look)
    return Selecting(
        open=open_words(look, slots),
        left=len(slots),
        had=tuple((capfirst(look.say.player(side)), _listed(counted[side])) for side in SIDES),
    )


def open_words(look: PageContext, slots: Sequence[Sequence[str]]) -> str:
    """Return the open slots: "2 difficult, 2 rough or good"."""
    kinds = Counter(
        tuple(sorted(slot, key=lambda each: CATEGORIES.index(each) if each in CATEGORIES else 3))
        for slot in slots
    )
    either = _(" or ")
    return ", ".join(
        _pieces_of_any_kind(number)
        if set(kind) == set(CATEGORIES)
        else f"{number} {either.join(look.word(each) for each in kind).lower()}"
        for kind, number in kinds.items()
    )


def _pieces_of_any_kind(number: int) -> str:
    return ngettext("%(number)d piece of any kind", "%(number)d pieces of any kind", number) % {
        "number": number
    }


def had(look: PageContext) -> dict[Side, Counter[str]]:
    """Return each side's selection, placed or not, without lost and removed pieces."""
    counted = {side: Counter(look.view["selected"][side]) for side in SIDES}
    roles = {each["role"]: side for side, each in zip(SIDES, look.view["sides"], strict=True)}
    pieces = (look.view["layout"] or {}).get("pieces", ())
    for piece in pieces:
        if piece["slot"] in COUNTED_SLOTS:
            counted[roles[piece["placed_by"]]][piece["type"]] += 1
    in_hand = look.view["in_hand"]
    if in_hand and in_hand.get("slot") in COUNTED_SLOTS and not in_hand.get("piece"):
        counted[in_hand["side"]][in_hand["type"]] += 1
    return counted


def types_shown(
    look: PageContext, side: Side | None, slot: str, *, left: bool = True
) -> dict[str, TypeShown]:
    """Return every type of this battle's territory, for the side that selects for `slot`.

    `left` says whether a limit is shown less the pieces already taken.
    """
    rules = layout_rules(read_layout(look.view["layout"]))
    counted = had(look) if left else {each: Counter[str]() for each in SIDES}
    own = look.played.setup.settings["max_counts"] == "player" and side is not None
    numbers = counted[side] if own and side is not None else counted[0] + counted[1]
    rows = TERRITORIES[look.view["map"]["territory"]].terrain
    return {
        row.type: TypeShown(
            tuple(each for each in (_size(rules, row, slot), _limit(row, numbers)) if each),
            tuple(_sentences(row)),
        )
        for row in rows
    }


def _listed(numbers: Counter[str]) -> str:
    return ", ".join(
        f"{number} × {label(type_)}" if number > 1 else label(type_)
        for type_, number in sorted(numbers.items())
        if number
    )


def _size(rules: GroundRules, row: TerrainRow, slot: str) -> str:
    given = measures(rules.kind(row.type), slot, rules=rules)
    least, most = figure(given["least"]), figure(given["most"])
    if given["form"] == "band":
        return _("%(least)s–%(most)s BW wide") % {"least": least, "most": most}
    if given.get("least_long", 0) > given["least"]:
        return _("%(least)s–%(most)s BW, one side over %(long)s") % {
            "least": least,
            "most": most,
            "long": figure(given["least_long"]),
        }
    return _("%(least)s–%(most)s BW") % {"least": least, "most": most}


def _limit(row: TerrainRow, numbers: Mapping[str, int]) -> str:
    if row.limit is None:
        return ""
    others = [label(each) for each in row.limit.types if each != row.type]
    words = _("at most %(max)d") % {"max": row.limit.max}
    if others:
        words = _("%(limit)s, including %(others)s") % {"limit": words, "others": ", ".join(others)}
    used = sum(numbers.get(each, 0) for each in row.limit.types)
    left = max(row.limit.max - used, 0)
    remaining = _("%(left)d left") % {"left": left}
    return f"{words}, {remaining}" if used else words


def _sentences(row: TerrainRow) -> list[str]:
    said: list[Any] = [*row.placement, *row.effects]
    return [
        _(PHRASES.texts[row.description]),
        *(PHRASES.phrase(each.text, each.params, _) for each in said),
    ]
