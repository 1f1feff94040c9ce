"""Periodic tasks for battles: close due battles, wake lost bots, delete old rows."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from setup_app.battles import services
from setup_app.idempotency.services import delete_expired


@shared_task(name="setup_app.battles.tasks.sweep", soft_time_limit=20, time_limit=30)
def sweep() -> dict[str, int]:
    now = timezone.now()
    return {
        "closed": services.close_due(now),
        "woken": services.wake_bots(now),
        "withdrawn": services.withdraw_old_challenges(now),
        "forgotten": delete_expired(now) + services.forget_submissions(now),
    }
