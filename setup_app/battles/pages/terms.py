"""The terms of a battle besides its lists, from a form: table, dice, house rules."""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import Any

from django.http import QueryDict

from setup_app.battles.models import Visibility
from setup_app.battles.pages.rulebook_pages import pages_of
from setup_app.engine.rulebook import Rulebook
from setup_app.house_rules import form
from setup_app.identity.requesters import Requester
from setup_app.maps import queries as maps
from setup_app.wording.figures import figure as written
from setup_app.wording.figures import typed_or


def terms(
    asker: Requester, rulebook: Rulebook, sent: QueryDict, *, faulty: Set[str]
) -> dict[str, Any]:
    """Return the fields of a `NewBattle` besides its lists; the values of faulty fields are
    skipped.
    """
    settings = form.chosen(rulebook, sent) if "settings" in sent else {}
    blamed = {field.removeprefix("set-").split(".")[0] for field in faulty}
    table = {name: float(usual) for name, usual in rulebook.usual_table().items()}
    for name, usual in table.items():
        if name not in faulty:
            table[name] = typed_or(sent.get(name), usual)
    return {
        "table": {"width": table["width"], "depth": table["depth"]},
        "base_width_mm": table["base_width_mm"],
        "settings": {name: value for name, value in settings.items() if name not in blamed},
        "until": sent.get("until") or None,
        "dice": _source(sent.get("dice")),
        "cards": _source(sent.get("cards")),
        "visibility": Visibility.LINK if sent.get("watched") else Visibility.PRIVATE,
        "maps": _maps(asker, sent.getlist("map")),
        "umpire": bool(sent.get("umpire")),
    }


def shown_terms(
    asker: Requester,
    rulebook: Rulebook,
    sent: QueryDict,
    *,
    faults: Mapping[str, str],
    chosen_maps: list[str],
) -> dict[str, Any]:
    """Return the context of the form's part for the terms; `faults` are error texts by field."""
    usual = {name: written(figure) for name, figure in rulebook.usual_table().items()}
    said = pages_of(rulebook.id).said
    rulings = form.rulings(rulebook, sent if "settings" in sent else None, dict(faults))
    steps = form.by_step(rulings, rulebook)
    return {
        "rulings": steps,
        "ruled": any(each.unfolded for each in steps),
        "table_note": said.table_note,
        "until": [(each, said.until.get(each, each)) for each in rulebook.until],
        "own_maps": maps.maps_for(asker).filter(is_official=False, rulebook=rulebook.id),
        "chosen_maps": chosen_maps,
        **{name: sent.get(name, figure) for name, figure in usual.items()},
        "dice": sent.get("dice", "server"),
        "cards": sent.get("cards", "server"),
        "watched": sent.get("watched", ""),
        "umpire": sent.get("umpire", ""),
        "goes_until": sent.get("until", ""),
        # A section with chosen values is open.
        "unfolded": "settings" in sent or bool(chosen_maps),
    }


def goes_as_far(rulebook: Rulebook, until: str) -> str:
    """Return how far a battle goes, in words; empty if all battles of a rulebook go equally far."""
    if len(rulebook.until) < 2:
        return ""
    return str(pages_of(rulebook.id).said.until.get(until, until))


def _source(given: str | None) -> str:
    return "entered" if given == "entered" else "server"


def _maps(asker: Requester, chosen: list[str]) -> dict[str, Any]:
    kept = [maps.map_as_data(asker, public_id) for public_id in chosen]
    return {each["territory"]: each["cells"] for each in kept}
