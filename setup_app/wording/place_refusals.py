"""Sentences beside a table about a rule that a position breaks, with figures.

They call the piece in hand "it"; the other piece has a name. `too_close`, which reads the same for
either piece, is worded as everywhere else.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from setup_app.engine.values import LogMessage
from setup_app.wording.figures import figure as written
from setup_app.wording.sentences import SENTENCES, Shown, closest, sentence
from setup_app.wording.speaker import Speaker

WITH_FIGURES: Mapping[str, Any] = {
    "overlap": _("Overlaps the {other} by {measured} BW. Move them apart."),
    "overlap.unmeasured": _("Overlaps the {other}. Move them apart."),
    "overlap.no_ground_of_its_own": _("Part of it must be on land, outside the {other}."),
    "outside_table": _("{measured} BW off the table."),
    "outside_table.unmeasured": _("Off the table."),
    "too_small": _("A side is {measured} BW (minimum {required} BW)."),
    "too_small.exclusive": _("The longer side is {measured} BW (must be more than {required} BW)."),
    "too_large": _("A side is {measured} BW (maximum {required} BW)."),
    "too_thin": _("Covers {measured} of the rectangle around it (minimum {required})."),
    "outside_sector": _("{measured} BW outside its sector."),
    "outside_sector.unmeasured": _("Outside its sector."),
    "straddles_sectors": _("{measured} BW into another sector."),
    "straddles_sectors.unmeasured": _("Must be wholly in one sector."),
    "wrong_half": _("{measured} BW outside its player’s half."),
    "wrong_half.unmeasured": _("Outside its player’s half."),
    "not_touching_edge": _("Must touch a table edge ({measured} BW away)."),
    "not_touching_edge.unmeasured": _("Must touch a table edge."),
    "not_straight": _("Its sides must be straight; one is {measured} BW off."),
    "too_wide": _("{measured} BW wide (maximum {required})."),
    "too_narrow": _("{measured} BW wide (minimum {required})."),
    "not_edge_to_edge": _("Its ends must lie along table edges across their whole width."),
    "too_deep": _("{measured} BW deep (maximum {required})."),
    "too_shallow": _("{measured} BW deep (minimum {required})."),
    "invalid_outline": _("The outline crosses itself or has no area."),
    "die_required": _("Without dice, it must touch the neighbour that allows it."),
    "leant_on": _("Must touch {pieces}, which was placed without dice."),
    "impassable_not_allowed": _("Nothing may be impassable at this density."),
    "declaration_not_allowed": _("That declaration is not allowed here."),
    "declaration_not_allowed.row": _(
        "This territory does not allow that declaration for this type."
    ),
    "declaration_not_allowed.number": _(
        "Only {required} of this type may be declared so, and the table already has that many."
    ),
    "declaration_not_allowed.size": _(
        "It measures {measured} BW. With this declaration both sides must be {required} BW."
    ),
    "moved_too_far": _("Slid {measured} BW (maximum {required} BW)."),
    "pivot_off_piece": _("The point to turn it around is {measured} BW off the piece."),
    "place_exists": _("There is a legal place. “Suggest a place” finds one."),
    "limit_exceeded": _("{measured} of this type on the table (maximum {required})."),
    "limit_exceeded.per_player": _("{measured} of this type for this player (maximum {required})."),
    "must_not_move": _("This piece cannot be moved."),
    "not_in_box": _("The square does not allow this terrain."),
    "took_too_long": _("The check took too long. Try a simpler outline."),
}
"""The sentences beside the table for broken rules, with figures if the rule has any. Measurements
during dragging use few words, so that they fit a line of a phone.
"""


DRAWN: Mapping[str, Any] = {
    "too_close": _("{measured} of {required} BW"),
    "outside_sector": _("{measured} BW out"),
    "outside_table": _("{measured} BW out"),
    "wrong_half": _("{measured} BW over"),
    "not_touching_edge": _("{measured} BW off"),
    "straddles_sectors": _("{measured} BW over"),
    "too_small": _("{measured} BW, min {required}"),
    "too_large": _("{measured} BW, max {required}"),
    "too_narrow": _("{measured} BW wide, min {required}"),
    "too_wide": _("{measured} BW wide, max {required}"),
    "too_shallow": _("{measured} BW deep, min {required}"),
    "too_deep": _("{measured} BW deep, max {required}"),
}
"""The figure shown on the table itself, beside the offending place."""


THINGS: Mapping[str, Any] = {"camp": _("The camp"), "marker": _("The marker")}
"""The names of unnamed things beside troops."""


OF_SIZE = frozenset(
    {"too_small", "too_large", "too_thin", "too_narrow", "too_wide", "too_shallow", "too_deep"}
)
"""The place of these violations is the rectangle by which a piece is measured: the piece already
marks it, and the rectangle of a slanting band reaches beyond the table. Only the figure is drawn.
"""


def in_words(
    violation: Mapping[str, Any], pieces: Mapping[str, str], speaker: Speaker
) -> dict[str, Any]:
    """Return a violation for the page: its sentence with figures and the other piece's name.

    `pieces` maps each piece on the table to its type.
    """
    others = [pieces[each] for each in violation["pieces"] if each in pieces]
    other = name_of(others[-1], speaker) if others else ""
    figures = {
        **violation["params"],
        "measured": figure(violation["measured"], violation["required"]),
        "required": figure(violation["required"]),
        "other": other,
        # Troops are not terrain on the table: the refusal itself brings their names.
        "pieces": violation["params"].get("pieces") or _thing(violation) or capfirst(other),
    }
    said = {**violation["params"], "measured": violation["measured"]}
    template = wording(violation["code"], said)
    words = (
        str(template).format_map(Shown(figures))
        if template
        else sentence(violation["code"], figures)
    )
    return {
        "code": violation["code"],
        "words": words,
        "where": violation["where"],
        "drawn": violation["code"] not in OF_SIZE,
        "figure": str(DRAWN[violation["code"]]).format_map(figures)
        if violation["code"] in DRAWN
        else "",
    }


def _thing(violation: Mapping[str, Any]) -> Any:
    return THINGS.get(violation["params"].get("thing", ""))


def wording(code: str, params: Mapping[str, Any]) -> Any:
    """Return the sentence of a broken rule with these parameters, the one for tables first.

    None if there is no sentence. A violation that names troops uses the general sentences: troops
    stand on something and do not lie on a piece.
    """
    stands = params.get("pieces") or params.get("thing")
    told = (SENTENCES, WITH_FIGURES) if stands else (WITH_FIGURES, SENTENCES)
    return closest(told[0], code, params) or closest(told[1], code, params)


def worth_saying(violations: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return every violation, except a piece being too near to one that it overlaps."""
    covered = {tuple(each["pieces"]) for each in violations if each["code"] == "overlap"}
    return [
        each
        for each in violations
        if each["code"] != "too_close" or tuple(each["pieces"]) not in covered
    ]


def name_of(word: str, speaker: Speaker) -> str:
    """Return the name of a terrain type in the middle of a sentence."""
    named = speaker(LogMessage(f"name.{word}.one"))
    return named[:1].lower() + named[1:]


def figure(value: float | None, limit: float | None = None) -> str:
    """Return a measure with two decimals at most; never rounded to the limit or across it."""
    if value is None:
        return ""
    shown = round(value, 2)
    if limit is not None and value != limit and shown == round(limit, 2):
        outward = math.floor if value < limit else math.ceil
        shown = outward(value * 100) / 100
    return written(shown)
