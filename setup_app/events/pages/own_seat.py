"""The action by which a player sits down at the battle of their table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from setup_app.battles.seats.held import get_holding, remember_seats
from setup_app.engine.errors import DomainError
from setup_app.events.event.access import EventAccess
from setup_app.events.event_tables import seats
from setup_app.events.event_tables.table_battles import is_played
from setup_app.events.models import EventTable
from setup_app.events.pages.callers import standing_as
from setup_app.events.pages.figures import number_of
from setup_app.events.pages.refusal import page
from setup_app.identity.sessions import remembered_with
from setup_app.wording.sentences import sentence


@page
@require_POST
def sit(request: HttpRequest, event: str, role: int) -> HttpResponse:
    """Take the seat on this browser with one tap, and redirect to the battle; a seated player is
    redirected too. `over` moves the seat from the device that has it.
    """
    standing = standing_as(request, event, role)
    number, table = number_of(request.POST, "round"), number_of(request.POST, "table")
    own = seats.own_seat(standing, number, table)
    if not get_holding(request, own.battle).acts_for(own.side):
        act = seats.take_over if request.POST.get("over") == "yes" else seats.sit_down
        with remembered_with(request):
            own = act(standing=standing, number=number, table=table)
            remember_seats(request, own.battle, own.seat)
    return redirect("battle", own.battle.public_id)


def seat_part(
    request: HttpRequest, standing: EventAccess, line: Mapping[str, Any]
) -> dict[str, Any]:
    """Return what a player's page shows of the battle at their table: `state` is `free`, `here`,
    `elsewhere`, `over` or `refused`; empty if they have none to play. At most six queries.
    """
    found = EventTable.objects.filter(
        event=standing.event, round=line["round"], table=line["table"]
    )
    row = found.only("terms", "refused").first()
    if row is None or not is_played(row):
        return {}
    if row.refused:
        return {"state": "refused", "why": sentence(row.refused["code"], {"reason": "seat"})}
    try:
        own = seats.own_seat(standing, line["round"], line["table"])
    except DomainError as refused:
        return {"state": "refused", "why": sentence(refused.code, refused.params)}
    shown = {"battle": own.battle.public_id, "round": line["round"], "table": line["table"]}
    if own.battle.finished is not None:
        return {**shown, "state": "over"}
    shown["link_replaced"] = seats.link_replaced_at(standing, line["round"], line["table"])
    if get_holding(request, own.battle).acts_for(own.side):
        return {**shown, "state": "here"}
    return {**shown, "state": "elsewhere" if own.taken else "free"}
