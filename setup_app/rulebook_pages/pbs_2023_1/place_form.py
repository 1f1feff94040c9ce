"""Read a placement, slide or turn from a form, dragged or typed as figures."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from setup_app.battles.pages.answers import Mistyped, Reshaped, stated, whole
from setup_app.engine.errors import DomainError
from setup_app.layouts import edge_to_edge
from setup_app.rulebook_pages.pbs_2023_1 import outlines
from setup_app.wording.figures import typed, typed_or
from terrain.core.rules import SizeLimits

FIGURES = ("width", "depth", "degrees", "left", "near", "from_at", "to_at", "right", "away")
"""The fields for typed measures, of every form."""

SIZES = ("width", "depth")


def _mistyped(sent: Mapping[str, str]) -> dict[str, str]:
    """Return the error beside each invalid typed measure; while there is one, nothing is placed."""
    faults = {}
    for name in FIGURES:
        if name not in sent:
            continue
        found, value = sent[name].strip()[:40], typed(sent[name])
        if value is None:
            faults[name] = _("“%(found)s” is not a number. Enter one such as 6 or 6.5.") % {
                "found": found
            }
        elif name in SIZES and value < outlines.SHORTEST:
            faults[name] = _("“{typed}” is not a valid size. Enter one such as 6 or 6.5.").format(
                typed=found
            )
    return faults


def read_placement(sent: Mapping[str, str], table: Mapping[str, float]) -> dict[str, Any]:
    """Return the answer in a submitted form: the script's own, or one from typed measures.

    Raises `unreadable`, `Mistyped` for an invalid measure, and `Reshaped` if another outline is
    requested.
    """
    if sent.get("do") == "leave":
        return {"leave": True}
    if sent.get("do") == "another":
        raise Reshaped(_as_typed(sent) | {"shape": "blob", "figure": str(_number(sent) + 1)})
    faults = {} if sent.get("drafted") else _mistyped(sent)
    if faults:
        drawn = stated(sent["answer"]) if sent.get("answer") else None
        raise Mistyped(_as_typed(sent), faults, drawn)
    given = sent.get("drafted") or sent.get("answer")
    if given:
        answer = stated(given)
        if not isinstance(answer, dict):
            raise DomainError("unreadable")
        if "outline" in answer and sent.get("declared"):
            answer["declared"] = sent["declared"]
        return answer
    form = sent.get("form", "")
    if form == "slide":
        return {"by": [typed_or(sent.get("right"), 0), typed_or(sent.get("away"), 0)]}
    if form == "turn":
        return _turn(sent)
    answer = {"outline": outlines.as_polygon(_ring(form, sent, table))}
    return {**answer, "declared": sent["declared"]} if sent.get("declared") else answer


def _as_typed(sent: Mapping[str, str]) -> dict[str, str]:
    return {name: sent[name] for name in (*FIGURES, "shape", "figure") if name in sent}


def _number(sent: Mapping[str, str]) -> int:
    return whole(sent.get("figure", "")) or 0


def _turn(sent: Mapping[str, str]) -> dict[str, Any]:
    try:
        about = [float(each) for each in sent.get("about", "").split(",")]
    except ValueError as wrong:
        raise DomainError("unreadable") from wrong
    if not all(math.isfinite(each) for each in about):
        raise DomainError("unreadable")
    return {"about": about, "degrees": typed_or(sent.get("degrees"), 0)}


def _ring(form: str, sent: Mapping[str, str], table: Mapping[str, float]) -> edge_to_edge.Ring:
    if form == "strip":
        return edge_to_edge.strip(sent.get("side", "left"), typed_or(sent.get("depth"), 4), table)
    if form == "band":
        ends = (
            _end(sent.get("from_edge", "near"), typed_or(sent.get("from_at"), 0), table),
            _end(sent.get("to_edge", "far"), typed_or(sent.get("to_at"), 0), table),
        )
        return edge_to_edge.band(ends, typed_or(sent.get("width"), 1), table)
    return outlines.outline(
        outlines.Measured(
            sent.get("shape", "blob"),
            typed_or(sent.get("width"), 6),
            typed_or(sent.get("depth"), 6),
            typed_or(sent.get("degrees"), 0),
            typed_or(sent.get("left"), 0),
            typed_or(sent.get("near"), 0),
            _limits(sent.get("limits", "")),
            sent.get("ground", "open"),
            _number(sent),
        )
    )


def _limits(text: str) -> SizeLimits | None:
    """Return the limits on the page, by which a typed piece is drawn; the rules judge it."""
    figures = [typed(each) for each in text.split()]
    if len(figures) != 4 or None in figures:
        return None
    least, long, more_than, most = (float(each or 0) for each in figures)
    return SizeLimits(least, long, most, bool(more_than))


def _end(edge: str, at: float, table: Mapping[str, float]) -> tuple[float, float]:
    """Return a point on an edge, `at` from the left corner or from the near one."""
    width, depth = table["width"], table["depth"]
    return {
        "near": (at, 0.0),
        "far": (at, depth),
        "left": (0.0, at),
        "right": (width, at),
    }.get(edge, (at, 0.0))
