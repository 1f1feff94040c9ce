"""Ask a worker whether a piece can be slid at all, for a page that offers to slide it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from setup_app.engine.values import canonical
from setup_app.jobs.timeouts import NoWorker, by_worker
from setup_app.layouts.job_handlers import MAX_PLACES, SLIDES

TIMEOUT = 1.0
"""Seconds: a hint beside a button is not worth a longer wait."""


def may_be_slid(layout: Mapping[str, Any], piece: str, most: float) -> bool:
    """Return whether there is a legal slide of at most `most`; also True if no worker answers.

    Cached per process for one table: every look at a page draws it again.
    """
    try:
        return _slides(canonical(dict(layout)), piece, most)
    except NoWorker:
        return True


@lru_cache(maxsize=64)
def _slides(layout: bytes, piece: str, most: float) -> bool:
    asked = {"layout": json.loads(layout), "moving": piece, "most": most}
    job = by_worker(SLIDES, asked, timeout=TIMEOUT, most=MAX_PLACES)
    return job.result is None or bool(job.result["slides"])
