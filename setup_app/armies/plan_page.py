"""Deployment plans on the page of a list: a small drawing and a line for each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from setup_app.armies.models import ArmyList, StoredPlan
from setup_app.armies.rulebooks import rulebook_of

WIDE, DEEP = 45.0, 15.0
"""The minimum area drawn: half of the usual table."""
MAX_DRAWN: Final = 400.0
"""The limit of the drawing: a plan may name places far off every table."""

Outline = Sequence[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class PlanShown:
    """A plan for its owner's page; `fits` says whether the list still has all of its units."""

    number: int
    name: str
    changed_at: datetime
    picture: SafeString
    down: int
    reserve: int
    fits: bool


def list_plans(army_list: ArmyList) -> list[PlanShown]:
    """Return all plans of a list, by name. One query."""
    draw = rulebook_of(army_list.stated).plan_outlines
    found = []
    for plan in army_list.plans.all():
        outlines = draw(plan.stated, army_list.stated) if draw else ()
        found.append(_shown(plan, outlines))
    return found


def _shown(plan: StoredPlan, outlines: Sequence[Outline]) -> PlanShown:
    stated: dict[str, Any] = plan.stated
    down = len(stated.get("units", ()))
    return PlanShown(
        number=plan.pk,
        name=plan.name,
        changed_at=plan.changed_at,
        picture=picture(outlines),
        down=down,
        reserve=len(stated.get("reserve", ())),
        fits=len(outlines) == down,
    )


def picture(outlines: Sequence[Outline]) -> SafeString:
    """Return footprints as SVG, with their owner's edge at the bottom."""
    near = [each for each in outlines if all(_is_near(point) for point in each)]
    points = [point for each in near for point in each]
    width = max([WIDE, *(x for x, _y in points)])
    depth = max([DEEP, *(y for _x, y in points)])
    bodies = (("L".join(f"{x:.2f} {depth - y:.2f}" for x, y in outline),) for outline in near)
    return format_html(
        '<svg class="plan-picture" viewBox="0 0 {} {}" aria-hidden="true">{}</svg>',
        f"{width:.2f}",
        f"{depth:.2f}",
        format_html_join("", '<path d="M{}Z"/>', bodies),
    )


def _is_near(point: tuple[float, float]) -> bool:
    return all(-MAX_DRAWN <= figure <= MAX_DRAWN for figure in point)
