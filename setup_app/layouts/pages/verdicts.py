"""A worker's verdict on a table that is being edited, while the editor waits a moment."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from setup_app.engine.values import canonical
from setup_app.jobs.models import State
from setup_app.jobs.timeouts import NoWorker, by_worker
from setup_app.layouts import job_handlers

TIMEOUT = 4.0
KEPT = 64


def of_worker(kind: str, arguments: Mapping[str, Any]) -> Any:
    """Return a worker's answer within a while; None without one."""
    try:
        job = by_worker(kind, dict(arguments), timeout=TIMEOUT, most=job_handlers.MAX_LAYOUTS)
    except NoWorker:
        return None
    return job.result if job.state == State.DONE else None


class _Unjudged(Exception):
    """No worker has answered; the next request may succeed."""


def verdict_on(layout: Mapping[str, Any]) -> Any:
    """Return a worker's verdict on a layout; None without one."""
    try:
        return _judged(canonical(dict(layout)))
    except _Unjudged:
        return None


@lru_cache(maxsize=KEPT)
def _judged(layout: bytes) -> Any:
    """Return a cached verdict: it never changes, so selecting a piece needs no worker."""
    found = of_worker(job_handlers.JUDGE, {"layout": json.loads(layout)})
    if found is None:
        raise _Unjudged
    return found
