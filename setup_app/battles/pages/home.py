"""What is this, and where are my battles?"""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from setup_app.battles.models import Battle
from setup_app.battles.pages import holding
from setup_app.battles.pages.drawing import table_svg
from setup_app.battles.pages.holding import remembered
from setup_app.battles.pages.pictures import sample_table
from setup_app.battles.record import setup_of
from setup_app.rulebooks import registry

PAGE = 20
LATEST = 3


@never_cache
@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """What this is at one glance, the latest battles of this browser, and the doors."""
    latest = list(_mine(request)[:LATEST])
    shown = {
        "lines": [_line(row) for row in latest],
        "sample": table_svg(sample, interactive=False) if (sample := sample_table()) else "",
        "rulebooks": registry.rulebooks(),
    }
    return render(request, "battles/home.html", shown)


@never_cache
@require_GET
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


def _line(row: Battle) -> dict[str, Any]:
    """A battle in a list: what everybody may know of it, without a replay."""
    setup = setup_of(row)
    rulebook = registry.rulebook(row.rulebook)
    public = [rulebook.public_list(army, setup.settings) for army in setup.sides]
    names = [capfirst(each.get("player") or each.get("name") or _("Unnamed")) for each in public]
    return {"row": row, "names": names}
