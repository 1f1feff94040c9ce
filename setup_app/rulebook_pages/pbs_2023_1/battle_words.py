"""Words for a battle of the pre-battle system: who meets, on which map, how it ended."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from setup_app.battles.pages.look import PageContext
from setup_app.battles.pages.rulebook_pages import ReadsLists
from setup_app.engine.log import CHANCE
from setup_app.engine.values import SIDES, Side
from setup_app.maps.wording import territory_in_words
from setup_app.rulebook_pages.pbs_2023_1.controls import (
    FRAGMENTS,
    card,
    has_sealed,
    territory_cells,
)
from setup_app.rulebook_pages.pbs_2023_1.map_boxes import boxes
from setup_app.rulebook_pages.pbs_2023_1.map_sheet import cells_of, render_map
from setup_app.rulebooks.pbs_2023_1.list_words import LIST_WORDS
from setup_app.rulebooks.pbs_2023_1.tables import CARDS, PHRASES, TERRITORIES
from terrain.core.layout import read_outline, write_outline
from terrain.core.outline import slid, turned

SHORT: Mapping[str, str | Promise] = {
    "8.A": gettext_lazy("Invader"),
    "8.B": gettext_lazy("Territory"),
    "8.C": gettext_lazy("Marker"),
    "8.D": gettext_lazy("Five days"),
    "9.A": gettext_lazy("Flank"),
    "9.B": gettext_lazy("Density"),
    "9.C": gettext_lazy("Compulsory"),
    "9.D": gettext_lazy("Optional"),
    "settlement": gettext_lazy("Settlements"),
    "10.A": gettext_lazy("Scouting"),
    "10.D": gettext_lazy("Camps, first parts"),
    "10.E": gettext_lazy("Rest of armies"),
    "10.G": gettext_lazy("Ambushes"),
    "10.H": gettext_lazy("Pre-game moves"),
}
"""The names of the steps on the rail."""

NOT_ON_RAIL = ("measures", "lists", "9.E", "10.B", "10.C", "10.F")
"""Sections without a step of their own: the page asks for the place of things together with the
things, each side places its camp in its turn of 10.D, and 10.F has no question.
"""

WITHIN = {"10.B": "10.D", "10.C": "10.D", "10.F": "10.E"}

DEPLOYMENT = ("10.D", "10.E", "10.G", "10.H")


def beyond(look: PageContext) -> tuple[str, ...]:
    """Return the steps that a battle ending with scouting does not reach."""
    return DEPLOYMENT if look.played.setup.until == "scouting" else ()


def placed_within(look: PageContext) -> str:
    """Return the step in which a piece is placed, or a section without a step of its own is
    played.
    """
    rule = look.view["step"]["rule"] if look.view["step"] else ""
    if rule in WITHIN:
        return WITHIN[rule]
    in_hand = look.view["in_hand"] or {}
    return "9.C" if in_hand.get("slot") == "compulsory" else "9.D"


def stage(look: PageContext, prompt: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return the map once there is one; before that the maps to choose from, or the two armies."""
    if look.view["map"] is not None:
        return {
            "kind": "map",
            "fragment": f"{FRAGMENTS}/_map.html",
            "label": _("The map"),
            "map": boxes(look, prompt),
        }
    if prompt is not None and prompt["kind"] == "choose_territory":
        return {
            "kind": "lands",
            "fragment": f"{FRAGMENTS}/_lands.html",
            "label": _("Territory choices"),
            "lands": [
                _land(look, option["territory"], number)
                for number, option in enumerate(prompt["options"])
            ],
        }
    rolls = commander_rolls(look)
    return {
        "kind": "meeting",
        "fragment": f"{FRAGMENTS}/_meeting.html",
        "label": _("The two armies"),
        "armies": [_meeting(look, side, rolls[side]) for side in SIDES],
    }


def _land(look: PageContext, slug: str, number: int) -> dict[str, Any]:
    """Return one of the territories to choose from: its map, and its home armies."""
    homes = [look.view["sides"][side]["army"].get("home", ()) for side in SIDES]
    return {
        "title": look.territory(slug),
        "drawn": render_map(cells_of(territory_cells(look, slug)), number),
        "home_of": [side for side in SIDES if slug in homes[side]],
    }


def _meeting(look: PageContext, side: int, rolls: list[dict[str, str]]) -> dict[str, Any]:
    """Return one of the two armies before the territory is known."""
    homes = look.view["sides"][side]["army"].get("home", ())
    army = look.view["sides"][side]["army"]
    colour = CARDS.level_colours.get(_level(army), "")
    return {
        "rolls": rolls,
        "colour": colour,
        "colour_word": look.word(colour) if colour else "",
        "card": _territory_card(look, side),
        "sealed": has_sealed(look, "play_territory_card", side),
        "plays": look.view["step"] is not None and look.view["step"]["rule"] == "8.B",
        "homes": [
            {"title": look.territory(slug), "cells": territory_cells(look, slug)} for slug in homes
        ],
    }


def _territory_card(look: PageContext, side: int) -> Any:
    """Return the card that a side turned up for the territory; None before both have."""
    turned_up = look.played.known(look.viewer).territory_cards
    return None if turned_up is None else card(look, turned_up[side])


def commander_rolls(look: PageContext) -> dict[Side, list[dict[str, str]]]:
    """Return the results of the commanders' dice, for the picture of 8.A."""
    fell: dict[Side, list[dict[str, str]]] = {side: [] for side in SIDES}
    rolls = [
        entry
        for entry in look.lines
        if entry["type"] == CHANCE and entry["kind"] == "commander" and not entry["undone"]
    ]
    for entry in rolls:
        # The person at the device enters it; the request says which side it belongs to.
        side = look.played.run.fell_for[entry["number"]]["side"]
        fell[side].append({"face": str(entry["value"]), "word": look.word(str(entry["value"]))})
    return fell


def special_rules(look: PageContext, prompt: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the rules below the territory's map, in words, if the question is about terrain."""
    if look.view["map"] is None or not prompt["rule"].startswith("9."):
        return ()
    rules = TERRITORIES[look.view["map"]["territory"]].special_rules
    return tuple(PHRASES.phrase(each.text, each.params, _) for each in rules)


def facts(look: ReadsLists, army: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """Return what both sides may know of a list."""
    return [
        (_("Army"), format_html("<bdi>{}</bdi>", army["name"])),
        (_("Home territories"), ", ".join(look.territory(slug) for slug in army["home"])),
        (_("Army commander"), _(LIST_WORDS[f"list.{_level(army)}"])),
        (_("Other generals"), army.get("number_of_generals", len(army.get("generals", ())))),
        (_("PBS cards"), army["pbs_cards"]),
        (_("Scouting cards"), army["scouting"]),
    ]


def _level(facts: Mapping[str, Any]) -> str:
    return str(facts.get("commander_level") or facts.get("commander", {}).get("level", ""))


def proposed(look: PageContext, proposal: Mapping[str, Any]) -> Any:
    """Return the outline of a piece after the proposed slide or turn."""
    answer = proposal.get("answer") or {}
    prompt = next((p for p in look.view["prompts"] if p["id"] == proposal.get("prompt")), None)
    piece = next(
        (
            piece
            for piece in (look.view["layout"] or {}).get("pieces", ())
            if prompt is not None and piece["id"] == prompt["about"].get("piece")
        ),
        None,
    )
    if piece is None:
        return None
    before = read_outline(piece["outline"])
    if "by" in answer:
        return write_outline(slid(before, by=tuple(answer["by"])))
    about = tuple(answer["about"])
    return write_outline(turned(before, about=about, degrees=answer["degrees"]))


def laid_open(look: PageContext, side: Side) -> dict[str, Any]:
    """Return the whole list, and the garrisons of a settlement."""
    given = look.view["sides"][side]
    units = given["army"].get("units") or ()
    garrison = given.get("garrison")
    return {
        "garrison": None
        if garrison is None
        else [units[place]["name"] for place in garrison if place < len(units)],
        "units": [
            {"name": unit["name"], "bases": unit.get("bases"), "points": unit.get("points")}
            for unit in units
        ],
    }


def result(look: PageContext) -> tuple[str, ...]:
    """Return how the battle ended, in plain words."""
    result = look.view["result"]
    row, column = (result["box"] or (0, 0))[:2]
    words = [
        look.text("sides_chosen", invader=result["invader"]),
        look.text(
            "battle_found",
            row=row + 1,
            column=column + 1,
            flank=result["flank"] or ["none"],
            density=f"{result['density']}_ground",
        ),
    ]
    if result["territory"]:
        name = territory_in_words(look.rulebook, result["territory"])
        words.insert(1, _("Territory: %(name)s.") % {"name": name})
    if result["secure_sector"]:
        words.append(look.text("secure_sector", sector=result["secure_sector"]))
    if result["outscouted"] is None:
        words.append(look.text("nobody_outscouted"))
    else:
        words.append(
            look.text("outscouted", side=result["outscouted"], percent=result["outscouted_by"])
        )
    return (*words, *_by_agreement(look))


def _by_agreement(look: PageContext) -> Iterator[str]:
    """Yield the camp and the units of each side that stand against a rule by agreement."""
    for side, given in enumerate((look.view.get("deployment") or {}).get("sides", ())):
        units = [each for each in given["units"] if each.get("agreed")]
        things = [str((each["entry"] or {}).get("name") or each["id"]) for each in units]
        if given["camp"] and given["camp"].get("agreed"):
            things.insert(0, _("the camp"))
        if things:
            told = {"name": look.say.player(side), "things": ", ".join(things)}
            yield _("Allowed by agreement for %(name)s: %(things)s.") % told
