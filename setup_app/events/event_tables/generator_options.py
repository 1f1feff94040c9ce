"""The generator options of a table, from what an organiser asks for."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from setup_app.engine.errors import DomainError
from setup_app.events.models import Event
from setup_app.layouts.requests import read_wish, read_with_rules
from setup_app.rulebooks import registry

ANY = "any"
OWN_TERMS = ("territory", "cell", "density", "flank", "policy")


def wish_of(terms: Mapping[str, Any], seed: str, event: Event) -> dict[str, Any]:
    """Return the input of `layouts/generate` for generated terrain: table, base width and settings
    are the event's, and an open territory or box is drawn by the seed; so is the box of a density
    without a flank. Raises what reading it raises.
    """
    wish = {name: terms[name] for name in OWN_TERMS if terms.get(name) is not None}
    of_density = "density" in wish and not {"cell", "flank"} & set(wish)
    if of_density or ANY in (terms.get("territory"), terms.get("box")):
        wish |= _drawn(wish, seed, event.rulebook)
    wish |= {
        "rulebook": event.rulebook,
        "table": event.table,
        "settings": event.settings,
        "base_width_mm": event.base_width_mm,
        "seed": seed,
    }
    read_wish(wish)
    return wish


def read_layout(layout: Any, event: Event) -> dict[str, Any]:
    """Return a stated layout with its base width, which may be omitted.

    Raises what reading it raises, and `not_this_rulebook` for a layout of another rulebook.
    """
    found, _rules = read_with_rules(layout)
    if found.rulebook != event.rulebook:
        raise DomainError("not_this_rulebook", {"rulebook": event.rulebook})
    return {**layout, "base_width_mm": found.base_width_mm}


def _drawn(wish: Mapping[str, Any], seed: str, rulebook: str) -> dict[str, Any]:
    """Return a territory, and its box if none is requested, drawn by the seed alone.

    The territory has the requested box, density or flank; if none has it, the first is returned,
    whose reader then reports the error.
    """
    territories = registry.rulebook(rulebook).territories
    known = territories() if territories else ()
    if wish["territory"] != ANY:
        known = tuple(each for each in known if each["slug"] == wish["territory"])
    fitting = [each for each in known if _has(each, wish)] or list(known)
    if not fitting:
        # The reader of the options reports the error.
        return {}
    number = int.from_bytes(hashlib.sha256(f"territory/{seed}".encode()).digest())
    number, at = divmod(number, len(fitting))
    territory = fitting[at]
    if {"cell", "flank"} & set(wish):
        return {"territory": territory["slug"]}
    rows = territory["cells"]
    if "density" in wish:
        boxes = [box for row in rows for box in row]
        # A density that no box has is reported by the reader of the options.
        alike = [box for box in boxes if box["density"] == wish["density"]] or boxes
        flank = list(alike[number % len(alike)]["flank"])
        return {"territory": territory["slug"], "flank": flank}
    number, row = divmod(number, len(rows))
    return {"territory": territory["slug"], "cell": [row, number % len(rows[row])]}


def _has(territory: Mapping[str, Any], wish: Mapping[str, Any]) -> bool:
    rows = territory["cells"]
    if "cell" in wish:
        row, col = wish["cell"]
        return bool(row < len(rows) and col < len(rows[row]))
    if "flank" in wish:
        asked = sorted(wish["flank"])
        return any(sorted(box["flank"]) == asked for line in rows for box in line)
    if "density" in wish:
        return any(box["density"] == wish["density"] for line in rows for box in line)
    return True
