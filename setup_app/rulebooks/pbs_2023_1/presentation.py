"""The API's map, layout, hands and result, made from what a viewer knows."""

from __future__ import annotations

from typing import Any

from setup_app.engine.hidden import Hidden, Viewer
from setup_app.engine.situation import Known, dumped
from setup_app.engine.values import SIDES, Side
from setup_app.rulebooks.pbs_2023_1.deployment.shown import deployment_as_json
from setup_app.rulebooks.pbs_2023_1.tables import EVENT_NUMBERS, SETTINGS


def present(known: Known, viewer: Viewer) -> dict[str, Any]:
    """Return the rulebook's parts of a view; `known` holds only what `viewer` may see."""
    return {
        "sides": [_side(known, side) for side in SIDES],
        "map": _map(known),
        "layout": layout_as_json(known),
        "hands": _hands(known),
        "in_hand": None if known.in_hand is None else dumped(known.in_hand),
        "selected": [list(types) for types in known.selected],
        "open_slots": [list(slot) for slot in known.slots],
        "lost": list(known.lost),
        "removed": list(known.removed),
        "result": dumped(known.outcome),
        "deployment": deployment_as_json(known),
    }


def _side(known: Known, side: Side) -> dict[str, Any]:
    army = known.lists[side]
    hidden = isinstance(army, Hidden)
    shown = army.face if hidden else army
    role = None if known.invader is None else "invader" if known.invader == side else "defender"
    garrison = known.garrisons[side]
    return {
        "side": side,
        "role": role,
        "list_hidden": hidden,
        "army": dict(shown),
        "garrison": None if garrison is None or isinstance(garrison, Hidden) else list(garrison),
    }


def _map(known: Known) -> dict[str, Any] | None:
    if known.territory is None:
        return None
    return {
        "territory": known.territory,
        "cells": known.cells,
        "start": _box(known.start),
        "marker": _box(known.marker),
        "days": [dumped(day) | {"cards": list(day.cards)} for day in known.days],
        "territory_cards": list(known.territory_cards),
        "intercept": known.intercept,
    }


def _box(box: tuple[int, int] | None) -> list[int] | None:
    return None if box is None else list(box)


def layout_as_json(known: Known) -> dict[str, Any] | None:
    """Return the table in the contract's layout format; None until the marker rests."""
    if known.density is None:
        return None
    return {
        "format": "metator-layout/1",
        "rulebook": "pbs-2023.1",
        "territory": known.territory,
        "density": known.density,
        "flank": list(known.flank),
        "table": dict(known.table),
        "base_width_mm": known.base_width_mm,
        "settings": _ground_settings(known),
        "pieces": [dict(piece) for piece in known.pieces],
    }


def _ground_settings(known: Known) -> dict[str, Any]:
    """Return the settings and event numbers of section 9 that differ from their defaults."""
    defaults = {name: setting.default for name, setting in SETTINGS.items()} | {
        name: number.default_as_json for name, number in EVENT_NUMBERS.items()
    }
    sections = {name: setting.section for name, setting in SETTINGS.items()} | {
        name: number.section for name, number in EVENT_NUMBERS.items()
    }
    return {
        name: value
        for name, value in known.settings.items()
        if sections.get(name, "").startswith("9.") and value != defaults[name]
    }


def _hands(known: Known) -> list[dict[str, Any]] | None:
    if known.hands is None:
        return None
    return [_hand(known, side) for side in SIDES]


def _hand(known: Known, side: Side) -> dict[str, Any]:
    hand = known.hands[side]
    if isinstance(hand, Hidden):
        return {"cards": None, "count": hand.face, "kept": None}
    kept = None if known.kept is None else known.kept[side]
    return {
        "cards": list(hand),
        "count": len(hand),
        "kept": None if kept is None or isinstance(kept, Hidden) else list(kept),
    }
