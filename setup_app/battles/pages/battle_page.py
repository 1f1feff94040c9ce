"""The page of a battle: everything that its templates need."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from setup_app.battles.models import Battle
from setup_app.battles.pages import (
    deployed_table,
    disclosure,
    house,
    log_lines,
    log_wording,
    offline_copy,
    proposals,
    question_wording,
    table_view,
)
from setup_app.battles.pages import editor as editing
from setup_app.battles.pages.controls import mistyped
from setup_app.battles.pages.editor import AnswerDraft
from setup_app.battles.pages.look import PageContext
from setup_app.battles.pages.messages import talk
from setup_app.battles.pages.moments import moments
from setup_app.battles.pages.rulebook_pages import control_for, pages_for
from setup_app.battles.pages.seats import side_link, watch_link
from setup_app.battles.pages.sides import sides
from setup_app.battles.pages.terms import goes_as_far
from setup_app.battles.seats.held import Holding, get_holding, was_taken_back
from setup_app.battles.seats.queries import free_seats
from setup_app.engine.hidden import Role, seat
from setup_app.engine.undo import open_proposals
from setup_app.engine.values import SIDES

A_WHILE = timedelta(minutes=1)
MEETING, TABLE = "meeting", "table"


def battle_page(
    request: HttpRequest,
    look: PageContext,
    *,
    taken_up: bool = False,
    draft: AnswerDraft | None = None,
    token: str = "",
) -> dict[str, Any]:
    """Return the whole context of a battle's page."""
    view = look.view
    proposal = proposals.get_proposal(look)
    undoing = look.undoing()
    prompt = None if proposal else look.open_prompt()
    shown = sides(look)
    mode = _mode(look, prompt, taken_up)
    ask = _ask(look, prompt, draft) if prompt else None
    return {
        "row": look.row,
        "view": view,
        "version": view["version"],
        "look": look,
        "token": token,
        "seated": bool(look.holding.sides),
        "hot_seat": look.holding.both,
        "umpires": look.viewer.role is Role.UMPIRE,
        "taken_back": not look.holding.sides and not token and was_taken_back(request, look.row),
        "taken_up": taken_up,
        "mode": mode,
        "sides": shown,
        "me": shown[look.viewer.side] if look.viewer.side is not None else None,
        "here": address(look.row, token),
        "rail": log_wording.rail(look),
        "moments": moments(look, log_wording.short_names(look)),
        "asked_of": question_wording.asked_of(look),
        "latest": log_wording.latest(look),
        "log": log_lines.render_log(
            request,
            look,
            log_wording.log(look),
            here=address(look.row, token),
            goes_back=bool(look.holding.sides) and not taken_up,
        ),
        "stage": _stage(request, look, prompt, token=token),
        "ask": ask,
        "turns": [shown[side] for side in look.secret_turns()],
        "refused_there": mode == "look_away" and _refused_behind_the_cover(look),
        "waiting_for": question_wording.waiting_for(look),
        "checking": bool(look.checked),
        "waited": timezone.now() - look.row.changed > A_WHILE,
        "proposal": proposal,
        "may_stop": proposal is None and not taken_up and _may_stop(look),
        "my_turn": _my_turn(look, mode, proposal),
        "mistyped": mistyped(look, pages_for(look).entered_cards),
        "undoing": shown[undoing] if undoing is not None else None,
        "hands": _hands(look),
        "show_hands": _shows_hands(look, ask, taken_up),
        "rulings": house.told_of(look.played.setup),
        "said": pages_for(look).said,
        "result": question_wording.result_words(look),
        "over": pages_for(look).over(look) if mode == "over" else None,
        "reminder": None if mode == "sit_down" else pages_for(look).reminder(look),
        "position": _position(look, token),
        "laid_open": disclosure.laid_open(look, token) if mode == "over" else None,
        "rematch_url": _rematch_url(request, look) if mode == "over" else "",
        "rematches": rematches(look.row, look.holding) if mode == "over" else None,
        "close_asked": disclosure.asked_by(look) if mode == "over" else (),
        "by_server": "server" in (look.played.setup.dice, look.played.setup.cards),
        "sit_down": _sit_down(look) if mode == "sit_down" else None,
        "poll": taken_up or _polls(look, mode),
        "side_link": _missing_side(request, look),
        "print_url": _print_url(look, token),
        "talk": None if look.looks_back else talk(look.row, look.holding),
        "screen_url": _screen_url(look, token),
        "announced": question_wording.announced(look, _spoken(ask)),
        "asked_now": _asked_now(look),
        "watch": watch_link(request, look.row) if mode == "over" and not token else None,
    }


def address(row: Battle, token: str) -> str:
    """Return the address at which this viewer finds the current state of the battle."""
    if token:
        return reverse("battle-watch", args=(row.public_id, token))
    return reverse("battle", args=(row.public_id,))


def _mode(look: PageContext, prompt: Any, taken_up: bool) -> str:
    view = look.view
    if look.looks_back:
        return "past"
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


def _refused_behind_the_cover(look: PageContext) -> bool:
    """Return whether the secret answer that is asked for first was already tried and refused."""
    side, *_others = look.secret_turns()
    asked = (each for each in look.by_seat[side]["prompts"] if not each["waiting"])
    return any(look.attempt(each["id"]) is not None for each in asked)


def _spoken(ask: Mapping[str, Any] | None) -> str:
    """Return a question for a screen reader; it begins with the reason of a refusal."""
    return " ".join((*(each["words"] for each in ask["refusals"]), ask["text"])) if ask else ""


def _asked_now(look: PageContext) -> bool:
    """Return whether this side has an open question at present, while it looks at the past."""
    if not look.looks_back or look.hot_seat or look.holding.acting is None:
        return False
    proposed = open_proposals(look.present)
    if proposed:
        return any(each.side != look.holding.acting for each in proposed)
    askings = (each for each in look.present.askings() if each.answered_by is None)
    return any(each.side in (None, look.holding.acting) for each in askings)


def _my_turn(look: PageContext, mode: str, proposal: Mapping[str, Any] | None) -> bool:
    """Return whether it is this side's turn. A browser that plays both sides learns from the page
    which one it is.
    """
    if look.hot_seat or look.viewer.side is None:
        return False
    if mode == "proposal" and proposal is not None:
        return bool(proposal["may_answer"])
    if mode == "sit_down":
        return bool(_sit_down(look)["to_sit"])
    return mode == "ask" or _asked_now(look)


def _stage(request: HttpRequest, look: PageContext, prompt: Any, *, token: str) -> dict[str, Any]:
    """Return the content of the large part: the table, the rulebook's drawing, or the two
    armies.
    """
    layout = look.view["layout"]
    if layout is not None:
        return {
            "kind": TABLE,
            "fragment": "battles/_table.html",
            "label": _("The table"),
            **table_view.stage(request, look, layout, token=token),
        }
    return pages_for(look).stage(look, prompt) or {
        "kind": MEETING,
        "fragment": "battles/_meeting.html",
        "label": _("The two armies"),
        "facts": [pages_for(look).facts(look, look.view["sides"][side]["army"]) for side in SIDES],
    }


def _ask(look: PageContext, prompt: dict[str, Any], draft: AnswerDraft | None) -> dict[str, Any]:
    """Return the question that this page answers, with its control."""
    return {
        "prompt": prompt,
        "kind": prompt["kind"],
        "side": prompt["side"],
        "control": control_for(look, prompt),
        "open": offline_copy.may_keep(look, prompt),
        "text": pages_for(look).question(look, prompt),
        "die": prompt["about"].get("die"),
        "rulings": question_wording.rulings_of(look, prompt["rule"]),
        "why": pages_for(look).why(look, prompt),
        "explained": pages_for(look).explained(look, prompt),
        "follows": pages_for(look).follows(look, prompt),
        **editing.build_question(look, prompt, draft),
    }


def _hands(look: PageContext) -> list[dict[str, Any]]:
    """Return each side's hand as this viewer may see it; an empty list while there is none."""
    hands = look.view["hands"]
    if hands is None:
        return []
    shown = []
    for side, hand in enumerate(hands):
        cards = (
            None
            if hand["cards"] is None
            else [pages_for(look).card(look, c) for c in hand["cards"]]
        )
        shown.append(
            {
                "side": side,
                "name": look.say.player(side),
                "cards": cards,
                "count": (count := hand.get("count", len(cards or ()))),
                "backs": range(count or 0),
                "mine": side in look.holding.sides,
            }
        )
    return shown


def _shows_hands(look: PageContext, ask: Mapping[str, Any] | None, taken_up: bool) -> bool:
    """Return whether the hands stand beside the question: while cards are played, unless the
    question itself asks for a card.
    """
    if look.looks_back and look.hot_seat:
        return False
    if look.view["hands"] is None or (ask and ask["control"].shows_hand):
        return False
    step = look.view["step"]
    return taken_up or (step is not None and pages_for(look).hands_beside(step["rule"]))


def _sit_down(look: PageContext) -> dict[str, Any]:
    """Return who still has to sit down on this device, and what they can see before that."""
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
        "until": goes_as_far(look.rulebook, setup.until),
        "maps": [str(slug) for slug in setup.maps],
        "sides": [_public_side(look, side) for side in (0, 1)],
    }


def _public_side(look: PageContext, side: int) -> dict[str, Any]:
    viewer = seat(look.holding.sides[0]) if len(look.holding.sides) == 1 else look.viewer
    army = look.seen_by(viewer)["sides"][side]
    return {
        "name": capfirst(look.say.player(side)),
        "icon": f"side-{side}",
        "facts": pages_for(look).facts(look, army["army"]),
        "hidden": army["list_hidden"],
    }


def _may_stop(look: PageContext) -> bool:
    """Return whether the viewer may propose to end the battle as it stands."""
    allowed = look.rulebook.may_stop
    if allowed is None or not look.holding.sides or look.read_only or look.looks_back:
        return False
    return not look.present.over and allowed(look.present.run.situation)


def _polls(look: PageContext, mode: str) -> bool:
    """Return whether this page must poll for news of the battle."""
    if look.looks_back:
        return False
    if look.checked:
        return True
    return mode != "over" or not look.view["closed"]


def _missing_side(request: HttpRequest, look: PageContext) -> Any:
    """Return the link for an empty side, for the person who began the battle."""
    found = look.holding
    if look.view["step"] is None or not found.creator or found.both:
        return None
    free = (side for side in free_seats(look.row, look.present) if side not in found.sides)
    side = next(free, None)
    return None if side is None else side_link(request, look.row, side)


def _print_url(look: PageContext, token: str) -> str:
    if look.view["layout"] is None or look.viewer.role is Role.STRANGER:
        return ""
    if token:
        return reverse("battle-watch-print", args=(look.row.public_id, token))
    return reverse("battle-print", args=(look.row.public_id,))


def _position(look: PageContext, token: str) -> dict[str, Any] | None:
    """Return where the deployed table is available as files; None before there is one."""
    if look.view.get("deployment") is None or look.looks_back:
        return None
    kinds = {kind: deployed_table.address(look, token, kind) for kind in ("pdf", "png")}
    return {**kinds, "own": deployed_table.may_choose(look)}


def _rematch_url(request: HttpRequest, look: PageContext) -> str:
    """Return the address of the rematch, for a viewer who has a seat there because of their seat
    here.
    """
    latest = look.row.rematches.order_by("-pk").first() if look.holding.sides else None
    if latest is None or not get_holding(request, latest).sides:
        return ""
    return reverse("battle", args=(latest.public_id,))


def rematches(row: Battle, found: Holding) -> int | None:
    """Return the number of rematches, for a viewer with a seat at a finished battle whose other
    side offers them; None for every other viewer.
    """
    if row.finished is None or not found.sides or found.creator:
        return None
    return row.rematches.count()


def _screen_url(look: PageContext, token: str) -> str:
    if look.looks_back:
        return ""
    if token:
        return reverse("battle-watch-screen", args=(look.row.public_id, token))
    return reverse("battle-screen", args=(look.row.public_id,))
