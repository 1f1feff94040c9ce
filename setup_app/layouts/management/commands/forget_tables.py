"""Delete saved tables that no one has opened for a long time."""

from __future__ import annotations

from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.translation import gettext

from setup_app.layouts.services import forget_unseen

USUAL = 400


class Command(BaseCommand):
    """Delete unseen tables. Beat does the same after `TABLE_RETENTION_DAYS`; this is for disk space
    now.
    """

    help = "Delete generated tables that have not been viewed for a number of days."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--unseen-days", type=int, default=USUAL)

    def handle(self, *args: Any, **options: Any) -> None:
        days = options["unseen_days"]
        if days < 1:
            raise CommandError(gettext("--unseen-days must be at least 1."))
        forgotten = forget_unseen(timezone.localdate() - timedelta(days=days))
        self.stdout.write(gettext("Deleted tables: %(count)d.") % {"count": forgotten})
