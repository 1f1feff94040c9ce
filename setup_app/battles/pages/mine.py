"""The page with one's own battles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from setup_app.battles import queries, services
from setup_app.battles.models import Battle
from setup_app.battles.repository import setup_of
from setup_app.battles.seats.held import forget_battle, get_holding, remembered_battles
from setup_app.battles.seats.services import leave_with_device
from setup_app.battles.seats.tokens import SEATS, generation
from setup_app.engine.prompts import Prompt
from setup_app.engine.values import LogMessage
from setup_app.identity.ownership import owned_parts
from setup_app.identity.requesters import asker_of
from setup_app.identity.sessions import remembered_with
from setup_app.rulebooks import registry
from setup_app.web.slices import PageCursor, Slice, slice_of

PAGE = 20


@dataclass(frozen=True)
class Turn:
    """Whose turn it is in a battle, as a list shows it; `mine` if this browser has to answer."""

    words: str
    step: str = ""
    mine: bool = False


@never_cache
@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    """Show the battles of which this browser holds a seat, and those that its user began."""
    place = PageCursor.read(request.GET.get("place", ""))
    part = own_battles(request, most=PAGE, place=place)
    held = set(remembered_battles(request))
    lines = [line_of(row) | {"held": row.public_id in held} for row in part.things]
    shown = {"part": part, "count": _how_many(request), "lines": lines}
    return render(request, "battles/mine.html", shown)


@never_cache
@require_POST
def forget(request: HttpRequest, battle: str) -> HttpResponse:
    """Remove a battle and its seats from this device's list; the battle itself stays."""
    row = Battle.objects.filter(public_id=battle).first()
    with remembered_with(request):
        if row is not None:
            for side in get_holding(request, row).sides:
                of = generation(row, SEATS[side])
                leave_with_device(battle=battle, side=side, of=of)
        forget_battle(request, battle)
    services.disown(battle=battle, asker=asker_of(request))
    messages.success(request, _("We removed the battle from this device."))
    return redirect("battles")


def own_battles(
    request: HttpRequest, *, most: int, place: PageCursor | None = None
) -> Slice[Battle]:
    """Return the battles of which this browser holds a seat or that its user began, the latest
    first.
    """
    parts = [_held(request), *owned_parts(Battle, asker_of(request))]
    return slice_of(parts, by="changed", size=most, place=place)


def _how_many(request: HttpRequest) -> int:
    asker = asker_of(request)
    own = sum(each.count() for each in owned_parts(Battle, asker))
    return own + _held(request).exclude(asker.owned()).count()


def _held(request: HttpRequest) -> QuerySet[Battle]:
    return Battle.objects.filter(public_id__in=remembered_battles(request))


def turn_of(request: HttpRequest, row: Battle) -> Turn:
    """Return whose turn it is. Everyone who watches may know that a side is asked, and at which
    step.
    """
    if row.closed:
        return Turn(_("Revealed"))
    if row.finished:
        return Turn(_("Finished"))
    played = queries.readable(row).played
    asked = [each for each in played.askings() if each.answered_by is None] if played else []
    if not asked:
        return Turn(_("In progress"))
    speak, held = queries.speaker_for(row), get_holding(request, row)
    step = speak(LogMessage(f"step.{asked[0].prompt.rule}")) if _told(row, asked[0].prompt) else ""
    if any(held.acts_for(each.side) for each in asked):
        words = _("Next move on this device") if held.both else _("Your turn")
        return Turn(words, step, mine=True)
    return Turn(_("%(name)s to play") % {"name": speak.player(asked[0].side)}, step)


def _told(row: Battle, prompt: Prompt) -> bool:
    """Return whether the section of a prompt has a title."""
    return prompt.kind == "sit_down" or bool(registry.rulebook(row.rulebook).title_of(prompt.rule))


def line_of(row: Battle) -> dict[str, Any]:
    """Return a battle's public data for a list, without a replay."""
    setup = setup_of(row)
    rulebook = registry.rulebook(row.rulebook)
    public = [rulebook.public_list(army, setup.settings) for army in setup.sides]
    names = [capfirst(each.get("player") or each.get("name") or _("Unnamed")) for each in public]
    return {"row": row, "names": names}
