"""Work that workers do for layouts."""

from __future__ import annotations

from typing import Any

from setup_app.jobs import kinds
from setup_app.layouts import queries, services, shifts
from setup_app.layouts.sets import services as sets
from setup_app.layouts.sets import sheets

CHECK = "layouts.check"
JUDGE = "layouts.judge"
AUDIT = "layouts.audit"
WHERE = "layouts.where"
NEAREST = "layouts.nearest"
HINTS = "layouts.hints"
GROUND = "layouts.ground"
MOVED_GROUND = "layouts.moved_ground"
NEAREST_SLIDE = "layouts.nearest_slide"
NEAREST_TURN = "layouts.nearest_turn"
SLIDES = "layouts.slides"
GENERATE = "layouts.generate"
PRINT = "layouts.print"

MAX_LAYOUTS, MAX_PLACES = 100, 20
"""The maximum number of waiting questions about a table, and about one more piece on it."""


def check(arguments: Any, progress: kinds.Progress) -> Any:
    return queries.judge_layout(arguments["layout"])


def judge(arguments: Any, progress: kinds.Progress) -> Any:
    return queries.judge_layout(arguments["layout"], to_keep=True)


def audit(arguments: Any, progress: kinds.Progress) -> Any:
    return queries.audited(arguments["layout"])


def where(arguments: Any, progress: kinds.Progress) -> Any:
    return queries.where_it_may_lie(arguments)


def nearest(arguments: Any, progress: kinds.Progress) -> Any:
    return queries.nearest_place(arguments)


def hints(arguments: Any, progress: kinds.Progress) -> Any:
    return queries.hinted(arguments)


def ground(arguments: Any, progress: kinds.Progress) -> Any:
    return queries.ground_for(arguments["placing"], arguments["seen_from"])


def moved_ground(arguments: Any, progress: kinds.Progress) -> Any:
    return shifts.ground_for(arguments)


def nearest_slide(arguments: Any, progress: kinds.Progress) -> Any:
    return shifts.nearest_slide(arguments)


def nearest_turn(arguments: Any, progress: kinds.Progress) -> Any:
    return shifts.turn_nearest(arguments)


def slides(arguments: Any, progress: kinds.Progress) -> Any:
    return shifts.slides_somewhere(arguments)


def generate(arguments: Any, progress: kinds.Progress) -> Any:
    return queries.generated(arguments["wish"], progress)


def print_sheets(arguments: Any, progress: kinds.Progress) -> kinds.Product:
    order = arguments["order"]
    count = len(order["tables"])
    body = queries.printed(order, progress)
    return kinds.Product(
        {"sheets": count}, name="tables.pdf", media_type="application/pdf", body=body
    )


def lay(arguments: Any, progress: kinds.Progress) -> Any:
    """Generate a table with its own page: the outcome is stored there, not with the job."""
    services.lay(arguments["table"], progress)
    return {}


def gather(arguments: Any, progress: kinds.Progress) -> Any:
    """Finish a set: its tables are separate jobs, so there is nothing left to do."""
    return {"tables": arguments["tables"]}


def register() -> None:
    kinds.register(CHECK, check, seconds=10, yields=True)
    kinds.register(JUDGE, judge, seconds=10, yields=True)
    kinds.register(AUDIT, audit, seconds=10, patient=True)
    kinds.register(WHERE, where, seconds=4, tries=1, yields=True)
    kinds.register(NEAREST, nearest, seconds=4, tries=1, yields=True)
    kinds.register(GENERATE, generate, seconds=20, patient=True)
    kinds.register(PRINT, print_sheets, seconds=60, patient=True)
    kinds.register(HINTS, hints, seconds=4, tries=1, yields=True)
    kinds.register(GROUND, ground, seconds=4, tries=1, yields=True)
    kinds.register(MOVED_GROUND, moved_ground, seconds=4, tries=1)
    kinds.register(NEAREST_SLIDE, nearest_slide, seconds=4, tries=1)
    kinds.register(NEAREST_TURN, nearest_turn, seconds=4, tries=1)
    kinds.register(SLIDES, slides, seconds=4, tries=1)
    kinds.register(services.LAY, lay, seconds=20, patient=True)
    kinds.register(sets.LAY, lay, seconds=20, patient=True)
    kinds.register(sets.WHOLE, gather, seconds=10, patient=True)
    kinds.register(sets.PRINT, sheets.printed, seconds=60, patient=True)
