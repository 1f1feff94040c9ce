"""Replay every stored battle and compare, for example before an upgrade."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from setup_app.battles.models import Battle
from setup_app.battles.services.replays import replay_stored


class Command(BaseCommand):
    """A command that ends with status 1 if a battle no longer replays, and makes that battle
    read-only.
    """

    help = "Replay every stored battle and compare it with its stored log."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--look-only", action="store_true", help="report only; mark nothing read-only"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        mark = not options["look_only"]
        mismatched = 0
        total = 0
        for public_id in Battle.objects.order_by("pk").values_list("public_id", flat=True):
            found = replay_stored(battle=public_id, mark=mark)
            total += 1
            if found.mismatch:
                mismatched += 1
                self.stdout.write(f"{public_id}: {found.mismatch}")
            elif found.mended:
                self.stdout.write(f"{public_id}: replays again and can continue")
        if mismatched:
            raise CommandError(f"{mismatched} of {total} battles do not replay.", returncode=1)
        self.stdout.write(f"All {total} battles replay.")
