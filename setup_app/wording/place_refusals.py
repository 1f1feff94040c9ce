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
    "overlap": _("It lies on the {other}, {measured} BW deep. Move them apart."),
    "overlap.unmeasured": _("It lies on the {other}. Move them apart."),
    "overlap.no_ground_of_its_own": _("Some of it must lie on land, beside the {other}."),
    "outside_table": _("{measured} BW off the table."),
    "outside_table.unmeasured": _("It sticks out of the table."),
    "too_small": _("A side is {measured} BW (minimum {required} BW)."),
    "too_small.exclusive": _(
        "Its long side measures {measured} BW; it must be more than {required} BW."
    ),
    "too_large": _("A side is {measured} BW (maximum {required} BW)."),
    "too_thin": _("It covers {measured} of the rectangle around it; the least is {required}."),
    "outside_sector": _("{measured} BW out of its sector."),
    "outside_sector.unmeasured": _("It lies outside its sector."),
    "straddles_sectors": _("{measured} BW in another sector."),
    "straddles_sectors.unmeasured": _("It must lie wholly in one sector."),
    "wrong_half": _("{measured} BW out of its player’s half."),
    "wrong_half.unmeasured": _("It lies outside its player’s half."),
    "not_touching_edge": _("It must touch a table edge: {measured} BW to go."),
    "not_touching_edge.unmeasured": _("It must touch a table edge."),
    "not_straight": _("A side is {measured} BW off the straight line."),
    "too_wide": _("It is {measured} BW wide; the most is {required} BW."),
    "too_narrow": _("It is {measured} BW wide; the least is {required} BW."),
    "not_edge_to_edge": _("Its ends must lie on table edges along their whole width."),
    "too_deep": _("It is {measured} BW deep; the most is {required} BW."),
    "too_shallow": _("It is {measured} BW deep; the least is {required} BW."),
    "invalid_outline": _("Its outline crosses itself or encloses nothing."),
    "die_required": _("Without a die it must touch the neighbour that allows it."),
    "leant_on": _("It must touch {pieces}, which lies there without a die."),
    "impassable_not_allowed": _("This density allows nothing impassable."),
    "declaration_not_allowed": _("It cannot be declared so here."),
    "declaration_not_allowed.row": _("In this territory nobody may declare this type so."),
    "declaration_not_allowed.number": _(
        "At most {required} pieces of this type may be declared so, and they lie there already."
    ),
    "declaration_not_allowed.size": _(
        "It measures {measured} BW; declared so it must measure {required} BW each way."
    ),
    "moved_too_far": _("Slid {measured} BW (maximum {required} BW)."),
    "pivot_off_piece": _("The point of the turn lies {measured} BW beside the piece."),
    "place_exists": _("There is a legal place for it. “Suggest a place” finds one."),
    "limit_exceeded": _(
        "That would make {measured} of this type on the table; the territory allows {required}."
    ),
    "limit_exceeded.per_player": _(
        "That would make {measured} of this type for one player; the territory allows {required}."
    ),
    "must_not_move": _("This piece cannot be moved."),
    "not_in_box": _("The box does not name this kind."),
    "took_too_long": _("The check took too long and was stopped. Try a simpler outline."),
}
"""What a player reads of a broken rule beside the table; figures where the rule has one. What is
measured while a piece is dragged is told in so few words that they fit a line of a phone."""


DRAWN: Mapping[str, Any] = {
    "too_close": _("{measured} of {required} BW"),
    "outside_sector": _("{measured} BW out"),
    "outside_table": _("{measured} BW out"),
    "wrong_half": _("{measured} BW over"),
    "not_touching_edge": _("{measured} BW off"),
    "straddles_sectors": _("{measured} BW over"),
    "too_small": _("{measured} BW, at least {required}"),
    "too_large": _("{measured} BW, at most {required}"),
    "too_narrow": _("{measured} BW wide, at least {required}"),
    "too_wide": _("{measured} BW wide, at most {required}"),
    "too_shallow": _("{measured} BW deep, at least {required}"),
    "too_deep": _("{measured} BW deep, at most {required}"),
}
"""The figure that stands beside the offending place on the table itself."""


THINGS: Mapping[str, Any] = {"camp": _("The camp"), "marker": _("The marker")}
"""What stands beside troops and has no name."""


OF_SIZE = frozenset(
    {"too_small", "too_large", "too_thin", "too_narrow", "too_wide", "too_shallow", "too_deep"}
)
"""Where these are said to be is the rectangle by which a piece is measured: the piece stands there
already, and the rectangle of a slanting band reaches beyond the table. Only the figure is drawn."""


def in_words(
    violation: Mapping[str, Any], pieces: Mapping[str, str], speaker: Speaker
) -> dict[str, Any]:
    """A violation for the page: its sentence with figures and the other piece's name.

    `pieces` names the types that lie on the table by piece.
    """
    others = [pieces[each] for each in violation["pieces"] if each in pieces]
    other = name_of(others[-1], speaker) if others else ""
    figures = {
        **violation["params"],
        "measured": figure(violation["measured"], violation["required"]),
        "required": figure(violation["required"]),
        "other": other,
        # Troops do not lie on the table as terrain does: of them the refusal brings the names.
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
    """How a broken rule is told with these parameters, as beside a table, else as everywhere.

    None where nobody has words for it. Of troops and what stands with them, which a refusal names,
    it is told as everywhere: they stand on something, and do not lie on a piece.
    """
    stands = params.get("pieces") or params.get("thing")
    told = (SENTENCES, WITH_FIGURES) if stands else (WITH_FIGURES, SENTENCES)
    return closest(told[0], code, params) or closest(told[1], code, params)


def worth_saying(violations: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Every violation, but not also that a piece is too near to one on which it lies."""
    covered = {tuple(each["pieces"]) for each in violations if each["code"] == "overlap"}
    return [
        each
        for each in violations
        if each["code"] != "too_close" or tuple(each["pieces"]) not in covered
    ]


def name_of(word: str, speaker: Speaker) -> str:
    """A terrain type in the middle of a sentence."""
    named = speaker(LogMessage(f"name.{word}.one"))
    return named[:1].lower() + named[1:]


def figure(value: float | None, limit: float | None = None) -> str:
    """A measure with two decimals at most; never rounded to the limit or across it."""
    if value is None:
        return ""
    shown = round(value, 2)
    if limit is not None and value != limit and shown == round(limit, 2):
        outward = math.floor if value < limit else math.ceil
        shown = outward(value * 100) / 100
    return written(shown)
