"""What does beat do for battles? Close the due ones, wake lost bots, forget what is old."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from setup_app.battles import services
from setup_app.idempotency.services import forget


@shared_task(name="setup_app.battles.tasks.sweep", soft_time_limit=20, time_limit=30)
def sweep() -> dict[str, int]:
    now = timezone.now()
    return {
        "closed": services.close_due(now),
        "woken": services.wake_bots(now),
        "withdrawn": services.withdraw_old_challenges(now),
        "forgotten": forget(now) + services.forget_submissions(now),
    }
