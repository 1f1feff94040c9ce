"""What is kept of a request about battles, so that it can be answered again?

No answer, since answers hold tokens and hands: only what they are made of, from the battle's log as
it was at `version`, or from a job.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import timedelta
from typing import Any

from rest_framework.request import Request

from setup_app.battles import battle_cache
from setup_app.battles.repository import Unreplayable, marking_mismatches
from setup_app.idempotency import services


@dataclass(frozen=True)
class Outcome:
    """What a request did, and all that is needed to answer it, again too.

    `battle` is the id of what was made: of a challenge, where it was one.
    """

    kind: str
    battle: str = ""
    version: int | None = None
    job: uuid.UUID | None = None
    seat: str = ""
    generation: int | None = None


def once(request: Request, act: Callable[[], Outcome], *, act_first: bool = False) -> Outcome:
    """Do `act`, or give what it came to before; see `repeats.services.once`.

    That a battle does not replay is not kept: it may be mended.
    """

    made: dict[str, Any] | None = None

    def acted() -> dict[str, Any]:
        nonlocal made
        outcome = act()
        made = {**asdict(outcome), "job": outcome.job and str(outcome.job)}
        return made

    with marking_mismatches():
        kept = services.once(request, acted, fleeting=(Unreplayable,), act_first=act_first)
    if kept is not made:
        # It was done before, or at the same time by another, and here it was undone.
        battle_cache.let_go()
    return _outcome(kept)


def known(request: Request, *, within: timedelta) -> Outcome | None:
    """What this request came to at most so long ago; None where it was not sent then."""
    kept = services.known(request, within=within)
    return None if kept is None else _outcome(kept)


def _outcome(kept: dict[str, Any]) -> Outcome:
    return Outcome(**{**kept, "job": kept["job"] and uuid.UUID(kept["job"])})
