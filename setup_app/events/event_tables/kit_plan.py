"""Plans of which box builds which table, as workers get and return them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any, Final

from setup_app.engine.errors import DomainError
from setup_app.engine.values import canonical
from setup_app.jobs.models import Job
from setup_app.jobs.services import enqueue
from setup_app.jobs.timeouts import NoWorker, is_swamped
from terrain.kits.pieces import OwnedPiece, Wanted, are_too_many

PLAN: Final = "events.plan"
MAX_FITS: Final = 50_000
MAX_WANTED: Final = 400
TOLERANCE_MM: Final = 40
SECONDS: Final = 8
MAX_WAITING: Final = 20
"""The maximum number of waiting plans; each may take 20 s."""


def ask_for_plan(asked: Mapping[str, Any], *, caller: str) -> Job:
    """Return a job whose result is a plan.

    `asked` is a validated request in the contract's form. Raises `too_many_fits`, and `NoWorker`
    while too many wait.
    """
    refuse_too_many(asked)
    if is_swamped(PLAN, most=MAX_WAITING):
        raise NoWorker
    return enqueue(PLAN, dict(asked), caller=caller)


def refuse_too_many(asked: Mapping[str, Any]) -> None:
    """Raise `too_many_fits` if more pairs fit than a solver can hold."""
    pieces = [piece_of(each) for each in asked["pieces"]]
    wanted = [Wanted(**each) for each in asked["wanted"]]
    tolerance = asked["tolerance_mm"]
    if are_too_many(pieces, wanted, tolerance_mm=tolerance, most=MAX_FITS):
        raise DomainError("too_many_fits", {"most": MAX_FITS})


def solved(asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return the result of a plan in the contract's form."""
    # Only a request for a plan loads HiGHS and numpy.
    from terrain.kits.plan import plan

    found = plan(
        [piece_of(each) for each in asked["pieces"]],
        [Wanted(**each) for each in asked["wanted"]],
        tolerance_mm=asked["tolerance_mm"],
        seconds=asked["seconds"],
    )
    built, difference, boxes = (found.steps[name] for name in ("built", "difference", "boxes"))
    return {
        "built": built.value,
        "difference_mm": difference.value,
        "boxes": found.boxes,
        "assigned": [{"wanted": each, "pieces": ids} for each, ids in found.assigned.items()],
        "short": [
            {"wanted": each.wanted, "why": each.why, "nearest": each.nearest}
            for each in found.short
        ],
        "tables_built": found.tables_built,
        "optimal": {
            "built": built.optimal,
            "difference": difference.optimal,
            "boxes": boxes.optimal,
        },
        "bound": {
            "built": built.bound,
            "difference_mm": difference.bound,
            "boxes": boxes.bound,
        },
    }


def piece_of(stated: Mapping[str, Any]) -> OwnedPiece:
    """Return a piece for planning; its sides are swapped if the first is the shorter."""
    short, long = sorted((stated["long_mm"], stated["short_mm"]))
    return OwnedPiece(
        id=stated["id"],
        types=frozenset(stated["types"]),
        long_mm=long,
        short_mm=short,
        count=stated["count"],
        box=stated["box"],
        section=stated["section"],
        form=look_of(stated),
    )


def look_of(piece: Mapping[str, Any]) -> str:
    """Return the name of a piece's outline, empty if it has none."""
    outline = piece.get("outline")
    return hashlib.sha256(canonical(outline)).hexdigest()[:16] if outline else ""
