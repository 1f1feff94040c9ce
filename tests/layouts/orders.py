"""What comes of an order that a worker fills?"""

from __future__ import annotations

from typing import Any

from setup_app.jobs.timeouts import wait_for
from tests.battles.callers import Caller


def filled(order: str, stated: Any) -> dict[str, Any]:
    """The job of an order, once it is over, as its caller reads it."""
    answer = Caller().post(f"layouts/{order}/", stated)
    assert answer.status_code == 202, answer.json()
    job = answer.json()["job"]
    wait_for(job, 30)
    told: dict[str, Any] = Caller().get(f"jobs/{job}/").json()
    assert told["state"] in ("done", "failed")
    return told
