"""What stands on a battle's page? Everything its templates need, decided here."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from setup_app.battles import queries
from setup_app.battles.models import Battle
from setup_app.battles.pages import (
    disclosure,
    held_seats,
    house,
    live_refusals,
    log_lines,
    log_words,
    offline_copy,
    question_words,
    table_view,
)
from setup_app.battles.pages import editor as editing
from setup_app.battles.pages.controls import mistyped
from setup_app.battles.pages.editor import Draft
from setup_app.battles.pages.held_seats import Holding
from setup_app.battles.pages.look import Look
from setup_app.battles.pages.messages import talk
from setup_app.battles.pages.moments import moments
from setup_app.battles.pages.rulebook_pages import control_for, pages_for
from setup_app.battles.pages.seat_links import side_link, watch_link
from setup_app.battles.pages.sides import sides
from setup_app.layouts.table_picture import label, outlines
from setup_app.script.hidden import Role, seat
from setup_app.script.rulebook import CHANCE_AFTER_BACK
from setup_app.script.values import SIDES, other
from setup_app.script.way_back import open_proposals
from setup_app.words.place_refusals import name_of

A_WHILE = timedelta(minutes=1)
MEETING, TABLE = "meeting", "table"


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
    proposal = _proposal(look)
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
        "taken_back": not look.holding.sides
        and not token
        and held_seats.was_taken_back(request, look.row),
        "taken_up": taken_up,
        "mode": mode,
        "sides": shown,
        "me": shown[look.viewer.side] if look.viewer.side is not None else None,
        "here": address(look.row, token),
        "rail": log_words.rail(look),
        "moments": moments(look, log_words.short_names(look)),
        "asked_of": question_words.asked_of(look),
        "latest": log_words.latest(look),
        "log": log_lines.drawn(
            request,
            look,
            log_words.log(look),
            here=address(look.row, token),
            goes_back=bool(look.holding.sides) and not taken_up,
        ),
        "stage": _stage(request, look, prompt, token=token),
        "ask": ask,
        "turns": [shown[side] for side in look.secret_turns()],
        "waiting_for": question_words.waiting_for(look),
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
        "result": question_words.result_words(look),
        "over": pages_for(look).over(look) if mode == "over" else None,
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
        "announced": question_words.announced(look, _spoken(ask)),
        "asked_now": _asked_now(look),
        "watch": watch_link(request, look.row) if mode == "over" and not token else None,
    }


def address(row: Battle, token: str) -> str:
    """Where this viewer finds the battle as it is now."""
    if token:
        return reverse("battle-watch", args=(row.public_id, token))
    return reverse("battle", args=(row.public_id,))


def _mode(look: Look, prompt: Any, taken_up: bool) -> str:
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


def _spoken(ask: Mapping[str, Any] | None) -> str:
    """A question as a listener is told of it: first why what was tried was refused."""
    return " ".join((*(each["words"] for each in ask["refusals"]), ask["text"])) if ask else ""


def _asked_now(look: Look) -> bool:
    """Whether something is asked of this side at present, while it looks at the past."""
    if not look.looks_back or look.hot_seat or look.holding.acting is None:
        return False
    proposed = open_proposals(look.present)
    if proposed:
        return any(each.side != look.holding.acting for each in proposed)
    askings = (each for each in look.present.askings() if each.answered_by is None)
    return any(each.side in (None, look.holding.acting) for each in askings)


def _my_turn(look: Look, mode: str, proposal: Mapping[str, Any] | None) -> bool:
    """Whether it is this side's turn; who plays both is told on the page which of them it is."""
    if look.hot_seat or look.viewer.side is None:
        return False
    if mode == "proposal" and proposal is not None:
        return bool(proposal["may_answer"])
    if mode == "sit_down":
        return bool(_sit_down(look)["to_sit"])
    return mode == "ask" or _asked_now(look)


def _stage(request: HttpRequest, look: Look, prompt: Any, *, token: str) -> dict[str, Any]:
    """What lies on the large part: the table, what the rulebook draws, or the two armies."""
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


def _ask(look: Look, prompt: dict[str, Any], draft: Draft | None) -> dict[str, Any]:
    """The question that is answered on this page, with its control."""
    return {
        "prompt": prompt,
        "kind": prompt["kind"],
        "side": prompt["side"],
        "control": control_for(look, prompt),
        "open": offline_copy.may_keep(look, prompt),
        "text": pages_for(look).question(look, prompt),
        "die": prompt["about"].get("die"),
        "rulings": question_words.rulings_of(look, prompt["rule"]),
        "why": pages_for(look).why(look, prompt),
        "explained": pages_for(look).explained(look, prompt),
        "follows": pages_for(look).follows(look, prompt),
        **editing.asked(look, prompt, draft),
    }


def _proposal(look: Look) -> dict[str, Any] | None:
    """What one side proposes and the other has not answered."""
    for proposal in look.view["proposals"]:
        side = proposal["side"]
        mine = look.holding.acting is not None and side == look.holding.acting
        stated = proposal.get("violations", ())
        violations = log_words.broken_rules(look, look.view["layout"], stated)
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
            "words": [each["words"] for each in violations],
            "line": _line_at(look, proposal.get("to")),
            "again": _again(look),
            "piece": name_of(type_, look.say) if (type_ := _type_of(look, proposal)) else "",
            "given": {
                "kind": "shown",
                "label": label(type_) if type_ else "",
                "draft": _proposed(look, proposal),
                "others": outlines(look.view["layout"]),
                "faults": live_refusals.judged(violations),
                **_zones(look, proposal),
            },
        }
    return None


def _zones(look: Look, proposal: dict[str, Any]) -> dict[str, Any]:
    """Where the piece would have to lie, by which it is drawn how far it is out of that."""
    asked = next((p for p in look.view["prompts"] if p["id"] == proposal.get("prompt")), None)
    editor = pages_for(look).editors.get(asked["kind"]) if asked else None
    given = editor.given(look, asked) if editor and asked else {}
    return {name: given.get(name, []) for name in ("zones", "sectors")}


def _proposed(look: Look, proposal: dict[str, Any]) -> dict[str, Any] | None:
    """The outline for which acceptance is asked: of a placed piece, or of a moved one."""
    answer = proposal.get("answer") or {}
    found = answer.get("outline") if isinstance(answer, dict) else None
    outline = found or pages_for(look).proposed(look, proposal)
    return {"outline": outline} if outline else None


def _type_of(look: Look, proposal: dict[str, Any]) -> str:
    """What kind of piece a proposal is about; nothing where it is about none."""
    asked = (each for each in look.view["prompts"] if each["id"] == proposal.get("prompt"))
    return next((str(each["about"].get("type", "")) for each in asked), "")


def _line_at(look: Look, to: int | None) -> str:
    """The first line that would be taken back by going back to version `to`."""
    if to is None:
        return ""
    for entry in look.lines:
        if entry["number"] > to and entry["text"]:
            return str(entry["text"][0])
    return _("the last step")


def _again(look: Look) -> str:
    """What becomes of chance after going back."""
    if look.played.setup.settings.get(CHANCE_AFTER_BACK.name) == "fresh":
        return _("All that followed goes too. What the program rolls or draws again falls anew.")
    return _(
        "All that followed goes too. What the program rolls or draws again comes out as before."
    )


def _hands(look: Look) -> list[dict[str, Any]]:
    """Each side's hand as this viewer may see it; empty while there is none."""
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


def _shows_hands(look: Look, ask: Mapping[str, Any] | None, taken_up: bool) -> bool:
    """Hands lie beside the question while cards are played, unless it asks for one itself."""
    if look.looks_back and look.hot_seat:
        return False
    if look.view["hands"] is None or (ask and ask["control"].shows_hand):
        return False
    step = look.view["step"]
    return taken_up or (step is not None and pages_for(look).hands_beside(step["rule"]))


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
    return {
        "name": capfirst(look.say.player(side)),
        "icon": f"side-{side}",
        "facts": pages_for(look).facts(look, army["army"]),
        "hidden": army["list_hidden"],
    }


def _may_stop(look: Look) -> bool:
    """Whether who looks may propose to end the battle as it stands now."""
    allowed = look.rulebook.may_stop
    if allowed is None or not look.holding.sides or look.read_only or look.looks_back:
        return False
    return not look.present.over and allowed(look.present.run.situation)


def _polls(look: Look, mode: str) -> bool:
    """Whether this page must find out by itself that the battle went on."""
    if look.looks_back:
        return False
    if look.checked:
        return True
    return mode != "over" or not look.view["closed"]


def _missing_side(request: HttpRequest, look: Look) -> Any:
    """The link for a side at which nobody sits, for who began the battle."""
    found = look.holding
    if look.view["step"] is None or not found.creator or found.both:
        return None
    free = (
        side for side in queries.unplayed_seats(look.row, look.present) if side not in found.sides
    )
    side = next(free, None)
    return None if side is None else side_link(request, look.row, side)


def _print_url(look: Look, token: str) -> str:
    if look.view["layout"] is None or look.viewer.role is Role.STRANGER:
        return ""
    if token:
        return reverse("battle-watch-print", args=(look.row.public_id, token))
    return reverse("battle-print", args=(look.row.public_id,))


def _rematch_url(request: HttpRequest, look: Look) -> str:
    """Where the return match is, for who sits at it because he sat here."""
    latest = look.row.rematches.order_by("-pk").first() if look.holding.sides else None
    if latest is None or not held_seats.held(request, latest).sides:
        return ""
    return reverse("battle", args=(latest.public_id,))


def rematches(row: Battle, found: Holding) -> int | None:
    """How many return matches there are, for who sits at a finished battle and is offered them by
    the other side; None for everybody else."""
    if row.finished is None or not found.sides or found.creator:
        return None
    return row.rematches.count()


def _screen_url(look: Look, token: str) -> str:
    if look.looks_back:
        return ""
    if token:
        return reverse("battle-watch-screen", args=(look.row.public_id, token))
    return reverse("battle-screen", args=(look.row.public_id,))
