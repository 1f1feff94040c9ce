"""The secrets of a battle after both sides revealed everything: hands, garrisons, lists, seed."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.text import capfirst
from django.views.decorators.http import require_safe

from setup_app.battles import queries
from setup_app.battles.models import Visibility
from setup_app.battles.pages.look import PageContext
from setup_app.battles.pages.refusal_page import page
from setup_app.battles.pages.rulebook_pages import pages_for
from setup_app.battles.seats.held import get_holding
from setup_app.battles.seats.queries import read_watch_link
from setup_app.engine.log import ACT
from setup_app.engine.values import SIDES, Side, sha256


def laid_open(look: PageContext, token: str = "") -> dict[str, Any] | None:
    """Return everything that a closed battle reveals; None before that."""
    if not look.view["closed"]:
        return None
    row = look.row
    address = (
        reverse("battle-watch-proof", args=(row.public_id, token))
        if token
        else reverse("battle-own-proof", args=(row.public_id,))
    )
    return {
        "sides": [_side(look, side) for side in SIDES],
        "seed": look.played.seed.hex(),
        "seed_hash": sha256(look.played.seed),
        "proof": address,
        "api": reverse("battle-proof", args=(row.public_id,)),
        "api_open": row.visibility != Visibility.PRIVATE,
    }


def _side(look: PageContext, side: Side) -> dict[str, Any]:
    given = look.view["sides"][side]
    hands = look.view["hands"]
    cards = (hands[side]["cards"] or ()) if hands else ()
    return {
        "name": capfirst(look.say.player(side)),
        "army": given["army"].get("name", ""),
        "cards": [pages_for(look).card(look, card) for card in cards],
        **pages_for(look).laid_open(look, side),
    }


def asked_by(look: PageContext) -> list[str]:
    """Return the names of those who already agreed to reveal everything."""
    return [
        capfirst(look.say.player(entry["side"]))
        for entry in look.lines
        if entry["type"] == ACT
        and entry["kind"] == "close_asked"
        and entry["side"] is not None
        and not entry["undone"]
    ]


@page
@require_safe
def proof(request: HttpRequest, battle: str) -> HttpResponse:
    """Show the proof to a viewer who may see the battle on this device."""
    row = queries.row_named(battle)
    return _proof(queries.proof(row, get_holding(request, row).viewer(row)))


@page
@require_safe
def proof_watched(request: HttpRequest, battle: str, token: str) -> HttpResponse:
    """Show the proof to anyone with the read-only link."""
    row, kind = read_watch_link(battle, token)
    return _proof(queries.proof(row, kind.viewer))


def _proof(body: dict[str, Any]) -> HttpResponse:
    answer = JsonResponse(body, json_dumps_params={"indent": 1})
    answer["Content-Disposition"] = 'inline; filename="proof.json"'
    return answer
