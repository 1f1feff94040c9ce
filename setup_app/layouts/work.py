"""Which work do workers do for layouts?"""

from __future__ import annotations

from typing import Any

from setup_app.jobs import kinds
from setup_app.layouts import queries

CHECK = "layouts.check"


def check(arguments: Any, progress: kinds.Progress) -> Any:
    return queries.judged(arguments["layout"])


def register() -> None:
    kinds.register(CHECK, check, seconds=10, patient=True)
