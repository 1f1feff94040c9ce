"""The home page, its picture, and the page about hosting."""

from __future__ import annotations

import re
from functools import cache

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_safe

from setup_app.battles.pages.challenges import latest_open
from setup_app.battles.pages.mine import line_of, own_battles, turn_of
from setup_app.home.doors import DOORS, address
from setup_app.layouts.link_pictures import DAY, drawn_large, link_picture, sample_table
from setup_app.rulebooks import registry
from setup_app.web.markdown import render_document

LATEST = 3


@never_cache
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What this is at one glance, the latest battles of this browser, and the doors."""
    latest = own_battles(request, most=LATEST).things
    shown = {
        "lines": [line_of(row) | {"turn": turn_of(request, row)} for row in latest],
        "challenges": latest_open(),
        "sample": mark_safe(drawn_large(table)) if (table := sample_table()) else "",
        "rulebooks": registry.rulebooks(),
        "doors": [each for each in DOORS if each.about and address(each.name)],
    }
    return render(request, "home/home.html", shown)


@require_safe
@cache_control(public=True, max_age=DAY)
def picture(request: HttpRequest) -> HttpResponse:
    """A table, and what this is."""
    sample = sample_table()
    if sample is None:
        raise Http404
    return link_picture(drawn_large(sample), title=_("Set up your battlefield"), line=in_one_line())


def in_one_line() -> str:
    """What this is."""
    return _(
        "Set up your Gloriam battle: who invades, where you fight, and a table that follows "
        "the rules. No account needed."
    )


@require_safe
@cache_control(public=True, max_age=DAY)
def hosting(request: HttpRequest) -> HttpResponse:
    """Show docs/hosting.md, where every "only on this computer" note leads."""
    return render(request, "home/hosting.html", {"document": hosting_document()})


@cache
def hosting_document() -> SafeString:
    """Return docs/hosting.md as HTML. Links to other documents become plain text."""
    text = (settings.BASE_DIR / "docs" / "hosting.md").read_text(encoding="utf-8")
    text = re.sub(r"\[([^\]]+)\]\([\w./-]+\.md[^)]*\)", r"\1 (docs)", text)
    return render_document(text)
