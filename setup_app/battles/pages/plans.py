"""Deployment plans for the page's script: list, save, apply.

Plans are stored with the list if this browser owns it; otherwise the device keeps them and sends
what to apply. The battle stores nothing of a plan, and only the asked seat learns of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_POST

from setup_app.armies import plans
from setup_app.armies.models import ArmyList
from setup_app.battles import queries
from setup_app.battles.models import Battle
from setup_app.battles.pages.answers import acting_side, stated
from setup_app.battles.pages.look import PageContext
from setup_app.battles.seats.held import Holding, require_seat
from setup_app.engine.errors import DomainError
from setup_app.engine.prompts import Laying, Unfit
from setup_app.engine.values import Side, other
from setup_app.identity.ownership import NotThere
from setup_app.identity.requesters import Requester, asker_of
from setup_app.web.problem_answers import answered
from setup_app.web.throttling import limit_rate
from setup_app.wording.figures import typed
from setup_app.wording.place_refusals import in_words

MAX_SENT = plans.MAX_BYTES
FARTHEST = 100.0
"""The largest shift of a plan, in the rulebook's unit: farther than any table."""


@answered
@require_POST
def lay(request: HttpRequest, battle: str) -> HttpResponse:
    """Return a plan as far as the prompt lets it be placed, and what of it does not fit."""
    row, found = require_seat(request, battle)
    prompt, sent = request.POST.get("prompt", ""), request.POST.get("plan", "")
    side = acting_side(found, prompt)
    if len(sent) > MAX_SENT:
        raise DomainError("too_much")
    shift = (_shift(request, "across"), _shift(request, "ahead"))
    laying = Laying(stated(sent), request.POST.get("mirror") == "yes", shift)
    laid = queries.plan_laid(row, side, prompt, laying)
    unfit = _in_words(PageContext(row, found.viewer(row), found), laid.unfit) if laid.unfit else []
    return JsonResponse({"answer": laid.answer, "unfit": unfit})


def _in_words(look: PageContext, unfit: Sequence[Unfit]) -> list[dict[str, Any]]:
    """Return what stays in hand, and why, in the wording of refused places."""
    layout: Mapping[str, Any] = look.view["layout"] or {}
    pieces = {piece["id"]: piece["type"] for piece in layout.get("pieces", ())}
    return [
        {
            "unit": each.unit,
            "why": [
                in_words(asdict(broken), pieces, look.say)["words"] for broken in each.violations
            ],
        }
        for each in unfit
    ]


def _shift(request: HttpRequest, name: str) -> float:
    value = typed(request.POST.get(name, "") or "0")
    if value is None or not abs(value) <= FARTHEST:
        raise DomainError("unreadable", {"where": f"/{name}"})
    return value


@answered
@require_POST
@limit_rate
def change_plans(request: HttpRequest, battle: str) -> HttpResponse:
    """Change the plans kept with the requester's list: `do` says `keep`, `rename` or `delete`.
    Return the plans afterwards; `list` is null if this browser owns no such list.
    """
    row, found = require_seat(request, battle)
    side = acting_side(found, request.POST.get("prompt", ""))
    asker = asker_of(request)
    army_list = None if side is None else list_for(asker, row, found, side)
    if request.POST.get("do"):
        if army_list is None:
            raise NotThere
        _do(request, asker, army_list.public_id)
    return JsonResponse(_as_json(army_list))


def list_for(asker: Requester, row: Battle, found: Holding, side: Side) -> ArmyList | None:
    """Return the requester's list that a side plays; None if there is none.

    On a device that two players of the same list share, neither has plans here: each would see what
    the other keeps.
    """
    sides = row.setup["sides"]
    army_list = plans.list_played(asker, sides[side])
    if army_list is not None and found.both:
        return None if plans.list_played(asker, sides[other(side)]) == army_list else army_list
    return army_list


def _do(request: HttpRequest, asker: Requester, public_id: str) -> None:
    do, name = request.POST["do"], request.POST.get("name", "")
    if do == "keep":
        sent = request.POST.get("plan", "")
        if len(sent) > MAX_SENT:
            raise DomainError("too_much")
        plans.keep_plan(asker=asker, public_id=public_id, name=name, stated=stated(sent))
    elif do == "rename":
        to = request.POST.get("to", "")
        plans.rename_plan(asker=asker, public_id=public_id, name=name, to=to)
    elif do == "delete":
        plans.delete_plan(asker=asker, public_id=public_id, name=name)
    else:
        raise DomainError("unreadable", {"where": "/do"})


def _as_json(army_list: ArmyList | None) -> Mapping[str, Any]:
    if army_list is None:
        return {"list": None, "plans": []}
    return {
        "list": army_list.name,
        "plans": [{"name": each.name, "plan": each.stated} for each in army_list.plans.all()],
    }
