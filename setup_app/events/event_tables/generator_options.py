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
    """What `layouts/generate` takes for a generated ground: table, base width and settings are the
    event's, and any territory or box is one that the seed names. Raises what reading it does."""
    wish = {name: terms[name] for name in OWN_TERMS if terms.get(name) is not None}
    if ANY in (terms.get("territory"), terms.get("box")):
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
    """A layout that somebody states, with its base width, which he may leave out. Raises what
    reading it raises, and `not_this_rulebook` for a layout of another rulebook."""
    found, _rules = read_with_rules(layout)
    if found.rulebook != event.rulebook:
        raise DomainError("not_this_rulebook", {"rulebook": event.rulebook})
    return {**layout, "base_width_mm": found.base_width_mm}


def _drawn(wish: Mapping[str, Any], seed: str, rulebook: str) -> dict[str, Any]:
    """A territory, and its box where none is asked for, by nothing but the seed.

    One that has the box or the flank that is asked for; where none has it, the first, whose reader
    then says what is wrong.
    """
    territories = registry.rulebook(rulebook).territories
    known = territories() if territories else ()
    if wish["territory"] != ANY:
        known = tuple(each for each in known if each["slug"] == wish["territory"])
    fitting = [each for each in known if _has(each, wish)] or list(known)
    if not fitting:
        # Reading the wish says what is wrong.
        return {}
    number = int.from_bytes(hashlib.sha256(f"territory/{seed}".encode()).digest())
    number, at = divmod(number, len(fitting))
    territory = fitting[at]
    if {"cell", "density", "flank"} & set(wish):
        return {"territory": territory["slug"]}
    rows = territory["cells"]
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
    return True
