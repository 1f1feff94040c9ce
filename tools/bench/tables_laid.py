"""Generate an event's tables in one process, by the service or by bare calls, on request."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import django

if TYPE_CHECKING:
    from setup_app.events.event.access import EventAccess

TABLES, ROUNDS = 40, 5
GROUND = {"kind": "generated", "territory": "any", "box": "any", "policy": "random"}


def main() -> None:
    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    organiser = _organiser()
    for at, line in enumerate(sys.stdin):
        _through_the_service(organiser, at) if line.strip() == "service" else _bare(organiser, at)
        print(200, flush=True)


def _organiser() -> EventAccess:
    """Return the organiser of a new event of this many tables and rounds."""
    from setup_app.events.event import queries
    from setup_app.events.models import Event
    from tests.events.callers import begin

    meeting = begin(tables=TABLES, rounds=ROUNDS)
    event = Event.objects.get(public_id=meeting.id)
    return queries.standing_again(meeting.id, [1, event.role_rows.get(number=1).generation])


def _through_the_service(organiser: EventAccess, at: int) -> None:
    """Run the job, its parts and the end one after the other, as a worker does them."""
    from setup_app.events.event_tables import services
    from setup_app.jobs import tasks
    from setup_app.jobs.models import Job, State

    job = services.prepare(standing=organiser, asked=_asked(at))
    for part in Job.objects.filter(whole=job).order_by("created"):
        tasks.run(part.pk)
    tasks.run(job.pk)
    assert Job.objects.get(pk=job.pk).state == State.DONE
    Job.objects.filter(pk=job.pk).delete()


def _bare(organiser: EventAccess, at: int) -> None:
    """Generate and judge the same tables, without storing them."""
    from setup_app.events.event_tables.generator_options import wish_of
    from setup_app.layouts import queries as layouts

    for number in range(1, ROUNDS + 1):
        for table in range(1, TABLES + 1):
            wish = wish_of(GROUND, f"{at}/{number}/{table}", organiser.event)
            layouts.audited(layouts.generate_layout(wish)["layout"], to_keep=True)


def _asked(at: int) -> dict[str, Any]:
    return {
        "rounds": list(range(1, ROUNDS + 1)),
        "tables": None,
        "seed": str(at),
        "each_round": True,
        "ground": GROUND,
        "grounds": {},
        "again": True,
        "note": "",
    }


if __name__ == "__main__":
    main()
