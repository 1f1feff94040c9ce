"""What stands on a battle's page? Everything its templates need, decided here."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from setup_app.battles.pages import controls, editing, house, laid_open, map_boxes, telling
from setup_app.battles.pages.drawing import TERRITORIES, label, table_svg
from setup_app.battles.pages.editing import Draft
from setup_app.battles.pages.reading import Look
from setup_app.battles.pages.refusing import in_words
from setup_app.battles.pages.scouted import scouted
from setup_app.battles.pages.seats import side_link, watch_link
from setup_app.battles.pages.selecting import rulings_of, special_rules
from setup_app.rulebooks.pbs_2023_1.tables import CARDS
from setup_app.script.hidden import Role, seat
from setup_app.script.values import other
from terrain.core.layout import read_outline, write_outline
from terrain.core.outline import slid, turned

PLACING = ("place_piece", "move_piece", "turn_piece")
WITH_CARDS = ("play_territory_card", "play_day_card", "keep_cards")
A_WHILE = timedelta(minutes=1)
MEETING, MAP, TABLE = "meeting", "map", "table"


def battle_page(
    request: HttpRequest,
    look: Look,
    *,
    taken_up: bool = False,
    draft: Draft | None = None,
    token: str = "",
) -> dict[str, Any]:
    """The whole context of a battle's page."""
    view = look.view
    prompt = None if _proposal(look) else look.open_prompt()
    sides = telling.sides(look)
    mode = _mode(look, prompt, taken_up)
    return {
        "row": look.row,
        "view": view,
        "version": view["version"],
        "look": look,
        "token": token,
        "seated": bool(look.holding.sides),
        "hot_seat": look.holding.both,
        "taken_up": taken_up,
        "mode": mode,
        "sides": sides,
        "me": sides[look.viewer.side] if look.viewer.side is not None else None,
        "rail": telling.rail(look),
        "latest": telling.latest(look),
        "log": telling.log(look),
        "stage": _stage(look, prompt),
        "ask": _ask(look, prompt, draft) if prompt else None,
        "turns": [sides[side] for side in look.secret_turns()],
        "waiting_for": telling.waiting_for(look),
        "checking": bool(look.checked),
        "waited": timezone.now() - look.row.changed > A_WHILE,
        "proposal": _proposal(look),
        "undoing": sides[undoing] if (undoing := look.undoing()) is not None else None,
        "hands": _hands(look),
        "show_hands": _shows_hands(look, prompt, taken_up),
        "rulings": house.told_of(look.played.setup),
        "result": telling.result_words(look),
        "scouted": scouted(look) if mode == "over" else (),
        "laid_open": laid_open.laid_open(look, token) if mode == "over" else None,
        "close_asked": laid_open.asked_by(look) if mode == "over" else (),
        "sit_down": _sit_down(look) if mode == "sit_down" else None,
        "poll": taken_up or _polls(look, mode),
        "side_link": _missing_side(request, look),
        "print_url": _print_url(look, token),
        "watch": watch_link(request, look.row) if mode == "over" and not token else None,
    }


def _mode(look: Look, prompt: Any, taken_up: bool) -> str:
    view = look.view
    if view["step"] is None:
        return "over"
    if view["step"]["rule"] == "sit_down" and look.holding.sides:
        return "sit_down"
    if view["proposals"]:
        return "proposal"
    if prompt is not None:
        return "ask"
    if look.secret_turns():
        return "look_away"
    return "hand" if taken_up else "wait"


def _stage(look: Look, prompt: Any) -> dict[str, Any]:
    """What lies on the large part of the page: the meeting, the map or the table."""
    view = look.view
    if view["layout"] is not None:
        return {
            "kind": TABLE,
            "svg": table_svg(
                view["layout"],
                interactive=True,
                flank_depth=float(look.played.setup.settings["flank_sector_depth"]),
            ),
            "pieces": [
                {"label": label(piece["type"]), "by": look.word(piece["placed_by"])}
                for piece in view["layout"]["pieces"]
            ],
        }
    if view["map"] is not None:
        return {"kind": MAP, "map": map_boxes.boxes(look, prompt)}
    rolls = telling.commander_rolls(look)
    return {"kind": MEETING, "armies": [_meeting(look, side, rolls[side]) for side in (0, 1)]}


def _meeting(look: Look, side: int, rolls: list[dict[str, str]]) -> dict[str, Any]:
    """One of the two armies before they know where they meet."""
    homes = look.view["sides"][side]["army"].get("home", ())
    army = look.view["sides"][side]["army"]
    colour = CARDS.level_colours.get(_level(army), "")
    return {
        "rolls": rolls,
        "colour": colour,
        "colour_word": look.word(colour) if colour else "",
        "homes": [
            {"title": str(TERRITORIES[slug]), "cells": controls.small_map(look, slug)}
            for slug in homes
            if slug in TERRITORIES
        ],
    }


def _ask(look: Look, prompt: dict[str, Any], draft: Draft | None) -> dict[str, Any]:
    """The question that is answered on this page, with its control."""
    asked: dict[str, Any] = {
        "prompt": prompt,
        "kind": prompt["kind"],
        "side": prompt["side"],
        "control": controls.control_for(look, prompt, look.view),
        "text": _question(look, prompt),
        "die": prompt["about"].get("die"),
        "rulings": rulings_of(look, prompt["rule"]),
        "special_rules": special_rules(look) if prompt["rule"].startswith("9.") else (),
    }
    if prompt["kind"] == "oppose":
        asked["marked"] = editing.marked(look, prompt["about"]["piece"])
    if prompt["kind"] in PLACING:
        asked |= editing.given(look, prompt, draft)
    return asked


def _question(look: Look, prompt: dict[str, Any]) -> str:
    """What is asked; of a pass it speaks only where one may pass."""
    if prompt["kind"] != "play_day_card" or {"card": None} in prompt["options"]:
        return str(prompt["text"])
    day = len(look.view["map"]["days"]) + 1
    return _("Day %(day)d of %(days)d: play a card.") % {"day": day, "days": CARDS.days}


def _proposal(look: Look) -> dict[str, Any] | None:
    """What one side proposes and the other has not answered."""
    for proposal in look.view["proposals"]:
        side = proposal["side"]
        mine = look.holding.acting is not None and side == look.holding.acting
        pieces = {
            piece["id"]: piece["type"] for piece in (look.view["layout"] or {}).get("pieces", ())
        }
        return {
            "id": proposal["id"],
            "kind": proposal["kind"],
            "by": capfirst(look.say.player(side)) if side is not None else "",
            "mine": mine,
            # On a device that passes, the place is open to both and the other one is named.
            "decides": capfirst(look.say.player(other(side)))
            if look.holding.both and side is not None
            else "",
            "may_answer": bool(look.holding.sides) and not mine,
            "words": [
                in_words({"params": {}, "where": None, **violation}, pieces, look.say)["words"]
                for violation in proposal.get("violations", ())
            ],
            "line": _line_at(look, proposal.get("to")),
            "given": {"kind": "shown", "draft": _proposed(look, proposal)},
        }
    return None


def _proposed(look: Look, proposal: dict[str, Any]) -> dict[str, Any] | None:
    """The outline for which acceptance is asked: of a placed piece, or of a moved one."""
    answer = proposal.get("answer") or {}
    if "outline" in answer:
        return {"outline": answer["outline"]}
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
        return {"outline": write_outline(slid(before, by=tuple(answer["by"])))}
    about = tuple(answer["about"])
    return {"outline": write_outline(turned(before, about=about, degrees=answer["degrees"]))}


def _line_at(look: Look, to: int | None) -> str:
    """The first line that would be taken back by going back to version `to`."""
    if to is None:
        return ""
    for entry in look.lines:
        if entry["number"] > to and entry["text"]:
            return str(entry["text"][0])
    return _("the last step")


def _hands(look: Look) -> list[dict[str, Any]]:
    """Each side's hand as this viewer may see it; empty while there is none."""
    hands = look.view["hands"]
    if hands is None:
        return []
    shown = []
    for side, hand in enumerate(hands):
        cards = None if hand["cards"] is None else [controls.card(look, c) for c in hand["cards"]]
        shown.append(
            {
                "side": side,
                "name": look.say.player(side),
                "cards": cards,
                "count": hand["count"],
                "backs": range(hand["count"] or 0),
                "mine": side in look.holding.sides,
            }
        )
    return shown


def _shows_hands(look: Look, prompt: Any, taken_up: bool) -> bool:
    """Hands lie beside the question while cards are played, unless it asks for one itself."""
    if prompt is not None and prompt["kind"] in WITH_CARDS:
        return False
    step = look.view["step"]
    if look.view["hands"] is None:
        return False
    return taken_up or (step is not None and step["rule"].startswith("8."))


def _sit_down(look: Look) -> dict[str, Any]:
    """Who still has to sit down from here, and what is to be seen before it."""
    to_sit = [
        side
        for side in look.holding.sides
        if any(
            not each["waiting"] and each["kind"] == "sit_down"
            for each in look.by_seat[side]["prompts"]
        )
    ]
    setup = look.played.setup
    return {
        "to_sit": to_sit,
        "both": len(to_sit) == 2,
        "table": setup.table,
        "base_width_mm": setup.base_width_mm,
        "dice": setup.dice,
        "cards": setup.cards,
        "maps": [str(slug) for slug in setup.maps],
        "sides": [_public_side(look, side) for side in (0, 1)],
    }


def _public_side(look: Look, side: int) -> dict[str, Any]:
    viewer = seat(look.holding.sides[0]) if len(look.holding.sides) == 1 else look.viewer
    army = look.seen_by(viewer)["sides"][side]
    facts = army["army"]
    return {
        "name": capfirst(look.say.player(side)),
        "icon": f"side-{side}",
        "army": facts,
        "hidden": army["list_hidden"],
        "home": ", ".join(str(TERRITORIES.get(slug, slug)) for slug in facts.get("home", ())),
        "level": look.word(_level(facts)),
        "generals": facts.get("number_of_generals", len(facts.get("generals", ()))),
    }


def _level(facts: dict[str, Any]) -> str:
    return str(facts.get("commander_level") or facts.get("commander", {}).get("level", ""))


def _polls(look: Look, mode: str) -> bool:
    """Whether this page must find out by itself that the battle went on."""
    if look.checked:
        return True
    if mode == "over":
        return not look.view["closed"]
    return not look.holding.both or mode == "wait"


def _missing_side(request: HttpRequest, look: Look) -> Any:
    """The link for the side that nobody has sat down at yet, for who began the battle."""
    step = look.view["step"]
    found = look.holding
    if step is None or step["rule"] != "sit_down" or not found.creator or found.both:
        return None
    for side in (0, 1):
        if side not in found.sides and side != look.row.bot_side:
            return side_link(request, look.row, side)
    return None


def _print_url(look: Look, token: str) -> str:
    if look.view["layout"] is None or look.viewer.role is Role.STRANGER:
        return ""
    if token:
        return reverse("battle-watch-print", args=(look.row.public_id, token))
    return reverse("battle-print", args=(look.row.public_id,))
