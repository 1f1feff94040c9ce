"""Check that the database accepts writes, by updating one row."""

from contextlib import nullcontext
from datetime import timedelta
from typing import Final

from django.db import connection
from django.utils import timezone

from setup_app.jobs.models import Pulse

ROW_KEY: Final = 1
WRITE_INTERVAL: Final = timedelta(seconds=5)
TIMEOUT: Final = 2.0


def check_writing() -> None:
    """Write the row, unless a process did within `WRITE_INTERVAL`. Raises what the database raises.

    However many health checks come, they cost one small write in that time.
    """
    now = timezone.now()
    seen = Pulse.objects.filter(pk=ROW_KEY).values_list("seen", flat=True).first()
    if seen is not None and timedelta() <= now - seen < WRITE_INTERVAL:
        return
    # A health check does not wait in a long queue: SQLite has only one writer.
    with getattr(connection, "hurried", nullcontext)(TIMEOUT):
        if seen is None:
            Pulse.objects.bulk_create([Pulse(pk=ROW_KEY, seen=now)], ignore_conflicts=True)
        else:
            Pulse.objects.filter(pk=ROW_KEY).update(seen=now)
