"""The periodic task that deletes old saved tables."""

from __future__ import annotations

from datetime import timedelta

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from setup_app.layouts.services import forget_unseen


@shared_task(name="setup_app.layouts.tasks.sweep", soft_time_limit=60, time_limit=70)
def sweep() -> dict[str, int]:
    """Delete expired tables. A run that is stopped by its limit has deleted some; the next one
    continues.
    """
    days = settings.TABLE_RETENTION_DAYS
    if not days:
        return {"forgotten": 0}
    return {"forgotten": forget_unseen(timezone.localdate() - timedelta(days=days))}
