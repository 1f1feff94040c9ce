"""The units in a side's hand while it deploys, as data for the page's board.

All of it comes from what the asked side knows; a viewer who may not read that gets nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from setup_app.battles.pages.look import PageContext
from setup_app.engine.hidden import Role
from setup_app.engine.run import Asking
from setup_app.engine.situation import Known
from setup_app.engine.values import Side, Violation
from setup_app.rulebook_pages.pbs_2023_1 import plan_panel
from setup_app.rulebook_pages.pbs_2023_1.hand_figures import figures, look_of
from setup_app.rulebook_pages.pbs_2023_1.hand_words import step_words
from setup_app.rulebooks.pbs_2023_1.deployment.field import barred_from_unsecure
from setup_app.rulebooks.pbs_2023_1.deployment.hiding import AMBUSH, MARCH
from setup_app.rulebooks.pbs_2023_1.deployment.occupied import occupied
from setup_app.rulebooks.pbs_2023_1.deployment.own import Own, own_of
from setup_app.rulebooks.pbs_2023_1.deployment.standing import PlacedUnit, commander_or_general
from setup_app.rulebooks.pbs_2023_1.deployment.steps import placed_in_10e
from setup_app.rulebooks.pbs_2023_1.deployment.units import (
    WORKS,
    Body,
    base_depth,
    placed_as_json,
)
from setup_app.rulebooks.pbs_2023_1.list_words import LIST_WORDS
from setup_app.wording.place_refusals import wording

BOARDS = ("place_camp", "deploy", "hide", "place_leaders", "pregame_move")
"""The questions that are answered on the board."""

PLANNED = ("deploy", "place_leaders")
"""The questions that a plan can answer."""

USUAL_RANKS = 2
CLOSED = (
    *("outside_table", "outside_zone", "unsecure_flank", "works_in_unsecure_flank"),
    *("camp_out_of_range", "camp_on_terrain", "camp_not_in_piece", "overlap", "in_water"),
    *("on_impassable", "in_settlement", "moved_too_far"),
)


def board(look: PageContext, prompt: Mapping[str, Any]) -> dict[str, Any]:
    """Return the data of a question's board, as JSON; empty for a viewer who may not answer it."""
    asked = _asked(look, prompt["id"])
    if asked is None:
        return {}
    asking, side, known = asked
    own = _own(known, side)
    things = [{**each, "look": look_of(each)} for each in _things(look, asking, own, known)]
    table = look.view["layout"]["table"]
    invades = side == known.invader
    role = "invader" if invades else "defender"
    return {
        "board": True,
        "kind": prompt["kind"],
        "table": table,
        "facing": 270 if invades else 90,
        "things": things,
        "asked": _asked_for(prompt, own),
        "standing": _outlines(known),
        "acceptable": [code for code in CLOSED if asking.prompt.acceptable((Violation(code),))],
        "figures": figures(things, role),
        "role": role,
        "words": {**_words(), **step_words()},
        "plan": plan_panel.given(look, known, own) if own and prompt["kind"] in PLANNED else None,
        **(_more(prompt, look, own, known) if own else {}),
    }


def tugs_in_hand(look: PageContext, prompt: str) -> int | None:
    """Return how many TUGs are left to deploy, for viewers who may know it: some may be in a
    garrison.
    """
    asked = _asked(look, prompt)
    own = None if asked is None else _own(asked[2], asked[1])
    return None if own is None else len(own.tugs)


def _own(known: Known, side: Side) -> Own | None:
    return own_of(known, side, settings=known.settings) if _has_list(known, side) else None


def _standing(known: Known, own: Own, unit: int) -> PlacedUnit:
    standing: PlacedUnit = known.down[own.side][own.down[unit] - 1]["shown"]
    return standing


def _asked(look: PageContext, prompt: str) -> tuple[Asking, Side, Known] | None:
    """Return a prompt of a side for which this browser may act, with what that side knows."""
    asking = look.asking(prompt)
    if asking is None or asking.side is None or not look.holding.acts_for(asking.side):
        return None
    if asking.prompt.for_one_seat() and look.viewer.role is Role.BOTH:
        return None
    return asking, asking.side, look.played.known_to(asking, asking.side)


def _has_list(known: Known, side: Side) -> bool:
    """Return whether the page may show the side's list: on a shared device not before 10.H."""
    return isinstance(known.lists[side], Mapping)


def _things(
    look: PageContext, asking: Asking, own: Own | None, known: Known
) -> Iterator[dict[str, Any]]:
    kind = asking.prompt.kind
    if kind == "place_camp":
        width, depth = known.settings["camp_size"]
        yield _thing("camp", "camp", _("Camp"), turns=True, size=[width, depth])
    elif kind == "hide":
        letter = asking.prompt.about()["letter"]
        label = _("Marker %(letter)s") % {"letter": letter}
        yield _thing("marker", "marker", label, letter=letter)
    elif own is None:
        return
    elif kind == "place_leaders":
        for leader in placed_in_10e(own):
            name, note = leader_words(own, leader)
            yield _thing(f"leader{leader}", "leader", name, note=note, leader=leader)
    elif kind == "deploy":
        for unit in own.in_hand:
            yield unit_thing(own, unit)
    elif kind == "pregame_move":
        for unit in sorted(own.down):
            yield from _moving(own, unit, known, asking.prompt.about()["kinds"])


def _moving(own: Own, unit: int, known: Known, kinds: list[str]) -> Iterator[dict[str, Any]]:
    shown = _standing(known, own, unit)
    may = [kind for kind in kinds if kind in own.flags(unit)]
    if may and shown.id not in known.moved[own.side]:
        place = placed_as_json(shown.placed)
        limits = {kind: known.settings[f"{kind}_move"] for kind in may}
        yield {
            **unit_thing(own, unit),
            "kinds": may,
            "limits": limits,
            "stands": place,
            "id_there": shown.id,
        }


def _thing(key: str, kind: str, label: str, **more: Any) -> dict[str, Any]:
    return {"id": key, "thing": kind, "label": label, "size": [1, 1], "like": kind, **more}


def unit_thing(own: Own, unit: int) -> dict[str, Any]:
    """Return a unit of a list, as the board draws it and a row names it."""
    body = own.bodies[unit]
    barred = barred_from_unsecure(body, ambushers=False, works=WORKS)
    return {
        "id": f"u{unit}",
        "thing": "unit",
        "unit": unit,
        "label": own.army.units[unit].name,
        "note": body_words(body),
        "kind": body.kind,
        "arm": body.arm,
        "order": body.order,
        "bases": body.bases,
        "works": list(body.works),
        "goes_first": unit in own.works_first,
        "base": base_depth(body, own.settings["base_depths"]),
        "ranks": min(USUAL_RANKS, body.bases),
        "turns": True,
        "like": f"{own.side}/{'-'.join(barred)}",
        "hides": bool({AMBUSH, MARCH} & set(own.flags(unit))),
    }


def body_words(body: Body) -> str:
    """Return what figures show, in few words: "TUG, mounted, open, 8 bases"."""
    bases = ngettext("%(bases)d base", "%(bases)d bases", body.bases) % {"bases": body.bases}
    told = [_(LIST_WORDS[f"list.{each}"]) for each in (body.kind, body.arm, body.order)]
    works = [_(LIST_WORDS[f"list.{each}"]) for each in body.works]
    return ", ".join([*told, bases, *works])


def leader_words(own: Own, leader: int) -> tuple[str, str]:
    """Return a leader's name in the list, and their rank."""
    entry = commander_or_general(own.army, leader)
    level = _(LIST_WORDS[f"list.{entry['level']}"])
    rank = _("army commander") if leader == 0 else _("general")
    return str(entry.get("name") or capfirst(rank)), f"{level}, {rank}"


def _asked_for(prompt: Mapping[str, Any], own: Own | None) -> dict[str, Any]:
    """Return how many TUGs to deploy, of how many in hand, and whether SUGs go with them."""
    if prompt["kind"] != "deploy" or own is None:
        return {}
    number = min(prompt["about"]["number"], len(own.tugs))
    return {
        "tugs": number,
        "in_hand": len(own.tugs),
        "sugs": len(own.sugs),
        "sugs_any": own.settings["sugs_down"] == "any_group",
        "holds_back": prompt["about"]["part"] == "first" and own.holds_back,
    }


def _outlines(known: Known) -> list[dict[str, Any]]:
    """Return what stands already, to which the board snaps: its corners in order."""
    return [
        {"key": each.key, "corners": [list(point) for point in each.outline]}
        for each in occupied(known).down
    ]


def _more(prompt: Mapping[str, Any], look: PageContext, own: Own, known: Known) -> dict[str, Any]:
    if prompt["kind"] == "hide":
        return {"hiding": _hiding(own)}
    if prompt["kind"] == "place_leaders":
        there = [*sorted(own.down), *sorted(own.garrison)]
        return {
            "commanded": [
                {
                    "unit": unit,
                    "label": own.army.units[unit].name,
                    "number": own.down.get(unit),
                    "note": body_words(own.bodies[unit]),
                    "tug": own.is_tug(unit),
                    "at": list(_standing(known, own, unit).placed.at) if unit in own.down else None,
                }
                for unit in there
            ]
        }
    return {}


def _hiding(own: Own) -> dict[str, Any]:
    """Return the units that may still be hidden, and the means."""
    lurking = [unit for unit in own.in_hand if "may_ambush" in own.flags(unit)]
    marching = [unit for unit in own.in_hand if "may_flank_march" in own.flags(unit)]
    markers = own.means.has_marker
    leaders = [leader for leader in own.leaders if own.may_march(leader)]
    return {
        "ambush": [_row(own, unit) for unit in lurking] if markers else [],
        "may_ambush": markers and bool(lurking or own.settings["dummy_markers"]),
        "march": [_row(own, unit) for unit in marching],
        "leaders": [
            {"leader": each, "label": " · ".join(leader_words(own, each))} for each in leaders
        ],
        # A lone leader bluffs: a flank without marching units would be refused.
        "flanks": list(own.means.flanks) if marching else [],
        "must": own.must_hide and len(own.tugs) > 0,
    }


def _row(own: Own, unit: int) -> dict[str, Any]:
    """Return a unit that may hide; `in_ambush` and `on_march` are the form's values for hiding."""
    return {
        "unit": unit,
        "label": own.army.units[unit].name,
        "note": body_words(own.bodies[unit]),
        "in_ambush": f"unit-{unit}=on",
        "on_march": f"march-{unit}=on",
    }


def _words() -> dict[str, Any]:
    """Return the sentences of the board's script, in the reader's language."""
    return {
        "closed": {code: _template(code) for code in CLOSED},
        "overlap_own": _("{label} and {other} overlap by {measured} BW."),
        "legal": _("allowed here"),
        "legal_all": _("Legal. Ready to confirm."),
        "count": _("{down} of {asked} TUGs deployed"),
        "count_sugs": _("{down} of {asked} SUGs deployed"),
        "too_many": _("{down} TUGs deployed, {asked} needed"),
        "in_hand": _("in hand"),
        "placed": _("{label}: {across} BW from the left edge, {up} from the near edge"),
        "ranks": _("{files} wide, {ranks} deep"),
        "facing": _("facing {degrees}°"),
        "taken": _("{label} selected. Tap the table, or press Place."),
        "taken_many": _("{number} selected. Tap the table, or press Place."),
        "back": _("{label} is back in hand."),
        "no_room": _("No free space found for {label}. Place it where you like."),
        "unreachable": _("Can't reach the server. Try again in a moment."),
        "overtaken": _("You made changes meanwhile, so we kept those."),
        "suggested": _("We placed a suggestion. Change it as you like."),
        "none": _("Select a unit first."),
        "lit": _("{label} may go in the highlighted area."),
        "hint": _("Select a unit, then tap the table."),
        "nothing_asked": _("Nothing to place here. Finish with the button next to this one."),
        "why": _whys(),
    }


def _whys() -> dict[str, str]:
    """Return why ground is closed, by code: the text for the place under the pointer."""
    return {
        "outside_zone": _("outside the deployment zone"),
        "unsecure_flank": _("unsecure flank: no close-order foot or artillery"),
        "works_in_unsecure_flank": _("unsecure flank: no works"),
        "camp_out_of_range": _("too far from the middle for a camp"),
        "camp_on_terrain": _("terrain: no camps here"),
        "camp_not_in_piece": _("outside the terrain this camp must be in"),
        "overlap": _("already occupied"),
        "in_water": _("deep water"),
        "on_impassable": _("impassable"),
        "in_settlement": _("settlement: garrison only"),
    }


def _template(code: str) -> str:
    """Return the sentence of a closed place with its braces, which the script fills in."""
    reason = {"overlap": "figures", "moved_too_far": "kind"}.get(code)
    found = wording(code, {"reason": reason, "measured": 1.0} if reason else {"measured": 1.0})
    if code == "moved_too_far":
        return _("{pieces}: moved {measured} BW (maximum {required}).")
    return str(found or code)
