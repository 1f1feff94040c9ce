"""What is this, and where are my battles?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import mark_safe
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from setup_app.battles import queries
from setup_app.battles.models import Battle
from setup_app.battles.pages import holding
from setup_app.battles.pages.doors import DOORS, address
from setup_app.battles.pages.holding import remembered
from setup_app.battles.pages.pictures import drawn_large, sample_table
from setup_app.battles.record import setup_of
from setup_app.rulebooks import registry
from setup_app.script.prompts import Prompt
from setup_app.script.values import Told

PAGE = 20
LATEST = 3


@dataclass(frozen=True)
class Turn:
    """Whose turn it is in a battle, as its line on a list says it; `mine` asks for this browser."""

    words: str
    step: str = ""
    mine: bool = False


@never_cache
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What this is at one glance, the latest battles of this browser, and the doors."""
    latest = list(_mine(request)[:LATEST])
    shown = {
        "lines": [_line(row) | {"turn": turn_of(request, row)} for row in latest],
        "sample": mark_safe(drawn_large(table)) if (table := sample_table()) else "",
        "rulebooks": registry.rulebooks(),
        "doors": [each for each in DOORS if each.about and address(each.name)],
    }
    return render(request, "battles/home.html", shown)


@never_cache
@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    """The battles of which this browser holds a seat, and an account's own."""
    page = Paginator(_mine(request), PAGE).get_page(request.GET.get("page"))
    held = set(remembered(request))
    lines = [_line(row) | {"held": row.public_id in held} for row in page.object_list]
    return render(request, "battles/mine.html", {"page": page, "lines": lines})


@never_cache
@require_POST
def forget(request: HttpRequest, battle: str) -> HttpResponse:
    """Take a battle off this device's list, with its seats; the battle itself stays."""
    holding.forget(request, battle)
    messages.success(request, _("This device has forgotten the battle."))
    return redirect("battles")


def _mine(request: HttpRequest) -> Any:
    battles = Battle.objects.filter(public_id__in=remembered(request))
    if request.user.is_authenticated:
        battles = battles | Battle.objects.filter(owner=request.user)
    return battles.order_by("-changed", "-pk")


def turn_of(request: HttpRequest, row: Battle) -> Turn:
    """Whose turn it is: that somebody is asked, and at which step, is open to all who watch."""
    if row.closed:
        return Turn(_("Laid open"))
    if row.finished:
        return Turn(_("Finished"))
    played = queries.readable(row).played
    asked = [each for each in played.askings() if each.answered_by is None] if played else []
    if not asked:
        return Turn(_("Under way"))
    speak, held = queries.speaker_for(row), holding.held(request, row)
    step = speak(Told(f"step.{asked[0].prompt.rule}")) if _told(row, asked[0].prompt) else ""
    if any(held.acts_for(each.side) for each in asked):
        words = _("A move on this device") if held.both else _("Your turn")
        return Turn(words, step, mine=True)
    return Turn(_("%(name)s's turn") % {"name": speak.player(asked[0].side)}, step)


def _told(row: Battle, prompt: Prompt) -> bool:
    """Whether the section of a prompt has a title."""
    return prompt.kind == "sit_down" or bool(registry.rulebook(row.rulebook).title_of(prompt.rule))


def _line(row: Battle) -> dict[str, Any]:
    """A battle in a list: what everybody may know of it, without a replay."""
    setup = setup_of(row)
    rulebook = registry.rulebook(row.rulebook)
    public = [rulebook.public_list(army, setup.settings) for army in setup.sides]
    names = [capfirst(each.get("player") or each.get("name") or _("Unnamed")) for each in public]
    return {"row": row, "names": names}
