"""Answer refusals as pages: the sentence, where the player already is."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import add_never_cache_headers

from setup_app.battles import battle_cache
from setup_app.battles.models import Battle
from setup_app.battles.seats.held import remembered_battles, was_taken_back
from setup_app.engine.errors import DomainError
from setup_app.wording.sentences import sentence

PageView = Callable[..., HttpResponse]

USED_UP = ("seat_used_up", "link_used_up")
"""Codes of used links, whose holders may know that they were used and what to do."""


def page(view: PageView) -> PageView:
    """Answer domain errors as pages: 404 where nothing may be known, else the sentence, again.

    Battle pages are never cached, since they may show a hand, unless the view says otherwise.
    """

    @wraps(view)
    def kept(request: HttpRequest, *args: Any, **named: Any) -> HttpResponse:
        # The whole request reads, changes and shows the same loaded battle.
        with battle_cache.holding():
            answer = answered(request, *args, **named)
        if not answer.has_header("Cache-Control"):
            add_never_cache_headers(answer)
        return answer

    def answered(request: HttpRequest, *args: Any, **named: Any) -> HttpResponse:
        try:
            return view(request, *args, **named)
        except DomainError as refused:
            battle_cache.discard()
            if refused.code in ("not_found", "not_allowed"):
                # What is missing and what is private look alike.
                shown: dict[str, Any] = {
                    "linked": "token" in named,
                    "challenged": "challenge" in named,
                    "taken_back": "token" not in named and _was_taken_back(request, named),
                }
                return render(request, "battles/not_here.html", shown, status=404)
            if refused.code in USED_UP:
                shown = {"device": refused.code == "link_used_up"}
                return render(request, "battles/used_up.html", shown, status=410)
            why, battle = sentence(refused.code, refused.params), named.get("battle")
            if battle and request.path == reverse("battle", args=(battle,)):
                # A redirect would lead back here, as where nothing of a log replays.
                shown = {"why": why, "unreadable": refused.code == "read_only"}
                return render(request, "battles/refused.html", shown, status=409)
            messages.error(request, why)
            return redirect("battle", battle) if battle else redirect("home")

    return kept


def _was_taken_back(request: HttpRequest, named: dict[str, Any]) -> bool:
    """Return whether this device once held a seat of the battle. Others cost no query."""
    if named.get("battle") not in remembered_battles(request):
        return False
    row = Battle.objects.filter(public_id=named["battle"]).first()
    return row is not None and was_taken_back(request, row)
